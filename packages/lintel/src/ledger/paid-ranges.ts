/**
 * What a page or an export has paid for. Its records are numbered; those from `paidFrom` up to `paidTo` are paid, and
 * handing them over again costs nothing for a while: to a request that is repeated with its `X-Request-Id`, or an
 * export that is resumed. A charge that was not handed over whole is taken back record by record. Pure functions.
 */
import type { Order } from './ledger.js';

/** How long after its charge a page may be asked for again without paying. Milliseconds. */
export const repeatMs = 60_000;
/** How long after its last use an export may be resumed without paying again. Milliseconds. */
export const resumeMs = 24 * 60 * 60 * 1000;

/** Numbers of records; each `…To` is the first that is not included. */
export interface PaidRange {
  /** When a page was charged, or an export last used, by the wall clock. */
  readonly atMs: number;
  /** How long that is known. */
  readonly keepMs: number;
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

/** The price of one record of the order. */
export function priceOf({ records: { from, to }, credits }: Order): number {
  return to === from ? 0 : credits / (to - from);
}

/** The time of a batch: by the wall clock, and by the one that never jumps ahead (steady-clock.ts) and tells ages. */
export interface Times {
  readonly nowMs: number;
  readonly steadyMs: number;
}

/**
 * Whether what was paid at `atMs` is too old to be known. A wall clock that leaps ahead makes nothing old. What it dated
 * in the future stays known of an export, which goes on with its release; a page may say something else by then.
 */
export function isForgotten(atMs: number, keepMs: number, { steadyMs }: Pick<Times, 'steadyMs'>): boolean {
  const ageMs = steadyMs - atMs;
  return ageMs >= keepMs || (keepMs === repeatMs && ageMs <= -keepMs);
}

/** The part of the order that is paid already: how many of its first records. */
export function paidRecords(order: Order, before: PaidRange | undefined, times: Times): number {
  const { from, to } = order.records;
  if (before === undefined || isForgotten(before.atMs, keepMsOf(order), times)) return 0;
  if (from < before.paidFrom || from > before.paidTo) return 0;
  return Math.min(before.paidTo, to) - from;
}

/** The state of the page or export after the order was granted; `paid` of its records were paid before. */
export function granted(
  order: Order,
  before: PaidRange | undefined,
  paid: number,
  times: Times,
  entryMs: number,
): PaidRange {
  const { from, to } = order.records;
  const keepMs = keepMsOf(order);
  const chargedFrom = from + paid;
  const isKnown =
    before !== undefined && (paid > 0 || before.paidTo === from) && !isForgotten(before.atMs, keepMs, times);
  // A page that is asked for again and again costs again after a while: it may say something else by then.
  const atMs = isKnown && order.exportPart === undefined ? before.atMs : times.nowMs;
  if (isKnown && paid > 0 && chargedFrom === to) {
    return { ...before, atMs, holders: before.holders + (to > before.chargedFrom ? 1 : 0) };
  }
  return {
    atMs,
    keepMs,
    paidFrom: isKnown ? before.paidFrom : from,
    paidTo: to,
    chargedFrom,
    entryMs,
    price: priceOf(order),
    handedTo: chargedFrom,
    holders: 1,
  };
}

function keepMsOf({ exportPart }: Order): number {
  return exportPart === undefined ? repeatMs : resumeMs;
}
