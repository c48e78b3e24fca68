/**
 * How a search over permits is carried out: the range of rows of its dates, the lists that are leapt through, the
 * shortest first, and the tests of what no list tells.
 */

import { tagIds } from '@lintel/contract/plain';
import { zoneRows } from '../format/column/column-file.js';
import type { RowDates, RowRange } from '../format/column/row-dates.js';
import { foldNumber, propertyWorkWords } from '../format/filters/layout.js';
import {
  allFacet,
  pairTerm,
  placeColumns,
  searchedPlace,
  statusFacet,
  tagFacet,
  termOf,
  typeFacet,
} from '../format/filters/terms.js';
import type { NumberColumn } from '../format/permit-fields.js';
import { type MarkedSource, type RowCursor, RowList, ZoneSource } from '../format/postings/rows-cursor.js';
import { UnionSource } from '../format/postings/union-cursor.js';
import type { TextSearch } from '../format/text-index/text-index.js';
import { type ContractorFilter, contractorFilter } from './contractor-filter.js';
import { FacetFilter } from './facet-filter.js';
import type { Filters } from './open-filters.js';
import type { SharedQuery } from './questions.js';

/**
 * A list so many times as long as the shortest is not leapt through: looking at the column costs less. Of a shorter one
 * more than one entry that is needed comes with a read.
 */
const worthwhile = 256;
/** Permits whose numbers begin with a text that are put into one list. */
const maxNumbered = 1 << 16;

/** Days before and behind all others. */
const firstDay = 1;
const lastDay = 9999_12_31;

type RowTest = (row: number) => boolean;

/** Where a search looks, as a contractor's permits and rows tell it. */
interface PlanPlace {
  /** The rows of permits of which only a further address lies there; null without any. */
  readonly others: RowList | null;
  /** Index among `placeColumns` and the value of that column; null for an address or a ZIP code with extension. */
  readonly column: number | null;
  readonly value: number;
  readonly test: RowTest;
}

export interface PermitPlan {
  /** The rows of the period, and those without a date where they are wanted; never empty. */
  readonly ranges: readonly RowRange[];
  readonly sources: readonly RowCursor[];
  /** Whether the only source is the list of the place. */
  readonly walksPlace: boolean;
  /** What rows of the sources must still fulfil. */
  readonly tests: readonly RowTest[];
  readonly place: PlanPlace;
  readonly facets: FacetFilter;
  /** All that a row must fulfil but place, facets and contractor. */
  readonly rowTests: readonly RowTest[];
}

/** A list that may be leapt through, and the test that does instead. */
interface Offer {
  readonly source: RowCursor;
  readonly covers: 'place' | 'facet' | 'contractor' | 'number' | 'text';
}

/** The conditions of a query beside place and dates, as the files tell them. */
interface Conditions {
  readonly facets: FacetFilter;
  readonly contractor: ContractorFilter | null;
  readonly number: NumberFilter | null;
  readonly minima: readonly { readonly column: NumberColumn; readonly least: number }[];
  readonly text: TextSearch | null;
}

/** The plan, or null when nothing can be found. */
export function planPermits(
  filters: Filters,
  query: SharedQuery,
  hasContractor: boolean | null,
): PermitPlan | null {
  const ranges = rangesOf(filters.dates, query);
  const facets = new FacetFilter({
    tags: query.permit_tags,
    statuses: query.permit_status,
    types: query.property_type,
  });
  const place = planPlace(filters, query.geo_id, facets);
  if (place === null || ranges.length === 0) return null;
  const asked: Conditions = {
    facets,
    contractor: contractorFilter(filters, query),
    number: numberFilter(filters, query.permit_number),
    minima: minimaOf(query),
    text: query.permit_q === null ? null : filters.descriptions.search(query.permit_q),
  };
  if (asked.text?.lists.some(({ count }) => count === 0)) return null;
  const chosen = chooseLists(filters, place, asked);
  const numberTests = numberTestsOf(filters, asked);
  const zones = asked.minima.map(
    ({ column, least }) => new ZoneSource(filters.numbers[column].zones(), least, zoneRows),
  );
  return {
    ranges,
    sources: [...chosen.map(({ source }) => source), ...zones],
    walksPlace: zones.length === 0 && chosen.every(({ covers }) => covers === 'place'),
    tests: [
      ...uncovered(filters, place, asked, chosen, hasContractor),
      ...numberTests,
      ...(isTextCovered(asked.text, chosen) ? [] : textTestsOf(asked)),
    ],
    place: { others: place.others, column: place.column, value: place.value, test: place.test },
    facets,
    rowTests: [...(asked.number === null ? [] : [asked.number.test]), ...numberTests, ...textTestsOf(asked)],
  };
}

/** The shortest list first, and those that are not much longer; long ones as bits, when there are several. */
function chooseLists(
  { heldBits }: Filters,
  place: PlaceOffers,
  { contractor, number, text }: Conditions,
): Offer[] {
  const offers = [...place.offers];
  if (contractor?.permits) offers.push({ source: new RowList(contractor.permits), covers: 'contractor' });
  if (number?.rows) offers.push({ source: new RowList(number.rows), covers: 'number' });
  for (const source of text?.lists ?? []) offers.push({ source, covers: 'text' });
  offers.sort((a, b) => a.source.count - b.source.count);
  const shortest = offers[0]?.source.count ?? 0;
  const chosen = offers.filter(({ source }, i) => i === 0 || source.count <= shortest * worthwhile);
  if (chosen.length === 1) return chosen;
  return chosen.map(({ source, covers }) => ({
    source: source instanceof RowList ? heldBits.of(source) : source,
    covers,
  }));
}

/** The tests of place, facets, number and contractor that the chosen lists do not answer, the cheapest first. */
function uncovered(
  filters: Filters,
  place: PlaceOffers,
  { facets, contractor, number }: Conditions,
  chosen: readonly Offer[],
  hasContractor: boolean | null,
): RowTest[] {
  const covered = new Set(chosen.map(({ covers }) => covers));
  const facetLists = chosen.filter(({ covers }) => covers === 'facet').length;
  const tests: RowTest[] = [];
  if (!covered.has('place') && facetLists === 0) tests.push(place.test);
  if (!facets.isEmpty && !(place.isExact && facetLists === place.facetOffers)) {
    tests.push((row) => facets.test(filters.facets.at(row), filters.facets.at(row, 1)));
  }
  if (number !== null && !covered.has('number')) tests.push(number.test);
  if (hasContractor === false) tests.push((row) => filters.contractor.at(row) === 0);
  if (hasContractor === true || (contractor !== null && !covered.has('contractor'))) {
    tests.push((row) => {
      const found = filters.contractor.at(row);
      return found > 0 && (contractor?.test(found - 1) ?? true);
    });
  }
  return tests;
}

/** The tests of least values. */
function numberTestsOf(filters: Filters, { minima }: Conditions): RowTest[] {
  return minima.map(
    ({ column, least }) =>
      (row) =>
        filters.numbers[column].at(row) >= least,
  );
}

/** The test of the description. */
function textTestsOf({ text }: Conditions): RowTest[] {
  return text === null ? [] : [(row) => text.has(row)];
}

/** Whether the chosen lists tell which descriptions contain the text. */
function isTextCovered(text: TextSearch | null, chosen: readonly Offer[]): boolean {
  return text?.isExact === true && chosen.some(({ covers }) => covers === 'text');
}

/** The rows of the period, and behind them those without a date when these are wanted too (C40). */
function rangesOf(dates: RowDates, query: SharedQuery): RowRange[] {
  const period = periodOf(dates, query);
  const undated = query.include_undated ? dates.undated() : { from: 0, to: 0 };
  // As one range where nothing lies between: then a contractor's first permit in a place is its first in the search.
  if (period.to === undated.from) return present([{ from: period.from, to: undated.to }]);
  return present([period, undated]);
}

const present = (ranges: readonly RowRange[]) => ranges.filter(({ from, to }) => from < to);

/** The rows of the period, of which a bound may be absent; those without a date are in none. */
function periodOf(dates: RowDates, { permit_from: from, permit_to: to }: SharedQuery): RowRange {
  return dates.between(from === null ? firstDay : dayNumber(from), to === null ? lastDay : dayNumber(to));
}

export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

interface PlaceOffers extends PlanPlace {
  readonly offers: Offer[];
  /** Whether the lists of facets tell all that is asked of them. */
  readonly isExact: boolean;
  readonly facetOffers: number;
}

function planPlace(filters: Filters, geoId: string, facets: FacetFilter): PlaceOffers | null {
  const place = searchedPlace(geoId);
  if (place.kind === 'listed') return listedPlace(filters, place, facets);
  const nothing = { others: null, column: null, value: 0, isExact: false, facetOffers: 0 };
  if (place.kind === 'zipExt') {
    const rows = rowsOfZipExt(filters, filters.zipExtNumber(place.key));
    if (rows === null) return null;
    const known = new Set(rows);
    return {
      ...nothing,
      test: (row) => known.has(row),
      offers: [{ source: new RowList(rows), covers: 'place' }],
    };
  }
  const property = filters.propertyRow(geoId);
  if (property === null) return null;
  const work = filters.propertyWork.records(property);
  const rows = new Uint32Array(work.length / propertyWorkWords);
  for (let i = 0; i < rows.length; i++) rows[i] = work[i * propertyWorkWords] ?? 0;
  const known = new RowList(rows);
  return {
    ...nothing,
    test: (row) => filters.property.at(row) === property + 1 || known.has(row),
    offers: [{ source: new RowList(rows), covers: 'place' }],
  };
}

/** The permits of a ZIP code with extension, also by a further address; null when there are none. */
function rowsOfZipExt({ byZipExt, byOtherZipExt }: Filters, number: number): Uint32Array | null {
  const rows = byZipExt.list(number)?.rows ?? null;
  const others = byOtherZipExt?.list(number)?.rows ?? null;
  if (rows === null || others === null) return rows ?? others;
  return Uint32Array.from([...rows, ...others]).sort();
}

function listedPlace(
  filters: Filters,
  { column, key }: Extract<ReturnType<typeof searchedPlace>, { kind: 'listed' }>,
  facets: FacetFilter,
): PlaceOffers | null {
  const number = filters.placeNumber(key);
  if (number < 0) return null;
  const others = filters.byOtherPlace?.list(termOf(number, allFacet)) ?? null;
  const lists = (facet: number) => listsOf(filters, termOf(number, facet), others !== null);
  const list = (facet: number) => united(lists(facet));
  const all = list(allFacet);
  if (all === null) return null;
  const offers: Offer[] = [];
  const tags = facets.tags.map((tag) => (tagIds as readonly string[]).indexOf(tag));
  const tagged =
    column === 'state' && tags.length > 1 && others === null
      ? pairLists(filters, key.low, tags)
      : tags.map((tag) => list(tagFacet(tag)));
  for (const source of tagged) {
    if (source === null) return null;
    offers.push({ source, covers: 'facet' });
  }
  for (const anyOf of [facets.statuses.map(statusFacet), facets.types.map(typeFacet)]) {
    if (anyOf.length === 0) continue;
    const source = united(anyOf.flatMap(lists));
    if (source === null) return null;
    offers.push({ source, covers: 'facet' });
  }
  const facetOffers = offers.length;
  if (facetOffers === 0) offers.push({ source: all, covers: 'place' });
  const index = placeColumns.indexOf(column);
  const isThere: RowTest = (row) => filters.places[index]?.at(row) === number + 1;
  const test: RowTest = others === null ? isThere : (row) => isThere(row) || others.has(row);
  return {
    others,
    column: index,
    value: number + 1,
    test,
    offers,
    isExact: facets.excludedTags.length === 0,
    facetOffers,
  };
}

/** The rows of a term, those of which only a further address lies in the place among them; null without any. */
export function rowsOfTerm(filters: Filters, term: number): RowCursor | null {
  return united(listsOf(filters, term, true));
}

/** The list of a term, and that of the permits of which only a further address lies in its place. */
function listsOf({ byPlace, byOtherPlace }: Filters, term: number, hasOthers: boolean): RowList[] {
  const others = hasOthers ? (byOtherPlace?.list(term) ?? null) : null;
  return [byPlace.list(term), others].filter((list) => list !== null);
}

/** The rows of any of the lists; null without a list. */
function united(lists: readonly RowList[]): MarkedSource | null {
  const [only] = lists;
  if (only === undefined) return null;
  return lists.length === 1 ? only : new UnionSource(lists);
}

/** The lists of as few pairs as all the tags are in, the shortest; null is the one of a pair that nothing has. */
function pairLists(filters: Filters, state: number, tags: readonly number[]): (RowList | null)[] {
  const pairs = tags.flatMap((one, i) =>
    tags
      .slice(i + 1)
      .map((other) => ({ tags: [one, other], list: filters.byPair.list(pairTerm(state, one, other)) })),
  );
  pairs.sort((a, b) => (a.list?.count ?? 0) - (b.list?.count ?? 0));
  const covered = new Set<number>();
  return pairs
    .filter(({ tags: two }) => two.some((tag) => !covered.has(tag)) && two.every((tag) => covered.add(tag)))
    .map(({ list }) => list);
}

interface NumberFilter {
  readonly test: RowTest;
  readonly rows: Uint32Array | null;
}

/** Permits whose number begins with the text: those of a range of ranks. */
function numberFilter(filters: Filters, text: string | null): NumberFilter | null {
  if (text === null) return null;
  const { from, to } = filters.permitNumbers.beginning(foldNumber(text));
  return {
    test(row) {
      const rank = filters.number.at(row) - 1;
      return rank >= from && rank < to;
    },
    rows: to - from <= maxNumbered ? filters.permitNumbers.numbers(from, to) : null,
  };
}

const minimumOf = {
  job_value: 'permit_min_job_value',
  fees: 'permit_min_fees',
  market_value: 'property_min_market_value',
  building_area: 'property_min_building_area',
  lot_size: 'property_min_lot_size',
  story_count: 'property_min_story_count',
  unit_count: 'property_min_unit_count',
  approval_duration: 'permit_min_approval_duration',
  construction_duration: 'permit_min_construction_duration',
  inspection_pr: 'permit_min_inspection_pr',
} as const satisfies Record<NumberColumn, keyof SharedQuery>;

/** The least values asked for. Unknown ones are NaN or -1 and below any. */
function minimaOf(query: SharedQuery): { column: NumberColumn; least: number }[] {
  return Object.entries(minimumOf).flatMap(([column, name]) => {
    const least = query[name];
    return least === null ? [] : [{ column: column as NumberColumn, least }];
  });
}
