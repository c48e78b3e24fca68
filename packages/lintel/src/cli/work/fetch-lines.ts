/**
 * Shows the progress of fetches on standard error: a line for each finished source and, on a terminal, one
 * live line for all that are under way; in a log, a line for each of those now and then.
 */
import type { WriteStream } from 'node:tty';
import { formatCount } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';
import { StoreBusyError } from '../../raw/raw-store.js';
import type { Fetched, FetchWatch } from '../../sources/fetch/fetch-all.js';
import type { FetchProgress } from '../../sources/fetch/fetch-source.js';
import { logIntervalMs } from '../terminal/log-interval.js';
import { cut, formatSpan } from '../terminal/progress.js';
import { leftText, TimeLeft } from '../terminal/time-left.js';

const terminalIntervalMs = 100;
const usualLogIntervalMs = 15_000;

interface Active {
  readonly startedMs: number;
  readonly timeLeft: TimeLeft;
  progress: FetchProgress | null;
  shownMs: number;
}

/** Lines on the stream for `count` sources; `close` leaves finished lines in place. */
export function fetchLines(
  count: number,
  stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number } = process.stderr,
  now: () => number = Date.now,
): FetchWatch & { close(): void } {
  const live = stream.isTTY === true;
  const active = new Map<string, Active>();
  let ended = 0;
  let drawnMs = 0;

  const erase = () => {
    if (live) stream.write('\r\x1b[2K');
  };
  function draw(): void {
    if (!live || active.size === 0) return;
    const all = count > 1 ? `${ended} of ${count} sources; ` : '';
    const parts = [...active].map(([source, one]) => runningText(source, one));
    erase();
    stream.write(cut(printableLine(`${all}${parts.join('; ')}`), (stream.columns ?? 80) - 1));
    drawnMs = now();
  }

  return {
    started(source) {
      active.set(source, { startedMs: now(), timeLeft: new TimeLeft(), progress: null, shownMs: now() });
      draw();
    },
    progressed(source, progress) {
      const one = active.get(source);
      if (one === undefined) return;
      one.progress = progress;
      if (progress.total !== null) one.timeLeft.add(now(), progress.rows / Math.max(1, progress.total));
      if (live && now() - drawnMs >= terminalIntervalMs) draw();
      if (!live && now() - one.shownMs >= logIntervalMs(usualLogIntervalMs)) {
        one.shownMs = now();
        stream.write(`${printableLine(runningText(source, one))}\n`);
      }
    },
    ended(fetched) {
      const one = active.get(fetched.source);
      active.delete(fetched.source);
      ended += 1;
      erase();
      const text = printableLine(endedText(fetched, now() - (one?.startedMs ?? now())));
      stream.write(`${live ? cut(text, stream.columns ?? 80) : text}\n`);
      draw();
    },
    close: erase,
  };
}

/** `chicago-il: 120,000 of 500,000 rows (24 %), about 3 min left`. */
function runningText(source: string, { progress, timeLeft }: Active): string {
  if (progress === null) return `${source}: asking the portal …`;
  const { rows, total } = progress;
  if (total === null || total === 0) return `${source}: ${formatCount(rows)} rows`;
  // A dataset that grows meanwhile has more rows than its portal counted.
  const shown = Math.min(rows, total);
  const percent = Math.floor((100 * shown) / total);
  const leftMs = timeLeft.leftMs();
  const left = leftMs === null ? '' : `, ${leftText(leftMs)}`;
  return `${source}: ${formatCount(shown)} of ${formatCount(total)} rows (${percent} %)${left}`;
}

/** `chicago-il: 500,000 rows in 51 s: 12 new, 3 changed`. */
function endedText({ source, run, failure }: Fetched, spanMs: number): string {
  if (failure instanceof StoreBusyError) return `${source}: read by another process`;
  const { read = 0, new: added = 0, changed = 0 } = run?.counts ?? {};
  const state = failure !== null ? 'stopped' : run?.state === 'interrupted' ? 'interrupted' : null;
  const rows = `${formatCount(read)} rows in ${formatSpan(spanMs)}`;
  const why = state === 'interrupted' && run?.message ? `. ${run.message}` : '';
  if (state !== null) return `${source}: ${state} after ${rows}${why}`;
  const parts = [`${formatCount(added)} new`, `${formatCount(changed)} changed`];
  if (run !== null && run.vanished > 0) parts.push(`${formatCount(run.vanished)} vanished`);
  return `${source}: ${rows}: ${parts.join(', ')}`;
}
