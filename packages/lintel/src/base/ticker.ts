/**
 * Keeps long synchronous work interruptible: reports progress in batches, yields to timers and signals, and
 * ends the work if it was interrupted or a thread that it needs has failed.
 */
import type { Progress } from './progress.js';
import { UserError } from './user-error.js';

const rowsPerTurn = 1000;
/** How long a signal may go unnoticed while another thread works. */
const waitMs = 100;

export class Ticker {
  readonly #progress: Progress;
  readonly #signal: AbortSignal | null;
  readonly #interruption: string;
  #rows = 0;
  #failure: Error | null = null;

  /** `interruption`: what is said when the signal ends the work. */
  constructor(
    progress: Progress,
    signal: AbortSignal | null,
    interruption = 'The build was interrupted; no release was made and nothing was lost.',
  ) {
    this.#progress = progress;
    this.#signal = signal;
    this.#interruption = interruption;
  }

  step(name: string, total: number | null, unit?: string): void {
    this.advance(0);
    this.#progress.step(name, total, unit);
  }

  /** Counts a row, or more; true when it is time to `await yieldToEventLoop()`. */
  count(rows = 1): boolean {
    this.#rows += rows;
    return this.#rows >= rowsPerTurn;
  }

  advance(rows: number): void {
    this.#rows += rows;
    if (this.#rows > 0) this.#progress.advance(this.#rows);
    this.#rows = 0;
  }

  /** Ends the work with this error when it next yields: a thread that it needs has failed. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Reports what was counted and yields to timers and signals. Fails if the work was interrupted. */
  async yieldToEventLoop(): Promise<void> {
    this.advance(0);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#failure !== null) throw this.#failure;
    if (this.#signal?.aborted) throw new UserError(this.#interruption);
  }

  /** Waits for work of another thread, as interruptible as work of this one. */
  async whileAwaiting<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise((resolve) => {
        timer = setTimeout(resolve, waitMs);
      });
      await Promise.race([over, tick]).finally(() => clearTimeout(timer));
      await this.yieldToEventLoop();
    }
    return over;
  }

  done(): void {
    this.advance(0);
    this.#progress.done();
  }
}
