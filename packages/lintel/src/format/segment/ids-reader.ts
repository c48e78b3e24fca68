/**
 * Reads an ids file, which maps ids to the locations of records. A directory by the first bits of the key
 * leads to a few entries.
 */

import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import { UserError } from '../../base/user-error.js';
import { idsEntryWords, idsFooterWords, idsFormat, idsMagic } from '../layout.js';
import type { RecordKey } from '../record-key.js';

const wordBytes = 4;

/** A location: a number of bytes from an offset, or of rows. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

export class IdsReader {
  /** Entries of the file. */
  readonly entries: number;
  readonly #path: string;
  readonly #file: MappedFile;
  readonly #words: Uint32Array;
  /** The first entry of each bucket. */
  readonly #starts: Uint32Array;
  /** High words of keys that share a bucket. */
  readonly #bucketSpan: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = new MappedFile(path, { access: 'at random' });
    try {
      const { bits, entries } = readFooter(this.#file, path);
      this.entries = entries;
      this.#bucketSpan = 2 ** (32 - bits);
      this.#words = this.#file.numbers(Uint32Array);
      this.#starts = this.#words.subarray(entries * idsEntryWords);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The locations with this key: hardly ever more than one. */
  find(key: RecordKey): RecordPlace[] {
    const bucket = Math.floor(key.high / this.#bucketSpan);
    // Never beyond the entries, even with a damaged directory.
    const end = Math.min(at(this.#starts, bucket + 1, this.#path), this.entries) * idsEntryWords;
    const words = this.#words;
    const found: RecordPlace[] = [];
    for (let i = at(this.#starts, bucket, this.#path) * idsEntryWords; i < end; i += idsEntryWords) {
      if (words[i] !== key.high || words[i + 1] !== key.low) continue;
      const packed = at(words, i + 3, this.#path);
      const offset = at(words, i + 2, this.#path) + (packed & 0xff) * 2 ** 32;
      found.push({ offset, length: packed >>> 8 });
    }
    return found;
  }

  close(): void {
    this.#file.close();
  }
}

/** The footer of an ids file. Refuses any other file. */
function readFooter(file: MappedFile, path: string): { bits: number; entries: number } {
  const words = file.bytes / wordBytes;
  if (!Number.isInteger(words) || words < idsFooterWords)
    throw new UserError(`${path} is not an index of ids.`);
  const footer = file.numbers(Uint32Array, (words - idsFooterWords) * wordBytes);
  const [magic, format, entries = 0, bits = 0] = footer;
  if (magic !== idsMagic || format !== idsFormat)
    throw new UserError(`${path} is not an index of ids of format ${idsFormat}.`);
  if (words !== entries * idsEntryWords + 2 ** bits + 1 + idsFooterWords) {
    throw new UserError(`${path} is damaged: its length is not that of ${entries} ids.`);
  }
  return { bits, entries };
}
