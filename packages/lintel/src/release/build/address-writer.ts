/**
 * Takes the addresses of a release's records and writes its addresses and their search index: in this thread, or in one
 * of its own that groups and sorts while this one writes contractors and places.
 *
 * Either way the files are the same. A thread that fails ends the build with its error; `close` ends it at any time.
 */
import { AddressRecords } from './address-records.js';
import { BlockThread } from './block-thread.js';
import type { WrittenFile } from './file-writer.js';
import type { Pace } from './pace.js';
import { writeAddresses } from './write-addresses.js';

export interface WrittenAddresses {
  readonly files: readonly WrittenFile[];
  readonly rows: number;
}

export interface AddressWriter {
  /** Adds the address of a record; see `AddressRecords.add`. */
  add(
    bytes: Buffer,
    address: number,
    city: number,
    jsonFrom: number,
    jsonTo: number,
    facts?: Uint32Array,
  ): void;
  /** Lets a thread that is behind catch up: to be awaited now and then while adding. Fails when the thread has failed. */
  rest(): Promise<void>;
  /** Says that all records were added. */
  end(): void;
  /** The files, once they are written. */
  finish(pace: Pace): Promise<WrittenAddresses>;
  close(): void;
}

/** What writing addresses needs to know, in whichever thread. */
export interface AddressWriting {
  readonly directory: string;
  /** Path of scratch files, to which names are appended. */
  readonly scratch: string;
  readonly memoryBytes: number;
  /** Inhabitants of cities by geo_id. */
  readonly populations: ReadonlyMap<string, number>;
}

/** Writes in this thread, when it is asked to finish. */
export function localAddressWriter({
  directory,
  scratch,
  memoryBytes,
  populations,
}: AddressWriting): AddressWriter {
  const records = new AddressRecords(scratch, memoryBytes);
  return {
    add: (...address) => records.add(...address),
    rest: async () => {},
    end: () => {},
    finish: (pace) => writeAddresses(records, populations, { directory, scratch, memoryBytes, pace }),
    close: () => records.close(),
  };
}

/**
 * Where the parts of an address in a block stand: length of its JSON, bytes of the facts behind it, binary geo_ids of
 * address and city, JSON.
 */
export const blockAt = { length: 0, facts: 4, address: 8, city: 16, json: 24 } as const;

const idBytes = 8;

/** Writes in a thread of its own. */
export function threadedAddressWriter(writing: AddressWriting): AddressWriter {
  return new ThreadedAddressWriter(writing);
}

class ThreadedAddressWriter implements AddressWriter {
  readonly #thread: BlockThread<WrittenAddresses>;

  constructor(writing: AddressWriting) {
    this.#thread = new BlockThread(new URL('./address-thread.js', import.meta.url), 'address', writing);
  }

  add(
    bytes: Buffer,
    address: number,
    city: number,
    jsonFrom: number,
    jsonTo: number,
    facts?: Uint32Array,
  ): void {
    const factBytes = facts?.byteLength ?? 0;
    const behind = blockAt.json + jsonTo - jsonFrom;
    const { bytes: block, at } = this.#thread.entry(behind + factBytes);
    block.writeUInt32LE(jsonTo - jsonFrom, at + blockAt.length);
    block.writeUInt32LE(factBytes, at + blockAt.facts);
    bytes.copy(block, at + blockAt.address, address, address + idBytes);
    bytes.copy(block, at + blockAt.city, city, city + idBytes);
    bytes.copy(block, at + blockAt.json, jsonFrom, jsonTo);
    if (facts !== undefined) Buffer.from(facts.buffer, facts.byteOffset, factBytes).copy(block, at + behind);
  }

  rest(): Promise<void> {
    return this.#thread.rest();
  }

  end(): void {
    this.#thread.end();
  }

  finish(pace: Pace): Promise<WrittenAddresses> {
    pace.step('Awaiting addresses', null);
    return this.#thread.finish(pace);
  }

  close(): void {
    this.#thread.close();
  }
}
