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
  { onCommit, onLost }: QueueEvents = {},
): ChargeQueue {
  let orders: Waiting<Order, Charge>[] = [];
  let refunds: Waiting<Receipt, Refund>[] = [];
  let usedKeys = new Map<string, number>();
  let running: Promise<void> | null = null;
  let isClosed = false;
  let lastSize = 1;
  const collecting = collectUntil(() => orders.length >= lastSize || isClosed);

  async function drain(): Promise<void> {
    do {
      await collecting.ready();
      const charging = orders.slice(0, maxBatch);
      const refunding = refunds.slice(0, maxBatch);
      lastSize = Math.max(1, charging.length);
      const batch = {
        orders: charging.map(({ item }) => item),
        refunds: refunding.map(({ item }) => item),
        usedKeys,
      };
      orders = orders.slice(charging.length);
      refunds = refunds.slice(refunding.length);
      usedKeys = new Map();
      try {
        const { charged, refunded } = await commit(batch);
        onCommit?.(charging.length + refunding.length);
        for (const [i, waiting] of charging.entries()) settle(waiting, charged[i]);
        for (const [i, waiting] of refunding.entries()) settle(waiting, refunded[i]);
      } catch (error) {
        const failed = error instanceof CommitUnknown ? unanswered(error) : error;
        for (const waiting of charging) waiting.reject(failed);
        if (error instanceof CommitUnknown) void settleLater(error, charging, refunding);
        else for (const waiting of refunding) waiting.reject(error);
        if (isUnreachable(failed)) rejectWaiting(failed);
      }
    } while (orders.length > 0 || refunds.length > 0 || usedKeys.size > 0);
    running = null;
  }

  /** A database that has not answered one batch would keep those waiting that came meanwhile for as long again. */
  function rejectWaiting(error: unknown): void {
    const waiting = [...orders, ...refunds];
    [orders, refunds] = [[], []];
    for (const { reject } of waiting) reject(error);
  }

  /** Nobody waits for the charges any more: those that were made are given back. Refunds wait for the outcome. */
  async function settleLater(
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
        if (!(charge instanceof Error) && charge.granted) await giveBack(charge.receipt);
    } catch (error) {
      for (const { reject } of refunding) reject(unknown);
      onLost?.(
        charging.map(({ item }) => item),
        error,
      );
    }
  }

  async function giveBack(receipt: Receipt): Promise<void> {
    for (;;) {
      try {
        await enqueue(refunds, receipt);
        return;
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
      }
      await delay(giveBackAgainMs, undefined, { ref: false });
    }
  }

  function enqueue<T, R>(waiting: Waiting<T, R>[], item: T): Promise<R> {
    if (isClosed) return Promise.reject(new Error('The ledger is closed'));
    if (waiting.length >= maxWaiting) return Promise.reject(new Error('Too many charges are waiting'));
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      running ??= drain();
      collecting.update();
    });
  }

  return {
    // A copy: the order object is the key of its outcome, so a caller may charge the same object twice.
    charge: (order) => enqueue(orders, { ...order }),
    refund: (receipt) => enqueue(refunds, receipt),
    noteUse(keyId, atMs) {
      if (isClosed) return;
      usedKeys.set(keyId, atMs);
      running ??= drain();
    },
    async close() {
      isClosed = true;
      collecting.update();
      await running;
    },
  };
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
