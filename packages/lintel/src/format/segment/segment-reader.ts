/**
 * Reads the rows of one kind: by id through the ids file, by row number through the offsets.
 *
 * Both files and the records are mapped into memory, so no system call is needed to read. A record whose id
 * does not match means a damaged release and fails the request.
 */
import { join } from 'node:path';
import { type Access, MappedFile } from '../../base/mapped-file.js';
import { firstWhere } from '../../base/memory/lower-bound.js';
import { UserError } from '../../base/user-error.js';
import { idsFile, offsetsFile, recordsFile, type SegmentKind } from '../layout.js';
import type { RecordBytes, RecordKind } from '../record.js';
import { isExactKey, recordKey } from '../record-key.js';
import { IdsReader } from './ids-reader.js';
import { OffsetsReader } from './offsets-reader.js';

/** Where the id begins in a record: after `{"id":"`. */
const idAt = 7;

/** The longest record that an ids file can describe; a damaged offset may ask for more. */
const maxRecordBytes = 2 ** 24;

/** A record, and where it begins in the file of its kind. */
interface Found {
  readonly offset: number;
  readonly record: RecordBytes;
}

/** Reads rows of a segment by their number. */
export class RowReader {
  readonly rows: number;
  readonly #lines: MappedFile;
  readonly #offsets: OffsetsReader;

  constructor(directory: string, kind: SegmentKind, access: Access = 'at random') {
    this.#lines = new MappedFile(join(directory, recordsFile(kind)), { access });
    this.#offsets = new OffsetsReader(join(directory, offsetsFile(kind)));
    this.rows = this.#offsets.rows;
    const end = this.#offsets.at(this.rows);
    if (end === this.#lines.bytes) return;
    this.close();
    throw new UserError(`${recordsFile(kind)} has ${this.#lines.bytes} bytes; its offsets end at ${end}.`);
  }

  /** The record of a row. */
  row(row: number): RecordBytes {
    // A line end separates two records.
    const from = this.#offsets.at(row);
    const length = this.#offsets.at(row + 1) - 1 - from;
    if (length > maxRecordBytes) throw new Error(`row ${row} is damaged: it has ${length} bytes`);
    return this.#lines.slice(from, length);
  }

  /** Where the record of a row begins; for the number of rows, where the last line ends. */
  offsetOf(row: number): number {
    return this.#offsets.at(row);
  }

  /** The row whose record begins at `offset`, by binary search. */
  rowAt(offset: number): number {
    return firstWhere(1, this.rows, (row) => this.#offsets.at(row) > offset) - 1;
  }

  /** Bytes of the records from `offset` on. */
  slice(offset: number, length: number): RecordBytes {
    return this.#lines.slice(offset, length);
  }

  close(): void {
    this.#lines.close();
    this.#offsets.close();
  }
}

/** Reads records of a kind by their ids. */
export class SegmentReader {
  readonly rows: RowReader;
  readonly #kind: RecordKind;
  readonly #ids: IdsReader;

  constructor(directory: string, kind: RecordKind, access?: Access) {
    this.#kind = kind;
    this.rows = new RowReader(directory, kind, access);
    const path = join(directory, idsFile(kind));
    try {
      this.#ids = new IdsReader(path);
    } catch (error) {
      this.rows.close();
      throw error;
    }
    if (this.#ids.entries === this.rows.rows) return;
    this.close();
    throw new UserError(`${path} does not belong to the ${this.rows.rows} records beside it.`);
  }

  /** Records of the ids that exist, in the order given. */
  records(ids: readonly string[]): RecordBytes[] {
    const records: RecordBytes[] = [];
    for (const id of ids) {
      const found = this.#find(id);
      if (found !== null) records.push(found.record);
    }
    return records;
  }

  /** The row of an id that exists in the release, else null. */
  rowOf(id: string): number | null {
    const found = this.#find(id);
    return found === null ? null : this.rows.rowAt(found.offset);
  }

  close(): void {
    this.#ids.close();
    this.rows.close();
  }

  #find(id: string): Found | null {
    const key = recordKey(this.#kind, id);
    for (const { offset, length } of key === null ? [] : this.#ids.find(key)) {
      const record = this.rows.slice(offset, length);
      if (record.toString('latin1', idAt, idAt + id.length) === id) return { offset, record };
      if (isExactKey[this.#kind])
        throw new Error(
          `the ${this.#kind} of the release are damaged: another record lies where ${id} should`,
        );
    }
    return null;
  }
}
