/**
 * When a source is to be fetched next: as long after its last fetch as its publisher takes to renew it, and sooner
 * after a fetch that failed; a portal that refuses programs not for a week. Lintel has no clock: `lintel fetch --due`, called every hour, fetches what is due.
 */
import type { Run } from '../../raw/raw-store.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Words of publishers for how often they renew a source, with the time between two fetches. */
const rhythms: readonly (readonly [words: RegExp, ms: number])[] = [
  [/\bhourly\b/i, hourMs],
  [/\bdaily\b/i, dayMs],
  [/\bweekly\b/i, 7 * dayMs],
  [/\bmonthly\b/i, 30 * dayMs],
  [/\bquarterly\b/i, 91 * dayMs],
  [/\b(yearly|annual(ly)?)\b/i, 365 * dayMs],
];

/** So much earlier it may be fetched: else a job of every hour would come an hour later each day. */
const earlyMs = hourMs / 2;
/** The wait after one failure. It doubles with each further one, up to the rhythm of the source. */
const firstRetryMs = hourMs;
/** A portal of permit software that refuses programs is left alone for so long. */
const restMs = 7 * dayMs;
/** The share of its rhythm by which a source must be late to count as overdue. */
const overdueShare = 1 / 4;

export interface NextFetch {
  /** Milliseconds since 1970 UTC; null: due at once, as it was never fetched, or at no time that can be. */
  readonly dueMs: number | null;
  /** `due` from half an hour before `dueMs` on; `overdue`: nothing has fetched it for long. */
  readonly state: 'waiting' | 'due' | 'overdue';
  /** Fetches that failed since the last one that did not. */
  readonly failures: number;
}

/**
 * The next fetch of a source. `updates` is its definition's word for how often it is renewed, and one that says nothing
 * known counts as daily. `runs`: its runs, the oldest first; those that read files do not count.
 */
export function nextFetch(updates: string | undefined, runs: readonly Run[], nowMs: number): NextFetch {
  const everyMs = rhythmMs(updates);
  const fetches = runs.filter(({ kind, state }) => kind === 'fetch' && state !== 'running');
  const last = fetches.at(-1);
  // When a fetch of the future was, nobody knows: the clock was ahead, and must not stop fetches until then.
  if (last === undefined || last.startedMs > nowMs + hourMs)
    return { dueMs: null, state: 'due', failures: 0 };
  const failures = fetches.length - 1 - fetches.findLastIndex(({ state }) => state !== 'failed');
  const dueMs = dueAfter(last, everyMs, failures);
  const isOverdue = nowMs > dueMs + Math.max(hourMs, everyMs * overdueShare);
  return { dueMs, failures, state: isOverdue ? 'overdue' : nowMs >= dueMs - earlyMs ? 'due' : 'waiting' };
}

/** The last fetch, where its portal refused it, and until when it is left alone; null where it did not. */
export function refusalOf(runs: readonly Run[]): {
  readonly refusal: string;
  readonly state: 'blocked' | 'login_only';
  readonly sinceMs: number;
  readonly untilMs: number;
} | null {
  const last = runs.findLast(({ kind, state }) => kind === 'fetch' && state !== 'running');
  const refusal = last?.details.refused;
  if (last?.state !== 'failed' || typeof refusal !== 'string') return null;
  const sinceMs = last.endedMs ?? last.startedMs;
  const state = refusal === 'login only' ? 'login_only' : 'blocked';
  return { refusal, state, sinceMs, untilMs: sinceMs + restMs };
}

function dueAfter(last: Run, everyMs: number, failures: number): number {
  const { state, startedMs, endedMs } = last;
  if (state === 'finished') return startedMs + everyMs;
  const refused = refusalOf([last]);
  if (refused !== null) return refused.untilMs;
  // The next fetch continues one that was interrupted.
  const retryMs = state === 'failed' ? Math.min(everyMs, firstRetryMs * 2 ** (failures - 1)) : 0;
  return (endedMs ?? startedMs) + retryMs;
}

/** Milliseconds between two renewals of a source, by its definition's word for it; daily if that says nothing known. */
export function rhythmMs(updates = ''): number {
  return rhythms.find(([words]) => words.test(updates))?.[1] ?? dayMs;
}
