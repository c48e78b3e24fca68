/**
 * A route: an endpoint of the contract with its handler. `dataRoute` is for answers from a release,
 * `plainRoute` for the rest. Both first read the parameters by the contract, so that a handler receives typed
 * values only.
 */

import { hash } from 'node:crypto';
import {
  decodeCursor,
  type Endpoint,
  encodeCursor,
  explainsEmpty,
  interfaceVersion,
  parameterFault,
  parseQuery,
  type QueryOf,
  queryScope,
  type RawParameters,
  tileMediaType,
} from '@lintel/contract';
import type { Awaitable } from '../../base/awaitable.js';
import type { Caller } from '../../ledger/ledger.js';
import { TooMuchToSumError } from '../../query/group-sums.js';
import { TooManyToSortError } from '../../query/sorted-search.js';
import type { ServedRelease } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { ignoredHeader } from '../request/headers.js';
import { cursorError, HttpError } from '../request/http-error.js';
import type { RequestAddress } from '../request/request-address.js';
import type {
  DataHandler,
  HandlerInput,
  HandlerResult,
  NumberedPageResult,
  PageResult,
  PlainHandler,
  ViewResult,
} from './handler.js';
import { chooseFields, keepFields } from './keep-fields.js';
import type { NextPage } from './link.js';
import { type PageBytes, pageBytes } from './page.js';
import { atOnce } from './pieces.js';
import { publishedRelease } from './published-release.js';

/** A finished answer, before it is charged and sent. */
export interface PreparedAnswer {
  readonly body: Buffer;
  /** Default: JSON. */
  readonly mediaType?: string;
  /** Milliseconds since 1970 UTC at which the answer last changed, for clients that compare times. */
  readonly modifiedMs?: number;
  /** Where in the body each record ends that is charged; null for an object that is free (C15). */
  readonly recordEnds: readonly number[] | null;
  /** The parameter of the next page; null on the last one. */
  readonly next: NextPage | null;
  readonly validator: readonly string[] | null;
  /** Whether the same tag may come with the same records in other bytes, for example with another cursor. */
  readonly isWeak?: boolean;
  /** Headers of this answer, in addition to those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** Reads the parameters; throws a 422 if they are invalid. */
  read(
    parameters: RawParameters,
  ): (context: ServiceContext, caller: Caller | null, address: RequestAddress) => Awaitable<PreparedAnswer>;
}

/** A route that is answered from a release. */
export function dataRoute<E extends Endpoint>(endpoint: E, handler: DataHandler<E>): Route {
  return {
    endpoint,
    read(parameters) {
      const { value, ignored } = readQuery(endpoint, parameters);
      return async (context, _caller, address) => {
        const prepared = await answerFromRelease(endpoint, value, handler, context, address);
        return { ...prepared, headers: { ...prepared.headers, ...ignoredHeader(ignored) } };
      };
    },
  };
}

/** What a format other than the envelope of `/v2` is made of. */
export interface RenderInput<E extends Endpoint> {
  readonly query: QueryOf<E>;
  readonly release: ServedRelease;
  readonly page: PageResult;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  readonly address: RequestAddress;
}

/** A page in another format. */
export interface Rendered extends PageBytes {
  readonly mediaType: string;
  readonly modifiedMs?: number;
  /** What pages that say the same have in common; their entity tags are weak. Default: the bytes. */
  readonly meaning?: string;
}

/** A route whose pages are in another format than the envelope, and cost the same. */
export function renderedRoute<E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>) => Awaitable<PageResult>,
  render: (input: RenderInput<E>) => Rendered,
): Route {
  return {
    endpoint,
    read(parameters) {
      const { value, ignored } = readQuery(endpoint, parameters);
      return async ({ releases, secret }, _caller, address) => {
        const values: Readonly<Record<string, unknown>> = value;
        const scope = queryScope(endpoint, values);
        const { release, offset } = await startOf(values.cursor, scope, { releases, secret });
        const page = await handler({ query: value, release, offset, address });
        const next =
          page.next === null
            ? null
            : encodeCursor(secret, scope, { release: release.id, position: page.next });
        const { meaning, ...rendered } = render({ query: value, release, page, next, address });
        return {
          ...rendered,
          recordEnds: endpoint.answer.kind === 'object' ? null : rendered.recordEnds,
          next: null,
          headers: {
            ...ignoredHeader(ignored),
            ...(isFirstPage(values) && page.items.length === 0
              ? await emptyHeader(endpoint, release, page)
              : {}),
          },
          validator: [hash('sha256', meaning ?? rendered.body)],
          isWeak: meaning !== undefined,
        };
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
        recordEnds: null,
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

async function answerFromRelease<E extends Endpoint>(
  endpoint: E,
  query: QueryOf<E>,
  handler: DataHandler<E>,
  { releases, secret }: ServiceContext,
  address: RequestAddress,
): Promise<PreparedAnswer> {
  const values: Readonly<Record<string, unknown>> = query;
  const scope = queryScope(endpoint, values);
  const { release, offset } = await startOf(values.cursor, scope, { releases, secret });
  const result = await resultOf(handler, { query, release, offset, address });
  if (!result) throw new HttpError('not_found');
  const validator = [interfaceVersion, release.id, endpoint.id, JSON.stringify(values)];
  const keep = fieldFilter(endpoint, values.fields);
  if ('isEmpty' in result) {
    const headers = result.isEmpty ? await emptyHeader(endpoint, release, result) : {};
    const mediaType = endpoint.answer.kind === 'tile' ? tileMediaType : undefined;
    const recordEnds = atOnce(result.isEmpty ? 0 : (result.charged ?? 1));
    return { body: result.body, ...(mediaType && { mediaType }), recordEnds, next: null, headers, validator };
  }
  if ('body' in result) {
    const isRecord = endpoint.answer.kind === 'record';
    const body = isRecord ? keep(result.body) : result.body;
    const tagged = result.base === undefined ? validator : [...validator, result.base];
    const recordEnds = isRecord ? [body.length] : null;
    return { body, recordEnds, next: null, headers: {}, validator: tagged };
  }
  const next = nextOf(result, (position) => encodeCursor(secret, scope, { release: release.id, position }));
  return {
    ...pageBytes(result.items.map(keep), await envelopeOf(values, result, next)),
    next,
    headers:
      isFirstPage(values) && result.items.length === 0 ? await emptyHeader(endpoint, release, result) : {},
    validator,
  };
}

/** The result of a handler; throws a 422 for what would take too long. */
async function resultOf<E extends Endpoint>(
  handler: DataHandler<E>,
  input: HandlerInput<E>,
): Promise<HandlerResult | null> {
  try {
    return await handler(input);
  } catch (error) {
    if (error instanceof TooManyToSortError) throw tooMuch('sort', error, input.query);
    if (error instanceof TooMuchToSumError) throw tooMuch(error.parameter, error, input.query);
    throw error;
  }
}

function tooMuch(name: string, { message }: Error, query: Readonly<Record<string, unknown>>): HttpError {
  return new HttpError('validation', { detail: [parameterFault(name, query[name], message)] });
}

/** The start of a page: the first result of the published release, or the position of the cursor (C4). */
export async function startOf(
  cursor: unknown,
  scope: string,
  { releases, secret }: Pick<ServiceContext, 'releases' | 'secret'>,
): Promise<{ release: ServedRelease; offset: number }> {
  if (typeof cursor !== 'string') {
    return { release: publishedRelease(releases), offset: 0 };
  }
  const decoded = decodeCursor(secret, scope, cursor);
  if (!decoded || typeof decoded.position !== 'number') throw cursorError('altered', cursor);
  const release = await releases.get(decoded.release);
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
async function envelopeOf(
  values: Readonly<Record<string, unknown>>,
  result: PageResult | NumberedPageResult,
  next: NextPage | null,
): Promise<object> {
  const size = result.items.length;
  if ('page' in result) return { page: result.page, size };
  const cursor = next !== null && 'cursor' in next ? next.cursor : null;
  return { size, next_cursor: cursor, ...(await countsOf(values, result)), ...result.extra };
}

/** The counts of a first page whose request asks for them (interface 2.1, C43); none of all others. */
async function countsOf(
  values: Readonly<Record<string, unknown>>,
  { count, estimate }: PageResult,
): Promise<object> {
  const { include_count: counts, include_total_count: countsToo, count: how } = values;
  const isWanted = counts === true || countsToo === true || how === 'exact';
  if (!isWanted || !isFirstPage(values)) return {};
  const counted = await count();
  return { total_count: counted, total_estimate: await estimate?.(counted) };
}

function isFirstPage({ cursor, page }: Readonly<Record<string, unknown>>): boolean {
  return typeof cursor !== 'string' && (typeof page !== 'number' || page === 1);
}

/** The header that explains why a page or a view is empty (C37). */
async function emptyHeader(
  endpoint: Endpoint,
  release: ServedRelease,
  result: PageResult | NumberedPageResult | ViewResult,
): Promise<Record<string, string>> {
  if (!explainsEmpty(endpoint) || 'page' in result) return {};
  const { emptyReason, sought }: Partial<PageResult> = result;
  const reason = emptyReason ?? (sought === undefined ? 'no_match' : await release.emptyReason(sought));
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
