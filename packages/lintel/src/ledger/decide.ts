/**
 * Decides the charges of one account in a batch, in order of arrival (C16). A pure function of the balance,
 * what was paid before, and the time.
 *
 * Records that a page or an export has paid for are granted again for nothing (paid-ranges.ts). A broken invariant
 * throws, and none of these charges is made.
 */
import type { Charge, Order } from './ledger.js';
import { granted, type PaidRange, paidRecords, priceOf, type Times } from './paid-ranges.js';
import { type Balance, entryTime, fits } from './window.js';

/** What was paid, by the hexadecimal form of the hash of its request or export. */
export type PaidRanges = ReadonlyMap<string, PaidRange>;

export interface Decision {
  /** One for each order, in the same order. */
  readonly charges: readonly Charge[];
  /** The sum of what was granted, to be added to the entry at `entryMs`. */
  readonly credits: number;
  readonly entryMs: number;
  /** What to store. */
  readonly ranges: PaidRanges;
}

/** The key of a request or an export in `PaidRanges`. */
export function requestName(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/**
 * Decides the orders. `balance` is that of the wall clock; `known` may be of any age; `spent` is what the keys with a
 * budget have used this month.
 */
export function decide(
  balance: Balance,
  limit: number | null,
  orders: readonly Order[],
  known: PaidRanges,
  times: Times,
  spent: ReadonlyMap<string, number> = new Map(),
): Decision {
  const entryMs = entryTime(balance, limit, times.nowMs);
  const ranges = new Map<string, PaidRange>();
  const spentNow = new Map(spent);
  let used = balance.used;
  const charges = orders.map((order): Charge => {
    const name = order.requestHash === null ? null : requestName(order.requestHash);
    const before = name === null ? undefined : (ranges.get(name) ?? known.get(name));
    const paid = paidRecords(order, before, times);
    const due = order.credits - paid * priceOf(order);
    if (!fits(used, limit, due) && limit !== null) {
      const fitting = paid + Math.floor(Math.max(0, limit - used) / priceOf(order));
      return { granted: false, used, limit, ...(order.exportPart !== undefined && { fitting }) };
    }
    const budget = order.budget ?? null;
    const ofKey = spentNow.get(order.keyId) ?? 0;
    if (!fits(ofKey, budget, due) && budget !== null) {
      const fitting = paid + Math.floor(Math.max(0, budget - ofKey) / priceOf(order));
      const refused = { granted: false, used: ofKey, limit: budget, isBudget: true } as const;
      return { ...refused, ...(order.exportPart !== undefined && { fitting }) };
    }
    used += due;
    if (budget !== null) spentNow.set(order.keyId, ofKey + due);
    const after = name === null ? null : granted(order, before, paid, times, entryMs);
    if (name !== null && after !== null) ranges.set(name, after);
    const receipt = { ...order, credits: due, atMs: after?.entryMs ?? entryMs };
    return { granted: true, used, limit, repeated: paid > 0 && due === 0, receipt };
  });
  return { charges, credits: used - balance.used, entryMs, ranges };
}
