/**
 * Parquet, and GeoParquet 1.1 where records have points: a WKB geometry, its bounding box as a struct whose
 * statistics let readers skip row groups, and the metadata of the specification
 * (https://geoparquet.org/releases/v1.1.0).
 */
import type { SchemaElement } from 'hyparquet';
import { ParquetWriter, type Writer } from 'hyparquet-writer';
import type { RecordBytes } from '../format/record.js';
import { type Column, type ColumnType, pointOf, readerOf } from './columns.js';
import type { TableWriter } from './table-writer.js';

/** Rows of a row group at most: small enough for 50 columns of them to fit in memory a few times. */
export const rowGroupRows = 32_768;

interface OpenColumn {
  readonly name: string;
  readonly read: (record: unknown) => unknown;
  values: unknown[];
}

interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

/** A Parquet file that grows by a row group whenever enough records were added, or `flush` is called. */
export class ParquetTable implements TableWriter {
  /** Records that are not written yet. */
  pending = 0;
  rows = 0;
  /** West, south, east, north of all points; null without any. */
  box: [number, number, number, number] | null = null;
  readonly #columns: readonly OpenColumn[];
  readonly #point: { readonly lat: (r: unknown) => unknown; readonly long: (r: unknown) => unknown } | null;
  readonly #parquet: ParquetWriter;
  readonly #metadata: { key: string; value: string }[] = [];
  #geometries: (Uint8Array | null)[] = [];
  #boxes: (Box | null)[] = [];

  constructor(columns: readonly Column[], file: Writer) {
    const point = pointOf(columns);
    this.#point = point && { lat: readerOf(point.lat), long: readerOf(point.long) };
    this.#columns = columns.map((column) => ({
      name: column.name,
      read: converted(column.type, readerOf(column)),
      values: [],
    }));
    const schema = [
      { name: 'lintel', num_children: columns.length + (point === null ? 0 : 2) },
      ...columns.flatMap(elementsOf),
      ...(point === null ? [] : geometryElements),
    ] as SchemaElement[];
    // The bounds of the points are known when the file is finished; the writer reads the list then.
    this.#parquet = new ParquetWriter({
      writer: file,
      schema,
      kvMetadata: this.#metadata,
      createdBy: 'lintel',
    });
  }

  add(record: RecordBytes): Promise<void> | void {
    return this.addParsed(JSON.parse(record.toString()));
  }

  addParsed(parsed: unknown): Promise<void> | void {
    for (const column of this.#columns) column.values.push(column.read(parsed));
    if (this.#point !== null) this.#addPoint(this.#point.lat(parsed), this.#point.long(parsed));
    this.rows += 1;
    this.pending += 1;
    if (this.pending >= rowGroupRows) return this.flush();
  }

  /** Writes the added records as a row group. */
  async flush(): Promise<void> {
    if (this.pending === 0) return;
    const columnData = this.#columns.map(({ name, values }) => ({ name, data: values }));
    if (this.#point !== null) {
      columnData.push({ name: 'geometry', data: this.#geometries }, { name: 'bbox', data: this.#boxes });
    }
    await this.#parquet.write({ columnData, rowGroupSize: this.pending });
    for (const column of this.#columns) column.values = [];
    this.#geometries = [];
    this.#boxes = [];
    this.pending = 0;
  }

  async finish(): Promise<void> {
    await this.flush();
    if (this.#point !== null)
      this.#metadata.push({ key: 'geo', value: JSON.stringify(geoMetadata(this.box)) });
    await this.#parquet.finish();
  }

  close(): void {
    // The file writer holds no descriptor between two flushes.
  }

  #addPoint(lat: unknown, long: unknown): void {
    if (typeof lat !== 'number' || typeof long !== 'number') {
      this.#geometries.push(null);
      this.#boxes.push(null);
      return;
    }
    this.#geometries.push(wkbPoint(long, lat));
    this.#boxes.push({ xmin: long, ymin: lat, xmax: long, ymax: lat });
    const [west, south, east, north] = this.box ?? [long, lat, long, lat];
    this.box = [Math.min(west, long), Math.min(south, lat), Math.max(east, long), Math.max(north, lat)];
  }
}

/** The elements of a column: one, or the three levels of a list. */
function elementsOf({ name, type }: Column): object[] {
  const optional = { name, repetition_type: 'OPTIONAL' };
  switch (type) {
    case 'text':
      return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
    case 'json':
      return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'JSON' }];
    case 'date':
      return [{ ...optional, type: 'INT32', converted_type: 'DATE' }];
    case 'integer':
      return [{ ...optional, type: 'INT64' }];
    case 'number':
      return [{ ...optional, type: 'DOUBLE' }];
    case 'boolean':
      return [{ ...optional, type: 'BOOLEAN' }];
    case 'texts':
      return [
        { ...optional, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      ];
  }
}

const bound = (name: string) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' });
const geometryElements: readonly object[] = [
  { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  { name: 'bbox', repetition_type: 'OPTIONAL', num_children: 4 },
  bound('xmin'),
  bound('ymin'),
  bound('xmax'),
  bound('ymax'),
];

/** Values as the writer takes them. */
function converted(type: ColumnType, read: (record: unknown) => unknown): (record: unknown) => unknown {
  if (type === 'integer') {
    return (record) => {
      const value = read(record);
      return typeof value === 'number' ? BigInt(value) : null;
    };
  }
  if (type !== 'date') return read;
  return (record) => {
    const value = read(record);
    return typeof value === 'string' ? new Date(Date.parse(value)) : null;
  };
}

/** A point as well-known binary, little-endian. */
function wkbPoint(x: number, y: number): Uint8Array {
  const bytes = Buffer.alloc(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(x, 5);
  bytes.writeDoubleLE(y, 13);
  return bytes;
}

/** The `geo` metadata of GeoParquet 1.1. Without `crs` coordinates are longitude and latitude on WGS 84. */
function geoMetadata(box: readonly number[] | null): object {
  const corner = (name: string) => ['bbox', name];
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        ...(box === null ? {} : { bbox: box }),
        covering: {
          bbox: { xmin: corner('xmin'), ymin: corner('ymin'), xmax: corner('xmax'), ymax: corner('ymax') },
        },
      },
    },
  };
}
