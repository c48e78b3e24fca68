/**
 * Rows of a Parquet file, a row group or a part of one at a time.
 *
 * Dates become `YYYY-MM-DD`, times ISO 8601 (with `Z` only for columns of instants), large integers text, and
 * geometries GeoJSON; null is left out. An invalid Parquet file fails with what is wrong.
 */

import {
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { messageOf, UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { fitColumns } from './columns.js';
import type { FileListener, ReadItem, ReadItems } from './read-item.js';
import { refuseBomb, refuseRecords } from './unpack-limits.js';

/** Rows that are unpacked at once: larger row groups are read in parts. */
const partRows = 50_000;
/** Rows of a batch. */
const batchRows = 1000;

/** Reads the rows of a Parquet file; `name` names it in errors. */
export async function* parquetRows(
  path: string,
  source: CatalogSource,
  name: string,
  listener: FileListener = {},
): ReadItems {
  const broken = (error: unknown) =>
    new UserError(`${name} is not a whole Parquet file: ${messageOf(error)}`, { cause: error });
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw broken(error);
  });
  const columns = metadata.schema.slice(1).filter((element) => isTopLevel(metadata, element.name));
  const names = [...new Set(columns.map((column) => column.name))];
  const records = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  refuseRecords(name, file.byteLength, records, columns.length);
  const spelling = fitColumns(source, names, name);
  listener.onColumns?.(names.map((column) => spelling.get(column) ?? column));
  const local = localTimes(metadata);
  let line = 0;
  for (const [rowStart, rowEnd] of parts(metadata)) {
    const options = { file, metadata, rowStart, rowEnd, compressors: boundedCompressors(name), parsers };
    const rows = await parquetReadObjects(options).catch((error: unknown) => {
      throw error instanceof UserError ? error : broken(error);
    });
    for (let at = 0; at < rows.length; at += batchRows) {
      yield rows.slice(at, at + batchRows).map((row): ReadItem => {
        line += 1;
        return { row: plainRow(row, spelling, local), line };
      });
    }
  }
}

/** What unpacks pages; it refuses one that unpacks to far more than it is. */
function boundedCompressors(name: string): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([codec, unpack]) => [
      codec,
      (input: Uint8Array, unpacked: number) => {
        refuseBomb(name, input.length, unpacked);
        return unpack(input, unpacked);
      },
    ]),
  );
}

/** Ranges of rows: each row group, in parts where it is large. */
function* parts({ row_groups }: FileMetaData): Generator<[number, number]> {
  let start = 0;
  for (const { num_rows } of row_groups) {
    const end = start + Number(num_rows);
    for (; start < end; start = Math.min(start + partRows, end))
      yield [start, Math.min(start + partRows, end)];
  }
}

function isTopLevel({ row_groups }: FileMetaData, name: string): boolean {
  const paths = row_groups[0]?.columns.map((column) => column.meta_data?.path_in_schema[0]) ?? [];
  return paths.includes(name) || row_groups.length === 0;
}

/** Columns of local times, not instants. */
function localTimes({ schema }: FileMetaData): ReadonlySet<string> {
  const isLocal = ({ logical_type }: FileMetaData['schema'][number]) =>
    logical_type?.type === 'TIMESTAMP' && !logical_type.isAdjustedToUTC;
  return new Set(schema.filter(isLocal).map(({ name }) => name));
}

const parsers = {
  dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
};

function plainRow(
  row: Readonly<Record<string, unknown>>,
  spelling: ReadonlyMap<string, string>,
  local: ReadonlySet<string>,
): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === null || value === undefined || value === '') continue;
    const sent = plainValue(value);
    plain[spelling.get(column) ?? column] =
      local.has(column) && typeof sent === 'string' ? sent.replace(/Z$/, '') : sent;
  }
  return plain;
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
}
