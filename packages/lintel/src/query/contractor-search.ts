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
import { checkSortable, rankRows } from './sorted-search.js';

interface FoundContractor {
  /** Row of the contractor. */
  readonly row: number;
  /** For its permits in the place, on the dates and with the tags of the query. */
  readonly tallies: Tallies;
  /** What its record has besides: sums over its permits that match, where the order is by them. */
  readonly matching: Matching | null;
}

/** Sums over the matching permits of a contractor; the value is in cents, null where none states one. */
interface Matching {
  readonly matching_permit_count: number;
  readonly matching_job_value: number | null;
}

interface ContractorPage {
  readonly found: FoundContractor[];
  /** The permit's row at which the next page begins, or a position if contractors are sorted. */
  readonly next: number | null;
}

/** What an order puts the greatest values of first: a fact of contractors, or a sum over their matching permits. */
type Ranking =
  | { readonly fact: keyof ContractorFacts; readonly matching?: never }
  | { readonly matching: keyof Matching };

/** The ranking of each order; null is the order of their newest such permits. */
const orders: Readonly<Record<ContractorSort, Ranking | null>> = {
  date: null,
  permit_count: { fact: 'permits' },
  total_job_value: { fact: 'totalJobValue' },
  avg_inspection_pass_rate: { fact: 'inspection' },
  matching_permit_count: { matching: 'matching_permit_count' },
  matching_job_value: { matching: 'matching_job_value' },
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
    // Sums need all matching permits, facts the first of each contractor.
    const matching = sumMatching(filters, order.matching === undefined ? search : plan);
    const { contractorFacts } = filters;
    const numberOf =
      order.matching === undefined
        ? contractorFacts[order.fact]
        : (row: number) => matching.get(row)?.[order.matching] ?? Number.NaN;
    const { rows, next } = rankRows(matching.keys(), numberOf, from, size);
    const sumsOf = (row: number) => (order.matching === undefined ? null : (matching.get(row) ?? null));
    const found = rows.map((row) => ({ row, tallies: talliesOf(row), matching: sumsOf(row) }));
    return { found, next };
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
    found.push({ row: contractor, tallies: talliesOf(contractor), matching: null });
    return true;
  });
  return { found, next };
}

/** The contractors of the permits that are found, with the sums over these. Throws a `TooManyToSortError`. */
function sumMatching({ contractor, numbers }: Filters, search: Intersection): Map<number, Matching> {
  checkSortable(search);
  const sums = new Map<number, { matching_permit_count: number; matching_job_value: number | null }>();
  visitRows(search, 0, (permit) => {
    const row = contractor.at(permit) - 1;
    const value = numbers.job_value.at(permit);
    const own = sums.get(row) ?? { matching_permit_count: 0, matching_job_value: null };
    own.matching_permit_count += 1;
    if (!Number.isNaN(value)) own.matching_job_value = (own.matching_job_value ?? 0) + value;
    sums.set(row, own);
    return true;
  });
  return sums;
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

/** The record of a contractor with other tallies in place of its own, which are at `[from, to)`, and with sums at its end. */
export function withTallies(
  record: Buffer,
  [from, to]: readonly [number, number],
  { tallies, matching }: Pick<FoundContractor, 'tallies' | 'matching'>,
): Buffer {
  const { status_tally, tag_tally } = tallies;
  const text = JSON.stringify({ status_tally, tag_tally });
  const parts = [record.subarray(0, from), Buffer.from(text.slice(1, -1))];
  if (matching === null) return Buffer.concat([...parts, record.subarray(to)]);
  const sums = Buffer.from(`,${JSON.stringify(matching).slice(1)}`);
  return Buffer.concat([...parts, record.subarray(to, record.lastIndexOf('}')), sums]);
}
