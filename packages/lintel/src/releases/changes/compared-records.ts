/** The records of one kind of a release, as a comparison reads them: by row, by id, and with their origins. */
import { firstWhere } from '../../base/memory/lower-bound.js';
import type { RecordBytes, RecordKind } from '../../format/record.js';
import { parseRowOrigin } from '../../format/segment/row-origin.js';
import { RowReader, SegmentReader } from '../../format/segment/segment-reader.js';

/** The most that is compared without giving way. It holds the longest record. */
const blockBytes = 2 ** 24;
/** Sizes of what is compared at once. The last piece is compared again in halves, so it is not larger. */
const firstBytes = 256;
const mostBytes = 65_536;

export class ComparedRecords {
  readonly count: number;
  readonly #records: SegmentReader;
  readonly #origins: RowReader | null;

  constructor(directory: string, kind: RecordKind) {
    this.#records = new SegmentReader(directory, kind, 'in order');
    this.count = this.#records.rows.rows;
    this.#origins = kind === 'permits' ? new RowReader(directory, 'origins') : null;
  }

  bytes(row: number): RecordBytes {
    return this.#records.rows.row(row);
  }

  /** The record of a row, of its kind's wire type. */
  record<T>(row: number): T {
    return JSON.parse(this.bytes(row).toString()) as T;
  }

  /** How many rows from `row` on are, byte by byte, those of `other` from `otherRow` on; at most a block of them. */
  equalRows(row: number, other: ComparedRecords, otherRow: number): number {
    const [rows, otherRows] = [this.#records.rows, other.#records.rows];
    const [from, otherFrom] = [rows.offsetOf(row), otherRows.offsetOf(otherRow)];
    const length = Math.min(
      blockBytes,
      rows.offsetOf(rows.rows) - from,
      otherRows.offsetOf(otherRows.rows) - otherFrom,
    );
    const equal = equalBytes(length, (at, size) =>
      rows.slice(from + at, size).equals(otherRows.slice(otherFrom + at, size)),
    );
    // A record holds no line end, so lines that begin together and are equal end together.
    return firstWhere(row, rows.rows, (each) => rows.offsetOf(each + 1) > from + equal) - row;
  }

  /** The row of an id; null if the release has none. */
  rowOf(id: string): number | null {
    return this.#records.rowOf(id);
  }

  /** Source and row key of a permit; null for records of other kinds. */
  origin(row: number): readonly string[] | null {
    if (this.#origins === null) return null;
    const { source, keys } = parseRowOrigin(this.#origins.row(row).toString());
    return [source, keys[0]];
  }

  close(): void {
    this.#records.close();
    this.#origins?.close();
  }
}

/** How many of `length` bytes are equal from the first on: ever larger pieces, then halves of the one that is not. */
function equalBytes(length: number, isEqual: (at: number, size: number) => boolean): number {
  let [equal, size] = [0, firstBytes];
  while (equal < length && isEqual(equal, Math.min(size, length - equal))) {
    equal = Math.min(equal + size, length);
    size = Math.min(size * 2, mostBytes);
  }
  for (size /= 2; equal < length && size >= 1; size /= 2) {
    const piece = Math.min(size, length - equal);
    if (isEqual(equal, piece)) equal += piece;
  }
  return equal;
}
