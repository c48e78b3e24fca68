/**
 * What the first process does after the death of a worker: it decides how long to wait before the next one,
 * and whether a release file is the cause.
 *
 * Files of a release are mapped into memory. One that is truncated, or whose disk fails, ends the reading
 * process with SIGBUS, without a message. So after a death the file sizes of all releases are checked. If
 * workers keep dying although the sizes are right, the published release is verified once.
 */
import { join } from 'node:path';
import type { Home } from '../../base/home.js';
import { messageOf, UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import { checkRelease, verifyRelease } from '../../format/verify-release.js';
import { listReleases } from '../../releases/release-store.js';
import { healthyWorkerMs, maxWorkerRestartMs, workerRestartMs } from '../request/limits.js';

/** After this many deaths soon after one another, the published release is verified. */
const deathsBeforeVerifying = 2;

/** The restarts of a worker and its successors. */
export interface Restarts {
  /** Reports a death `livedMs` after the start; returns the milliseconds to wait before the next start. */
  died(livedMs: number): number;
  /** Consecutive deaths soon after the start. */
  readonly soonDeaths: number;
}

/** Starts the count. */
export function restarts(): Restarts {
  let soonDeaths = 0;
  return {
    died(livedMs) {
      soonDeaths = livedMs >= healthyWorkerMs ? 1 : soonDeaths + 1;
      return Math.min(maxWorkerRestartMs, workerRestartMs * 2 ** (soonDeaths - 1));
    },
    get soonDeaths() {
      return soonDeaths;
    },
  };
}

/** A file of any release that is missing or has the wrong size, as a sentence; null if there is none. */
export function releaseFault(home: Home): string | null {
  try {
    for (const { directory } of listReleases(home)) checkRelease(directory);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Finds out whether the published release is damaged. */
export interface Examiner {
  /** Verifies the published release if workers keep dying, once for each release. */
  examine(soonDeaths: number): void;
  /** Releases that were found damaged. */
  readonly damaged: readonly string[];
}

/** Creates the examiner; `onDamaged` is called for each damaged release. */
export function releaseExaminer(home: Home, onDamaged: (id: string, fault: UserError) => void): Examiner {
  const examined = new Set<string>();
  const damaged: string[] = [];

  async function read(id: string): Promise<void> {
    try {
      await verifyRelease(join(home.releases, id));
    } catch (error) {
      damaged.push(id);
      onDamaged(
        id,
        error instanceof UserError ? error : new UserError((error as Error).message, { cause: error }),
      );
    }
  }

  return {
    damaged,
    examine(soonDeaths) {
      if (soonDeaths < deathsBeforeVerifying) return;
      const id = publishedId(home);
      if (id === null || examined.has(id)) return;
      examined.add(id);
      void read(id);
    },
  };
}

function publishedId(home: Home): string | null {
  try {
    return currentReleaseId(home);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
