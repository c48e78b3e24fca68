/**
 * Writes the rows of one kind: finished JSON lines, where each begins, and where each id is.
 *
 * Rows come in result order; their ids are sorted on the way. See `layout.ts` for the files.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { u32At } from '../../base/memory/at.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import {
  directoryBits,
  idsEntryWords,
  idsFooterWords,
  idsFormat,
  idsMagic,
  offsetsFile,
  recordsFile,
  type SegmentKind,
} from '../layout.js';
import { type RecordKey, writeRecordKey } from '../record-key.js';

const newline = Buffer.from('\n');
const keyBytes = 8;
/** Limits of an entry of an ids file: 40 bits of offset, 24 bits of length. */
const maxOffset = 2 ** 40;
const maxLength = 2 ** 24;

export class SegmentWriter {
  /** Rows written so far. */
  rows = 0;
  readonly #lines: FileWriter;
  readonly #offsets: FileWriter;
  readonly #offset = Buffer.alloc(8);
  #rowStart = 0;

  constructor(directory: string, kind: SegmentKind) {
    this.#lines = new FileWriter(join(directory, recordsFile(kind)));
    this.#offsets = new FileWriter(join(directory, offsetsFile(kind)));
  }

  /** Appends a piece of the row's JSON. */
  write(source: Uint8Array, from?: number, to?: number): void {
    this.#lines.write(source, from, to);
  }

  writeSpan({ bytes, from, to }: ByteSpan): void {
    this.#lines.write(bytes, from, to);
  }

  /** Ends the row; returns where it is. */
  endRow(): { offset: number; length: number } {
    const offset = this.#rowStart;
    const length = this.#lines.position - offset;
    if (length >= maxLength || offset >= maxOffset)
      throw new Error('a record is beyond what an ids file can say');
    this.#lines.write(newline);
    this.#writeOffset(offset);
    this.#rowStart = this.#lines.position;
    this.rows += 1;
    return { offset, length };
  }

  /** Closes both files; resolves when they are written to disk. */
  finish(): Promise<WrittenFile[]> {
    this.#writeOffset(this.#rowStart);
    return Promise.all([this.#lines.finishInBackground(), this.#offsets.finishInBackground()]);
  }

  close(): void {
    this.#lines.close();
    this.#offsets.close();
  }

  #writeOffset(offset: number): void {
    this.#offset.writeUIntLE(offset, 0, 6);
    this.#offsets.write(this.#offset);
  }
}

/** Collects the location of each id, and writes the ids file. */
export class IdsWriter {
  readonly #path: string;
  readonly #sort: ExternalSort;
  readonly #key = Buffer.alloc(keyBytes);
  readonly #place = Buffer.alloc(8);

  /** `path` is that of the ids file, `scratch` the path prefix of the sort's files. */
  constructor(path: string, scratch: string, memoryBytes: number) {
    this.#path = path;
    this.#sort = new ExternalSort({ path: scratch, memoryBytes });
  }

  /** Entries added so far. */
  get count(): number {
    return this.#sort.count;
  }

  add(key: RecordKey, place: { offset: number; length: number }): void {
    writeRecordKey(key, this.#key);
    this.#place.writeUInt32LE(place.offset % 2 ** 32);
    this.#place.writeUInt32LE(place.length * 256 + Math.floor(place.offset / 2 ** 32), 4);
    this.#sort.push(this.#key, this.#place);
  }

  /** Writes the file; `noun` names its content. */
  async finish(ticker: Ticker, noun: string): Promise<WrittenFile> {
    const entries = this.#sort.count;
    ticker.step(`Indexing ${noun}`, entries, noun);
    const shift = 32 - directoryBits(entries);
    const starts = new Uint32Array(2 ** (32 - shift) + 1);
    const file = new FileWriter(this.#path);
    const entry = Buffer.alloc(idsEntryWords * 4);
    for (const { bytes, key, payload, end } of this.#sort.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      const high = bytes.readUInt32BE(key);
      entry.writeUInt32LE(high);
      entry.writeUInt32LE(bytes.readUInt32BE(key + 4), 4);
      bytes.copy(entry, 8, payload, end);
      file.write(entry);
      // A shift by 32 is a shift by 0 in JavaScript, hence the division.
      const bucket = Math.floor(high / 2 ** shift);
      starts[bucket + 1] = u32At(starts, bucket + 1) + 1;
    }
    writeDirectory(file, entries, starts);
    return file.finish();
  }

  close(): void {
    this.#sort.close();
  }
}

/** Turns counts per bucket into the numbers of their first entries, and writes these and the footer. */
function writeDirectory(file: FileWriter, entries: number, counts: Uint32Array): void {
  let largest = 0;
  const words = Buffer.alloc((counts.length + idsFooterWords) * 4);
  let first = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = u32At(counts, i);
    largest = Math.max(largest, count);
    first += count;
    words.writeUInt32LE(first, i * 4);
  }
  const footer = [idsMagic, idsFormat, entries, Math.log2(counts.length - 1), largest];
  for (const [i, word] of footer.entries()) words.writeUInt32LE(word, (counts.length + i) * 4);
  file.write(words);
}
