/** Details of a place as an answer: the stored object, or null if no place has the geo_id (C12). */
import type { Release, ServedRelease } from '../../releases/release.js';
import type { BodyResult } from './handler.js';

/** The stored details of a place. */
export async function placeDetails(
  release: ServedRelease,
  kind: Parameters<Release['place']>[0],
  geoId: string,
): Promise<BodyResult | null> {
  const body = await release.place(kind, geoId);
  return body === null ? null : { body };
}
