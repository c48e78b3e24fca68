/** Finds the raw rows of a contractor's permits in a release. */
import type { Permit } from '@lintel/contract';
import { u32At } from '../../base/memory/at.js';
import { contractorGrouped } from '../filters/layout.js';
import { GroupedRowsReader } from '../grouped-rows/grouped-rows.js';
import { parseRowOrigin } from './row-origin.js';
import { RowReader, SegmentReader } from './segment-reader.js';

/** A raw row that names a contractor. */
export interface ContractorOrigin {
  readonly source: string;
  readonly key: string;
  /** What its permit calls the contractor where it is a further one; absent for the main one. */
  readonly furtherName?: string | null;
}

/** The rows of the first permits of the contractor, as the service lists them, until there are `limit`. */
export function readContractorOrigins(
  directory: string,
  contractorId: string,
  limit: number,
): ContractorOrigin[] {
  const contractors = new SegmentReader(directory, 'contractors');
  const records = new RowReader(directory, 'permits');
  const origins = new RowReader(directory, 'origins');
  const work = new GroupedRowsReader(directory, contractorGrouped, 1);
  try {
    const contractor = contractors.rowOf(contractorId);
    const permits = contractor === null ? new Uint32Array() : work.records(contractor, 0, limit);
    const found: ContractorOrigin[] = [];
    for (let at = 0; at < permits.length && found.length < limit; at++) {
      const row = u32At(permits, at);
      const origin = parseRowOrigin(origins.row(row).toString());
      const permit = JSON.parse(records.row(row).toString()) as Permit;
      const further = permit.other_contractors?.find(({ id }) => id === contractorId);
      const named = further === undefined ? {} : { furtherName: further.name };
      for (const { source, keys } of [origin, ...origin.merged]) {
        found.push(...keys.map((key) => ({ source, key, ...named })));
      }
    }
    return found;
  } finally {
    contractors.close();
    records.close();
    origins.close();
    work.close();
  }
}
