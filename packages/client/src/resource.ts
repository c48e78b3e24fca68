/** What the generated resources are made of: objects, lists, exports and records by id, over one transport. */
import type { Answered } from './answer.js';
import { Export } from './export.js';
import { byCursor, byNumber, List, type NumberedPage, type Page } from './list.js';
import type { RequestOptions, Transport } from './transport.js';
import type { Query } from './url.js';

/** The record, or what `fields` leaves of it: the fields `F` and its id. Without `fields` (`F` is never), all of it. */
export type Selected<Item, Id extends keyof Item, F extends keyof Item> = [F] extends [never]
  ? Item
  : Pick<Item, F | Id>;

/** Which fields of the records to keep; the id always stays. Their names decide the type of the records. */
export interface Fields<F> {
  readonly fields?: readonly F[] | null | undefined;
}

/** Ids of one request at most. */
const maxIds = 50;

export class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A single object. */
  protected askObject<Body extends object>(
    path: string,
    query: object,
    options: RequestOptions | undefined,
  ): Promise<Answered<Body>> {
    return this.#transport.get<Body>(path, query as Query, options);
  }

  /** A list paginated by cursor. */
  protected askList<Item, P extends Page<Item> = Page<Item>>(
    path: string,
    query: object,
    options: RequestOptions | undefined,
  ): List<Item, P> {
    return new List(
      (page) => this.askObject<P>(path, page, options),
      byCursor,
      query as Query,
      options?.signal ?? undefined,
    );
  }

  /** A list paginated by number. */
  protected askNumberedList<Item>(
    path: string,
    query: object,
    options: RequestOptions | undefined,
  ): List<Item, NumberedPage<Item>> {
    return new List(
      (page) => this.askObject<NumberedPage<Item>>(path, page, options),
      byNumber,
      query as Query,
      options?.signal ?? undefined,
    );
  }

  /** A stream of records. */
  protected askExport<Item>(path: string, query: object, options: RequestOptions | undefined): Export<Item> {
    return new Export(() => this.#transport.records<Item>(path, query as Query, options));
  }

  /** The records of any number of ids, in their order, 50 a request. */
  protected async askByIds<Item>(
    path: string,
    ids: readonly string[],
    query: object,
    options: RequestOptions | undefined,
  ): Promise<Item[]> {
    const unique = [...new Set(ids)];
    const found: Item[] = [];
    for (let at = 0; at < unique.length; at += maxIds) {
      const id = unique.slice(at, at + maxIds);
      found.push(...(await this.askList<Item>(path, { ...query, id, size: maxIds }, options).toArray()));
    }
    return found;
  }
}

/** A part of a path. */
export function part(value: string): string {
  return encodeURIComponent(value);
}
