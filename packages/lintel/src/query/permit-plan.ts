/**
 * How a permit search is carried out: the ranges of rows of its dates, the lists of rows that are
 * intersected, shortest first, and the tests for the conditions that no chosen list covers. `explain-plan.ts`
 * prints a plan.
 */
import { dateNumber } from '../base/calendar-date.js';
import { zoneRows } from '../format/column/column-file.js';
import type { RowDates, RowRange } from '../format/column/row-dates.js';
import type { DictionaryReader } from '../format/dictionary/dictionary.js';
import { foldNumber, type SoughtText } from '../format/filters/layout.js';
import type { NumberColumn } from '../format/permit-fields.js';
import { PostingsList, type RowCursor, ZoneMapCursor } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import type { TextSearch } from '../format/text-index/text-index.js';
import type { Area } from './area.js';
import { type ContractorFilter, contractorFilter } from './contractor-filter.js';
import { FacetFilter } from './facet-filter.js';
import type { NumberLimit, NumberLimits } from './number-limits.js';
import type { Filters } from './open-filters.js';
import { type AskedPermits, askedPermits } from './permit-filters.js';
import { type CandidateList, type PlacePlan, planPlaces, type RowTest } from './place-plan.js';
import type { PermitViewQuery } from './questions.js';
import { searchPieces } from './words.js';

/**
 * Above this ratio to the shortest list, a list is not intersected but its condition is tested row by row: a
 * seek then skips so many entries that it costs more than reading the column.
 */
const worthwhileRatio = 256;
/** Permits whose number or parcel begins with a text are collected into one list up to this count. */
const maxNumbered = 1 << 16;

/** A test of single rows, and the condition that it checks. */
interface NamedTest {
  readonly name: string;
  readonly test: RowTest;
}

export interface PermitPlan {
  /** The rows of the period, and those without a date if they are wanted; never empty. */
  readonly ranges: readonly RowRange[];
  /** The chosen lists, and the zone maps of minimum filters. */
  readonly cursors: readonly RowCursor[];
  /** Those of the cursors on which a row comes once: all but zone maps and the lists of words. */
  readonly lists: readonly RowCursor[];
  /** Whether one of the lists is of words. */
  readonly hasRepeats: boolean;
  /** Whether the text of a row is compared. */
  readonly testsText: boolean;
  /** Tests that rows on all cursors must still pass. */
  readonly tests: readonly RowTest[];
  /** Whether the only cursor is the list of the place. */
  readonly hasOnlyPlace: boolean;
  readonly place: Pick<PlacePlan, 'others' | 'column' | 'value' | 'test'>;
  readonly facets: FacetFilter;
  /** The test of the date of the period, where it is another one than `start_date`. */
  readonly dateTest: RowTest | null;
  /** Whether a row passes all conditions but the range of rows. */
  readonly matches: RowTest;
  /** The tests of a permit's own values: all conditions but dates, place, facets and contractor. */
  readonly permitTests: readonly RowTest[];
  /** The names of `cursors` and `tests`, in their order. */
  readonly names: { readonly cursors: readonly string[]; readonly tests: readonly string[] };
}

/** The conditions of a query besides place and dates, with what the indexes know of them. */
interface Conditions {
  readonly facets: FacetFilter;
  readonly contractor: ContractorFilter | null;
  readonly hasContractor: boolean | null;
  readonly sought: readonly SoughtFilter[];
  readonly limits: NumberLimits<NumberColumn>;
  readonly stated: readonly StatedFilter[];
  readonly text: TextSearch | null;
  readonly date: DateTest | null;
}

/** The plan, or null if nothing can match. The area is that of the query, or a part of it. */
export function planPermits(
  filters: Filters,
  query: PermitViewQuery,
  area: Area | null = null,
): PermitPlan | null {
  const asked = askedPermits(query);
  const date = dateTest(filters, asked);
  const ranges = date === null ? rangesOf(filters.dates, asked) : [{ from: 0, to: filters.counts.permits }];
  const facets = new FacetFilter(asked);
  const place = planPlaces(filters, asked.places, facets, area ?? asked.area);
  if (place === null || ranges.length === 0) return null;
  const conditions: Conditions = {
    facets,
    contractor: contractorFilter(filters, asked),
    hasContractor: asked.hasContractor,
    sought: soughtFilters(filters, asked),
    limits: asked.limits,
    stated: statedFilters(filters, asked),
    text: asked.text === null ? null : searchPieces(filters, asked.text),
    date,
  };
  if (conditions.stated.some(({ isNowhere }) => isNowhere)) return null;
  if (conditions.text?.lists.some(({ count }) => count === 0)) return null;
  const chosen = chooseLists(filters, place, conditions);
  const minima = [...conditions.limits].filter(({ least }) => least > 0);
  if (date?.zones) minima.push(date.zones);
  const zones = minima.map(({ column, least }) => ({
    name: `blocks of ${column} with at least ${least}`,
    cursor: new ZoneMapCursor(filters.numbers[column].zones(), least, zoneRows),
  }));
  const valueTests = valueTestsOf(filters, conditions);
  const textTests = textTestsOf(conditions);
  const tests = [
    ...remainingTests(filters, place, conditions, chosen),
    ...valueTests,
    ...(isTextAnswered(conditions.text, chosen) ? [] : textTests),
  ];
  const cursors = [...chosen, ...zones];
  const permitTests = [...conditions.sought, ...valueTests, ...textTests].map(({ test }) => test);
  return {
    ranges,
    cursors: cursors.map(({ cursor }) => cursor),
    lists: chosen.filter(({ condition }) => condition !== 'text').map(({ cursor }) => cursor),
    hasRepeats: chosen.some(({ condition }) => condition === 'text'),
    testsText: conditions.text !== null,
    tests: tests.map(({ test }) => test),
    hasOnlyPlace: zones.length === 0 && chosen.every(({ condition }) => condition === 'place'),
    place,
    dateTest: date?.test ?? null,
    facets,
    permitTests,
    matches: rowTest(filters, place, conditions, permitTests),
    names: { cursors: cursors.map(({ name }) => name), tests: tests.map(({ name }) => name) },
  };
}

/** The shortest list, then those that are not much longer; long ones as bitmaps if there are several. */
function chooseLists(
  { bitmaps }: Filters,
  place: PlacePlan,
  { contractor, sought, stated, text }: Conditions,
): CandidateList[] {
  const candidates: CandidateList[] = [...place.lists];
  for (const { name, rows } of stated)
    if (rows !== null) candidates.push({ cursor: rows, condition: 'stated', name });
  if (contractor?.permits) {
    const cursor = new PostingsList(contractor.permits);
    candidates.push({ cursor, condition: 'contractor', name: 'permits of the contractors' });
  }
  for (const { condition, name, rows } of sought)
    if (rows !== null) candidates.push({ cursor: new PostingsList(rows), condition, name });
  for (const cursor of text?.lists ?? []) {
    candidates.push({ cursor, condition: 'text', name: 'words of description, type and subtype' });
  }
  candidates.sort((a, b) => a.cursor.count - b.cursor.count);
  const shortest = candidates[0]?.cursor.count ?? 0;
  const chosen = candidates.filter(({ cursor }, i) => i === 0 || cursor.count <= shortest * worthwhileRatio);
  if (chosen.length === 1) return chosen;
  return chosen.map((list) =>
    list.cursor instanceof PostingsList ? { ...list, cursor: bitmaps.of(list.cursor) } : list,
  );
}

/**
 * The tests of place, facets, number and contractor that the chosen lists do not cover, the cheapest first.
 */
function remainingTests(
  filters: Filters,
  place: PlacePlan,
  { facets, contractor, hasContractor, sought }: Conditions,
  chosen: readonly CandidateList[],
): NamedTest[] {
  const answered = new Set(chosen.map(({ condition }) => condition));
  const facetLists = chosen.filter(({ condition }) => condition === 'facet').length;
  const tests: NamedTest[] = [];
  if (place.placeTest !== null && !answered.has('place') && facetLists === 0)
    tests.push({ name: 'place', test: place.placeTest });
  if (place.area !== null && !(place.area.isExact && answered.has('area')))
    tests.push({ name: 'area', test: place.area.test });
  if (!facets.isEmpty && !(place.isExact && facetLists === place.facetLists)) {
    const test = (row: number) => facets.test(filters.facets.at(row), filters.facets.at(row, 1));
    tests.push({ name: 'tags, status, property type and kind of record', test });
  }
  tests.push(...sought.filter(({ condition }) => !answered.has(condition)));
  if (hasContractor === false) {
    tests.push({ name: 'no contractor', test: (row) => filters.contractor.at(row) === 0 });
  }
  if (hasContractor === true || (contractor !== null && !answered.has('contractor'))) {
    const test = (row: number) => {
      const found = filters.contractor.at(row);
      return found > 0 && (contractor?.test(found - 1) ?? true);
    };
    tests.push({ name: 'contractor', test });
  }
  return tests;
}

/** The test of all conditions but dates on a single row, without any list. */
function rowTest(
  filters: Filters,
  place: PlacePlan,
  conditions: Conditions,
  permitTests: readonly RowTest[],
): RowTest {
  const withoutLists = remainingTests(filters, { ...place, facetLists: -1 }, conditions, []);
  const tests = [...withoutLists.map(({ test }) => test), ...permitTests];
  return (row) => {
    for (let i = 0; i < tests.length; i++) if (tests[i]?.(row) === false) return false;
    return true;
  };
}

function valueTestsOf(filters: Filters, { limits, stated, date }: Conditions): NamedTest[] {
  const ofNumbers = [...limits].map(
    ({ column, least, most }): NamedTest => ({
      name: `${column} of at least ${least}${most === Number.POSITIVE_INFINITY ? '' : ` and at most ${most}`}`,
      test: (row) => {
        const value = filters.numbers[column].at(row);
        return value >= least && value <= most;
      },
    }),
  );
  return [...(date === null ? [] : [date]), ...ofNumbers, ...stated];
}

function textTestsOf({ text }: Conditions): NamedTest[] {
  return text === null
    ? []
    : [{ name: 'text of description, type and subtype', test: (row) => text.has(row) }];
}

/** Whether a chosen list holds exactly the rows whose descriptions contain the text. */
function isTextAnswered(text: TextSearch | null, chosen: readonly CandidateList[]): boolean {
  return text?.isExact === true && chosen.some(({ condition }) => condition === 'text');
}

/** The rows of the period, and after them those without a date if they are wanted too (C40). */
function rangesOf(dates: RowDates, { from, to, includeUndated }: AskedPermits): RowRange[] {
  const period = dates.period(from, to);
  const undated = includeUndated ? dates.undated() : { from: 0, to: 0 };
  // One range if they are adjacent: then a contractor's first permit in a place is its first in the search.
  if (period.to === undated.from) return present([{ from: period.from, to: undated.to }]);
  return present([period, undated]);
}

const present = (ranges: readonly RowRange[]) => ranges.filter(({ from, to }) => from < to);

/** A test of another date than that of the order, and the blocks that may have such permits. */
interface DateTest extends NamedTest {
  readonly zones: NumberLimit<NumberColumn> | null;
}

/** Null where the period bounds `start_date`, which is a range of rows. */
function dateTest(filters: Filters, { dateField, from, to, includeUndated }: AskedPermits): DateTest | null {
  if (dateField === 'start') return null;
  const column = `${dateField}_date` as const;
  // Unknown dates are 0.
  const least = from === null ? 1 : dateNumber(from);
  const most = to === null ? Number.POSITIVE_INFINITY : dateNumber(to);
  const dates = filters.numbers[column];
  return {
    name: column,
    test(row) {
      const date = dates.at(row);
      return date === 0 ? includeUndated : date >= least && date <= most;
    },
    zones: includeUndated ? null : { column, least, most },
  };
}

/** A test of a text in the words of its source, and the rows with such texts. */
interface StatedFilter extends NamedTest {
  /** Null where permits without a text are asked for too. */
  readonly rows: RowCursor | null;
  /** Whether no permit has such a text. */
  readonly isNowhere: boolean;
}

function statedFilters(filters: Filters, { stated, areas }: AskedPermits): StatedFilter[] {
  const ofTexts = [...stated].map(([field, texts]) => numbered(field, filters.dictionaries[field], texts));
  return areas.length === 0 ? ofTexts : [...ofTexts, numbered('areas', filters.areas, areas)];
}

/** The filter by the texts of a dictionary; without one no permit has any. */
function numbered(name: string, dictionary: DictionaryReader | null, asked: readonly string[]): StatedFilter {
  if (dictionary === null) return { name, test: () => false, rows: null, isNowhere: true };
  const numbers = new Set(dictionary.numbersOf(asked));
  const lists = [...numbers].map((number) => dictionary.list(number)).filter((list) => list !== null);
  const [only] = lists;
  const rows = lists.length === 1 && only !== undefined ? only : new UnionCursor(lists);
  return {
    name,
    test: (row) => numbers.has(dictionary.at(row)),
    rows: numbers.has(0) ? null : rows,
    isNowhere: numbers.size === 0,
  };
}

/** A test of a text that is sought by its beginning, and the rows that have such a text. */
interface SoughtFilter extends NamedTest {
  readonly condition: SoughtText;
  /** Null where they are too many to collect. */
  readonly rows: Uint32Array | null;
}

function soughtFilters(filters: Filters, { number, parcel }: AskedPermits): SoughtFilter[] {
  const sought = [
    { condition: 'number', name: 'permit number', asked: number },
    { condition: 'parcel', name: 'parcel number', asked: parcel },
  ] as const;
  return sought.flatMap(({ condition, name, asked }) => {
    if (asked === null) return [];
    const { texts, ranks } = filters.sought[condition];
    const { from, to } = texts.beginning(foldNumber(asked));
    const test = (row: number) => {
      const rank = ranks.at(row) - 1;
      return rank >= from && rank < to;
    };
    return [{ condition, name, test, rows: to - from <= maxNumbered ? texts.numbers(from, to) : null }];
  });
}
