/** Words of the operator view. */
import type { Task, TaskKind } from '@lintel/contract/account';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** A moment in the reader's time zone. */
export const moment = (text: string | null) => (text === null ? '–' : time.format(new Date(text)));

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, `yesterday`, `just now`; `in 5 hours` for what is to come. */
export function ago(text: string, nowMs = Date.now()): string {
  const passedMs = nowMs - Date.parse(text);
  for (const [unit, ms] of spans) {
    if (Math.abs(passedMs) >= ms) return relative.format(-Math.trunc(passedMs / ms), unit);
  }
  return passedMs < 0 ? 'in a moment' : 'just now';
}

/** How long it took: `12 s`, `3 min 5 s`. */
export function span(fromText: string, toMs: number): string {
  const seconds = Math.max(0, Math.round((toMs - Date.parse(fromText)) / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Bytes for people, in decimal units. */
export function bytes(value: number | null): string {
  if (value === null) return '–';
  if (value < 1e9) return `${(value / 1e6).toFixed(1)} MB`;
  return `${(value / 1e9).toFixed(1)} GB`;
}

const doing: Readonly<Record<TaskKind, string>> = {
  fetch: 'Fetching',
  build: 'Building a release',
  publish: 'Publishing',
  rollback: 'Rolling back',
  nightly: 'Night under way',
  compare: 'Comparing',
  check: 'Checking the installation',
};

const done: Readonly<Record<TaskKind, string>> = {
  fetch: 'Fetch of',
  build: 'Build of a release',
  publish: 'Publication of',
  rollback: 'Rollback of',
  nightly: 'Night',
  compare: 'Comparison of',
  check: 'Check of the installation',
};

/** `Fetching austin-tx`, or `Fetch of austin-tx` when it has ended. */
export function taskTitle({ kind, subject, ended_at }: Task): string {
  const words = (ended_at === null ? doing : done)[kind];
  return [words, subject?.replace('..', ' and ')].filter(Boolean).join(' ');
}

export const taskStates: Readonly<Record<Task['state'], string>> = {
  running: 'Running',
  stopping: 'Stopping',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** The share that a line of progress names (`31 %, about 18 s left: …`), from 0 to 100; null if it names none. */
export function percentIn(line: string | undefined): number | null {
  const found = /\b(\d{1,3}) %/.exec(line ?? '');
  return found === null ? null : Math.min(100, Number(found[1]));
}
