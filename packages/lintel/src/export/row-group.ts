/**
 * Encodes records as one row group of a Parquet file, and as GeoParquet 1.1 where they have points: a WKB
 * geometry, and its bounding box as a struct whose statistics let readers skip row groups. It needs nothing of the
 * file, so that threads encode several at once.
 */
import type { RowGroup, SchemaElement } from 'hyparquet';
import { type Column, pointOf, readerOf } from './column.js';
import { ColumnChunk, type EncodedChunk, type Leaf } from './column-chunk.js';
import { recordsIn } from './line-batch.js';
import { recordScanner } from './record-scanner.js';

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

/** The function that encodes lines of records with these columns. */
export function rowGroupEncoder(columns: readonly Column[]): (lines: Uint8Array) => EncodedRowGroup {
  const chunks = columns.map((column) => leavesOf(column).map((leaf) => new ColumnChunk(leaf)));
  const chunkOf = (column: number) => {
    const chunk = chunks[column]?.[0];
    if (chunk === undefined) throw new Error(`there is no column ${column}`);
    return chunk;
  };
  let row = 0;
  const scan = recordScanner(columns, {
    value: (column, bytes, from, to, isFurther) => {
      const fields = columns[column]?.fields;
      if (fields === undefined) chunkOf(column).put(row, bytes, from, to, isFurther);
      else putObjects(chunks[column] ?? [], fields, row, bytes.toString('utf8', from, to));
    },
    emptyList: (column) => chunkOf(column).putMissing(row, false),
  });
  const point = pointOf(columns);
  const chunkNamed = (column: Column) => chunkOf(columns.indexOf(column));
  return (lines) => {
    row = 0;
    for (const record of recordsIn(lines)) {
      scan(record);
      row += 1;
    }
    const points =
      point && pointsOf(chunkNamed(point.lat).numbers(row), chunkNamed(point.long).numbers(row), row);
    const encoded = chunks.map((leaves) => leaves.map((chunk) => chunk.take(row)));
    if (point !== null && points !== null) {
      encoded.push([points.geometry]);
      for (const [name, column] of [
        ['xmin', point.long],
        ['ymin', point.lat],
        ['xmax', point.long],
        ['ymax', point.lat],
      ] as const) {
        const of = encoded[columns.indexOf(column)]?.[0];
        // A bound of a point is its coordinate, and so are its pages.
        if (of !== undefined)
          encoded.push([{ ...of, metadata: { ...of.metadata, path_in_schema: ['bbox', name] } }]);
      }
    }
    return { rows: row, ...joinedChunks(encoded.flat(), row), bounds: points?.bounds ?? null };
  };
}

/** Gives the chunk of each field its values of a list of objects, which is rare enough to be parsed. */
function putObjects(
  chunks: readonly ColumnChunk[],
  fields: readonly Column[],
  row: number,
  json: string,
): void {
  for (const [index, object] of (JSON.parse(json) as unknown[]).entries()) {
    for (const [field, column] of fields.entries()) {
      const value = readerOf(column)(object);
      const bytes = Buffer.from(String(value));
      if (value === null) chunks[field]?.putMissing(row, index > 0);
      else chunks[field]?.put(row, bytes, 0, bytes.length, index > 0);
    }
  }
}

/** The chunks one after the other. */
function joinedChunks(
  chunks: readonly EncodedChunk[],
  rows: number,
): Pick<EncodedRowGroup, 'bytes' | 'group'> {
  const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes));
  let at = 0;
  let unpacked = 0n;
  const columns = chunks.map((chunk) => {
    const column = { file_offset: 0n, meta_data: chunk.metadata };
    const placed = movedChunk(column, at);
    at += chunk.bytes.length;
    unpacked += chunk.metadata.total_uncompressed_size;
    return placed;
  });
  const group: RowGroup = {
    columns,
    total_byte_size: unpacked,
    total_compressed_size: BigInt(bytes.length),
    num_rows: BigInt(rows),
  };
  return { bytes, group };
}

/** The metadata of a row group that lies `by` bytes further on. */
export function moved(group: RowGroup, by: number): RowGroup {
  return { ...group, columns: group.columns.map((chunk) => movedChunk(chunk, by)) };
}

function movedChunk(chunk: RowGroup['columns'][number], by: number): RowGroup['columns'][number] {
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
}

/** The points of so many rows: each as a geometry, and the bounds of all. */
function pointsOf(
  lats: Float64Array,
  longs: Float64Array,
  rows: number,
): { readonly geometry: EncodedChunk; readonly bounds: Bounds | null } {
  const chunk = new ColumnChunk({
    path: ['geometry'],
    element: geometryElement,
    depth: 1,
    hasBounds: false,
  });
  let bounds: Bounds | null = null;
  for (const [row, lat] of lats.entries()) {
    const long = longs[row] ?? Number.NaN;
    if (Number.isNaN(lat) !== Number.isNaN(long)) throw new Error('a record has half a point');
    if (Number.isNaN(lat)) continue;
    const geometry = wkbPoint(long, lat);
    chunk.put(row, geometry, 0, geometry.length, false);
    bounds = joined(bounds, [long, lat, long, lat]);
  }
  return { geometry: chunk.take(rows), bounds };
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

/** The elements of a column: one, or the three levels of a list and the fields of its objects. */
function elementsOf({ name, type, fields }: Column): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  if (fields !== undefined) {
    return [
      ...listElements(name),
      { name: 'element', repetition_type: 'REQUIRED', num_children: fields.length },
      ...fields.flatMap(elementsOf),
    ];
  }
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
        ...listElements(name),
        { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      ];
  }
}

const listElements = (name: string): readonly SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
];

/** The leaves that hold the values of a column: the last of its elements, or one for each field. */
function leavesOf(column: Column): Leaf[] {
  const elements = elementsOf(column);
  const { fields } = column;
  const leaves = elements.slice(-(fields?.length ?? 1));
  const above = elements.slice(0, -leaves.length).map(({ name }) => name);
  return leaves.map((element) => ({
    path: [...above, element.name],
    element,
    depth: fields !== undefined ? 3 : column.type === 'texts' ? 2 : 1,
    hasBounds: column.type !== 'json' && !prose.test(column.name),
  }));
}

const bound = (name: string): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' });
const geometryElement: SchemaElement = { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' };
const geometryElements: readonly SchemaElement[] = [
  geometryElement,
  { name: 'bbox', repetition_type: 'OPTIONAL', num_children: 4 },
  ...['xmin', 'ymin', 'xmax', 'ymax'].map(bound),
];

/** A point as well-known binary, little-endian. */
function wkbPoint(x: number, y: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(x, 5);
  bytes.writeDoubleLE(y, 13);
  return bytes;
}
