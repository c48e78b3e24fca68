/** Finds the raw rows of a contractor's permits in a release. */
import { u32At } from '../../base/memory/at.js';
import { contractorWork, contractorWorkWords } from '../filters/layout.js';
import { GroupedRowsReader } from '../grouped-rows/grouped-rows.js';
import { parseRowOrigin } from './row-origin.js';
import { RowReader, SegmentReader } from './segment-reader.js';

/** Source and row keys of the first permits of the contractor, newest first, until there are `limit`. */
export function readContractorOrigins(
  directory: string,
  contractorId: string,
  limit: number,
): { readonly source: string; readonly key: string }[] {
  const contractors = new SegmentReader(directory, 'contractors');
  const origins = new RowReader(directory, 'origins');
  const work = new GroupedRowsReader(directory, contractorWork, contractorWorkWords);
  try {
    const contractor = contractors.rowOf(contractorId);
    const permits = contractor === null ? new Uint32Array() : work.records(contractor, 0, limit);
    const found: { source: string; key: string }[] = [];
    for (let at = 0; at < permits.length && found.length < limit; at += contractorWorkWords) {
      const origin = parseRowOrigin(origins.row(u32At(permits, at)).toString());
      for (const { source, keys } of [origin, ...origin.merged]) {
        found.push(...keys.map((key) => ({ source, key })));
      }
    }
    return found;
  } finally {
    contractors.close();
    origins.close();
    work.close();
  }
}
