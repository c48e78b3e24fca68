/**
 * The contractor search (C26): contractors in the order of their most recent permit that matches the filters.
 *
 * It visits the permits and returns each contractor at its first one. A contractor was on an earlier page if
 * one of its own permits comes before the page, so a page depends on nothing but its cursor.
 */
import type { ContractorSort, TotalCount } from '@lintel/contract';
import { u32At } from '../base/memory/at.js';
import { firstWhere } from '../base/memory/lower-bound.js';
import type { RowRange } from '../format/column/row-dates.js';
import { contractorWorkWords } from '../format/filters/layout.js';
import { PermitTallies, type Tallies } from '../format/filters/permit-tallies.js';
import { PostingsList } from '../format/postings/rows-cursor.js';
import { type CountLimit, countRows, type Intersection, visitRows } from './intersect.js';
import type { ContractorFacts, Filters } from './open-filters.js';
import { type PermitPlan, planPermits } from './permit-plan.js';
import type { ContractorQuery } from './questions.js';
import { searchByFact } from './sorted-search.js';

interface FoundContractor {
  /** Row of the contractor. */
  readonly row: number;
  /** For its permits in the place, on the dates and with the tags of the query. */
  readonly tallies: Tallies;
}

interface ContractorPage {
  readonly found: FoundContractor[];
  /** The permit's row at which the next page begins, or a position if contractors are sorted. */
  readonly next: number | null;
}

/** The fact that each order puts the greatest values of first; null is the order of their newest such permits. */
const orders: Readonly<Record<ContractorSort, keyof ContractorFacts | null>> = {
  date: null,
  permit_count: 'permits',
  total_job_value: 'totalJobValue',
  avg_inspection_pass_rate: 'inspection',
};
const noTallies: Tallies = { status_tally: {}, tag_tally: {} };
/** Permits of a contractor that are read at once. */
const firstPiece = 64;

export function searchContractors(
  filters: Filters,
  query: ContractorQuery,
  from: number,
  size: number,
): ContractorPage {
  const found: FoundContractor[] = [];
  let next: number | null = null;
  const plan = planPermits(filters, { ...query, permit_has_contractor: true });
  if (plan === null) return { found, next };
  const seen = new Set<number>();
  const isFirst = firstInPlace(filters, plan);
  const search = firstsOf(filters, plan, isFirst) ?? plan;
  const talliesOf = (contractor: number) =>
    query.include_tallies ? tallyPermits(filters, plan, contractor) : noTallies;
  const order = orders[query.sort];
  if (order !== null) {
    const contractorOf = (row: number) => filters.contractor.at(row) - 1;
    const { rows, next } = searchByFact(search, contractorOf, filters.contractorFacts[order], from, size);
    return { found: rows.map((row) => ({ row, tallies: talliesOf(row) })), next };
  }
  visitRows(search, from, (row) => {
    const contractor = filters.contractor.at(row) - 1;
    if (seen.has(contractor)) return true;
    seen.add(contractor);
    const mayHaveOccurred = search === plan && from > firstRow(plan) && isFirst?.(row) !== true;
    if (mayHaveOccurred && occurredBefore(filters, plan, contractor, from)) return true;
    if (found.length === size) {
      next = row;
      return false;
    }
    found.push({ row: contractor, tallies: talliesOf(contractor) });
    return true;
  });
  return { found, next };
}

/** How many contractors there are (C1); null when counting took too long. */
export function countContractors(
  filters: Filters,
  query: ContractorQuery,
  limit: CountLimit,
): TotalCount | null {
  const plan = planPermits(filters, { ...query, permit_has_contractor: true });
  if (plan === null) return { value: 0, relation: 'eq' };
  const firsts = firstsOf(filters, plan, firstInPlace(filters, plan));
  if (firsts !== null) return countRows(firsts, limit);
  const seen = new Set<number>();
  return countRows(plan, limit, (row) => {
    const { size } = seen;
    return seen.add(filters.contractor.at(row)).size > size;
  });
}

/**
 * The search over the rows that are the first of their contractor in the place, if the place alone decides;
 * else null. Their own list replaces the list of the place.
 */
function firstsOf(
  filters: Filters,
  plan: PermitPlan,
  isFirst: ((row: number) => boolean) | null,
): Intersection | null {
  if (isFirst === null || !isOfPlaceOnly(plan)) return null;
  if (!plan.hasOnlyPlace) return { ...plan, tests: [isFirst, ...plan.tests] };
  const list = filters.firstsByPlace.list(plan.place.value - 1);
  return { ...plan, cursors: list === null ? [new PostingsList(new Uint32Array(0))] : [list] };
}

/**
 * Whether a row is the first of its contractor in the searched place; null if that is not stored for the
 * place, or if it contains further addresses of permits.
 */
function firstInPlace({ firsts }: Filters, { place }: PermitPlan): ((row: number) => boolean) | null {
  const { column, others } = place;
  return column === null || others !== null ? null : (row) => ((firsts.at(row) >>> column) & 1) === 1;
}

/**
 * Whether the place alone decides which permits of a contractor match: then each contractor is found at its
 * first permit there. Conditions on the contractor hold for all of its permits or for none.
 */
function isOfPlaceOnly({ ranges, facets, permitTests }: PermitPlan): boolean {
  return ranges.length === 1 && ranges[0]?.from === 0 && facets.isEmpty && permitTests.length === 0;
}

const firstRow = ({ ranges }: PermitPlan) => ranges[0]?.from ?? 0;

/** Whether a permit of the contractor before row `before` matches. */
function occurredBefore(filters: Filters, plan: PermitPlan, contractor: number, before: number): boolean {
  return plan.ranges.some(({ from, to }) =>
    occursIn(filters, plan, contractor, { from, to: Math.min(to, before) }),
  );
}

/** Whether a permit of the contractor in a range of rows matches. */
function occursIn(filters: Filters, plan: PermitPlan, contractor: number, { from, to }: RowRange): boolean {
  const { contractorWork } = filters;
  const count = contractorWork.count(contractor);
  let piece = firstPiece;
  for (let first = firstAt(filters, contractor, count, from); first < count; first += piece, piece *= 2) {
    const work = contractorWork.records(contractor, first, piece);
    for (let at = 0; at < work.length; at += contractorWorkWords) {
      const row = u32At(work, at);
      if (row >= to) return false;
      const isIn = plan.facets.test(u32At(work, at + 1), u32At(work, at + 2)) && isInPlace(plan, work, at);
      if (isIn && plan.permitTests.every((test) => test(row))) return true;
    }
  }
  return false;
}

/** Number of the contractor's first permit at or after a row. */
function firstAt(filters: Filters, contractor: number, count: number, row: number): number {
  const rowOf = (permit: number) => u32At(filters.contractorWork.records(contractor, permit, 1), 0);
  return row === 0 ? 0 : firstWhere(0, count, (permit) => rowOf(permit) >= row);
}

function isInPlace({ place }: PermitPlan, work: Uint32Array, at: number): boolean {
  const row = u32At(work, at);
  if (place.column === null) return place.test(row);
  return work[at + 3 + place.column] === place.value || place.others?.has(row) === true;
}

function tallyPermits(filters: Filters, plan: PermitPlan, contractor: number): Tallies {
  const counted = new PermitTallies();
  const { contractorWork } = filters;
  for (const { from, to } of plan.ranges) {
    const first = firstAt(filters, contractor, contractorWork.count(contractor), from);
    const work = contractorWork.records(contractor, first);
    for (let at = 0; at < work.length && u32At(work, at) < to; at += contractorWorkWords) {
      const [low, packed] = [u32At(work, at + 1), u32At(work, at + 2)];
      if (!plan.facets.testTags(low, packed) || !isInPlace(plan, work, at)) continue;
      if (plan.dateTest?.(u32At(work, at)) === false) continue;
      counted.add(low, packed);
    }
  }
  return counted.tallies();
}

/** The record of a contractor with other tallies in place of its own, which are at `[from, to)`. */
export function withTallies(
  record: Buffer,
  [from, to]: readonly [number, number],
  tallies: Tallies = noTallies,
): Buffer {
  const { status_tally, tag_tally } = tallies;
  const text = JSON.stringify({ status_tally, tag_tally });
  return Buffer.concat([record.subarray(0, from), Buffer.from(text.slice(1, -1)), record.subarray(to)]);
}
