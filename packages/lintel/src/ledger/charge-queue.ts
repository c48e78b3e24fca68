/**
 * Group commit (C16): charges and refunds that wait in this process are committed together, flushed to disk before
 * their promises resolve; while one commit is under way the next ones gather. When a commit fails (a full disk, a lost
 * connection) all of it is rolled back and rejected: nothing is charged.
 */
import type { Charge, Order, Receipt } from './ledger.js';

/**
 * Milliseconds for which a commit waits until as many charges are there as were committed together last time. A caller
 * alone never waits; several share one flush although their requests do not arrive at the same moment.
 */
const gatherMs = 2;
/** Charges, and refunds, in one transaction; the rest waits for the next. */
const maxBatch = 1024;
/** Requests that may wait; further ones are refused at once, for they would only time out later. */
const maxWaiting = 100_000;

/** What is committed together. A key that was seen is noted along with charges. */
export interface Batch {
  readonly orders: readonly Order[];
  readonly refunds: readonly Receipt[];
  /** Keys and when they were seen. */
  readonly seen: ReadonlyMap<string, number>;
}

/** A charge, or why this one alone could not be decided. */
export type Outcome = Charge | Error;

/** What became of a batch, in its order. */
export interface Committed {
  readonly charged: readonly Outcome[];
  /** Credits taken back. */
  readonly refunded: readonly number[];
}

export interface ChargeQueue {
  charge(order: Order): Promise<Charge>;
  refund(receipt: Receipt): Promise<number>;
  /** Notes with the next commit that the key was seen. */
  see(keyId: string, atMs: number): void;
  /** Resolves when nothing is in flight; later charges are refused. */
  close(): Promise<void>;
}

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Lets others come before a commit, until `isEnough` says so, but for `gatherMs` at most. */
function gatherUntil(isEnough: () => boolean): { done(): Promise<void>; look(): void } {
  let onEnough: (() => void) | null = null;
  return {
    /** Resolves when this turn of the event loop is over and enough are there. */
    done: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (isEnough()) return resolve();
          const go = () => {
            clearTimeout(timer);
            onEnough = null;
            resolve();
          };
          const timer = setTimeout(go, gatherMs);
          // One more turn, so that whoever came together with the last one is taken along.
          onEnough = () => {
            onEnough = null;
            setImmediate(go);
          };
        });
      }),
    /** To be called when more are there. */
    look() {
      if (isEnough()) onEnough?.();
    },
  };
}

/** Begins a queue. `commit` resolves when the batch is durable. */
export function openChargeQueue(
  commit: (batch: Batch) => Promise<Committed>,
  onCommit: (size: number) => void = () => {},
): ChargeQueue {
  let orders: Waiting<Order, Charge>[] = [];
  let refunds: Waiting<Receipt, number>[] = [];
  let seen = new Map<string, number>();
  let running: Promise<void> | null = null;
  let isClosed = false;
  let lastSize = 1;
  const gathering = gatherUntil(() => orders.length >= lastSize || isClosed);

  async function drain(): Promise<void> {
    do {
      await gathering.done();
      const charging = orders.slice(0, maxBatch);
      const refunding = refunds.slice(0, maxBatch);
      lastSize = Math.max(1, charging.length);
      const batch = {
        orders: charging.map(({ item }) => item),
        refunds: refunding.map(({ item }) => item),
        seen,
      };
      orders = orders.slice(charging.length);
      refunds = refunds.slice(refunding.length);
      seen = new Map();
      try {
        const { charged, refunded } = await commit(batch);
        onCommit(charging.length + refunding.length);
        for (const [i, waiting] of charging.entries()) settle(waiting, charged[i]);
        for (const [i, waiting] of refunding.entries()) waiting.resolve(refunded[i] ?? 0);
      } catch (error) {
        for (const waiting of [...charging, ...refunding]) waiting.reject(error);
      }
    } while (orders.length > 0 || refunds.length > 0 || seen.size > 0);
    running = null;
  }

  function enqueue<T, R>(waiting: Waiting<T, R>[], item: T): Promise<R> {
    if (isClosed) return Promise.reject(new Error('The ledger is closed'));
    if (waiting.length >= maxWaiting) return Promise.reject(new Error('Too many charges wait'));
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      running ??= drain();
      gathering.look();
    });
  }

  return {
    // A copy: outcomes are told apart by their orders.
    charge: (order) => enqueue(orders, { ...order }),
    refund: (receipt) => enqueue(refunds, receipt),
    see(keyId, atMs) {
      if (isClosed) return;
      seen.set(keyId, atMs);
      running ??= drain();
    },
    async close() {
      isClosed = true;
      gathering.look();
      await running;
    },
  };
}

function settle({ resolve, reject }: Waiting<Order, Charge>, outcome: Outcome | undefined): void {
  if (outcome === undefined || outcome instanceof Error) {
    reject(outcome ?? new Error('Ledger invariant broken: a charge without an outcome'));
  } else {
    resolve(outcome);
  }
}
