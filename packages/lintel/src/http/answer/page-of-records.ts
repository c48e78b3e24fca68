/**
 * One page of a short list of records that is in memory as a whole, such as the records of up to fifty ids.
 */
import { cappedTotal } from '../../format/capped-total.js';
import type { RecordBytes } from '../../format/record.js';
import type { PageResult } from './handler.js';

/** The page of `size` records from number `offset`. */
export function pageOfRecords(
  records: readonly RecordBytes[],
  { offset, size }: { offset: number; size: number },
): PageResult {
  const end = offset + size;
  return {
    items: records.slice(offset, end),
    next: end < records.length ? end : null,
    count: () => cappedTotal(records.length),
  };
}
