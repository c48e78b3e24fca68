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
import { readWhole } from './read-whole.js';
import type { RecordBytes, RecordKind } from './release.js';

const offsetBytes = 8;
/** Rows between the first and the last of a page up to which their offsets are read at once: 32 kB. */
const maxSpan = 4096;

/** Where a record lies in the file of its kind, if it is the one of the id. */
interface Found extends Place {
  readonly id: string;
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

  /** Records of the ids that exist, in the order given; all in one piece of memory. */
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
