/**
 * Group commit (C16): charges and refunds that wait in this process are committed together and flushed to
 * disk before their promises resolve. While one batch is being committed, the next one collects. When a
 * commit fails (a full disk, a lost connection), the whole batch is rolled back and rejected: nothing is
 * charged. Where nobody knows in time whether it failed, its charges are rejected too, and given back if they prove to
 * have been made.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Charge, Order, Receipt, Refund } from './ledger.js';
import { CommitUnknown, LedgerUnavailable } from './unavailable.js';

/**
 * Maximum time a commit waits for the batch to reach the size of the previous one, in milliseconds. A single
 * client never waits. Several share one flush even though their requests do not arrive at the same moment.
 */
const collectMs = 2;
/** The most charges, and the most refunds, in one transaction. The rest waits for the next one. */
const maxBatch = 1024;
/** The most charges that may wait. Further ones are rejected at once: they would only time out later. */
const maxWaiting = 100_000;
/** Milliseconds until a charge that was made without an answer is given back again, when that failed. */
const giveBackAgainMs = 1_000;

/** What is committed together. */
export interface Batch {
  readonly orders: readonly Order[];
  readonly refunds: readonly Receipt[];
  /** Keys that were used, with the time of their last use. */
  readonly usedKeys: ReadonlyMap<string, number>;
}

/** A charge, or the error that concerns this charge alone. */
export type Outcome = Charge | Error;

/** The results of a batch, in its order. */
export interface BatchResult {
  readonly charged: readonly Outcome[];
  readonly refunded: readonly Refund[];
}

interface ChargeQueue {
  charge(order: Order): Promise<Charge>;
  refund(receipt: Receipt): Promise<Refund>;
  /** Writes the last use of a key with the next commit. */
  noteUse(keyId: string, atMs: number): void;
  /** Resolves when nothing is in flight; later charges are rejected. */
  close(): Promise<void>;
}

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Delays a commit until the batch `isEnough`, but at most by `collectMs`. */
function collectUntil(isEnough: () => boolean): { ready(): Promise<void>; update(): void } {
  let onEnough: (() => void) | null = null;
  return {
    /** Resolves when this turn of the event loop is over and the batch is large enough. */
    ready: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (isEnough()) return resolve();
          const go = () => {
            clearTimeout(timer);
            onEnough = null;
            resolve();
          };
          const timer = setTimeout(go, collectMs);
          // One more turn: charges that arrived together with the last one join the batch.
          onEnough = () => {
            onEnough = null;
            setImmediate(go);
          };
        });
      }),
    /** Call this when the batch has grown. */
    update() {
      if (isEnough()) onEnough?.();
    },
  };
}

/** What a queue reports. */
interface QueueEvents {
  /** After each commit, with the number of its charges and refunds. */
  onCommit?(size: number): void;
  /** These orders may have been charged without an answer, and could not be given back. */
  onLost?(orders: readonly Order[], error: unknown): void;
}

/** Opens a queue. `commit` resolves when the batch is durable. */
export function openChargeQueue(
  commit: (batch: Batch) => Promise<BatchResult>,
  events: QueueEvents = {},
): ChargeQueue {
  const queue = new OpenQueue(commit, events);
  return {
    // A copy: the order object is the key of its outcome, so a caller may charge the same object twice.
    charge: (order) => queue.charge({ ...order }),
    refund: (receipt) => queue.refund(receipt),
    noteUse: (keyId, atMs) => queue.noteUse(keyId, atMs),
    close: () => queue.close(),
  };
}

class OpenQueue implements ChargeQueue {
  readonly #commit: (batch: Batch) => Promise<BatchResult>;
  readonly #events: QueueEvents;
  #orders: Waiting<Order, Charge>[] = [];
  #refunds: Waiting<Receipt, Refund>[] = [];
  #usedKeys = new Map<string, number>();
  #running: Promise<void> | null = null;
  #isClosed = false;
  #lastSize = 1;
  readonly #collecting = collectUntil(() => this.#orders.length >= this.#lastSize || this.#isClosed);

  constructor(commit: (batch: Batch) => Promise<BatchResult>, events: QueueEvents) {
    this.#commit = commit;
    this.#events = events;
  }

  charge(order: Order): Promise<Charge> {
    return this.#enqueue(this.#orders, order);
  }

  refund(receipt: Receipt): Promise<Refund> {
    return this.#enqueue(this.#refunds, receipt);
  }

  noteUse(keyId: string, atMs: number): void {
    if (this.#isClosed) return;
    this.#usedKeys.set(keyId, atMs);
    this.#running ??= this.#drain();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#collecting.update();
    await this.#running;
  }

  #enqueue<T, R>(waiting: Waiting<T, R>[], item: T): Promise<R> {
    if (this.#isClosed) return Promise.reject(new Error('The ledger is closed'));
    if (waiting.length >= maxWaiting) return Promise.reject(new Error('Too many charges are waiting'));
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      this.#running ??= this.#drain();
      this.#collecting.update();
    });
  }

  async #drain(): Promise<void> {
    do {
      await this.#collecting.ready();
      await this.#commitWaiting();
    } while (this.#orders.length > 0 || this.#refunds.length > 0 || this.#usedKeys.size > 0);
    this.#running = null;
  }

  /** Commits what waits, up to a limit, and settles it. */
  async #commitWaiting(): Promise<void> {
    const charging = this.#orders.slice(0, maxBatch);
    const refunding = this.#refunds.slice(0, maxBatch);
    this.#lastSize = Math.max(1, charging.length);
    const batch = {
      orders: charging.map(({ item }) => item),
      refunds: refunding.map(({ item }) => item),
      usedKeys: this.#usedKeys,
    };
    this.#orders = this.#orders.slice(charging.length);
    this.#refunds = this.#refunds.slice(refunding.length);
    this.#usedKeys = new Map();
    try {
      const { charged, refunded } = await this.#commit(batch);
      this.#events.onCommit?.(charging.length + refunding.length);
      for (const [i, waiting] of charging.entries()) settle(waiting, charged[i]);
      for (const [i, waiting] of refunding.entries()) settle(waiting, refunded[i]);
    } catch (error) {
      const failed = error instanceof CommitUnknown ? unanswered(error) : error;
      for (const waiting of charging) waiting.reject(failed);
      if (error instanceof CommitUnknown) void this.#settleLater(error, charging, refunding);
      else for (const waiting of refunding) waiting.reject(error);
      if (isUnreachable(failed)) this.#rejectWaiting(failed);
    }
  }

  /** A database that has not answered one batch would keep those waiting that came meanwhile for as long again. */
  #rejectWaiting(error: unknown): void {
    const waiting = [...this.#orders, ...this.#refunds];
    [this.#orders, this.#refunds] = [[], []];
    for (const { reject } of waiting) reject(error);
  }

  /** Nobody waits for the charges any more: those that were made are given back. Refunds wait for the outcome. */
  async #settleLater(
    unknown: CommitUnknown,
    charging: readonly Waiting<Order, Charge>[],
    refunding: readonly Waiting<Receipt, Refund>[],
  ): Promise<void> {
    try {
      const committed = (await unknown.outcome) as { readonly result: BatchResult } | null;
      for (const [i, waiting] of refunding.entries()) {
        if (committed === null) waiting.reject(unanswered(unknown));
        else settle(waiting, committed.result.refunded[i]);
      }
      for (const charge of committed?.result.charged ?? [])
        if (!(charge instanceof Error) && charge.granted) await this.#giveBack(charge.receipt);
    } catch (error) {
      for (const { reject } of refunding) reject(unknown);
      this.#events.onLost?.(
        charging.map(({ item }) => item),
        error,
      );
    }
  }

  async #giveBack(receipt: Receipt): Promise<void> {
    for (;;) {
      try {
        await this.refund(receipt);
        return;
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
      }
      await delay(giveBackAgainMs, undefined, { ref: false });
    }
  }
}

/** The error of charges whose outcome is not known. */
function unanswered(cause: CommitUnknown): LedgerUnavailable {
  return new LedgerUnavailable('unreachable', cause.message, { cause });
}

function isUnreachable(error: unknown): boolean {
  return error instanceof LedgerUnavailable && error.trouble === 'unreachable';
}

function settle<T, R>({ resolve, reject }: Waiting<T, R>, outcome: R | Error | undefined): void {
  if (outcome === undefined)
    reject(new Error('Ledger invariant broken: a charge or refund without an outcome'));
  else if (outcome instanceof Error) reject(outcome);
  else resolve(outcome);
}
