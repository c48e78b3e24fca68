/**
 * Turns of accounts in one process: an account finds one answer at a time, and once it has taken a few milliseconds
 * of a turn of the event loop, its next one waits for the next turn. So others wait for one answer of an account, and
 * not for as many as it asks for at once (fair queueing: https://en.wikipedia.org/wiki/Fair_queuing).
 *
 * While others ask too, an account gets its share of the clock, a quarter, and short bursts (the generic cell rate
 * algorithm: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm); who waits for too long is refused. Who is
 * alone waits for nothing but its own answers.
 */
import { HttpError } from './http-error.js';
import { aloneMs, burstMs, leastShare, longestTurnWaitMs } from './limits.js';

/** Milliseconds that an account may take in a turn of the event loop before others have theirs. */
const quantumMs = 2;
/** Milliseconds between two looks for accounts that have nothing left to do or to report. */
const sweepMs = 1_000;

const tooMany =
  'The questions of this account came faster than its share of a busy service answers them. Wait for the seconds that Retry-After gives, and ask fewer at once.';

interface Waiter {
  readonly sinceMs: number;
  /** Whether it may be refused. */
  readonly mayEnd: boolean;
  /** Gets the milliseconds that it has waited. */
  begin(waitedMs: number): void;
  fail(error: unknown): void;
}

interface Queue {
  waiting: Waiter[];
  isBusy: boolean;
  /** Milliseconds taken in this turn of the event loop. */
  takenMs: number;
  /** When the share of the account will have paid for what it has taken. */
  paidMs: number;
  /** Milliseconds of work that the limit of a minute does not know of yet. */
  unreportedMs: number;
  timer: NodeJS.Timeout | null;
}

/** Whose turn it is, and the part of the clock that its work may take while others wait. */
export interface Holder {
  readonly name: string;
  readonly share: number;
}

/** Turns by a monotonic clock in milliseconds. `report` gets the work of holders who do not come back for a second. */
export class FairTurns {
  readonly #now: () => number;
  readonly #report: (name: string, ms: number) => void;
  readonly #queues = new Map<string, Queue>();
  /** Those who took something in this turn of the event loop. */
  #taking: Queue[] = [];
  #sweeping: NodeJS.Timeout | null = null;
  /** Who worked last and when, and when somebody else did. */
  #last = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  #otherMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, report: (name: string, ms: number) => void = () => {}) {
    this.#now = now;
    this.#report = report;
  }

  /**
   * Begins a turn at once, or resolves with the milliseconds after which it began; `end` must follow. Throws a 429 after a long wait for the
   * share of the account, unless the answer has begun (`mayEnd` false).
   */
  begin(name: string, mayEnd: boolean): Promise<number> | null {
    const queue = this.#queueOf(name);
    if (!queue.isBusy && queue.waiting.length === 0 && this.#mayBegin(queue)) {
      queue.isBusy = true;
      return null;
    }
    return new Promise((begin, fail) => {
      queue.waiting.push({ sinceMs: this.#now(), mayEnd, begin, fail });
      this.#beginNext(queue);
    });
  }

  /** Ends a turn. */
  end(name: string): void {
    const queue = this.#queueOf(name);
    queue.isBusy = false;
    this.#beginNext(queue);
  }

  /** Counts work, in a turn or after it. */
  worked({ name, share }: Holder, ms: number): void {
    const now = this.#now();
    if (this.#last !== name) [this.#last, this.#otherMs] = [name, this.#lastMs];
    this.#lastMs = now;
    const queue = this.#queueOf(name);
    if (queue.takenMs === 0 && ms > 0 && this.#taking.push(queue) === 1) setImmediate(() => this.#renew());
    queue.takenMs += ms;
    queue.unreportedMs += ms;
    const paidMs = Math.max(queue.paidMs, now) + ms / Math.max(share, leastShare);
    queue.paidMs = now - this.#otherMs > aloneMs ? Math.min(paidMs, now + burstMs) : paidMs;
  }

  /** The work that is not reported yet; it is now. */
  unreported(name: string): number {
    const queue = this.#queues.get(name);
    if (queue === undefined) return 0;
    const { unreportedMs } = queue;
    queue.unreportedMs = 0;
    return unreportedMs;
  }

  /** All who wait for a turn of the holder fail: what they would ask for is away. */
  giveUp(name: string, error: unknown): void {
    const queue = this.#queueOf(name);
    const { waiting } = queue;
    queue.waiting = [];
    for (const { fail } of waiting) fail(error);
  }

  #queueOf(name: string): Queue {
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const queue: Queue = { waiting: [], isBusy: false, takenMs: 0, paidMs: 0, unreportedMs: 0, timer: null };
    this.#queues.set(name, queue);
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
    return queue;
  }

  #mayBegin(queue: Queue): boolean {
    return queue.takenMs < quantumMs && queue.paidMs - this.#now() <= burstMs;
  }

  #beginNext(queue: Queue): void {
    if (queue.isBusy || queue.timer !== null || queue.waiting.length === 0) return;
    // Else it is next in the next turn.
    if (queue.takenMs >= quantumMs) return;
    const now = this.#now();
    const waitMs = queue.paidMs - now - burstMs;
    if (waitMs > 0) {
      queue.timer = setTimeout(() => {
        queue.timer = null;
        queue.paidMs = Math.min(queue.paidMs, this.#now() + burstMs);
        this.#beginNext(queue);
      }, waitMs);
      return;
    }
    const next = queue.waiting.shift();
    if (next === undefined) return;
    const waitedMs = now - next.sinceMs;
    // Who has not used his share waited for something else, such as a database that hung.
    if (next.mayEnd && waitedMs > longestTurnWaitMs && queue.paidMs > now) {
      const headers = { 'retry-after': '1' };
      next.fail(new HttpError('rate_limited', { detail: tooMany, headers }));
      this.#beginNext(queue);
      return;
    }
    queue.isBusy = true;
    next.begin(waitedMs);
  }

  /** Begins a turn of the event loop. */
  #renew(): void {
    const taking = this.#taking;
    this.#taking = [];
    for (const queue of taking) {
      queue.takenMs = 0;
      this.#beginNext(queue);
    }
  }

  #sweep(): void {
    const now = this.#now();
    for (const [name, { unreportedMs, isBusy, waiting, paidMs }] of this.#queues) {
      if (unreportedMs > 0) this.#report(name, this.unreported(name));
      if (!isBusy && waiting.length === 0 && paidMs <= now) this.#queues.delete(name);
    }
    this.#sweeping = this.#queues.size === 0 ? null : setTimeout(() => this.#sweep(), sweepMs).unref();
  }
}
