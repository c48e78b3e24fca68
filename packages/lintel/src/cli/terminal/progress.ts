/**
 * Draws progress on standard error: on a terminal one live line for all of the work and a line for each
 * finished stage, in a log plain lines now and then. Standard output is never touched, so that `--json` stays
 * one document.
 *
 * Rooms report steps; a plan groups them into stages in the user's words, each with its share of the time.
 * Without a plan each step is its own stage.
 */
import type { WriteStream } from 'node:tty';
import { formatBytes, formatCount } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';
import type { Progress } from '../../base/progress.js';
import { logIntervalMs } from './log-interval.js';
import type { PlannedStage } from './stages.js';
import { type Paint, painter, plain } from './style.js';
import { leftText, TimeLeft } from './time-left.js';

const terminalIntervalMs = 100;
const usualLogIntervalMs = 10_000;

/** A command's own view of its progress, besides what it passes to the rooms. */
export interface CommandProgress extends Progress {
  /** Says which stages all the work has, in their order: then overall progress is shown. */
  plan(stages: readonly PlannedStage[]): void;
  /** Says something beside the counts of the stage, such as `2 workers help`, in place of what was said before. */
  note(text: string): void;
}

/** Reports nothing. */
export const silentCommandProgress: CommandProgress = {
  plan() {},
  step() {},
  advance() {},
  note() {},
  done() {},
};

interface Step {
  readonly name: string;
  readonly total: number | null;
  readonly unit: string;
  readonly startedMs: number;
  done: number;
  rows: number;
  /** Weight in the plan, and the total weight of the steps before it. */
  readonly weight: number;
  readonly before: number;
}

interface OpenStage {
  readonly title: string;
  readonly startedMs: number;
  /** The step whose counts the stage's line shows: the one with the greatest weight so far. */
  main: Step;
  note: string;
}

/** A progress that writes to the stream, in the stream's manner; `now` is the clock in milliseconds. */
export function createProgress(
  stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number } = process.stderr,
  now: () => number = Date.now,
): CommandProgress {
  return new Drawing(stream, now, stream === process.stderr ? painter(process.stderr) : plain);
}

class Drawing implements CommandProgress {
  readonly #stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };
  readonly #now: () => number;
  readonly #paint: Paint;
  readonly #live: boolean;
  #stages: readonly PlannedStage[] = [];
  #timeLeft = new TimeLeft();
  #stage: OpenStage | null = null;
  #step: Step | null = null;
  #drawnMs = 0;
  /** Weights of the planned steps up to the last one that began. */
  #passed = 0;

  constructor(
    stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number },
    now: () => number,
    paint: Paint,
  ) {
    this.#stream = stream;
    this.#now = now;
    this.#paint = paint;
    this.#live = stream.isTTY === true;
  }

  plan(stages: readonly PlannedStage[]): void {
    this.#endStage();
    this.#stages = stages;
    this.#passed = 0;
    this.#timeLeft = new TimeLeft();
  }

  step(name: string, total: number | null, unit = 'rows'): void {
    const { title, weight, before } = this.#placeOf(name);
    const nowMs = this.#now();
    if (this.#stage !== null && this.#stage.title !== title) this.#endStage();
    if (this.#stages.length === 0) this.#timeLeft = new TimeLeft();
    this.#step = { name, total, unit, startedMs: nowMs, done: 0, rows: 0, weight, before };
    this.#passed = before + weight;
    if (this.#stage === null) {
      this.#stage = { title, startedMs: nowMs, main: this.#step, note: '' };
      this.#drawnMs = nowMs;
    } else if (weight > this.#stage.main.weight) this.#stage.main = this.#step;
    if (this.#live) this.#draw();
  }

  advance(count: number, rows = 0): void {
    const step = this.#step;
    if (step === null) return;
    step.done += count;
    step.rows += rows;
    const nowMs = this.#now();
    const share = this.#share();
    if (share !== null) this.#timeLeft.add(nowMs, share);
    if (nowMs - this.#drawnMs >= (this.#live ? terminalIntervalMs : logIntervalMs(usualLogIntervalMs)))
      this.#draw();
  }

  note(text: string): void {
    if (this.#stage !== null) this.#stage.note = text;
  }

  done(): void {
    this.#endStage();
  }

  /**
   * The stage of a step and its place in the plan, by the longest name that it begins with. A step that is
   * not planned takes no share, and belongs to the stage under way.
   */
  #placeOf(name: string): { title: string; weight: number; before: number } {
    if (this.#stages.length === 0) return { title: name, weight: 1, before: 0 };
    let before = 0;
    let found = { title: this.#stage?.title ?? name, weight: 0, before: this.#passed };
    let longest = 0;
    for (const { title, steps } of this.#stages) {
      for (const [beginning, weight] of steps) {
        if (name.startsWith(beginning) && beginning.length > longest) {
          longest = beginning.length;
          found = { title, weight, before };
        }
        before += weight;
      }
    }
    return found;
  }

  /** Share of all work done, 0 to 1; null if unknown. */
  #share(): number | null {
    const step = this.#step;
    if (step === null) return null;
    const all = this.#stages.flatMap(({ steps }) => steps).reduce((sum, [, weight]) => sum + weight, 0);
    const ofStep = step.total === null ? null : Math.min(1, step.done / Math.max(1, step.total));
    return this.#stages.length === 0 ? ofStep : (step.before + step.weight * (ofStep ?? 0)) / all;
  }

  #draw(): void {
    if (this.#stage === null || this.#step === null) return;
    const text = printableLine(this.#runningText(this.#stage, this.#step));
    this.#drawnMs = this.#now();
    if (this.#live) this.#stream.write(`\r\x1b[2K${cut(text, (this.#stream.columns ?? 80) - 1)}`);
    else this.#stream.write(`${text}\n`);
  }

  /** `31 %, about 18 s left: Cleaning rows, 97,729 of 212,944 rows`. */
  #runningText({ title, note }: OpenStage, step: Step): string {
    const share = this.#share();
    const left = this.#timeLeft.leftMs();
    const overall: string[] = [];
    if (share !== null) overall.push(`${Math.floor(share * 100)} %`);
    if (left !== null) overall.push(leftText(left));
    const counts = [title, ...countTexts(step)];
    if (step.rows > 0) counts.push(`${formatCount(step.rows)} rows`);
    if (note !== '') counts.push(note);
    const doing = counts.length === 1 ? `${title} …` : counts.join(', ');
    return overall.length === 0 ? doing : `${overall.join(', ')}: ${doing}`;
  }

  #endStage(): void {
    const stage = this.#stage;
    if (stage === null) return;
    const { main, title, startedMs, note } = stage;
    const counts = main.done > 0 ? [amount(main, main.done)] : [];
    if (main.rows > 0) counts.push(`${formatCount(main.rows)} rows`);
    const span = formatSpan(this.#now() - startedMs);
    const took = counts.length === 0 ? span : `${counts.join(', ')} in ${span}`;
    const line = `${this.#paint('green', printableLine(title))}: ${took}${note === '' ? '' : `, ${note}`}`;
    this.#stream.write(this.#live ? `\r\x1b[2K${line}\n` : `${line}\n`);
    this.#stage = null;
    this.#step = null;
  }
}

/** What is done of how much; never more than all of it. */
function countTexts(step: Step): string[] {
  const { done, total, unit } = step;
  if (total === null) return done > 0 ? [amount(step, done)] : [];
  const shown = Math.min(done, total);
  return [
    unit === 'bytes'
      ? `${formatBytes(shown)} of ${formatBytes(total)}`
      : `${formatCount(shown)} of ${amount(step, total)}`,
  ];
}

function amount({ unit }: Step, count: number): string {
  return unit === 'bytes' ? formatBytes(count) : `${formatCount(count)} ${unit}`;
}

/** The text in at most `width` characters. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** A time that something took, for people: `9.5 s`, `51 s`, `3 min 20 s`. */
export function formatSpan(spanMs: number): string {
  const seconds = spanMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
