/**
 * Encodes records as one row group of a Parquet file, and as GeoParquet 1.1 where they have points: a WKB
 * geometry, and its bounding box as a struct whose statistics let readers skip row groups. It needs nothing of the
 * file, so that threads encode several at once.
 */
import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { type Column, type ColumnType, pointOf, readerOf } from './column.js';
import { recordsIn } from './line-batch.js';

const dayMs = 86_400_000;
/** Columns of prose: their least and greatest values would help nobody. */
const prose = /description/;

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

/** A row group as bytes. */
export interface EncodedRowGroup {
  readonly rows: number;
  readonly bytes: Uint8Array;
  /** Its metadata. Offsets count from `bytes`. */
  readonly group: RowGroup;
  /** Bounds of the points; null without any. */
  readonly bounds: Bounds | null;
}

interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

/** The function that encodes lines of records with these columns. */
export function rowGroupEncoder(columns: readonly Column[]): (lines: Uint8Array) => EncodedRowGroup {
  const schema = schemaOf(columns);
  const readers = columns.map((column) => converted(column.type, readerOf(column)));
  const point = pointOf(columns);
  const read = point && { lat: readerOf(point.lat), long: readerOf(point.long) };
  return (lines) => {
    const values: unknown[][] = columns.map(() => []);
    const points = read === null ? null : new Points();
    let rows = 0;
    for (const record of recordsIn(lines)) {
      const parsed: unknown = JSON.parse(record.toString());
      for (let i = 0; i < readers.length; i++) values[i]?.push(readers[i]?.(parsed));
      if (read !== null) points?.add(read.lat(parsed), read.long(parsed));
      rows += 1;
    }
    const data = columns.map(({ name, type }, i): ColumnSource => {
      return { name, data: values[i] ?? [], statistics: type !== 'json' && !prose.test(name) };
    });
    const columnData = points === null ? data : [...data, ...points.columns()];
    return { rows, ...encoded(schema, columnData, rows), bounds: points?.bounds ?? null };
  };
}

/** Bytes that the format puts before the first row group. */
const magicBytes = 4;

function encoded(schema: SchemaElement[], columnData: ColumnSource[], rows: number) {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema });
  // One page a column: pages have no index that would tell them apart.
  parquet.write({
    columnData: columnData.map((column) => ({ ...column, offsetIndex: false })),
    rowGroupSize: rows,
    pageSize: 0,
  });
  const [group] = parquet.row_groups;
  if (group === undefined) throw new Error('a row group without records');
  return { bytes: writer.getBytes().subarray(magicBytes), group: moved(group, -magicBytes) };
}

/** The metadata of a row group that lies `by` bytes further on. */
export function moved(group: RowGroup, by: number): RowGroup {
  const columns = group.columns.map((chunk) => {
    const { meta_data: data } = chunk;
    if (data === undefined) throw new Error('a column without metadata');
    const dictionary = data.dictionary_page_offset;
    return {
      ...chunk,
      file_offset: chunk.file_offset + BigInt(by),
      meta_data: {
        ...data,
        data_page_offset: data.data_page_offset + BigInt(by),
        ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary + BigInt(by) }),
      },
    };
  });
  return { ...group, columns };
}

/** The points of the records of a row group. */
class Points {
  bounds: Bounds | null = null;
  readonly #geometries: (Uint8Array | null)[] = [];
  readonly #boxes: (Box | null)[] = [];

  add(lat: unknown, long: unknown): void {
    if (typeof lat !== 'number' || typeof long !== 'number') {
      this.#geometries.push(null);
      this.#boxes.push(null);
      return;
    }
    this.#geometries.push(wkbPoint(long, lat));
    this.#boxes.push({ xmin: long, ymin: lat, xmax: long, ymax: lat });
    this.bounds = joined(this.bounds, [long, lat, long, lat]);
  }

  columns(): ColumnSource[] {
    return [
      { name: 'geometry', data: this.#geometries, encoding: 'PLAIN', statistics: false },
      { name: 'bbox', data: this.#boxes, encoding: 'PLAIN' },
    ];
  }
}

/** The least bounds around both; null when both are. */
export function joined(one: Bounds | null, other: Bounds | null): Bounds | null {
  if (one === null || other === null) return one ?? other;
  const [west, south, east, north] = other;
  return [Math.min(one[0], west), Math.min(one[1], south), Math.max(one[2], east), Math.max(one[3], north)];
}

/** The schema of a file with these columns. */
export function schemaOf(columns: readonly Column[]): SchemaElement[] {
  const isPlaced = pointOf(columns) !== null;
  return [
    { name: 'lintel', num_children: columns.length + (isPlaced ? 2 : 0) },
    ...columns.flatMap(elementsOf),
    ...(isPlaced ? geometryElements : []),
  ];
}

/** The elements of a column: one, or the three levels of a list. */
function elementsOf({ name, type }: Column): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
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

const bound = (name: string): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' });
const geometryElements: readonly SchemaElement[] = [
  { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  { name: 'bbox', repetition_type: 'OPTIONAL', num_children: 4 },
  bound('xmin'),
  bound('ymin'),
  bound('xmax'),
  bound('ymax'),
];

/** Values as the writer takes them: dates as days since 1970, which repeat and are kept by their text. */
function converted(type: ColumnType, read: (record: unknown) => unknown): (record: unknown) => unknown {
  if (type === 'integer') {
    return (record) => {
      const value = read(record);
      return typeof value === 'number' ? BigInt(value) : null;
    };
  }
  if (type !== 'date') return read;
  const days = new Map<string, number>();
  return (record) => {
    const value = read(record);
    if (typeof value !== 'string') return null;
    const day = days.get(value) ?? Date.parse(value) / dayMs;
    days.set(value, day);
    return day;
  };
}

/** A point as well-known binary, little-endian. */
function wkbPoint(x: number, y: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(x, 5);
  bytes.writeDoubleLE(y, 13);
  return bytes;
}
