/**
 * Decides the charges of one account that are committed together, in order of arrival (C16). Pure: from the balance,
 * the requests already charged within the last minute and the time to what each caller is told and what is written.
 *
 * A request that was charged before is granted again for nothing, unless it needs more credits than then: a page that
 * has grown meanwhile is a new one. A broken invariant throws, and none of these charges is made.
 */
import type { Charge, Order } from './ledger.js';
import { type Balance, entryTime, fits } from './window.js';

/** How long the same request is charged once. Milliseconds. */
export const repeatMs = 60_000;

/** A request that was charged. `holders` counts those who were granted it and have not given it back. */
export interface ChargedRequest {
  /** When, by the clock. */
  readonly atMs: number;
  /** The time of the entry that holds its credits. */
  readonly entryMs: number;
  readonly credits: number;
  readonly holders: number;
}

/** Requests by the hexadecimal text of their hash. */
export type ChargedRequests = ReadonlyMap<string, ChargedRequest>;

export interface Decision {
  /** In the order of the orders. */
  readonly charges: readonly Charge[];
  /** Granted together, in the entry of `entryMs`. */
  readonly credits: number;
  readonly entryMs: number;
  /** Requests to be remembered, whole. */
  readonly requests: ChargedRequests;
}

/** The name of a request in a map. */
export function requestName(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** Decides the orders. `balance` stands at `nowMs`; `known` are the requests charged before, of any age. */
export function decide(
  balance: Balance,
  limit: number | null,
  orders: readonly Order[],
  known: ChargedRequests,
  nowMs: number,
): Decision {
  const entryMs = entryTime(balance, limit, nowMs);
  const requests = new Map<string, ChargedRequest>();
  let used = balance.used;
  const charges = orders.map((order): Charge => {
    const name = order.requestHash === null ? null : requestName(order.requestHash);
    const before = name === null ? undefined : (requests.get(name) ?? known.get(name));
    if (name !== null && before && isRepeated(before, order.credits, nowMs)) {
      requests.set(name, { ...before, holders: before.holders + 1 });
      return { granted: true, used, limit, repeated: true, receipt: { ...order, atMs: before.entryMs } };
    }
    if (!fits(used, limit, order.credits)) return { granted: false, used, limit: limit ?? 0 };
    used += order.credits;
    if (name !== null) requests.set(name, { atMs: nowMs, entryMs, credits: order.credits, holders: 1 });
    return { granted: true, used, limit, repeated: false, receipt: { ...order, atMs: entryMs } };
  });
  return { charges, credits: used - balance.used, entryMs, requests };
}

/** A request from the far side of a clock that was set back is not a repeat: it would cost nothing until that time. */
function isRepeated({ atMs, credits, holders }: ChargedRequest, wanted: number, nowMs: number): boolean {
  return holders > 0 && wanted <= credits && Math.abs(nowMs - atMs) < repeatMs;
}
