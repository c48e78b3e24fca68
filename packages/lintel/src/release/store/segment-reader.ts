/**
 * Reads the rows of one kind: by id through the ids file, by row number through the offsets.
 *
 * An id costs one look-up in the ids file and one read of the record. A record that is not the one of its id is a
 * damaged release and fails the request.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.js';
import { idsFile, offsetsFile, recordsFile, type SegmentKind } from '../layout.js';
import { isExactKey, recordKey } from '../record-key.js';
import { IdsReader, type Place } from './ids-reader.js';
import { PageMemory } from './page-memory.js';
import { readWhole } from './read-whole.js';
import type { RecordBytes, RecordKind } from './release.js';

const offsetBytes = 8;
/** Rows whose offsets are read at once at most, 32 kB; and at most between one row of a page and the next, 8 kB. */
const maxSpanRows = 4096;
const maxGapRows = 1024;
/** Bytes between two records up to which both are read at once: copying them costs less than another read. */
const maxGapBytes = 6000;

/** Where a record lies in the file of its kind, if it is the one of the id. */
interface Found extends Place {
  readonly id: string;
}

/** Records that are read at once. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

function runsOf(places: readonly Place[]): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < places.length; ) {
    const { offset: from = 0, length = 0 } = places[i] ?? {};
    let to = from + length;
    let end = i + 1;
    for (; end < places.length; end++) {
      const { offset = 0, length: more = 0 } = places[end] ?? {};
      if (offset - to > maxGapBytes) break;
      to = offset + more;
    }
    runs.push({ from, to, count: end - i });
    i = end;
  }
  return runs;
}

/** Reads rows of a segment by their number. */
export class RowReader {
  readonly rows: number;
  readonly #lines: number;
  readonly #offsets: number;
  readonly #pair = Buffer.alloc(offsetBytes * 2);
  readonly #page = new PageMemory();
  readonly #span = Buffer.allocUnsafeSlow((maxSpanRows + 2) * offsetBytes);

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

  /** The records of ascending rows, in memory that the next page is read into as well. */
  page(rows: readonly number[]): RecordBytes[] {
    const places = this.#placesOf(rows);
    const runs = runsOf(places);
    const memory = this.#page.take(runs.reduce((sum, { from, to }) => sum + to - from, 0));
    const records: RecordBytes[] = [];
    let filled = 0;
    let next = 0;
    for (const { from, to, count } of runs) {
      const run = memory.subarray(filled, filled + to - from);
      readWhole(this.#lines, run, from);
      filled += run.length;
      for (const { offset, length } of places.slice(next, next + count)) {
        records.push(run.subarray(offset - from, offset - from + length));
      }
      next += count;
    }
    return records;
  }

  /** The records of rows in any order; otherwise as `page`. */
  pageInAnyOrder(rows: readonly number[]): RecordBytes[] {
    const ascending = [...rows].sort((a, b) => a - b);
    const records = this.page(ascending);
    const byRow = new Map(ascending.map((row, i) => [row, records[i]]));
    return rows.flatMap((row) => byRow.get(row) ?? []);
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
      readWhole(this.#offsets, this.#pair, middle * offsetBytes, offsetBytes);
      if (this.#pair.readUIntLE(0, 6) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where the records of ascending rows lie. The offsets of rows that are near each other are read at once. */
  #placesOf(rows: readonly number[]): Place[] {
    const places: Place[] = [];
    for (let i = 0; i < rows.length; ) {
      const first = rows[i] ?? 0;
      let last = first;
      let end = i + 1;
      for (; end < rows.length; end++) {
        const row = rows[end] ?? 0;
        if (row - last > maxGapRows || row - first > maxSpanRows) break;
        last = row;
      }
      if (!(first >= 0 && last < this.rows)) throw new Error(`no row ${last} of ${this.rows}`);
      readWhole(this.#offsets, this.#span, first * offsetBytes, (last - first + 2) * offsetBytes);
      for (; i < end; i++) {
        const at = ((rows[i] ?? 0) - first) * offsetBytes;
        const offset = this.#span.readUIntLE(at, 6);
        places.push({ offset, length: this.#span.readUIntLE(at + offsetBytes, 6) - offset - 1 });
      }
    }
    return places;
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
  readonly #ids: IdsReader;

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
      const row = this.rows.rowAt(offset);
      if (this.#isRecordOf(this.rows.row(row), id)) return row;
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

/** Where the id begins in a record: behind `{"id":"`. */
const idAt = 7;
