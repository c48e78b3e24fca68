/**
 * Decides the charges of one account in a batch, in order of arrival (C16). A pure function of the balance,
 * the requests charged within the last minute, and the time.
 *
 * A request that was charged before is granted again for nothing, unless it now costs more: a page that has
 * grown since is a new one. A broken invariant throws, and none of these charges is made.
 */
import type { Charge, Order } from './ledger.js';
import { granted, isStretch, type PaidExport, paidRecords, priceOf, type StretchOrder } from './stretches.js';
import { type Balance, entryTime, fits } from './window.js';

/** A repeated request is charged only once within this time. Milliseconds. */
export const repeatMs = 60_000;

/** A request that was charged. `holders` counts the grants of it that were not refunded. */
export interface ChargedRequest {
  /** When, by the wall clock. */
  readonly atMs: number;
  /** The time of the entry that holds its credits. */
  readonly entryMs: number;
  readonly credits: number;
  readonly holders: number;
}

/** Requests by the hexadecimal form of their hash. */
export type ChargedRequests = ReadonlyMap<string, ChargedRequest>;
/** Exports, likewise. */
export type PaidExports = ReadonlyMap<string, PaidExport>;

/** What was charged before, of any age. */
export interface Known {
  readonly requests: ChargedRequests;
  readonly exports: PaidExports;
}

export interface Decision {
  /** One for each order, in the same order. */
  readonly charges: readonly Charge[];
  /** The sum of what was granted, to be added to the entry at `entryMs`. */
  readonly credits: number;
  readonly entryMs: number;
  /** Requests and exports to store. */
  readonly requests: ChargedRequests;
  readonly exports: PaidExports;
}

/** The key of a request in `ChargedRequests`. */
export function requestName(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** Decides the orders. `balance` is that of `nowMs`. */
export function decide(
  balance: Balance,
  limit: number | null,
  orders: readonly Order[],
  known: Known,
  nowMs: number,
): Decision {
  const entryMs = entryTime(balance, limit, nowMs);
  const requests = new Map<string, ChargedRequest>();
  const exports = new Map<string, PaidExport>();
  let used = balance.used;

  /** Charges the records of an export that it has not paid yet. */
  function chargeStretch(order: StretchOrder, name: string): Charge {
    const before = exports.get(name) ?? known.exports.get(name);
    const paid = paidRecords(order, before, nowMs);
    const due = order.credits - paid * priceOf(order);
    if (limit !== null && !fits(used, limit, due)) {
      const fitting = paid + Math.floor(Math.max(0, limit - used) / priceOf(order));
      return { granted: false, used, limit, fitting };
    }
    used += due;
    const after = granted(order, before, paid, nowMs, entryMs);
    exports.set(name, after);
    const receipt = { ...order, credits: due, atMs: after.entryMs };
    return { granted: true, used, limit, repeated: due === 0, receipt };
  }

  const charges = orders.map((order): Charge => {
    const name = order.requestHash === null ? null : requestName(order.requestHash);
    if (name !== null && isStretch(order)) return chargeStretch(order, name);
    const before = name === null ? undefined : (requests.get(name) ?? known.requests.get(name));
    if (name !== null && before && isRepeated(before, order.credits, nowMs)) {
      requests.set(name, { ...before, holders: before.holders + 1 });
      return { granted: true, used, limit, repeated: true, receipt: { ...order, atMs: before.entryMs } };
    }
    const isGranted = fits(used, limit, order.credits);
    if (limit !== null && !isGranted) return { granted: false, used, limit };
    used += order.credits;
    if (name !== null) requests.set(name, { atMs: nowMs, entryMs, credits: order.credits, holders: 1 });
    return { granted: true, used, limit, repeated: false, receipt: { ...order, atMs: entryMs } };
  });
  return { charges, credits: used - balance.used, entryMs, requests, exports };
}

/**
 * A request stored before the clock was set back is not a repeat: it would be free until the clock catches
 * up.
 */
function isRepeated({ atMs, credits, holders }: ChargedRequest, wanted: number, nowMs: number): boolean {
  return holders > 0 && wanted <= credits && Math.abs(nowMs - atMs) < repeatMs;
}
