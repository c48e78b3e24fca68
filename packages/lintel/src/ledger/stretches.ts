/**
 * What an export has paid for. Its records are numbered; those from `paidFrom` up to `paidTo` are paid, and handing
 * them over again costs nothing, so that an export that broke is resumed without a second charge. A charge that was
 * not handed over whole is taken back record by record. Pure functions.
 */
import type { Order, Stretch } from './ledger.js';

/** How long after its last use an export may be resumed without paying again. Milliseconds. */
export const resumeMs = 24 * 60 * 60 * 1000;

/** Numbers of records; each `…To` is the first that is not included. */
export interface PaidExport {
  /** When it was last used, by the wall clock. */
  readonly atMs: number;
  readonly paidFrom: number;
  readonly paidTo: number;
  /** Where the last charge began, the entry that holds it, and its price of a record. */
  readonly chargedFrom: number;
  readonly entryMs: number;
  readonly price: number;
  /** How far the records of the last charge were handed over, by those that gave up. */
  readonly handedTo: number;
  /** Grants of records of the last charge that were not given back. */
  readonly holders: number;
}

/** An order for records of an export. */
export interface StretchOrder extends Order {
  readonly stretch: Stretch;
}

export function isStretch(order: Order): order is StretchOrder {
  return order.stretch !== undefined;
}

/** The part of the order that is paid already: how many of its first records. */
export function paidRecords(
  { stretch }: StretchOrder,
  before: PaidExport | undefined,
  nowMs: number,
): number {
  const { from, to } = stretch;
  if (before === undefined || Math.abs(nowMs - before.atMs) >= resumeMs) return 0;
  if (from < before.paidFrom || from > before.paidTo) return 0;
  return Math.min(before.paidTo, to) - from;
}

/** The price of one record of the order. */
export function priceOf({ stretch: { from, to }, credits }: StretchOrder): number {
  return credits / (to - from);
}

/** The state of the export after the order was granted; `paid` of its records were paid before. */
export function granted(
  order: StretchOrder,
  before: PaidExport | undefined,
  paid: number,
  nowMs: number,
  entryMs: number,
): PaidExport {
  const { from, to } = order.stretch;
  const chargedFrom = from + paid;
  if (before !== undefined && paid > 0 && chargedFrom === to) {
    const isLast = to > before.chargedFrom;
    return { ...before, atMs: nowMs, holders: before.holders + (isLast ? 1 : 0) };
  }
  const isContinued =
    before !== undefined && (paid > 0 || before.paidTo === from) && before.atMs > nowMs - resumeMs;
  return {
    atMs: nowMs,
    paidFrom: isContinued ? before.paidFrom : from,
    paidTo: to,
    chargedFrom,
    entryMs,
    price: priceOf(order),
    handedTo: chargedFrom,
    holders: 1,
  };
}
