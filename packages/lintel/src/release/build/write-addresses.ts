/** Writes the addresses in their order, and the search index over them. */
import { join } from 'node:path';
import type { Address } from '@lintel/contract';
import { addressSearchFile } from '../layout.js';
import { createAddressIndex } from '../search/address-index-writer.js';
import type { AddressRecords } from './address-records.js';
import { finishedFile, type WrittenFile } from './file-writer.js';
import type { Pace } from './pace.js';
import { SegmentWriter } from './segment-writer.js';

export async function writeAddresses(
  addresses: AddressRecords,
  populations: ReadonlyMap<string, number>,
  directory: string,
  pace: Pace,
): Promise<{ files: readonly WrittenFile[]; rows: number }> {
  await addresses.settle(populations, pace);
  pace.step('Writing addresses', addresses.count, 'addresses');
  const segment = new SegmentWriter(directory, 'addresses');
  const searchPath = join(directory, addressSearchFile);
  const search = createAddressIndex(searchPath);
  try {
    for (const json of addresses.ordered()) {
      if (pace.count()) await pace.rest();
      segment.write(json);
      segment.endRow();
      search.add(JSON.parse(json.toString()) as Address);
    }
    pace.step('Indexing addresses', null);
    await pace.rest();
    search.finish();
    return { files: [...segment.finish(), await finishedFile(searchPath)], rows: segment.rows };
  } catch (error) {
    search.discard();
    throw error;
  } finally {
    segment.close();
  }
}
