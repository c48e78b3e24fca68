/**
 * What aggregates say of periods and places (C52): which groups without permits a source covers, which periods the data
 * or the question cut, and the groups that would be there if they had permits.
 */
import type { Grouping } from '@lintel/contract';
import {
  geoIdKind,
  jobValueBands,
  type PeriodGrouping,
  type PlaceGrouping,
  periodGroupings,
  permitRecordKinds,
  permitStatuses,
  placeGroupings,
  propertyTypes,
  type TextGrouping,
  tagIds,
  textGroupings,
} from '@lintel/contract/plain';
import { dateNumber } from '../base/calendar-date.js';
import { coversPeriod, endOfRecords, type JurisdictionCoverage } from '../format/filters/coverage.js';
import { type Group, type GroupValue, TooMuchToSumError } from './group-sums.js';
import { lastDay, periodKinds } from './periods.js';
import type { AggregateQuery } from './questions.js';

/** What the records of the jurisdictions around a search cover, and of those the ones around places. */
export interface CoverageAround {
  readonly all: readonly JurisdictionCoverage[];
  readonly of: ReadonlyMap<string, readonly JurisdictionCoverage[]>;
}

/** Groups that `include_empty` may add. */
const maxCells = 50_000;

export const isPeriod = (id: Grouping): id is PeriodGrouping =>
  (periodGroupings as readonly string[]).includes(id);
export const isPlace = (id: Grouping): id is PlaceGrouping =>
  (placeGroupings as readonly string[]).includes(id);

const isText = (id: Grouping): id is TextGrouping => id in textGroupings;

/** Questions about the cells of one aggregate. */
export class Cells {
  readonly #query: AggregateQuery;
  readonly #groupBy: readonly Grouping[];
  readonly #coverage: CoverageAround;
  readonly #releasedAt: number;

  /** `releasedAt` is the date of the release, YYYY-MM-DD. */
  constructor(query: AggregateQuery, coverage: CoverageAround, releasedAt: string) {
    this.#query = query;
    this.#groupBy = query.group_by ?? [];
    this.#coverage = coverage;
    this.#releasedAt = dateNumber(releasedAt);
  }

  /** Whether the period of a group goes on after the data end, or is cut by the question. */
  isPartial(values: readonly GroupValue[]): boolean {
    const period = this.#periodOf(values);
    if (period === null) return false;
    const { permit_from: from, permit_to: to } = this.#query;
    const isCut = dateNumber(from) > period.from || (to !== null && dateNumber(to) < period.to);
    return isCut || period.to > this.#endOf(this.#around(values));
  }

  /** Whether a source covers a group, so that it has 0 permits if there are none. */
  isCovered(values: readonly GroupValue[]): boolean {
    const { permit_from: from, permit_to: to } = this.#query;
    const asked = { from: dateNumber(from), to: to === null ? Number.POSITIVE_INFINITY : dateNumber(to) };
    const own = this.#periodOf(values) ?? asked;
    const period = { from: Math.max(own.from, asked.from), to: Math.min(own.to, asked.to) };
    return this.#around(values).some((each) => coversPeriod(each, period, this.#releasedAt));
  }

  /** The values of all groups that have none of these permits but might have. */
  empty(groups: readonly Group[]): GroupValue[][] {
    const known = new Set(groups.map(({ values }) => JSON.stringify(values)));
    const [first = [null], second] = this.#groupBy.map((id, i) => this.#valuesOf(id, i, groups));
    if (first.length * (second?.length ?? 1) > maxCells) {
      const most = maxCells.toLocaleString('en-US');
      throw new TooMuchToSumError(
        'include_empty',
        `these are more than ${most} groups; narrow the search, or leave include_empty out.`,
      );
    }
    const all = first.flatMap((one) =>
      second === undefined ? [[one]] : second.map((other) => [one, other]),
    );
    return all.filter((values) => !known.has(JSON.stringify(values)));
  }

  /** First and last day of the period of a group; null without one. */
  #periodOf(values: readonly GroupValue[]): { from: number; to: number } | null {
    for (const [i, id] of this.#groupBy.entries()) {
      const value = values[i] ?? null;
      if (!isPeriod(id) || value === null) continue;
      const kind = periodKinds[id];
      const number = kind.read(value);
      return { from: kind.first(number), to: lastDay(kind, number) };
    }
    return null;
  }

  /** The jurisdictions around a group. */
  #around(values: readonly GroupValue[]): readonly JurisdictionCoverage[] {
    let around = this.#coverage.all;
    for (const [i, id] of this.#groupBy.entries()) {
      const own = isPlace(id) ? this.#coverage.of.get(String(values[i])) : undefined;
      if (own !== undefined) around = around.filter((each) => own.includes(each));
    }
    return around;
  }

  /** The last day that records of any of them cover; the release date without any. */
  #endOf(around: readonly JurisdictionCoverage[]): number {
    const ends = around
      .filter(({ first }) => first > 0)
      .map(({ last }) => endOfRecords(last, this.#releasedAt));
    return ends.length === 0 ? this.#releasedAt : ends.reduce((one, other) => Math.max(one, other));
  }

  /** The values that a grouping might have. */
  #valuesOf(id: Grouping, index: number, groups: readonly Group[]): GroupValue[] {
    const seen = [...new Set(groups.map(({ values }) => values[index] ?? null))].filter(
      (value) => value !== null,
    );
    if (isPeriod(id)) return this.#periods(id, seen);
    if (isPlace(id)) {
      const asked = (this.#query.geo_id ?? []).filter((place) => geoIdKind(place) === id);
      return [...new Set([...asked.map((place) => (id === 'zip' ? place.slice(0, 5) : place)), ...seen])];
    }
    const words = isText(id) ? null : vocabularies[id];
    return words === null ? seen : [...words];
  }

  /** All periods from the first to the last: of the question, or else of the groups. */
  #periods(id: PeriodGrouping, seen: readonly GroupValue[]): GroupValue[] {
    const kind = periodKinds[id];
    const numbers = seen.map((value) => kind.read(value ?? ''));
    const { permit_from: from, permit_to: to } = this.#query;
    if (numbers.length === 0 && (from === null || to === null)) return [];
    const [least, most] = numbers.reduce(
      ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    const first = from === null ? least : kind.of(dateNumber(from));
    // Of what comes after the release nothing is known.
    const last =
      to === null ? most : Math.max(most, Math.min(kind.of(dateNumber(to)), kind.of(this.#releasedAt)));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => kind.text(first + i));
  }
}

/** The words of groupings that have a list of them; null for others. */
const vocabularies: Readonly<
  Record<Exclude<Grouping, PeriodGrouping | PlaceGrouping | TextGrouping>, readonly string[] | null>
> = {
  area: null,
  tag: tagIds,
  status: permitStatuses,
  property_type: propertyTypes,
  record_kind: permitRecordKinds,
  contractor: null,
  job_value_band: jobValueBands.map(({ name }) => name),
};
