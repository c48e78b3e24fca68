/**
 * Reads the rows of one kind: by id through the ids file, by row number through the offsets.
 *
 * An id costs one look-up in the ids file and one read of the record. A record that is not the one of its id is a
 * damaged release and fails the request.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.js';
import { idsFile, offsetsFile, recordsFile, type SegmentKind } from '../layout.js';
import { isExactKey, recordKey } from '../record-key.js';
import { IdsReader, type Place } from './ids-reader.js';
import { OffsetsReader } from './offsets-reader.js';
import { PageMemory } from './page-memory.js';
import { readWhole } from './read-whole.js';
import type { RecordBytes, RecordKind } from './release.js';

/** Bytes between two records up to which both are read at once: copying them costs less than another read. */
const maxGapBytes = 6000;

/** Where the id begins in a record: behind `{"id":"`; and bytes that end behind the longest id. */
const idAt = 7;
const maxHeadBytes = 64;

/** Where a record lies in the file of its kind, if it is the one of the id. */
interface Found extends Place {
  readonly id: string;
}

/** Records that are read at once: bytes from `from` to `to`, up to the one of the page with the number `end`. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** Reads rows of a segment by their number. */
export class RowReader {
  readonly rows: number;
  readonly #lines: number;
  readonly #offsets: OffsetsReader;
  readonly #page = new PageMemory();

  constructor(directory: string, kind: SegmentKind) {
    this.#lines = openSync(join(directory, recordsFile(kind)), 'r');
    this.#offsets = new OffsetsReader(join(directory, offsetsFile(kind)));
    this.rows = this.#offsets.rows;
  }

  /** The record of a row. */
  row(row: number): RecordBytes {
    const record = Buffer.allocUnsafe(this.#endOf(row) - this.#offsets.at(row));
    readWhole(this.#lines, record, this.#offsets.at(row));
    return record;
  }

  /** The records of ascending rows, in memory that the next page is read into as well. */
  page(rows: ArrayLike<number>): RecordBytes[] {
    const places = this.#placesOf(rows);
    const runs = runsOf(places);
    const memory = this.#page.take(runs.reduce((sum, { from, to }) => sum + to - from, 0));
    const records: RecordBytes[] = [];
    let filled = 0;
    for (const { from, to, end } of runs) {
      readWhole(this.#lines, memory, from, to - from, filled);
      for (let i = records.length; i < end; i++) {
        const at = filled - from;
        records.push(memory.subarray(at + (places[i * 2] ?? 0), at + (places[i * 2 + 1] ?? 0)));
      }
      filled += to - from;
    }
    return records;
  }

  /** The records of rows in any order; otherwise as `page`. */
  pageInAnyOrder(rows: ArrayLike<number>): RecordBytes[] {
    // A row and its number in the order given as one number, sorted without a function that compares.
    const numbered = Float64Array.from(rows, (row, i) => row * rows.length + i).sort();
    const records = this.page(numbered.map((each) => Math.floor(each / rows.length)));
    const ordered: RecordBytes[] = [...records];
    for (const [i, record] of records.entries()) ordered[(numbered[i] ?? 0) % rows.length] = record;
    return ordered;
  }

  /** Memory for a page of these records, which the next one overwrites. */
  memory(bytes: number): Buffer {
    return this.#page.take(bytes);
  }

  /** The row whose record begins at `offset`, found by halving. */
  rowAt(offset: number): number {
    let low = 0;
    let high = this.rows;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#offsets.at(middle) <= offset) low = middle;
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
    this.#offsets.close();
  }

  /** Where the record of a row ends; a line end stands there. */
  #endOf(row: number): number {
    return this.#offsets.at(row + 1) - 1;
  }

  /** Where the record of each row begins and ends, two numbers a row. */
  #placesOf(rows: ArrayLike<number>): Float64Array {
    const places = new Float64Array(rows.length * 2);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      places[i * 2] = this.#offsets.at(row);
      places[i * 2 + 1] = this.#endOf(row);
    }
    return places;
  }
}

/** The stretches in which records are read that lie at these places, ascending: those near each other in one. */
function runsOf(places: Float64Array): Run[] {
  const runs: Run[] = [];
  for (let end = 0; end * 2 < places.length; ) {
    const from = places[end * 2] ?? 0;
    let to = from;
    for (; end * 2 < places.length; end++) {
      if ((places[end * 2] ?? 0) - to > maxGapBytes) break;
      to = places[end * 2 + 1] ?? 0;
    }
    runs.push({ from, to, end });
  }
  return runs;
}

/** Reads records of a kind by their ids. */
export class SegmentReader {
  readonly rows: RowReader;
  readonly #kind: RecordKind;
  readonly #ids: IdsReader;
  /** The beginning of a record, up to the end of its id. */
  readonly #head = Buffer.alloc(maxHeadBytes);

  /** `heldBytes` bounds the ids that may be held in memory. */
  constructor(directory: string, kind: RecordKind, heldBytes?: number) {
    this.#kind = kind;
    this.rows = new RowReader(directory, kind);
    const path = join(directory, idsFile(kind));
    try {
      this.#ids = new IdsReader(path, heldBytes);
    } catch (error) {
      this.rows.close();
      throw error;
    }
    if (this.#ids.entries === this.rows.rows) return;
    this.close();
    throw new Failure(`${path} does not belong to the ${this.rows.rows} records beside it.`);
  }

  /** Records of the ids that exist, in the order given; several of them in memory that the next page is read into as well. */
  records(ids: readonly string[]): RecordBytes[] {
    const found: Found[] = [];
    let bytes = 0;
    for (const id of ids) {
      const key = recordKey(this.#kind, id);
      if (key === null) continue;
      for (const { offset, length } of this.#ids.find(key)) {
        found.push({ id, offset, length });
        bytes += length;
      }
    }
    // A single record is kept for longer than a page, until it is sent.
    const page = found.length > 1 ? this.rows.memory(bytes) : Buffer.allocUnsafe(bytes);
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
    for (const { offset } of key === null ? [] : this.#ids.find(key)) {
      const head = this.#head.subarray(0, idAt + id.length);
      this.rows.read(head, offset);
      if (this.#isRecordOf(head, id)) return this.rows.rowAt(offset);
    }
    return null;
  }

  close(): void {
    this.#ids.close();
    this.rows.close();
  }

  /** Whether the record found under an id's key is the one of the id. Every record begins with its id. */
  #isRecordOf(record: Buffer, id: string): boolean {
    if (record.toString('latin1', idAt, idAt + id.length) === id) return true;
    if (!isExactKey[this.#kind]) return false;
    throw new Error(`the ${this.#kind} of the release are damaged: another record lies where ${id} should`);
  }
}
