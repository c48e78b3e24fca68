/** Details of a place as an answer: the stored object, or null if no place has the geo_id (C12). */
import type { Release } from '../../releases/release.js';
import type { BodyResult } from './handler.js';

/** The stored details of a place. */
export function placeDetails(
  release: Release,
  kind: Parameters<Release['place']>[0],
  geoId: string,
): BodyResult | null {
  const body = release.place(kind, geoId);
  return body === null ? null : { body };
}
