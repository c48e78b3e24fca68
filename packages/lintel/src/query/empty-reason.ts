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
import type { Awaitable } from '../base/awaitable.js';
import { dateNumber } from '../base/calendar-date.js';
import type { Database, Statement } from '../base/sqlite.js';
import {
  coversPeriod,
  type DayRange,
  endOfRecords,
  type JurisdictionCoverage,
} from '../format/filters/coverage.js';
import type { CoverageAround } from './aggregate-cells.js';
import { type AreaQuery, areaOf } from './area.js';
import type { DecisionSearch } from './decision-search.js';
import type { Sought } from './questions.js';

/** Permits of an area whose jurisdictions are looked up. */
export const maxLooked = 10_000;

/** All dates. */
const anyTime: DayRange = { from: 0, to: Number.POSITIVE_INFINITY };

/** The place of a record. */
interface RecordPlace {
  readonly jurisdiction_id: string | null;
  readonly city_id: string | null;
}

/** Where the records of a release are. Jurisdictions are geo_ids. */
export interface PlacesOfRecords {
  /** The jurisdictions of permits in the area; of more than `maxLooked`, those of the first. */
  jurisdictionsIn(area: AreaQuery): Awaitable<Iterable<string>>;
  /** The jurisdictions of the properties in a city, a county, a state or a ZIP code of five digits. */
  jurisdictionsOf(place: string): Awaitable<readonly string[]>;
  /** Where the property at an address is; null if there is none. */
  property(address: string): Awaitable<RecordPlace | null>;
  /** Where the decision in a row is. */
  decision(row: number): Awaitable<RecordPlace>;
}

interface Parts {
  readonly records: PlacesOfRecords;
  readonly coverage: readonly JurisdictionCoverage[];
  readonly decisions: DecisionSearch;
  readonly index: Database;
  /** The date of the release, YYYY-MM-DD. */
  readonly releasedAt: string;
}

export class EmptyReasons {
  readonly #parts: Parts;
  readonly #details: Statement;
  readonly #releasedAt: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#details = parts.index.prepare('SELECT details FROM place WHERE geo_id = ?');
    this.#releasedAt = dateNumber(parts.releasedAt);
  }

  /** Why a search found nothing. */
  async of({ records, places, area, from, to }: Sought): Promise<EmptyReason> {
    const period = { from: dateNumber(from), to: to === null ? anyTime.to : dateNumber(to) };
    const around = records === 'permits' ? await this.#around(places, area) : null;
    const covers = async (when: DayRange) =>
      records === 'permits' ? this.#hasPermits(around, when) : this.#hasDecisionsAt(places, when);
    if (await covers(period)) return 'no_match';
    return (await covers(anyTime)) ? 'window' : 'no_coverage';
  }

  /** What the records around a search cover, and of those the ones around each of some places. */
  async coverageAround({ places, area }: Sought, within: readonly string[]): Promise<CoverageAround> {
    const around = await this.#around(places, area);
    const { coverage } = this.#parts;
    const all = coverage.filter(({ jurisdiction }) => around === null || around.has(jurisdiction));
    const of = new Map<string, readonly JurisdictionCoverage[]>();
    for (const place of within) {
      const own = new Set(await this.#jurisdictionsOf(place));
      of.set(
        place,
        all.filter(({ jurisdiction }) => own.has(jurisdiction)),
      );
    }
    return { all, of };
  }

  /** Whether a jurisdiction, one of these unless they are null, has permits in the period. */
  #hasPermits(around: ReadonlySet<string> | null, period: DayRange): boolean {
    return this.#parts.coverage.some(
      (each) =>
        (around === null || around.has(each.jurisdiction)) && coversPeriod(each, period, this.#releasedAt),
    );
  }

  /** The jurisdictions of any of the places that are also in the area; null for everywhere. */
  async #around(places: readonly string[], area: AreaQuery | undefined): Promise<ReadonlySet<string> | null> {
    const found = await Promise.all(places.map((each) => this.#jurisdictionsOf(each)));
    const ofPlaces = places.length === 0 ? null : new Set(found.flat());
    if (area === undefined || areaOf(area) === null) return ofPlaces;
    const inArea = await this.#parts.records.jurisdictionsIn(area);
    return new Set([...inArea].filter((each) => ofPlaces === null || ofPlaces.has(each)));
  }

  async #hasDecisionsAt(places: readonly string[], period: DayRange): Promise<boolean> {
    for (const place of places.length === 0 ? [null] : places) {
      if (await this.#hasDecisions(place, period)) return true;
    }
    return false;
  }

  async #hasDecisions(place: string | null, period: DayRange): Promise<boolean> {
    if (this.#hasDecisionsIn(place, period)) return true;
    if (place === null || geoIdKind(place) === 'state') return false;
    const around = await this.#jurisdictionsOf(place);
    return around.some((each) => this.#hasDecisionsIn(each, period));
  }

  /** Whether the period overlaps the time from the first to the last decision in a place, or up to now. */
  #hasDecisionsIn(place: string | null, { from, to }: DayRange): boolean {
    const dates = this.#parts.decisions.datesIn(place);
    if (dates === null) return false;
    const last = endOfRecords(dateNumber(dates.last), this.#releasedAt);
    return from <= last && to >= dateNumber(dates.first);
  }

  /** The jurisdictions that cover a place or a part of it. */
  async #jurisdictionsOf(place: string): Promise<string[]> {
    const kind = geoIdKind(place);
    if (kind === 'address') return this.#jurisdictionsOfAddress(place);
    const plain = kind === 'zip' ? place.slice(0, 5) : place;
    const known = kind === 'jurisdiction' ? [plain] : await this.#parts.records.jurisdictionsOf(plain);
    return [...known, ...this.#declared(plain)];
  }

  /** Those in the details of the place: of the catalog's sources, by their areas. */
  #declared(place: string): string[] {
    const { details } = this.#details.get(place) ?? {};
    if (typeof details !== 'string') return [];
    const { jurisdictions = {} } = JSON.parse(details) as { jurisdictions?: Record<string, string> };
    return Object.values(jurisdictions);
  }

  /** Those of the records at an address; none for an address that the release does not know. */
  async #jurisdictionsOfAddress(address: string): Promise<string[]> {
    const { records, decisions } = this.#parts;
    const row = decisions.newestIn(address);
    const own = (await records.property(address)) ?? (row === null ? null : await records.decision(row));
    const ids = [own?.jurisdiction_id, own?.city_id].filter((id) => typeof id === 'string');
    const found = await Promise.all(ids.map((id) => this.#jurisdictionsOf(id)));
    return found.flat();
  }
}
