/**
 * Reads the rows of one kind: by id with two short reads of the ids file and the record, by row number with two reads
 * of the offsets and the record. Nothing is held in memory but the directory of the ids file (2 MB at 10 million).
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

/** Where a record lies in the file of its kind. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Reads rows of a segment by their number. */
export class RowReader {
  readonly rows: number;
  readonly #lines: number;
  readonly #offsets: number;
  readonly #pair = Buffer.alloc(offsetBytes * 2);

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
  readonly #bits: number;
  /** Holds one bucket of entries. */
  readonly #bucket: Uint32Array;
  readonly #bucketBytes: Buffer;

  constructor(directory: string, kind: RecordKind) {
    this.#kind = kind;
    this.rows = new RowReader(directory, kind);
    const path = join(directory, idsFile(kind));
    this.#ids = openSync(path, 'r');
    try {
      const { bits, largest, starts } = readDirectory(this.#ids, path, this.rows.rows);
      this.#bits = bits;
      this.#directory = starts;
      this.#bucket = new Uint32Array(largest * idsEntryWords);
      this.#bucketBytes = Buffer.from(this.#bucket.buffer);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Records of the ids that exist, in the order given; all in one piece of memory. */
  records(ids: readonly string[]): RecordBytes[] {
    const found: { id: string; place: Place }[] = [];
    let bytes = 0;
    for (const id of ids) {
      const key = recordKey(this.#kind, id);
      if (key === null) continue;
      for (const place of this.#places(key)) {
        found.push({ id, place });
        bytes += place.length;
      }
    }
    const page = Buffer.allocUnsafe(bytes);
    const records: RecordBytes[] = [];
    let at = 0;
    for (const { id, place } of found) {
      const record = page.subarray(at, at + place.length);
      at += place.length;
      this.rows.read(record, place.offset);
      if (this.#isRecordOf(record, id)) records.push(record);
    }
    return records;
  }

  close(): void {
    closeSync(this.#ids);
    this.rows.close();
  }

  /** Where records with this key lie: one, hardly ever more. */
  #places(key: RecordKey): Place[] {
    const bucket = Math.floor(key.high / 2 ** (32 - this.#bits));
    const first = this.#directory[bucket] ?? 0;
    const count = (this.#directory[bucket + 1] ?? 0) - first;
    if (count === 0) return [];
    readWhole(this.#ids, this.#bucketBytes, first * entryBytes, count * entryBytes);
    const places: Place[] = [];
    for (let i = 0; i < count * idsEntryWords; i += idsEntryWords) {
      if (this.#bucket[i] !== key.high || this.#bucket[i + 1] !== key.low) continue;
      const packed = this.#bucket[i + 3] ?? 0;
      places.push({ offset: (this.#bucket[i + 2] ?? 0) + (packed & 0xff) * 2 ** 32, length: packed >>> 8 });
    }
    return places;
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
