/**
 * Draws progress on standard error: one live line on a terminal, a plain line every few seconds in a log.
 * Standard output is never touched, so that `--json` stays one document.
 */
import type { WriteStream } from 'node:tty';
import { printableLine } from '../base/printable.js';
import type { Progress } from '../base/progress.js';
import { formatCount } from './outcome.js';

const terminalIntervalMs = 100;
const logIntervalMs = 5_000;

interface Step {
  readonly name: string;
  readonly total: number | null;
  readonly unit: string;
  readonly startedMs: number;
  done: number;
  rows: number;
  drawnMs: number;
}

/** A progress that writes to the stream, in the stream's manner; `now` is the clock in milliseconds. */
export function createProgress(
  stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number } = process.stderr,
  now: () => number = Date.now,
): Progress {
  const live = stream.isTTY === true;
  let step: Step | null = null;

  function draw(current: Step, ended: boolean): void {
    const text = printableLine(progressLine(current, now() - current.startedMs, ended));
    if (!live) stream.write(`${text}\n`);
    else stream.write(`\r\x1b[2K${text.slice(0, (stream.columns ?? 80) - 1)}${ended ? '\n' : ''}`);
    current.drawnMs = now();
  }

  function end(): void {
    if (step) draw(step, true);
    step = null;
  }

  return {
    step(name, total, unit = 'rows') {
      end();
      step = { name, total, unit, startedMs: now(), done: 0, rows: 0, drawnMs: now() };
      if (live) draw(step, false);
    },
    advance(count, rows = 0) {
      if (!step) return;
      step.done += count;
      step.rows += rows;
      if (now() - step.drawnMs >= (live ? terminalIntervalMs : logIntervalMs)) draw(step, false);
    },
    done: end,
  };
}

/** `Refining: 120,000 of 500,000 rows (24 %), 41,000 rows/s, 9 s left`. */
function progressLine(
  step: { name: string; total: number | null; unit: string; done: number; rows: number },
  elapsedMs: number,
  ended: boolean,
): string {
  const amount = (count: number) =>
    step.unit === 'bytes' ? formatBytes(count) : `${formatCount(count)} ${step.unit}`;
  const doneOf = (done: number, total: number) =>
    step.unit === 'bytes'
      ? `${amount(done)} of ${amount(total)}`
      : `${formatCount(done)} of ${amount(total)}`;
  const rate = elapsedMs > 0 ? (step.done / elapsedMs) * 1000 : 0;
  const parts: string[] = [];
  if (step.total !== null && !ended) {
    const percent = Math.min(100, Math.floor((100 * step.done) / Math.max(1, step.total)));
    parts.push(`${doneOf(step.done, step.total)} (${percent} %)`);
  } else if (step.done > 0 || step.total !== null) parts.push(amount(step.done));
  if (step.rows > 0) parts.push(`${formatCount(step.rows)} rows`);
  if (elapsedMs >= 500 && (step.done > 0 || step.rows > 0)) {
    const rows = Math.round((step.rows / elapsedMs) * 1000);
    parts.push(rows > 0 ? `${formatCount(rows)} rows/s` : `${amount(Math.round(rate))}/s`);
  }
  if (ended) parts.push(`in ${formatSpan(elapsedMs)}`);
  else if (step.total !== null && rate > 0 && step.done < step.total) {
    parts.push(`${formatSpan(((step.total - step.done) / rate) * 1000)} left`);
  }
  return parts.length === 0 ? `${step.name} …` : `${step.name}: ${parts.join(', ')}`;
}

/** A time that something took, for people: `9.5 s`, `51 s`, `3 min 20 s`. */
export function formatSpan(spanMs: number): string {
  const seconds = spanMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.round(bytes / 1_000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
