/** The records of one kind of a release, as a comparison reads them: by row, by id, and with their origins. */
import type { RecordBytes, RecordKind } from '../../format/record.js';
import { parseRowOrigin } from '../../format/segment/row-origin.js';
import { RowReader, SegmentReader } from '../../format/segment/segment-reader.js';

export class ComparedRecords {
  readonly count: number;
  readonly #records: SegmentReader;
  readonly #origins: RowReader | null;

  constructor(directory: string, kind: RecordKind) {
    this.#records = new SegmentReader(directory, kind);
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
