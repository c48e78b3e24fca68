/**
 * What a jurisdiction's permits can show: the first and last date, the years, and the tags with permits. The
 * absence of a permit is evidence only where such permits are recorded (C32). And the city that has most of them, for
 * whoever asks for that city alone (C59).
 */
import { tagIds } from '@lintel/contract/plain';
import { dateNumber, dateText, dayMs } from '../../base/calendar-date.js';
import { geoIdText, type RecordKey } from '../record-key.js';

export interface JurisdictionCoverage {
  readonly jurisdiction: string;
  /** Number of the place. */
  readonly place: number;
  /** First and last known start_date, YYYYMMDD; 0 when none is known. */
  readonly first: number;
  readonly last: number;
  /** Calendar years with permits, ascending. */
  readonly years: readonly number[];
  /** Ids of the tags that its permits carry. */
  readonly tags: readonly string[];
  /** How many they are. */
  readonly permits: number;
  /** The city, by the first address, of the same name, else with at least half of them, but not all; null without one. */
  readonly city: CityShare | null;
}

/** How many permits of a jurisdiction are in a city. */
interface CityShare {
  readonly geo_id: string;
  readonly permits: number;
}

interface Seen {
  readonly jurisdiction: string;
  readonly years: Set<number>;
  /** Permits by the number of their city. */
  readonly cities: Map<number, CityCount>;
  permits: number;
  first: number;
  last: number;
  low: number;
  high: number;
}

interface CityCount {
  readonly geoId: RecordKey;
  /** Whether its name is that of the jurisdiction. */
  readonly isNamesake: boolean;
  permits: number;
}

export class CoverageBuilder {
  readonly #seen = new Map<number, Seen>();

  /** Adds a permit. `geoId`: that of the jurisdiction. */
  add(place: number, geoId: RecordKey, start: number, low: number, high: number): void {
    const seen = this.#seenOf(place, geoId);
    seen.low |= low;
    seen.high |= high;
    if (start === 0) return;
    // Rows come newest first.
    if (seen.last === 0) seen.last = start;
    seen.first = start;
    seen.years.add(yearOf(start));
  }

  /**
   * Counts a permit once, in the city of its first address; `city` is the number of that place. `isNamesake` is asked
   * for the first permit of a city: whether its name is that of the jurisdiction.
   */
  count(
    place: number,
    geoId: RecordKey,
    city: number,
    cityId: RecordKey | null,
    isNamesake: () => boolean,
  ): void {
    const seen = this.#seenOf(place, geoId);
    seen.permits++;
    if (cityId === null) return;
    const counted = seen.cities.get(city);
    if (counted === undefined) seen.cities.set(city, { geoId: cityId, permits: 1, isNamesake: isNamesake() });
    else counted.permits++;
  }

  rows(): JurisdictionCoverage[] {
    const rows = [...this.#seen].map(([place, seen]) => ({
      jurisdiction: seen.jurisdiction,
      place,
      first: seen.first,
      last: seen.last,
      years: [...seen.years].sort((a, b) => a - b),
      tags: tagIds.filter((_, i) => (((i < 32 ? seen.low : seen.high) >>> (i & 31)) & 1) === 1),
      permits: seen.permits,
      city: mainCity(seen),
    }));
    return rows.sort((a, b) => (a.jurisdiction < b.jurisdiction ? -1 : 1));
  }

  #seenOf(place: number, geoId: RecordKey): Seen {
    const known = this.#seen.get(place);
    if (known !== undefined) return known;
    const seen: Seen = {
      jurisdiction: geoIdText(geoId),
      years: new Set(),
      cities: new Map(),
      permits: 0,
      first: 0,
      last: 0,
      low: 0,
      high: 0,
    };
    this.#seen.set(place, seen);
    return seen;
  }
}

/** The city of the same name, else the one with at least half of the permits, but not all; of two the first by geo_id. */
function mainCity({ cities, permits }: Seen): CityShare | null {
  const some = [...cities.values()].filter((city) => city.permits < permits);
  const named = some.filter(({ isNamesake }) => isNamesake);
  const main = named.length > 0 ? named : some.filter((city) => city.permits * 2 >= permits);
  const shares = main.map((city) => ({ geo_id: geoIdText(city.geoId), permits: city.permits }));
  return shares.sort((a, b) => (a.geo_id < b.geo_id ? -1 : 1))[0] ?? null;
}

const maxSilentDays = 365;

/** A period in which permits are searched, YYYY-MM-DD; from null: since the records begin. */
export interface Period {
  readonly from: string | null;
  readonly to: string;
}

/** What the records of one jurisdiction show. */
type RecordsShown = Omit<JurisdictionCoverage, 'place' | 'jurisdiction' | 'permits' | 'city'>;

/** From a first to a last date, YYYYMMDD, both included. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The last date that the records cover: that of the release, unless the last record is over a year older.
 * Dates YYYYMMDD.
 */
export function endOfRecords(last: number, releasedAt: number): number {
  return isSilent(last, releasedAt) ? last : Math.max(last, releasedAt);
}

function isSilent(last: number, releasedAt: number): boolean {
  return timeOf(releasedAt) - timeOf(last) > maxSilentDays * dayMs;
}

const timeOf = (day: number) => Date.parse(isoDate(day));

/**
 * Whether the records of a jurisdiction cover a part of the period: of a calendar year with permits between
 * the first and the last of them, or of the time since, up to the release. `releasedAt` is YYYYMMDD.
 */
export function coversPeriod(
  { first, last, years }: Omit<RecordsShown, 'tags'>,
  period: DayRange,
  releasedAt: number,
): boolean {
  if (first === 0) return false;
  const from = Math.max(period.from, first);
  const to = Math.min(period.to, endOfRecords(last, releasedAt));
  if (from > to) return false;
  return to > last || years.some((year) => year >= yearOf(from) && year <= yearOf(to));
}

const yearOf = (day: number) => Math.floor(day / 10_000);

/**
 * Why the records of a jurisdiction cannot show that a permit with one of the tags is absent in the period;
 * null when they can: they begin by its start, have permits in every calendar year of it, the last one within
 * a year of its end, and include permits with each tag.
 */
export function coverageGap(coverage: RecordsShown, tags: readonly string[], period: Period): string | null {
  const gap = periodGap(coverage, period);
  if (gap !== null) return gap;
  const missing = tags.find((tag) => !coverage.tags.includes(tag));
  return missing === undefined ? null : `none of its permits is tagged ${missing}`;
}

/** Why the records do not cover the period; null when they do. */
function periodGap({ first, last, years }: RecordsShown, { from, to }: Period): string | null {
  if (first === 0) return 'its permits have no dates';
  if (isoDate(first) > (from ?? to)) return `its records begin on ${isoDate(first)}`;
  if (isSilent(last, dateNumber(to))) return `its records end on ${isoDate(last)}`;
  const fromYear = Number((from ?? isoDate(first)).slice(0, 4));
  const toYear = Math.min(Number(to.slice(0, 4)), yearOf(last));
  const known = new Set(years);
  for (let year = fromYear; year <= toYear; year++) {
    if (!known.has(year)) return `it has no permits of ${year}`;
  }
  return null;
}

/**
 * What to ask instead when no jurisdiction's records cover the period: the longest period that those of one
 * do. Null when one covers it, or when none covers any.
 */
export function periodHint(
  coverages: readonly RecordsShown[],
  tags: readonly string[],
  period: Period,
): string | null {
  if (coverages.some((coverage) => periodGap(coverage, period) === null)) return null;
  const known = coverages
    .map((coverage) => ({ coverage, from: isoDate(coverage.first), to: isoDate(coverage.last) }))
    .filter(({ coverage, from, to }) => coverageGap(coverage, tags, { from, to }) === null)
    .sort((a, b) => lengthMs(b) - lengthMs(a) || (a.from < b.from ? -1 : 1));
  const [longest] = known;
  if (longest === undefined) return null;
  const asked = period.from === null ? `up to ${period.to}` : `from ${period.from} to ${period.to}`;
  return (
    `No jurisdiction here has records ${asked}. ` +
    `Ask with permit_from=${longest.from} and permit_to=${longest.to}.`
  );
}

const lengthMs = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);

/** Empty for no date, which is then before all dates. */
const isoDate = (day: number) => dateText(day) ?? '';
