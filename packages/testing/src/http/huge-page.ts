/** A page too large for any system to buffer between a server and a client that does not read. */
import type { ReleaseStore } from 'lintel/dist/releases/release.js';
import { memoryRelease, memoryReleaseStore } from './memory-release.js';
import { urlOf } from './service.js';

const hugeId = 'ffffffffffffffff';

/** The size of the page is a little more than this many bytes. */
export const hugeBytes = 24 * 1024 * 1024;

/** Path of a page with one record, which is huge. */
export const hugePage = urlOf('/v2/permits', { id: hugeId });

/** The records in memory, and the huge one. */
export function storeWithHugePage(): ReleaseStore {
  const release = memoryRelease('release-1');
  const huge = Buffer.from(JSON.stringify({ id: hugeId, description: 'x'.repeat(hugeBytes) }));
  return memoryReleaseStore({
    ...release,
    records: (kind, ids) => (ids.includes(hugeId) ? [huge] : release.records(kind, ids)),
  });
}
