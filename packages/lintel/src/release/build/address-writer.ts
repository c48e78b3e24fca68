/**
 * Takes the addresses of a release's records and writes its addresses and their search index: in this thread, or in one
 * of its own that groups and sorts while this one writes contractors and places.
 *
 * Either way the files are the same. A thread that fails ends the build with its error; `close` ends it at any time.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../../base/failure.js';
import { AddressRecords } from './address-records.js';
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
  /** Preferred place name of each ZIP code. */
  readonly postOffices: ReadonlyMap<string, string>;
}

/** Writes in this thread, when it is asked to finish. */
export function localAddressWriter({
  directory,
  scratch,
  memoryBytes,
  populations,
  postOffices,
}: AddressWriting): AddressWriter {
  const records = new AddressRecords(scratch, memoryBytes);
  return {
    add: (...address) => records.add(...address),
    rest: async () => {},
    end: () => {},
    finish: (pace) =>
      writeAddresses(records, populations, { directory, scratch, memoryBytes, postOffices, pace }),
    close: () => records.close(),
  };
}

/** To the thread: a block of addresses, or null behind the last one. */
export type AddressBlock = Uint8Array<ArrayBuffer> | null;

/**
 * Where the parts of an address in a block stand: length of its JSON, bytes of the facts behind it, binary geo_ids of
 * address and city, JSON.
 */
export const blockAt = { length: 0, facts: 4, address: 8, city: 16, json: 24 } as const;

/** From the thread: a block was taken (null), all is written, or it failed. */
export type AddressAnswer =
  | null
  | { readonly written: WrittenAddresses }
  | { readonly error: string; readonly isFailure: boolean; readonly hint: string | null };

const blockBytes = 1 << 20;
/** Blocks that may wait for the thread. */
const maxWaiting = 16;
const idBytes = 8;

/** Writes in a thread of its own. */
export function threadedAddressWriter(writing: AddressWriting): AddressWriter {
  return new ThreadedAddressWriter(writing);
}

class ThreadedAddressWriter implements AddressWriter {
  readonly #worker: Worker;
  readonly #written: Promise<WrittenAddresses>;
  #block = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #waiting = 0;
  #failure: Error | null = null;
  #caughtUp: () => void = () => {};

  constructor(writing: AddressWriting) {
    this.#worker = new Worker(new URL('./address-thread.js', import.meta.url), { workerData: writing });
    this.#written = new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#failure ??= error;
        reject(error);
        this.#caughtUp();
      };
      this.#worker.on('message', (answer: AddressAnswer) => {
        if (answer === null) this.#taken();
        else if ('written' in answer) resolve(answer.written);
        else fail(errorOf(answer));
      });
      this.#worker.on('error', fail);
      this.#worker.on('exit', (code) => fail(new Error(`the address thread ended with ${code}`)));
    });
    // Whoever waits for the files meets the error; until then it must not count as unhandled.
    this.#written.catch(() => {});
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
    const length = behind + factBytes;
    if (this.#filled + length > this.#block.length) this.#send(length);
    const at = this.#filled;
    this.#block.writeUInt32LE(jsonTo - jsonFrom, at + blockAt.length);
    this.#block.writeUInt32LE(factBytes, at + blockAt.facts);
    bytes.copy(this.#block, at + blockAt.address, address, address + idBytes);
    bytes.copy(this.#block, at + blockAt.city, city, city + idBytes);
    bytes.copy(this.#block, at + blockAt.json, jsonFrom, jsonTo);
    if (facts !== undefined)
      Buffer.from(facts.buffer, facts.byteOffset, factBytes).copy(this.#block, at + behind);
    this.#filled += length;
  }

  async rest(): Promise<void> {
    if (this.#waiting >= maxWaiting && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#caughtUp = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  end(): void {
    this.#send(0);
    this.#worker.postMessage(null satisfies AddressBlock);
  }

  async finish(pace: Pace): Promise<WrittenAddresses> {
    pace.step('Awaiting addresses', null);
    const written = await pace.whileAwaiting(this.#written);
    this.close();
    return written;
  }

  close(): void {
    void this.#worker.terminate();
  }

  /** Sends what is in the block and begins one that has room for `bytes` at least. */
  #send(bytes: number): void {
    if (this.#filled > 0) {
      const block: AddressBlock = this.#block.subarray(0, this.#filled);
      this.#worker.postMessage(block, [block.buffer]);
      this.#waiting += 1;
    }
    this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    this.#filled = 0;
  }

  #taken(): void {
    this.#waiting -= 1;
    if (this.#waiting < maxWaiting) this.#caughtUp();
  }
}

function errorOf({ error, isFailure, hint }: Exclude<AddressAnswer, null | { written: unknown }>): Error {
  if (!isFailure) return new Error(error);
  return new Failure(error, hint === null ? {} : { hint });
}
