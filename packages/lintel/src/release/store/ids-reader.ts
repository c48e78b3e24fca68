/**
 * Reads an ids file: where what belongs to an id lies. The directory of the file is in memory (2 MB at 10 million ids),
 * and the whole file while it is small; else an id costs one short read of its bucket.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { Failure } from '../../base/failure.js';
import { idsEntryWords, idsFooterWords, idsFormat, idsMagic } from '../layout.js';
import type { RecordKey } from '../record-key.js';
import { readWhole } from './read-whole.js';

const wordBytes = 4;
const entryBytes = idsEntryWords * wordBytes;
/** Entries of up to so many bytes (2 million records) are held in memory: half of the reads fall away. */
const maxHeldBytes = 1 << 25;

/** Where something lies: a number of bytes from an offset, or of rows. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export class IdsReader {
  /** Entries of the file. */
  readonly entries: number;
  readonly #ids: number;
  readonly #directory: Uint32Array;
  /** High words of keys that share a bucket. */
  readonly #bucketSpan: number;
  /** All entries, when they are few enough to be held. */
  #all: Uint32Array | null = null;
  /** Holds one bucket of entries. */
  readonly #bucket: Uint32Array;
  readonly #bucketBytes: Buffer;

  /** `heldBytes` bounds the entries that may be held in memory. */
  constructor(path: string, heldBytes = maxHeldBytes) {
    this.#ids = openSync(path, 'r');
    try {
      const { bits, largest, starts, entries } = readDirectory(this.#ids, path);
      this.entries = entries;
      this.#bucketSpan = 2 ** (32 - bits);
      this.#directory = starts;
      if (entries * entryBytes <= heldBytes) {
        this.#all = new Uint32Array(entries * idsEntryWords);
        readWhole(this.#ids, Buffer.from(this.#all.buffer), 0);
      }
      this.#bucket = new Uint32Array(largest * idsEntryWords);
      this.#bucketBytes = Buffer.from(this.#bucket.buffer);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Where what has this key lies: one place, hardly ever more. */
  find(key: RecordKey): Place[] {
    const bucket = Math.floor(key.high / this.#bucketSpan);
    const first = this.#directory[bucket] ?? 0;
    const count = (this.#directory[bucket + 1] ?? 0) - first;
    if (count === 0) return [];
    const words = this.#all ?? this.#bucket;
    const start = this.#all === null ? 0 : first * idsEntryWords;
    if (this.#all === null) readWhole(this.#ids, this.#bucketBytes, first * entryBytes, count * entryBytes);
    const found: Place[] = [];
    for (let i = start; i < start + count * idsEntryWords; i += idsEntryWords) {
      if (words[i] !== key.high || words[i + 1] !== key.low) continue;
      const packed = words[i + 3] ?? 0;
      found.push({ offset: (words[i + 2] ?? 0) + (packed & 0xff) * 2 ** 32, length: packed >>> 8 });
    }
    return found;
  }

  close(): void {
    closeSync(this.#ids);
  }
}

/** The directory at the end of an ids file. */
function readDirectory(
  fd: number,
  path: string,
): { bits: number; largest: number; starts: Uint32Array; entries: number } {
  const words = fstatSync(fd).size / wordBytes;
  const footer = new Uint32Array(idsFooterWords);
  if (words < idsFooterWords) throw new Failure(`${path} is not an index of ids.`);
  readWhole(fd, Buffer.from(footer.buffer), (words - idsFooterWords) * wordBytes);
  const [magic, format, entries = 0, bits = 0, largest = 0] = footer;
  if (magic !== idsMagic || format !== idsFormat)
    throw new Failure(`${path} is not an index of ids of format ${idsFormat}.`);
  const starts = new Uint32Array(2 ** bits + 1);
  if (words !== entries * idsEntryWords + starts.length + idsFooterWords) {
    throw new Failure(`${path} is damaged: its length is not that of ${entries} ids.`);
  }
  readWhole(fd, Buffer.from(starts.buffer), entries * entryBytes);
  return { bits, largest, starts, entries };
}
