/**
 * Why a search found nothing (C37): whether any source of the release covers the place, and the period. Only
 * empty pages need it, so it looks things up instead of keeping them.
 *
 * A place is covered by the jurisdictions that have properties in it and by those whose area contains it. A
 * jurisdiction covers the years in which it has permits, or the time between its first and last decision; it
 * does not cover what it no longer publishes.
 */
import type { EmptyReason } from '@lintel/contract';
import { geoIdKind } from '@lintel/contract/plain';
import type { Database, Statement } from '../base/sqlite.js';
import { coversPeriod, type DayRange, dayOf, endOfRecords } from '../format/filters/coverage.js';
import { searchedPlace } from '../format/filters/terms.js';
import type { SegmentReader } from '../format/segment/segment-reader.js';
import type { DecisionSearch } from './decision-search.js';
import type { Filters } from './open-filters.js';
import type { Sought } from './questions.js';

/** All dates. */
const anyTime: DayRange = { from: 0, to: Number.POSITIVE_INFINITY };

interface Parts {
  readonly filters: Filters;
  readonly decisions: DecisionSearch;
  readonly index: Database;
  readonly records: Readonly<Record<'properties' | 'decisions', SegmentReader>>;
}

/** The place of a record: in its `geo_ids`, or among the fields of a decision. */
interface AreaIds {
  readonly jurisdiction_id: string | null;
  readonly city_id: string | null;
}

export class EmptyReasons {
  readonly #parts: Parts;
  readonly #details: Statement;
  readonly #releasedAt: number;

  /** `releasedAt` is the date of the release, YYYY-MM-DD. */
  constructor(parts: Parts, releasedAt: string) {
    this.#parts = parts;
    this.#details = parts.index.prepare('SELECT details FROM place WHERE geo_id = ?');
    this.#releasedAt = dayOf(releasedAt);
  }

  /** Why a search found nothing. */
  of({ records, place, from, to }: Sought): EmptyReason {
    const period = {
      from: from === null ? 0 : dayOf(from),
      to: to === null ? Number.POSITIVE_INFINITY : dayOf(to),
    };
    const covers = (when: DayRange) =>
      records === 'permits' ? this.#hasPermits(place, when) : this.#hasDecisions(place, when);
    if (covers(period)) return 'no_match';
    return covers(anyTime) ? 'window' : 'no_coverage';
  }

  #hasPermits(place: string | null, period: DayRange): boolean {
    const around = place === null ? null : new Set(this.#jurisdictionsOf(place));
    return this.#parts.filters.coverage.some(
      (each) =>
        (around === null || around.has(each.jurisdiction)) && coversPeriod(each, period, this.#releasedAt),
    );
  }

  #hasDecisions(place: string | null, period: DayRange): boolean {
    if (this.#hasDecisionsIn(place, period)) return true;
    if (place === null || geoIdKind(place) === 'state') return false;
    return this.#jurisdictionsOf(place).some((each) => this.#hasDecisionsIn(each, period));
  }

  /** Whether the period overlaps the time from the first to the last decision in a place, or up to now. */
  #hasDecisionsIn(place: string | null, { from, to }: DayRange): boolean {
    const dates = this.#parts.decisions.datesIn(place);
    if (dates === null) return false;
    const last = endOfRecords(dayOf(dates.last), this.#releasedAt);
    return from <= last && to >= dayOf(dates.first);
  }

  /** geo_ids of the jurisdictions that cover a place or a part of it. */
  #jurisdictionsOf(place: string): string[] {
    const searched = searchedPlace(place);
    if (searched.kind === 'address') return this.#jurisdictionsOfAddress(place);
    const plain = searched.kind === 'zipExt' ? place.slice(0, 5) : place;
    return [...this.#withProperties(plain), ...this.#declared(plain)];
  }

  /** Those that have properties in the place; the place itself if it is a jurisdiction. */
  #withProperties(place: string): string[] {
    const { filters } = this.#parts;
    const searched = searchedPlace(place);
    if (searched.kind !== 'listed') return [];
    if (searched.column === 'jurisdiction') return [place];
    const numbers = new Set(filters.jurisdictions.of(filters.placeNumber(searched.key)));
    return filters.coverage.filter((each) => numbers.has(each.place)).map(({ jurisdiction }) => jurisdiction);
  }

  /** Those in the details of the place: of the catalog's sources, by their areas. */
  #declared(place: string): string[] {
    const { details } = this.#details.get(place) ?? {};
    if (typeof details !== 'string') return [];
    const { jurisdictions = {} } = JSON.parse(details) as { jurisdictions?: Record<string, string> };
    return Object.values(jurisdictions);
  }

  /** That of the records at an address; none for an address that the release does not know. */
  #jurisdictionsOfAddress(address: string): string[] {
    const { records, decisions } = this.#parts;
    const [property] = records.properties.records([address]);
    const row = property === undefined ? decisions.newestIn(address) : null;
    const record = property ?? (row === null ? null : records.decisions.rows.row(row));
    if (record === null) return [];
    const own = JSON.parse(record.toString()) as AreaIds & { readonly geo_ids?: AreaIds };
    const { jurisdiction_id, city_id } = own.geo_ids ?? own;
    return [jurisdiction_id, city_id].flatMap((id) => (id === null ? [] : this.#jurisdictionsOf(id)));
  }
}
