/**
 * CSV (RFC 4180), NDJSON and GeoJSON (RFC 7946): line-based formats, each line made from one record alone.
 */
import { spreadsheetText } from '@lintel/contract/plain';
import type { RecordBytes } from '../format/record.js';
import { type Column, pointOf, readerOf } from './column.js';
import { LineBatch } from './line-batch.js';
import type { ByteSink, TableWriter } from './table-writer.js';

/** Bytes or characters that are buffered before they are written. */
const batchBytes = 1 << 16;

/** The lines of a text format. */
export interface Lines {
  readonly head: string;
  /** The text of a record with its line end; `isFirst` for the first one in a file. */
  line(record: RecordBytes, isFirst: boolean): string;
  readonly foot: string;
}

/** A writer of one of the text formats. */
export function textWriter(
  format: 'csv' | 'ndjson' | 'geojson',
  columns: readonly Column[],
  sink: ByteSink,
  isForSpreadsheets = false,
): TableWriter {
  if (format === 'ndjson') return new RecordWriter(sink);
  return linesWriter(format === 'csv' ? csvLines(columns, isForSpreadsheets) : geoJsonLines(columns), sink);
}

/** NDJSON: records as they are served, one per line, copied as bytes. */
class RecordWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #batch = new LineBatch();

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  add(record: RecordBytes): Promise<void> | void {
    this.#batch.add(record);
    if (this.#batch.bytes >= batchBytes) return this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#sink.end();
  }

  close(): void {
    this.#sink.destroy();
  }

  #flush(): Promise<void> | void {
    if (!this.#sink.write(this.#batch.take())) return this.#sink.drained();
  }
}

/** A writer of lines, in batches. */
export const linesWriter = (lines: Lines, sink: ByteSink): TableWriter => new TextWriter(lines, sink);

class TextWriter implements TableWriter {
  readonly #lines: Lines;
  readonly #sink: ByteSink;
  #batch: string;
  #isFirst = true;

  constructor(lines: Lines, sink: ByteSink) {
    this.#lines = lines;
    this.#sink = sink;
    this.#batch = lines.head;
  }

  add(record: RecordBytes): Promise<void> | void {
    this.#batch += this.#lines.line(record, this.#isFirst);
    this.#isFirst = false;
    if (this.#batch.length >= batchBytes) return this.#flush();
  }

  async finish(): Promise<void> {
    this.#batch += this.#lines.foot;
    await this.#flush();
    await this.#sink.end();
  }

  close(): void {
    this.#sink.destroy();
  }

  #flush(): Promise<void> | void {
    const isReady = this.#sink.write(this.#batch);
    this.#batch = '';
    if (!isReady) return this.#sink.drained();
  }
}

/**
 * Lists of texts are joined by semicolons; unknown values are empty. For spreadsheets no text is left that they would
 * run as a formula.
 */
export function csvLines(columns: readonly Column[], isForSpreadsheets = false): Lines {
  const readers = columns.map(readerOf);
  const toText = isForSpreadsheets ? spreadsheetText : asItIs;
  return {
    head: csvRow(columns.map(({ name }) => name)),
    line: (record) => {
      const parsed: unknown = JSON.parse(record.toString());
      return csvRow(
        readers.map((read) => read(parsed)),
        toText,
      );
    },
    foot: '',
  };
}

/** A row of CSV with its line end. Lists of texts are joined by semicolons; unknown values are empty. */
export function csvRow(values: readonly unknown[], toText = asItIs): string {
  return `${values.map((value) => csvCell(value, toText)).join(',')}\r\n`;
}

function asItIs(text: string): string {
  return text;
}

function csvCell(value: unknown, toText: (text: string) => string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = toText(typeof value === 'string' ? value : listOrJson(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function listOrJson(value: unknown): string {
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isTexts ? value.join(';') : JSON.stringify(value);
}

/** One feature per record, with its id and its columns as properties; without a point its geometry is null. */
function geoJsonLines(columns: readonly Column[]): Lines {
  const point = pointOf(columns);
  const properties = columns
    .filter((column) => column !== point?.lat && column !== point?.long)
    .map((column) => ({ name: column.name, read: readerOf(column) }));
  const id = columns.find(({ name }) => name === 'id' || name === 'geo_id');
  const readId = id && readerOf(id);
  const read = point && { lat: readerOf(point.lat), long: readerOf(point.long) };
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    line: (record, isFirst) => {
      const parsed: unknown = JSON.parse(record.toString());
      const [lat, long] = [read?.lat(parsed), read?.long(parsed)];
      const isKnown = typeof lat === 'number' && typeof long === 'number';
      const feature = {
        type: 'Feature',
        ...(readId && { id: readId(parsed) }),
        geometry: isKnown ? { type: 'Point', coordinates: [long, lat] } : null,
        properties: Object.fromEntries(properties.map(({ name, read: value }) => [name, value(parsed)])),
      };
      return `${isFirst ? '' : ',\n'}${JSON.stringify(feature)}`;
    },
    foot: '\n]}\n',
  };
}
