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
import { placeColumns, searchedPlace } from '../format/filters/terms.js';
import type { SegmentReader } from '../format/segment/segment-reader.js';
import { type Area, type AreaQuery, areaOf } from './area.js';
import { rowsInArea } from './area-rows.js';
import type { DecisionSearch } from './decision-search.js';
import { visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import type { Sought } from './questions.js';

const jurisdictionColumn = placeColumns.indexOf('jurisdiction');
/** Permits of an area whose jurisdictions are looked up. */
const maxLooked = 10_000;

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
  of({ records, places, area, from, to }: Sought): EmptyReason {
    const period = {
      from: from === null ? 0 : dayOf(from),
      to: to === null ? Number.POSITIVE_INFINITY : dayOf(to),
    };
    const around = records === 'permits' ? this.#around(places, area) : null;
    const covers = (when: DayRange) =>
      records === 'permits' ? this.#hasPermits(around, when) : this.#hasDecisionsAt(places, when);
    if (covers(period)) return 'no_match';
    return covers(anyTime) ? 'window' : 'no_coverage';
  }

  /** Whether a jurisdiction, one of these unless they are null, has permits in the period. */
  #hasPermits(around: ReadonlySet<string> | null, period: DayRange): boolean {
    return this.#parts.filters.coverage.some(
      (each) =>
        (around === null || around.has(each.jurisdiction)) && coversPeriod(each, period, this.#releasedAt),
    );
  }

  /** The jurisdictions of any of the places that are also in the area; null for everywhere. */
  #around(places: readonly string[], query: AreaQuery | undefined): ReadonlySet<string> | null {
    const ofPlaces =
      places.length === 0 ? null : new Set(places.flatMap((each) => this.#jurisdictionsOf(each)));
    const area = query === undefined ? null : areaOf(query);
    if (area === null) return ofPlaces;
    const inArea = this.#jurisdictionsIn(area);
    return new Set([...inArea].filter((each) => ofPlaces === null || ofPlaces.has(each)));
  }

  /** geo_ids of the jurisdictions of the permits in an area; of many permits, those of the first. */
  #jurisdictionsIn(area: Area): ReadonlySet<string> {
    const { filters } = this.#parts;
    const found = new Set<number>();
    const rows = rowsInArea(filters.points, area);
    const range = { from: 0, to: filters.counts.permits };
    let looked = 0;
    if (rows !== null) {
      visitRows({ ranges: [range], cursors: [rows.cursor], tests: [rows.test] }, 0, (row) => {
        found.add((filters.places[jurisdictionColumn]?.at(row) ?? 0) - 1);
        return ++looked < maxLooked;
      });
    }
    return new Set(filters.coverage.filter((each) => found.has(each.place)).map((each) => each.jurisdiction));
  }

  #hasDecisionsAt(places: readonly string[], period: DayRange): boolean {
    if (places.length === 0) return this.#hasDecisions(null, period);
    return places.some((place) => this.#hasDecisions(place, period));
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
