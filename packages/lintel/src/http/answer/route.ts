/**
 * A route: an endpoint of the contract with its handler. `dataRoute` is for answers from a release,
 * `plainRoute` for the rest. Both first read the parameters by the contract, so that a handler receives typed
 * values only.
 */
import {
  decodeCursor,
  type Endpoint,
  encodeCursor,
  explainsEmpty,
  interfaceVersion,
  parseQuery,
  type QueryOf,
  queryScope,
  type RawParameters,
  type TotalCount,
} from '@lintel/contract';
import type { Caller } from '../../ledger/ledger.js';
import type { Release } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { ignoredHeader } from '../request/headers.js';
import { cursorError, HttpError } from '../request/http-error.js';
import type { DataHandler, HandlerResult, NumberedPageResult, PageResult, PlainHandler } from './handler.js';
import { chooseFields, keepFields } from './keep-fields.js';
import type { NextPage } from './link.js';
import { pageBytes } from './page.js';

/** A finished answer, before it is charged and sent. */
export interface PreparedAnswer {
  readonly body: Buffer;
  /** Records to charge; null for an object that is free (C15). */
  readonly records: number | null;
  /** The parameter of the next page; null on the last one. */
  readonly next: NextPage | null;
  readonly validator: readonly string[] | null;
  /** Headers of this answer, in addition to those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** Reads the parameters; throws a 422 if they are invalid. */
  read(
    parameters: RawParameters,
  ): (context: ServiceContext, caller: Caller | null) => PreparedAnswer | Promise<PreparedAnswer>;
}

/** A route that is answered from a release. */
export function dataRoute<E extends Endpoint>(endpoint: E, handler: DataHandler<E>): Route {
  return {
    endpoint,
    read(parameters) {
      const { value, ignored } = readQuery(endpoint, parameters);
      return (context) => {
        const prepared = answerFromRelease(endpoint, value, handler, context);
        return { ...prepared, headers: { ...prepared.headers, ...ignoredHeader(ignored) } };
      };
    },
  };
}

/** A route that needs no release. */
export function plainRoute(endpoint: Endpoint, handler: PlainHandler): Route {
  return {
    endpoint,
    read(parameters) {
      const { ignored } = readQuery(endpoint, parameters);
      return async (context, caller) => ({
        ...(await handler(context, caller)),
        records: null,
        next: null,
        headers: ignoredHeader(ignored),
      });
    },
  };
}

/** The parameters of a request as typed values; throws a 422 if one is invalid. */
export function readQuery<E extends Endpoint>(endpoint: E, parameters: RawParameters) {
  const parsed = parseQuery(endpoint, parameters);
  if (!parsed.ok) throw new HttpError('validation', { detail: parsed.detail });
  return parsed;
}

function answerFromRelease<E extends Endpoint>(
  endpoint: E,
  query: QueryOf<E>,
  handler: DataHandler<E>,
  { releases, secret }: ServiceContext,
): PreparedAnswer {
  const values: Readonly<Record<string, unknown>> = query;
  const scope = queryScope(endpoint, values);
  const { release, offset } = startOf(values.cursor, scope, { releases, secret });
  const result: HandlerResult | null = handler({ query, release, offset });
  if (!result) throw new HttpError('not_found');
  const validator = [interfaceVersion, release.id, endpoint.id, JSON.stringify(values)];
  const keep = fieldFilter(endpoint, values.fields);
  if ('body' in result) {
    const isRecord = endpoint.answer.kind === 'record';
    const body = isRecord ? keep(result.body) : result.body;
    return { body, records: isRecord ? 1 : null, next: null, headers: {}, validator };
  }
  const next = nextOf(result, (position) => encodeCursor(secret, scope, { release: release.id, position }));
  return {
    body: pageBytes(result.items.map(keep), envelopeOf(values, result, next)),
    records: result.items.length,
    next,
    headers: isFirstPage(values) ? emptyHeader(endpoint, release, result) : {},
    validator,
  };
}

/** The start of a page: the first result of the published release, or the position of the cursor (C4). */
function startOf(
  cursor: unknown,
  scope: string,
  { releases, secret }: Pick<ServiceContext, 'releases' | 'secret'>,
): { release: Release; offset: number } {
  if (typeof cursor !== 'string') {
    const release = releases.current();
    if (!release) throw new HttpError('unavailable');
    return { release, offset: 0 };
  }
  const decoded = decodeCursor(secret, scope, cursor);
  if (!decoded || typeof decoded.position !== 'number') throw cursorError('altered', cursor);
  const release = releases.get(decoded.release);
  if (!release) throw cursorError('expired', cursor);
  return { release, offset: decoded.position };
}

/** The parameter of the next page: a page number if pages are numbered (interface 4.11), else a cursor. */
function nextOf(
  result: PageResult | NumberedPageResult,
  cursorAt: (position: number) => string,
): NextPage | null {
  if (result.next === null) return null;
  return 'page' in result ? { page: result.page + 1 } : { cursor: cursorAt(result.next) };
}

/** The keys of the envelope after the items (C1), in wire order. */
function envelopeOf(
  values: Readonly<Record<string, unknown>>,
  result: PageResult | NumberedPageResult,
  next: NextPage | null,
): object {
  const size = result.items.length;
  if ('page' in result) return { page: result.page, size };
  const cursor = next !== null && 'cursor' in next ? next.cursor : null;
  return { size, next_cursor: cursor, total_count: totalOf(values, result), ...result.extra };
}

/** `total_count` of a first page whose request asks for it (interface 2.1); undefined for all others. */
function totalOf(
  values: Readonly<Record<string, unknown>>,
  { count }: PageResult,
): TotalCount | null | undefined {
  const isWanted = values.include_count === true || values.include_total_count === true;
  return isWanted && isFirstPage(values) ? count() : undefined;
}

function isFirstPage({ cursor, page }: Readonly<Record<string, unknown>>): boolean {
  return typeof cursor !== 'string' && (typeof page !== 'number' || page === 1);
}

/** The header that explains why a page has no items (C37). */
function emptyHeader(
  endpoint: Endpoint,
  release: Release,
  result: PageResult | NumberedPageResult,
): Record<string, string> {
  if (!explainsEmpty(endpoint) || 'page' in result || result.items.length > 0) return {};
  const { emptyReason, sought } = result;
  const reason = emptyReason ?? (sought === undefined ? 'no_match' : release.emptyReason(sought));
  return { 'x-empty-reason': reason };
}

/** Reduces a record to the fields that the caller wants (C34). */
export function fieldFilter(endpoint: Endpoint, wanted: unknown): (record: Buffer) => Buffer {
  if (!Array.isArray(wanted)) return (record) => record;
  const { schema } = endpoint.answer;
  const keys = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  const choice = chooseFields(keys, wanted);
  return (record) => keepFields(record, choice);
}
