/**
 * Writes the addresses in their order, the search index over them, and the facts of the permits of each, by
 * geo_id.
 */
import { join } from 'node:path';
import type { Address } from '@lintel/contract';
import { FileWriter, finishedFile, type WrittenFile } from '../../base/files/file-writer.js';
import type { Ticker } from '../../base/ticker.js';
import { createAddressIndex } from '../../format/address-index/address-index-writer.js';
import { addressFactsFile, addressFactsIdsFile, addressSearchFile } from '../../format/layout.js';
import { addressKey } from '../../format/record-key.js';
import { factWords } from '../../format/roll-ups/permit-facts.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import type { AddressRecords } from './address-records.js';

const factBytes = factWords * 4;

interface AddressOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly memoryBytes: number;
  /** Preferred place name of each ZIP code. */
  readonly postOffices: ReadonlyMap<string, string>;
  readonly ticker: Ticker;
}

export async function writeAddresses(
  addresses: AddressRecords,
  populations: ReadonlyMap<string, number>,
  outputs: AddressOutputs,
): Promise<{ files: readonly WrittenFile[]; rows: number }> {
  const { directory, postOffices, ticker } = outputs;
  const factFiles = await groupAddresses(addresses, populations, outputs);
  ticker.step('Writing addresses', addresses.count, 'addresses');
  const segment = new SegmentWriter(directory, 'addresses');
  const searchPath = join(directory, addressSearchFile);
  const search = createAddressIndex(searchPath, { postOffices });
  try {
    for (const json of addresses.ordered()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      segment.write(json);
      segment.endRow();
      search.add(JSON.parse(json.toString()) as Address);
    }
    ticker.step('Indexing addresses', null);
    await ticker.yieldToEventLoop();
    search.finish();
    const files = [...(await segment.finish()), await finishedFile(searchPath), ...factFiles];
    return { files, rows: segment.rows };
  } catch (error) {
    search.discard();
    throw error;
  } finally {
    segment.close();
  }
}

/** Makes the addresses, and writes the facts of their permits and an index of them. */
async function groupAddresses(
  addresses: AddressRecords,
  populations: ReadonlyMap<string, number>,
  { directory, scratch, memoryBytes, ticker }: AddressOutputs,
): Promise<WrittenFile[]> {
  const facts = new FileWriter(join(directory, addressFactsFile));
  const ids = new IdsWriter(join(directory, addressFactsIdsFile), `${scratch}address-ids`, memoryBytes / 4);
  try {
    await addresses.group(populations, ticker, (id, permits) => {
      // In rows, not in bytes: then an offset of an ids file can hold the permits of any address.
      ids.add(addressKey(id), {
        offset: facts.position / factBytes,
        length: permits.length / factBytes,
      });
      facts.write(permits);
    });
    return [facts.finish(), await ids.finish(ticker, 'addresses')];
  } finally {
    facts.close();
    ids.close();
  }
}
