/**
 * A route: an endpoint of the contract and the function that answers it. `dataRoute` is for what a release answers,
 * `plainRoute` for the rest. Both read the parameters by the contract first, so that a handler sees typed values
 * only; a handler that finds nothing gives null, which becomes 404.
 */
import {
  type Cursor,
  decodeCursor,
  type EmptyReason,
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
import type { RecordBytes } from '../format/record.js';
import type { Caller } from '../ledger/ledger.js';
import type { Sought } from '../query/questions.js';
import type { Release } from '../releases/release.js';
import type { ServiceContext } from './context.js';
import { ignoredHeader } from './headers.js';
import { cursorError, HttpError } from './http-error.js';
import { chooseFields, keepFields } from './keep-fields.js';
import type { NextPage } from './link.js';
import { cityPageBytes, pageBytes } from './page.js';

/** What a data handler is asked. */
export interface Question<E extends Endpoint> {
  readonly query: QueryOf<E>;
  /** The release that answers: the published one, or the one on which the walk of a cursor began. */
  readonly release: Release;
  /** Number of the first result wanted, from 0. */
  readonly offset: number;
}

/** What a data handler finds, by the kind of the endpoint's answer. `next` is the offset of the next page. */
export type Found =
  | {
      readonly kind: 'page';
      readonly items: readonly RecordBytes[];
      readonly next: number | null;
      /** How many there are in all; asked only for a first page whose request wants it. Null: it took too long (C1). */
      readonly count: () => TotalCount | null;
      /** Where and when was looked, to explain an empty page; absent where that is not the question. */
      readonly sought?: Sought;
      /** Why it is empty, where the search itself knows. */
      readonly emptyReason?: EmptyReason;
      /** Further keys of the envelope. */
      readonly extra?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'city_page';
      readonly items: readonly RecordBytes[];
      readonly next: number | null;
      readonly page: number;
    }
  | {
      readonly kind: 'metrics_page';
      readonly items: readonly RecordBytes[];
      readonly next: number | null;
      readonly count: () => TotalCount | null;
      readonly sought?: Sought;
      readonly paginationType: 'cursor' | 'page';
    }
  | { readonly kind: 'object'; readonly body: Buffer }
  | { readonly kind: 'record'; readonly body: Buffer };

export type DataHandler<E extends Endpoint> = (
  question: Question<E>,
) => Extract<Found, { kind: E['answer']['kind'] }> | null;

/** A handler for all endpoints that have the parameters and the kind of answer of this one. */
export type SharedHandler<E extends Endpoint> = DataHandler<Endpoint & Pick<E, 'parameters' | 'answer'>>;

/** Answers an endpoint without parameters that needs no release. */
export type PlainHandler = (
  context: ServiceContext,
  caller: Caller | null,
) => PlainFound | Promise<PlainFound>;

export interface PlainFound {
  readonly body: Buffer;
  /** What the entity tag is made of; null for what changes at any time. */
  readonly validator: readonly string[] | null;
}

/** A finished answer, before it is charged and sent. */
export interface Prepared {
  readonly body: Buffer;
  /** Records that are charged; null for a single object that is free (C15). */
  readonly records: number | null;
  /** What asks for the next page; null on the last one. */
  readonly next: NextPage | null;
  readonly validator: readonly string[] | null;
  /** Headers of this answer, beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** Reads the parameters; throws the 422 when they are invalid. */
  read(
    parameters: RawParameters,
  ): (context: ServiceContext, caller: Caller | null) => Prepared | Promise<Prepared>;
}

/** A route that the release answers. */
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

/** The parameters of a request as typed values; throws the 422 when one is invalid. */
function readQuery<E extends Endpoint>(endpoint: E, parameters: RawParameters) {
  const parsed = parseQuery(endpoint, parameters);
  if (!parsed.ok) throw new HttpError('validation', { detail: parsed.detail });
  return parsed;
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

function answerFromRelease<E extends Endpoint>(
  endpoint: E,
  query: QueryOf<E>,
  handler: DataHandler<E>,
  { releases, secret }: ServiceContext,
): Prepared {
  const values: Readonly<Record<string, unknown>> = query;
  const scope = queryScope(endpoint, values);
  const { release, offset } = startOf(values.cursor, scope, { releases, secret });
  const found = handler({ query, release, offset });
  if (!found) throw new HttpError('not_found');
  const next = nextOf(found, (position) => encodeCursor(secret, scope, { release: release.id, position }));
  const chosen = withFields(endpoint, values.fields, found);
  return {
    body: bodyOf(chosen, next, totalOf(values, found)),
    records: 'items' in found ? found.items.length : found.kind === 'record' ? 1 : null,
    next,
    headers: isFirstPage(values) ? emptyHeader(endpoint, release, found) : {},
    validator: [interfaceVersion, release.id, endpoint.id, JSON.stringify(values)],
  };
}

/** What leads to the page after this one: a page number where there are no cursors (interface 4.11). */
function nextOf(found: Found, cursorAt: (position: number) => string): NextPage | null {
  if (!('next' in found) || found.next === null) return null;
  return found.kind === 'city_page' ? { page: found.page + 1 } : { cursor: cursorAt(found.next) };
}

/** `total_count` of a first page whose request asks for it (interface 2.1); undefined on all others. */
function totalOf(values: Readonly<Record<string, unknown>>, found: Found): TotalCount | null | undefined {
  const isWanted = values.include_count === true || values.include_total_count === true;
  return 'count' in found && isWanted && isFirstPage(values) ? found.count() : undefined;
}

function isFirstPage({ cursor, page }: Readonly<Record<string, unknown>>): boolean {
  return typeof cursor !== 'string' && (typeof page !== 'number' || page === 1);
}

/** The header that says why a page has no items (C37). */
function emptyHeader(endpoint: Endpoint, release: Release, found: Found): Record<string, string> {
  if (!explainsEmpty(endpoint) || !('count' in found) || found.items.length > 0) return {};
  const known = 'emptyReason' in found ? found.emptyReason : undefined;
  const asked = () => (found.sought === undefined ? 'no_match' : release.emptyReason(found.sought));
  return { 'x-empty-reason': known ?? asked() };
}

/** What was found, with the fields that the caller wants (C34). */
function withFields(endpoint: Endpoint, wanted: unknown, found: Found): Found {
  if (!Array.isArray(wanted) || found.kind === 'object') return found;
  const { properties } = endpoint.answer.schema as { readonly properties?: object };
  const choice = chooseFields(Object.keys(properties ?? {}), wanted);
  if (found.kind === 'record') return { ...found, body: keepFields(found.body, choice) };
  return { ...found, items: found.items.map((item) => keepFields(item, choice)) };
}

/** Where a request begins: at the first result of the published release, or where its cursor says (C4). */
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
  const decoded: Cursor | null = decodeCursor(secret, scope, cursor);
  if (!decoded || typeof decoded.position !== 'number') {
    throw cursorError('altered', cursor);
  }
  const release = releases.get(decoded.release);
  if (!release) {
    throw cursorError('expired', cursor);
  }
  return { release, offset: decoded.position };
}

function bodyOf(found: Found, next: NextPage | null, total: TotalCount | null | undefined): Buffer {
  const nextCursor = next !== null && 'cursor' in next ? next.cursor : null;
  switch (found.kind) {
    case 'page':
      return pageBytes(found.items, nextCursor, total, found.extra);
    case 'city_page':
      return cityPageBytes(found.items, found.page);
    case 'metrics_page':
      return pageBytes(found.items, nextCursor, total, { pagination_type: found.paginationType });
    case 'object':
    case 'record':
      return found.body;
  }
}
