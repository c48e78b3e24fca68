/**
 * Reads the rows of one kind: by id through the ids file, by row number through the offsets.
 *
 * An id costs one short read of its bucket and one of the record. The directory of the ids file is in memory (2 MB at
 * 10 million records), and the whole file while it is small. A record that is not the one of its id is a damaged
 * release and fails the request.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.js';
import {
  idsEntryWords,
  idsFile,
  idsFooterWords,
  idsFormat,
  idsMagic,
  offsetsFile,
  recordsFile,
  type SegmentKind,
} from '../layout.js';
import { isExactKey, type RecordKey, recordKey } from '../record-key.js';
import type { RecordBytes, RecordKind } from './release.js';

const wordBytes = 4;
const entryBytes = idsEntryWords * wordBytes;
const offsetBytes = 8;
/** Rows between the first and the last of a page up to which their offsets are read at once: 32 kB. */
const maxSpan = 4096;
/** Entries of up to so many bytes (2 million records) are held in memory: half of the reads fall away. */
const maxHeldBytes = 1 << 25;

/** Where a record lies in the file of its kind, if it is the one of the id. */
interface Found {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/** Reads rows of a segment by their number. */
export class RowReader {
  readonly rows: number;
  readonly #lines: number;
  readonly #offsets: number;
  readonly #pair = Buffer.alloc(offsetBytes * 2);
  readonly #span = Buffer.allocUnsafeSlow((maxSpan + 2) * offsetBytes);

  constructor(directory: string, kind: SegmentKind) {
    this.#lines = openSync(join(directory, recordsFile(kind)), 'r');
    this.#offsets = openSync(join(directory, offsetsFile(kind)), 'r');
    this.rows = fstatSync(this.#offsets).size / offsetBytes - 1;
  }

  /** The record of a row. */
  row(row: number): RecordBytes {
    if (!(row >= 0 && row < this.rows)) throw new Error(`no row ${row} of ${this.rows}`);
    readWhole(this.#offsets, this.#pair, row * offsetBytes);
    const offset = this.#pair.readUIntLE(0, 6);
    const record = Buffer.allocUnsafe(this.#pair.readUIntLE(offsetBytes, 6) - offset - 1);
    readWhole(this.#lines, record, offset);
    return record;
  }

  /**
   * The records of ascending rows, all in one piece of memory. Where the rows lie near each other one read gives where
   * all of them begin.
   */
  many(rows: readonly number[]): RecordBytes[] {
    const [first = 0] = rows;
    const last = rows.at(-1) ?? 0;
    if (rows.length < 2 || first < 0 || last - first > maxSpan || last >= this.rows) {
      return rows.map((row) => this.row(row));
    }
    const offsets = this.#span.subarray(0, (last - first + 2) * offsetBytes);
    readWhole(this.#offsets, offsets, first * offsetBytes);
    const start = (row: number) => offsets.readUIntLE((row - first) * offsetBytes, 6);
    let bytes = 0;
    for (const row of rows) bytes += start(row + 1) - start(row) - 1;
    const page = Buffer.allocUnsafe(bytes);
    let at = 0;
    return rows.map((row) => {
      const record = page.subarray(at, at + start(row + 1) - start(row) - 1);
      at += record.length;
      readWhole(this.#lines, record, start(row));
      return record;
    });
  }

  /** The row whose record begins at `offset`, found by halving. */
  rowAt(offset: number): number {
    let low = 0;
    let high = this.rows;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      readWhole(this.#offsets, this.#pair, middle * offsetBytes, offsetBytes);
      if (this.#pair.readUIntLE(0, 6) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Fills `into` with what lies at `offset` of the records. */
  read(into: Buffer, offset: number): void {
    readWhole(this.#lines, into, offset);
  }

  close(): void {
    closeSync(this.#lines);
    closeSync(this.#offsets);
  }
}

/** Reads records of a kind by their ids. */
export class SegmentReader {
  readonly rows: RowReader;
  readonly #kind: RecordKind;
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
  constructor(directory: string, kind: RecordKind, heldBytes = maxHeldBytes) {
    this.#kind = kind;
    this.rows = new RowReader(directory, kind);
    const path = join(directory, idsFile(kind));
    this.#ids = openSync(path, 'r');
    try {
      const { bits, largest, starts } = readDirectory(this.#ids, path, this.rows.rows);
      this.#bucketSpan = 2 ** (32 - bits);
      this.#directory = starts;
      const entries = this.rows.rows;
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

  /** Records of the ids that exist, in the order given; all in one piece of memory. */
  records(ids: readonly string[]): RecordBytes[] {
    const found: Found[] = [];
    let bytes = 0;
    for (const id of ids) {
      const key = recordKey(this.#kind, id);
      if (key !== null) bytes += this.#find(key, id, found);
    }
    const page = Buffer.allocUnsafe(bytes);
    const records: RecordBytes[] = [];
    let at = 0;
    for (const { id, offset, length } of found) {
      const record = page.subarray(at, at + length);
      at += length;
      this.rows.read(record, offset);
      if (this.#isRecordOf(record, id)) records.push(record);
    }
    return records;
  }

  /** The row of an id that exists in the release, else null. */
  rowOf(id: string): number | null {
    const key = recordKey(this.#kind, id);
    const found: Found[] = [];
    if (key !== null) this.#find(key, id, found);
    for (const { offset } of found) {
      const row = this.rows.rowAt(offset);
      if (this.#isRecordOf(this.rows.row(row), id)) return row;
    }
    return null;
  }

  close(): void {
    closeSync(this.#ids);
    this.rows.close();
  }

  /** Adds where the records with this key lie (one, hardly ever more); gives their bytes. */
  #find(key: RecordKey, id: string, found: Found[]): number {
    const bucket = Math.floor(key.high / this.#bucketSpan);
    const first = this.#directory[bucket] ?? 0;
    const count = (this.#directory[bucket + 1] ?? 0) - first;
    if (count === 0) return 0;
    const words = this.#all ?? this.#bucket;
    const start = this.#all === null ? 0 : first * idsEntryWords;
    if (this.#all === null) readWhole(this.#ids, this.#bucketBytes, first * entryBytes, count * entryBytes);
    let bytes = 0;
    for (let i = start; i < start + count * idsEntryWords; i += idsEntryWords) {
      if (words[i] !== key.high || words[i + 1] !== key.low) continue;
      const packed = words[i + 3] ?? 0;
      const length = packed >>> 8;
      found.push({ id, offset: (words[i + 2] ?? 0) + (packed & 0xff) * 2 ** 32, length });
      bytes += length;
    }
    return bytes;
  }

  /** Whether the record found under an id's key is the one of the id. Every record begins with its id. */
  #isRecordOf(record: Buffer, id: string): boolean {
    if (record.toString('latin1', idAt, idAt + id.length) === id) return true;
    if (!isExactKey[this.#kind]) return false;
    throw new Error(`the ${this.#kind} of the release are damaged: another record lies where ${id} should`);
  }
}

/** Where the id begins in a record: behind `{"id":"`. */
const idAt = 7;

/** The directory at the end of an ids file, checked against what the release says it must hold. */
function readDirectory(
  fd: number,
  path: string,
  rows: number,
): { bits: number; largest: number; starts: Uint32Array } {
  const words = fstatSync(fd).size / wordBytes;
  const footer = new Uint32Array(idsFooterWords);
  if (words < idsFooterWords) throw new Failure(`${path} is not an index of ids.`);
  readWhole(fd, Buffer.from(footer.buffer), (words - idsFooterWords) * wordBytes);
  const [magic, format, entries = 0, bits = 0, largest = 0] = footer;
  if (magic !== idsMagic || format !== idsFormat)
    throw new Failure(`${path} is not an index of ids of format ${idsFormat}.`);
  const starts = new Uint32Array(2 ** bits + 1);
  if (entries !== rows || words !== entries * idsEntryWords + starts.length + idsFooterWords) {
    throw new Failure(`${path} does not belong to the ${rows} records beside it.`);
  }
  readWhole(fd, Buffer.from(starts.buffer), entries * entryBytes);
  return { bits, largest, starts };
}

/** Fills the first `length` bytes of `into` from the position; a file that ends before is damaged. */
function readWhole(fd: number, into: Buffer, position: number, length = into.length): void {
  let done = 0;
  while (done < length) {
    const count = readSync(fd, into, done, length - done, position + done);
    if (count === 0) throw new Error('a file of the release is shorter than it says');
    done += count;
  }
}
