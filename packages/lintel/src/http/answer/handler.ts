/**
 * What a handler receives and returns. A data handler answers from a release: it returns a page of records or
 * one body, or null for 404. A plain handler answers from the rest of the service.
 */
import type { EmptyReason, Endpoint, Estimate, QueryOf, TotalCount } from '@lintel/contract';
import type { Awaitable } from '../../base/awaitable.js';
import type { RecordBytes } from '../../format/record.js';
import type { Caller } from '../../ledger/ledger.js';
import type { Sought } from '../../query/questions.js';
import type { ServedRelease } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import type { RequestAddress } from '../request/request-address.js';

/** What a data handler receives. */
export interface HandlerInput<E extends Endpoint> {
  readonly query: QueryOf<E>;
  /** The release that answers: the published one, or the one on which the walk of a cursor began. */
  readonly release: ServedRelease;
  /** Number of the first wanted result, from 0. */
  readonly offset: number;
  /** Where the request was sent to, for answers with links. */
  readonly address: RequestAddress;
}

interface Page {
  readonly items: readonly RecordBytes[];
  /** Offset of the next page; null on the last one. */
  readonly next: number | null;
}

/** A page of records with a cursor. */
export interface PageResult extends Page {
  /** Counts all results; called only for a first page whose request wants it. Null: it took too long (C1). */
  readonly count: () => Awaitable<TotalCount | null>;
  /** Their number where `count` no longer counts; called with its result, where the request wants a count. */
  readonly estimate?: (counted: TotalCount | null) => Awaitable<Estimate>;
  /** Where and when was searched, to explain an empty page (C37). */
  readonly sought?: Sought;
  /** Why the page is empty, if the search itself knows. */
  readonly emptyReason?: EmptyReason;
  /** Further keys of the envelope, in order. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A page of the city search, which numbers its pages instead of using cursors (interface 4.11). */
export interface NumberedPageResult extends Page {
  readonly page: number;
}

/** One record, or one object that is free. */
export interface BodyResult {
  readonly body: Buffer;
  /** Where its links lead to, if it has any: answers of two addresses must not share an entity tag. */
  readonly base?: string;
}

/** A view over many records, or a tile. */
export interface ViewResult extends BodyResult {
  /** Where and when was looked, to explain an empty view (C37). */
  readonly sought: Sought;
  /** An empty one costs nothing. */
  readonly isEmpty: boolean;
  /** As how many records it is charged; default: one. */
  readonly charged?: number;
}

export type HandlerResult = PageResult | NumberedPageResult | ViewResult | BodyResult;

/** The result that goes with a kind of answer. */
type ResultOf<Kind extends Endpoint['answer']['kind']> = Kind extends 'object' | 'record'
  ? BodyResult
  : Kind extends 'city_page'
    ? NumberedPageResult
    : Kind extends 'view' | 'tile'
      ? ViewResult
      : PageResult;

export type DataHandler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => Awaitable<ResultOf<E['answer']['kind']> | null>;

/** A handler for all endpoints that have the parameters and the kind of answer of this one. */
export type SharedHandler<E extends Endpoint> = DataHandler<Endpoint & Pick<E, 'parameters' | 'answer'>>;

/** Answers an endpoint that has no parameters and needs no release. */
export type PlainHandler = (
  context: ServiceContext,
  caller: Caller | null,
) => PlainResult | Promise<PlainResult>;

interface PlainResult {
  readonly body: Buffer;
  /** The parts of the entity tag; null for what may change at any time. */
  readonly validator: readonly string[] | null;
}
