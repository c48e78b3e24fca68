/**
 * Turns of accounts in one process: an account finds one answer at a time, and once it has taken a few milliseconds
 * of a turn of the event loop, its next one waits for the next turn; while others ask, that is after two answers. So
 * others wait for one answer of an account, and not for as many as it asks for at once (fair queueing:
 * https://en.wikipedia.org/wiki/Fair_queuing).
 *
 * While others ask too, an account gets its share of the clock, a fifth, and short bursts (the generic cell rate
 * algorithm: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm); who waits for too long is refused. Who is
 * alone waits for nothing but its own answers.
 */
import { HttpError } from './http-error.js';
import { aloneMs, burstMs, leastShare, longestTurnWaitMs } from './limits.js';

/** Milliseconds that an account may take in a turn of the event loop before others have theirs. */
const quantumMs = 2;
/** Of them, what an answer takes besides the work that is counted, about: reading the request, charging, sending. */
const answerMs = 1;
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
  readonly name: string;
  /** In the order of their time. */
  waiting: Waiter[];
  isBusy: boolean;
  /** Milliseconds taken in this turn of the event loop. */
  takenMs: number;
  /** When the share of the account will have paid for what it has taken. */
  paidMs: number;
  /** Milliseconds of work that the limit of a minute does not know of yet. */
  unreportedMs: number;
  /** Ends the timer that is set while somebody waits for the share. */
  cancel: (() => void) | null;
}

/** Whose turn it is, and the part of the clock that its work may take while others wait. */
export interface Holder {
  readonly name: string;
  readonly share: number;
}

/** A monotonic clock in milliseconds, with a timer; `after` returns what cancels it. */
interface TurnClock {
  now(): number;
  after(ms: number, act: () => void): () => void;
}

/** The timer of the process, beside a clock. */
export function turnClock(now: () => number): TurnClock {
  return {
    now,
    after(ms, act) {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Turns by a clock. `report` gets the work of holders who do not come back for a second. */
export class FairTurns {
  readonly #clock: TurnClock;
  readonly #report: (name: string, ms: number) => void;
  readonly #queues = new Map<string, Queue>();
  /** Those who took something in this turn of the event loop. */
  #taking: Queue[] = [];
  #sweeping: NodeJS.Timeout | null = null;
  /** Who worked last and when, and when somebody else did. */
  #last = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  #otherMs = Number.NEGATIVE_INFINITY;

  constructor(clock: TurnClock, report: (name: string, ms: number) => void = () => {}) {
    this.#clock = clock;
    this.#report = report;
  }

  /**
   * Begins a turn at once, or resolves with the milliseconds after which it began; `end` must follow. Throws a 429
   * after a long wait for the share of the account, unless the answer has begun (`mayEnd` false).
   */
  begin(name: string, mayEnd: boolean): Promise<number> | null {
    const queue = this.#queueOf(name);
    const now = this.#clock.now();
    const isNext = !queue.isBusy && queue.waiting.length === 0;
    if (isNext && queue.takenMs < quantumMs && this.#owedMs(queue, now) <= 0) {
      queue.isBusy = true;
      return null;
    }
    return new Promise((begin, fail) => {
      queue.waiting.push({ sinceMs: now, mayEnd, begin, fail });
      this.#beginNext(queue);
    });
  }

  /** Ends a turn. While others ask, what is not counted of the answer is taken from the share too. */
  end({ name, share }: Holder): void {
    const queue = this.#queueOf(name);
    queue.isBusy = false;
    const now = this.#clock.now();
    if (!this.#isAlone(queue, now)) this.#takeShare(queue, share, answerMs, now);
    this.#beginNext(queue);
  }

  /** Counts work, in a turn or after it. */
  worked({ name, share }: Holder, ms: number): void {
    const now = this.#clock.now();
    if (this.#last !== name) [this.#last, this.#otherMs] = [name, this.#lastMs];
    this.#lastMs = now;
    const queue = this.#queueOf(name);
    queue.unreportedMs += ms;
    this.#takeShare(queue, share, ms, now);
    this.#owedMs(queue, now);
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
    queue.cancel?.();
    queue.cancel = null;
    for (const { fail } of waiting) fail(error);
  }

  #queueOf(name: string): Queue {
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const queue = { name, waiting: [], isBusy: false, takenMs: 0, paidMs: 0, unreportedMs: 0, cancel: null };
    this.#queues.set(name, queue);
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
    return queue;
  }

  /** Takes a part of this turn of the event loop, and of the account's share of the clock. */
  #takeShare(queue: Queue, share: number, ms: number, now: number): void {
    queue.paidMs = Math.max(queue.paidMs, now) + ms / Math.max(share, leastShare);
    if (queue.takenMs === 0 && ms > 0 && this.#taking.push(queue) === 1) setImmediate(() => this.#renew());
    queue.takenMs += ms;
  }

  /** When somebody else was worked for. */
  #othersMs({ name }: Queue): number {
    return this.#last === name ? this.#otherMs : this.#lastMs;
  }

  #isAlone(queue: Queue, now: number): boolean {
    return now - this.#othersMs(queue) > aloneMs;
  }

  /** The milliseconds until the share of the account has paid for all but a burst. Who is alone owes none. */
  #owedMs(queue: Queue, now: number): number {
    if (this.#isAlone(queue, now)) queue.paidMs = Math.min(queue.paidMs, now + burstMs);
    return queue.paidMs - now - burstMs;
  }

  /** Begins the turn of who waits longest, if there is one, and now or when the account owes nothing any more. */
  #beginNext(queue: Queue): void {
    // With the quantum taken, it is next in the next turn.
    if (queue.isBusy || queue.cancel !== null || queue.takenMs >= quantumMs) return;
    const now = this.#clock.now();
    const owedMs = this.#owedMs(queue, now);
    this.#refuseLate(queue, now, owedMs);
    if (queue.waiting.length === 0) return;
    if (owedMs > 0) {
      // The others may have gone earlier.
      const aloneInMs = this.#othersMs(queue) + aloneMs + 1 - now;
      queue.cancel = this.#clock.after(Math.ceil(Math.min(owedMs, aloneInMs)), () => {
        queue.cancel = null;
        this.#beginNext(queue);
      });
      return;
    }
    const next = queue.waiting.shift();
    if (next === undefined) return;
    queue.isBusy = true;
    next.begin(now - next.sinceMs);
  }

  /** Refuses those who have waited for the share for too long. */
  #refuseLate(queue: Queue, now: number, owedMs: number): void {
    // Who has not used his share waited for something else, such as a database that hung.
    if (queue.paidMs <= now) return;
    const isLate = ({ mayEnd, sinceMs }: Waiter) => mayEnd && now - sinceMs > longestTurnWaitMs;
    const late = queue.waiting.filter(isLate);
    if (late.length === 0) return;
    queue.waiting = queue.waiting.filter((each) => !isLate(each));
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(owedMs / 1000))) };
    for (const { fail } of late) fail(new HttpError('rate_limited', { detail: tooMany, headers }));
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
    const now = this.#clock.now();
    for (const [name, { unreportedMs, isBusy, waiting, paidMs }] of this.#queues) {
      if (unreportedMs > 0) this.#report(name, this.unreported(name));
      if (!isBusy && waiting.length === 0 && paidMs <= now) this.#queues.delete(name);
    }
    this.#sweeping = this.#queues.size === 0 ? null : setTimeout(() => this.#sweep(), sweepMs).unref();
  }
}
