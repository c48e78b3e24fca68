/**
 * Sums the facts of a few permits on request, as the roll-ups of places are summed at build time: for
 * contractors and addresses, whose permits are few enough to be read.
 */
import { permitStatuses } from '@lintel/contract/plain';
import { u32At } from '../base/memory/at.js';
import type { CurrentSums, MonthSums, Sums } from '../format/roll-ups/cell-series.js';
import { countsInCell, isInCell, sum, sumCount } from '../format/roll-ups/cells.js';
import type { CurrentDates } from '../format/roll-ups/current-dates.js';
import {
  fact,
  factWords,
  inspectionOf,
  jobValueOf,
  monthOf,
  statusOf,
} from '../format/roll-ups/permit-facts.js';

const active = permitStatuses.indexOf('active') + 1;
const inReview = permitStatuses.indexOf('in_review') + 1;

/** Months from the first to the last, both included; see `monthOf`. */
export interface MonthRange {
  readonly from: number;
  readonly to: number;
}

/** Sums over permits that are added one by one, each contractor counted once. */
export class PermitSum {
  readonly sums: Sums;
  /** The first contractor and, rarely needed, the others. */
  #first = 0;
  #others: Set<number> | null = null;

  constructor(sums: Sums = new Float64Array(sumCount)) {
    this.sums = sums;
  }

  /** How many permits were added. */
  get permits(): number {
    return this.sums[sum.permits] ?? 0;
  }

  /** Adds the permit whose row of facts begins at word `at`. */
  add(facts: Uint32Array, at: number): void {
    this.#count(sum.constructionCount, u32At(facts, at + fact.construction) - 1);
    this.#count(sum.approvalCount, u32At(facts, at + fact.approval) - 1);
    this.#count(sum.inspectionCount, inspectionOf(u32At(facts, at + fact.rest)));
    this.#count(sum.jobValueCount, jobValueOf(facts, at));
    this.sums[sum.permits] = (this.sums[sum.permits] ?? 0) + 1;
    const contractor = u32At(facts, at + fact.contractor);
    if (contractor > 0 && contractor !== this.#first) this.#countContractor(contractor);
  }

  #countContractor(contractor: number): void {
    if (this.#first === 0) {
      this.#first = contractor;
    } else {
      this.#others ??= new Set();
      this.#others.add(contractor);
    }
    this.sums[sum.contractors] = 1 + (this.#others?.size ?? 0);
  }

  #count(slot: number, value: number): void {
    if (value < 0) return;
    this.sums[slot] = (this.sums[slot] ?? 0) + 1;
    this.sums[slot + 1] = (this.sums[slot + 1] ?? 0) + value;
  }
}

const isCounted = (cell: number, facts: Uint32Array, at: number) =>
  isInCell(cell, facts, at) && countsInCell(cell, facts, at);

/** Sums of this many months are in one block of memory. */
const monthsTogether = 64;

/** The months in which permits of the cell start, the oldest first. */
export function sumMonths(facts: Uint32Array, cell: number, { from, to }: MonthRange): MonthSums[] {
  const months = new Map<number, PermitSum>();
  let memory = new Float64Array(0);
  let taken = 0;
  let [last, one]: [number, PermitSum | undefined] = [-1, undefined];
  for (let at = 0; at < facts.length; at += factWords) {
    const start = u32At(facts, at + fact.start);
    const month = monthOf(start);
    if (start === 0 || month < from || month > to || !isCounted(cell, facts, at)) continue;
    // Most permits start in the same month as the previous one: they are sorted by date.
    if (month !== last || one === undefined) one = months.get(month);
    if (one === undefined) {
      if (taken === memory.length) {
        memory = new Float64Array(monthsTogether * sumCount);
        taken = 0;
      }
      one = new PermitSum(memory.subarray(taken, taken + sumCount));
      taken += sumCount;
      months.set(month, one);
    }
    last = month;
    one.add(facts, at);
  }
  return [...months].sort(([a], [b]) => a - b).map(([month, { sums }]) => ({ month, sums }));
}

/** The current permits of the cell; null without any. */
export function sumCurrent(
  facts: Uint32Array,
  cell: number,
  { after, upTo }: CurrentDates,
): CurrentSums | null {
  const all = new PermitSum();
  const counts = { active: 0, inReview: 0 };
  for (let at = 0; at < facts.length; at += factWords) {
    if (!isInCell(cell, facts, at)) continue;
    const status = statusOf(u32At(facts, at + fact.rest));
    if (status === active) counts.active += 1;
    if (status === inReview) counts.inReview += 1;
    const start = u32At(facts, at + fact.start);
    if (start > after && start <= upTo && countsInCell(cell, facts, at)) all.add(facts, at);
  }
  return all.permits === 0 ? null : { sums: all.sums, ...counts };
}
