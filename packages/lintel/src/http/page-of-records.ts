/** One page of a short list of records that is at hand as a whole, such as the records of up to fifty ids. */
import { cappedTotal } from '../format/capped-total.js';
import type { RecordBytes } from '../format/record.js';
import type { Found } from './route.js';

/** The page of `size` records from number `offset`. */
export function pageOfRecords(
  records: readonly RecordBytes[],
  { offset, size }: { offset: number; size: number },
): Extract<Found, { kind: 'page' }> {
  const end = offset + size;
  return {
    kind: 'page',
    items: records.slice(offset, end),
    next: end < records.length ? end : null,
    count: () => cappedTotal(records.length),
  };
}
