/**
 * Takes the addresses of a release's records and writes its addresses and their search index: in this thread,
 * or in one of its own that groups and sorts while this one writes contractors and places.
 */

import type { WrittenFile } from '../../base/files/file-writer.js';
import { copyBytes } from '../../base/memory/bytes.js';
import { readRecordKey, writeRecordKey } from '../../format/record-key.js';
import { AddressRecords, type StatedAddress } from './address-records.js';
import { type BlockConsumer, BlockWriter } from './block-writer.js';
import { writeAddresses } from './write-addresses.js';

interface WrittenAddresses {
  readonly files: readonly WrittenFile[];
  readonly rows: number;
}

/** What writing addresses requires. */
export interface AddressWriting {
  readonly directory: string;
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly memoryBytes: number;
  /** Inhabitants of cities by geo_id. */
  readonly populations: ReadonlyMap<string, number>;
  /** Preferred place name of each ZIP code. */
  readonly postOffices: ReadonlyMap<string, string>;
}

/**
 * Layout of an address in a block: length of its JSON, bytes of the facts after it, binary geo_ids of address
 * and city, JSON.
 */
const entryAt = { length: 0, facts: 4, address: 8, city: 16, json: 24 } as const;

export class AddressWriter extends BlockWriter<AddressWriting, WrittenAddresses> {
  constructor(data: AddressWriting, isThreaded: boolean) {
    const { directory } = data;
    super({ kind: 'addresses', consumer, directory, data, isThreaded });
  }

  /** Adds the address of a record; see `AddressRecords.add`. */
  add({ id, city, json: { bytes, from, to } }: StatedAddress, facts?: Uint8Array): void {
    const factBytes = facts?.length ?? 0;
    const behind = entryAt.json + to - from;
    const { bytes: block, at } = this.entry(behind + factBytes);
    block.writeUInt32LE(to - from, at + entryAt.length);
    block.writeUInt32LE(factBytes, at + entryAt.facts);
    writeRecordKey(id, block, at + entryAt.address);
    writeRecordKey(city, block, at + entryAt.city);
    copyBytes(bytes, from, to, block, at + entryAt.json);
    if (facts !== undefined) copyBytes(facts, 0, factBytes, block, at + behind);
  }
}

export function consumer({ populations, ...outputs }: AddressWriting): BlockConsumer<WrittenAddresses> {
  const records = new AddressRecords(outputs.scratch, outputs.memoryBytes);
  return {
    take(block) {
      for (let at = 0; at < block.length; ) {
        const json = at + entryAt.json;
        const end = json + block.readUInt32LE(at + entryAt.length);
        const behind = end + block.readUInt32LE(at + entryAt.facts);
        const facts = behind > end ? block.subarray(end, behind) : undefined;
        const id = readRecordKey(block, at + entryAt.address);
        const city = readRecordKey(block, at + entryAt.city);
        records.add({ id, city, json: { bytes: block, from: json, to: end } }, facts);
        at = behind;
      }
    },
    finish: (ticker) => writeAddresses(records, populations, { ...outputs, ticker }),
    close: () => records.close(),
  };
}
