/**
 * Shows how sources come along while they are fetched, a line each, on standard error: redrawn in place on a
 * terminal, in a log a line at the end of each source and one now and then in between.
 */
import type { WriteStream } from 'node:tty';
import { printableLine } from '../base/printable.js';
import type { Fetched, FetchWatch } from '../sources/fetch/fetch-all.js';
import type { FetchProgress } from '../sources/fetch/fetch-source.js';
import { formatCount } from './outcome.js';
import { formatSpan } from './progress.js';

const terminalIntervalMs = 100;
const logIntervalMs = 15_000;

interface Active {
  readonly startedMs: number;
  progress: FetchProgress | null;
  shownMs: number;
}

/** Lines on the stream; `close` leaves what is finished standing. */
export function fetchLines(
  stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number } = process.stderr,
  now: () => number = Date.now,
): FetchWatch & { close(): void } {
  const live = stream.isTTY === true;
  const active = new Map<string, Active>();
  let drawn = 0;
  let drawnMs = 0;

  const cut = (text: string) => {
    const line = printableLine(text);
    return live ? line.slice(0, (stream.columns ?? 80) - 1) : line;
  };
  function erase(): void {
    if (drawn > 0) stream.write(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
  }
  function draw(): void {
    erase();
    for (const [source, one] of active) stream.write(`${cut(runningText(source, one, now()))}\n`);
    drawn = active.size;
    drawnMs = now();
  }

  return {
    started(source) {
      active.set(source, { startedMs: now(), progress: null, shownMs: now() });
      if (live) draw();
    },
    progressed(source, progress) {
      const one = active.get(source);
      if (one === undefined) return;
      one.progress = progress;
      if (live && now() - drawnMs >= terminalIntervalMs) draw();
      if (!live && now() - one.shownMs >= logIntervalMs) {
        one.shownMs = now();
        stream.write(`${cut(runningText(source, one, now()))}\n`);
      }
    },
    ended(fetched) {
      const one = active.get(fetched.source);
      active.delete(fetched.source);
      if (live) erase();
      stream.write(`${cut(endedText(fetched, now() - (one?.startedMs ?? now())))}\n`);
      if (live) draw();
    },
    close() {
      if (live) erase();
    },
  };
}

/** `chicago-il: 120,000 of 500,000 rows (24 %), 40 s`. */
function runningText(source: string, { progress, startedMs }: Active, nowMs: number): string {
  if (progress === null) return `${source}: asking the portal …`;
  const { rows, total } = progress;
  const span = formatSpan(nowMs - startedMs);
  if (total === null || total === 0) return `${source}: ${formatCount(rows)} rows, ${span}`;
  const percent = Math.min(100, Math.floor((100 * rows) / total));
  return `${source}: ${formatCount(rows)} of ${formatCount(total)} rows (${percent} %), ${span}`;
}

/** `chicago-il: 500,000 rows in 51 s: 12 new, 3 changed`. */
function endedText({ source, run, failure }: Fetched, spanMs: number): string {
  const { read = 0, new: added = 0, changed = 0 } = run?.counts ?? {};
  const state = failure !== null ? 'stopped' : run?.state === 'interrupted' ? 'interrupted' : null;
  const rows = `${formatCount(read)} rows in ${formatSpan(spanMs)}`;
  if (state !== null) return `${source}: ${state} after ${rows}`;
  const parts = [`${formatCount(added)} new`, `${formatCount(changed)} changed`];
  if (run !== null && run.vanished > 0) parts.push(`${formatCount(run.vanished)} vanished`);
  return `${source}: ${rows}: ${parts.join(', ')}`;
}
