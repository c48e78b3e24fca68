/** One page of a short list of records that is at hand as a whole, such as the records of up to fifty ids. */
import type { RecordBytes } from '../release/store/release.js';
import type { Found } from './route.js';

/** The page of `size` records from number `offset`; with the length of the list when `count` says so. */
export function pageOfRecords(
  records: readonly RecordBytes[],
  { offset, size, count = false }: { offset: number; size: number; count?: boolean },
): Extract<Found, { kind: 'page' }> {
  const end = offset + size;
  return {
    kind: 'page',
    items: records.slice(offset, end),
    next: end < records.length ? end : null,
    ...(count ? { totalCount: { value: records.length, relation: 'eq' } } : {}),
  };
}
