/** The release that requests are answered from. */
import type { ServedRelease, ServedReleases } from '../../releases/release.js';
import { HttpError } from '../request/http-error.js';

/** The answer while the database of the release cannot be asked. */
export const releaseUnavailable = new HttpError('unavailable', {
  detail: 'Records cannot be read for now. Nothing was charged.',
});

/** The published release; throws a 503 while there is none. */
export function publishedRelease(releases: ServedReleases): ServedRelease {
  const release = releases.current();
  if (release !== null) return release;
  throw releases.isUnreached ? releaseUnavailable : new HttpError('unavailable');
}
