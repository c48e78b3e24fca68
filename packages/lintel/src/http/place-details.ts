/** Details of a place as an answer: the stored object, or nothing when no place has the geo_id (C12). */
import type { Release } from '../releases/release.js';
import type { Found } from './route.js';

/** The stored details of a place. */
export function placeDetails(
  release: Release,
  kind: Parameters<Release['place']>[0],
  geoId: string,
): Extract<Found, { kind: 'object' }> | null {
  const body = release.place(kind, geoId);
  return body === null ? null : { kind: 'object', body };
}
