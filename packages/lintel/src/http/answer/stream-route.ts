/**
 * A route whose answer is a stream of records: all of a kind, or all that a search finds. It names the export in a
 * cursor, so that a stream that broke is resumed on the same release and is not charged again.
 */

import { createHash, randomBytes } from 'node:crypto';
import {
  decodeCursor,
  type Endpoint,
  encodeCursor,
  type QueryOf,
  queryScope,
  type RawParameters,
} from '@lintel/contract';
import type { FastifyRequest } from 'fastify';
import type { Awaitable } from '../../base/awaitable.js';
import type { Column } from '../../export/column.js';
import { columnsOf } from '../../export/columns.js';
import type { ExportKind } from '../../export/kinds.js';
import { ParquetStream } from '../../export/parquet-writer.js';
import { PeopleTable } from '../../export/people-table.js';
import { csvLines } from '../../export/text-writer.js';
import type { RecordBytes, SearchPage } from '../../format/record.js';
import type { Caller, LinkCaller } from '../../ledger/ledger.js';
import type { ServedRelease } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { ignoredHeader } from '../request/headers.js';
import { cursorError } from '../request/http-error.js';
import { streamPieceBytes } from '../request/limits.js';
import { publishedRelease } from './published-release.js';
import { fieldFilter, readQuery } from './route.js';

/** One page of the records of an export, from a position on. */
type FindRecords = (release: ServedRelease, from: number, size: number) => Awaitable<SearchPage>;

/** What finds the records that a query with filters is for. */
export type StreamHandler<E extends Endpoint> = (query: QueryOf<E>) => FindRecords;

/** A stream of records before its first byte. */
export interface PreparedStream {
  readonly releaseId: string;
  /** Names the export for its account. */
  readonly exportId: string;
  /** The export as the caller names it. */
  readonly cursor: string;
  /** Records to leave out. */
  readonly offset: number;
  readonly find: FindRecords;
  /** Whether the position of a record is its number in the export. */
  readonly isWhole: boolean;
  readonly contentType: string;
  /** Whether the bytes are compressed already. */
  readonly isPacked: boolean;
  /** What precedes the first record. */
  head(): Buffer;
  /** Looks up what the bytes of records need beside them. */
  prepare(records: readonly RecordBytes[], release: ServedRelease): Awaitable<void>;
  /** Bytes of records that make a part, beside the last of a chunk. */
  readonly partBytes: number;
  /** The bytes of records that were prepared. */
  bytes(records: readonly RecordBytes[]): Awaitable<Buffer>;
  /** What follows the last record. */
  foot(): Awaitable<Buffer>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StreamRoute {
  readonly endpoint: Endpoint;
  /** Reads the parameters; throws a 422 if they are invalid. */
  open(
    parameters: RawParameters,
  ): (context: ServiceContext, caller: Caller, request: FastifyRequest) => Promise<PreparedStream>;
}

/** Parameters of every export besides the filters. */
interface StreamParameters {
  readonly format: string;
  readonly spreadsheet_safe: boolean;
  readonly bom: boolean;
  readonly cursor: string | null;
  readonly offset: number;
  readonly fields: readonly string[] | null;
}

const lineEnd = Buffer.from('\n');
const nothing = Buffer.alloc(0);

/** The route of an export of records of a kind. */
export function streamRoute<E extends Endpoint>(
  endpoint: E,
  kind: ExportKind,
  handler: StreamHandler<E>,
): StreamRoute {
  return {
    endpoint,
    open(given) {
      const { value, ignored } = readQuery(endpoint, given);
      // Every export has these parameters.
      const parameters = value as unknown as StreamParameters;
      const { cursor, offset } = parameters;
      const isWhole = kind !== 'official' && !hasFilters(endpoint, value);
      const find: FindRecords = isWhole
        ? (release, from, size) => release.all(kind, from, size)
        : handler(value);
      return async (context, caller, request) => {
        const scope = queryScope(endpoint, value);
        const named = await namedExport(cursor, scope, context, caller, request);
        return {
          ...named,
          cursor: encodeCursor(context.secret, scope, { release: named.releaseId, position: named.exportId }),
          offset,
          find,
          isWhole,
          ...bodyOf(context, endpoint, kind, parameters),
          headers: ignoredHeader(ignored),
        };
      };
    },
  };
}

function hasFilters({ parameters }: Endpoint, value: Readonly<Record<string, unknown>>): boolean {
  const isGiven = (each: unknown) => each !== null && !(Array.isArray(each) && each.length === 0);
  return Object.entries(parameters).some(
    ([name, { paging, default: usual = null }]) =>
      paging !== true && isGiven(value[name]) && value[name] !== usual,
  );
}

/** The export that the cursor names, or a new one of the published release. */
async function namedExport(
  cursor: string | null,
  scope: string,
  { releases, secret }: ServiceContext,
  { keyId, search }: Caller & Partial<LinkCaller>,
  request: FastifyRequest,
): Promise<Pick<PreparedStream, 'releaseId' | 'exportId'>> {
  if (cursor === null) {
    const { id } = publishedRelease(releases);
    // A spreadsheet that follows its link again within a day pays for new releases only.
    if (search !== undefined) return { releaseId: id, exportId: namedBy([keyId, id, scope]) };
    return { releaseId: id, exportId: newExportId([keyId, request.id, id, scope], request) };
  }
  const decoded = decodeCursor(secret, scope, cursor);
  if (decoded === null || typeof decoded.position !== 'string') throw cursorError('altered', cursor);
  if ((await releases.get(decoded.release)) === null) throw cursorError('expired', cursor);
  return { releaseId: decoded.release, exportId: decoded.position };
}

/** The same for a request that is repeated with its `X-Request-Id`, since its cursor may not have arrived. */
function newExportId(parts: readonly string[], request: FastifyRequest): string {
  const isRepeatable = request.headers['x-request-id'] === request.id;
  return isRepeatable ? namedBy(parts) : randomBytes(16).toString('base64url');
}

const namedBy = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');

type Body = Pick<
  PreparedStream,
  'contentType' | 'isPacked' | 'partBytes' | 'head' | 'prepare' | 'bytes' | 'foot'
>;

/** Media types of tables for people. */
const tables = {
  table: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Text and workbooks are sent as they are made. */
const inParts = { partBytes: streamPieceBytes };

function bodyOf(
  { work, rowGroups }: ServiceContext,
  endpoint: Endpoint,
  kind: ExportKind,
  parameters: StreamParameters,
): Body {
  const { format, fields, offset } = parameters;
  if (format === 'table' || format === 'xlsx') {
    const table = new PeopleTable(kind, format, fields);
    return {
      ...inParts,
      contentType: tables[format],
      isPacked: format === 'xlsx',
      head: () => (offset === 0 ? table.head() : nothing),
      prepare: (records, release) => table.prepare(records, release),
      bytes: (records) => table.rows(records),
      foot: () => table.foot(),
    };
  }
  if (format === 'parquet') {
    const parquet = new ParquetStream(columnsKept(kind, fields), rowGroups);
    return {
      contentType: 'application/vnd.apache.parquet',
      isPacked: true,
      // A chunk is a row group.
      partBytes: Number.POSITIVE_INFINITY,
      head: () => nothing,
      prepare: () => {},
      bytes(records) {
        work.encoded(records.reduce((bytes, { length }) => bytes + length, 0));
        return parquet.rows(records);
      },
      foot: () => parquet.foot(),
    };
  }
  const { contentType, head, line } = linesOf(endpoint, kind, parameters);
  return {
    ...inParts,
    contentType,
    isPacked: false,
    head: () => Buffer.from(head),
    prepare: () => {},
    bytes: (records) => Buffer.concat(records.map(line)),
    foot: () => nothing,
  };
}

/** The columns of the fields that are wanted, and always that of the id. */
function columnsKept(kind: ExportKind, fields: readonly string[] | null): readonly Column[] {
  const all = columnsOf(kind);
  const id = all[0]?.path[0];
  return all.filter(({ path: [key] }) => fields === null || key === id || fields.includes(String(key)));
}

function linesOf(
  endpoint: Endpoint,
  kind: ExportKind,
  { format, spreadsheet_safe: isForSpreadsheets, bom, fields, offset }: StreamParameters,
): { readonly contentType: string; readonly head: string; line(record: RecordBytes): Buffer } {
  if (format === 'csv') {
    const { head, line } = csvLines(columnsKept(kind, fields), isForSpreadsheets);
    return {
      contentType: 'text/csv; charset=utf-8; header=present',
      head: offset === 0 ? `${bom ? '\ufeff' : ''}${head}` : '',
      line: (record) => Buffer.from(line(record, false)),
    };
  }
  const keep = fieldFilter(endpoint, fields);
  return {
    contentType: 'application/x-ndjson',
    head: '',
    line: (record) => Buffer.concat([keep(record), lineEnd]),
  };
}
