/** What the comparison page compares; its address holds it. */
import { kindOf } from '../api/places';
import { withoutEmpty } from '../explorer/filters';
import { type MetricId, metrics } from './metrics';

export const maxPlaces = 5;
export const spans = [1, 3, 5, 10] as const;
export const usualYears = 5;

export interface Comparison {
  /** geo_ids of places, of which the first `maxPlaces` are compared. */
  readonly place?: readonly string[] | undefined;
  readonly metric?: MetricId | undefined;
  readonly tag?: string | undefined;
  readonly years?: (typeof spans)[number] | undefined;
}

/** Reads the comparison of an address. */
export function readComparison(search: Record<string, unknown>): Comparison {
  const given = Array.isArray(search.place) ? search.place : [search.place];
  const places = given.filter((id): id is string => typeof id === 'string' && isComparable(id));
  const tag = typeof search.tag === 'string' && /^[a-z_]{2,40}$/.test(search.tag) ? search.tag : undefined;
  const read = withoutEmpty<Comparison>({
    place: [...new Set(places)].slice(0, 2 * maxPlaces),
    metric: metrics.find(({ id }) => id === search.metric)?.id,
    tag,
    years: spans.find((years) => String(years) === String(search.years)),
  });
  // What the address has besides would otherwise be kept as it is.
  return { place: undefined, metric: undefined, tag: undefined, years: undefined, ...read };
}

function isComparable(geoId: string): boolean {
  const kind = kindOf(geoId);
  return kind !== null && kind !== 'address';
}
