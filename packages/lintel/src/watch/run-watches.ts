/** One round of all watches: evaluate what was published, send what is due, forget what is old. */
import type { Home } from '../base/home.js';
import { currentReleaseId } from '../format/published.js';
import type { Ledger } from '../ledger/ledger.js';
import { openRelease } from '../releases/open-release.js';
import { findRelease } from '../releases/release-store.js';
import { type Attempt, type DeliverOptions, deliverDue } from './deliver.js';
import { type Evaluated, evaluateWatches } from './evaluate.js';
import { keptMs } from './limits.js';

export interface RunOptions extends DeliverOptions {
  readonly home: Home;
  readonly ledger: Ledger;
  /** Milliseconds since 1970 UTC; default: the system's. */
  readonly now?: () => number;
}

/** What a round did. */
export interface WatchRound {
  readonly evaluated: readonly Evaluated[];
  readonly attempts: readonly Attempt[];
}

export async function runWatches({
  home,
  ledger,
  now = Date.now,
  ...options
}: RunOptions): Promise<WatchRound> {
  const evaluated = await evaluatePublished(home, ledger, now());
  const attempts = await deliverDue(ledger, options);
  await ledger.watches.purge(keptMs);
  return { evaluated, attempts };
}

/** Evaluates the watches on the published release, if there is one. */
async function evaluatePublished(home: Home, ledger: Ledger, nowMs: number): Promise<readonly Evaluated[]> {
  const current = currentReleaseId(home);
  const isBehind = ({ seenRelease, pausedMs }: { seenRelease: string | null; pausedMs: number | null }) =>
    pausedMs === null && seenRelease !== current;
  if (current === null || !(await ledger.watches.list()).some(isBehind)) return [];
  const release = openRelease(findRelease(home, current));
  try {
    return await evaluateWatches(ledger, release, nowMs);
  } finally {
    release.close();
  }
}
