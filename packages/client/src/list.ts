/**
 * A list of records that the service gives page by page. Nothing is requested before you say how much you
 * want: one page, all pages, or every record. Records cost credits: an abandoned walk has cost the pages it
 * read, and one with a limit never requests more records than that.
 */
import type { Answered } from './answer.js';
import { ProtocolError } from './error.js';
import type { Query } from './url.js';

/** A page that leads on by a cursor. */
export interface Page<Item> {
  readonly items: Item[];
  /** Records in this page. */
  readonly size: number;
  /** Null on the last page. */
  readonly next_cursor: string | null;
  /** On first pages of requests with `include_count`; null when counting took too long. */
  readonly total_count?: { readonly value: number; readonly relation: 'eq' | 'gte' } | null;
}

/** A page with a number, of the city search. */
export interface NumberedPage<Item> {
  readonly items: Item[];
  readonly page: number;
  readonly size: number;
}

/** Asks for one page with this query. */
export type AskPage<P> = (query: Query) => Promise<Answered<P>>;

/** How a list goes from page to page; at most `limit` records are requested. */
export type Walk<P> = (
  ask: AskPage<P>,
  query: Query,
  limit: number,
) => AsyncGenerator<Answered<P>, void, undefined>;

/** Maximum records on a page. */
const maxSize = 100;

/** A list of `Item`s in pages `P`. Made by the methods of the client. */
export class List<Item, P extends { readonly items: Item[] } = Page<Item>> implements AsyncIterable<Item> {
  readonly #ask: AskPage<P>;
  readonly #walk: Walk<P>;
  readonly #query: Query;
  readonly #signal: AbortSignal | undefined;
  readonly #limit: number;

  constructor(
    ask: AskPage<P>,
    walk: Walk<P>,
    query: Query,
    signal?: AbortSignal,
    limit: number = Number.POSITIVE_INFINITY,
  ) {
    this.#ask = async (page) => withItems(await ask(page));
    this.#walk = walk;
    this.#query = query;
    this.#signal = signal;
    this.#limit = limit;
  }

  /** The same list, ended after `limit` records. No more are requested or paid for. */
  take(limit: number): List<Item, P> {
    return new List(this.#ask, this.#walk, this.#query, this.#signal, Math.min(this.#limit, limit));
  }

  /** One page: the first, or the one that `cursor` or `page` of the parameters names. */
  page(): Promise<Answered<P>> {
    return this.#ask(atMost(this.#query, this.#limit));
  }

  /** All pages, one after another; each is requested when you iterate to it. */
  pages(): AsyncGenerator<Answered<P>, void, undefined> {
    return this.#walk(this.#ask, this.#query, this.#limit);
  }

  /** All records, one after another; the next page is requested when the previous one is used up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let left = this.#limit;
    for await (const { items } of this.pages()) {
      for (const item of items.slice(0, left)) {
        // A page may outlast the caller's interest in it.
        this.#signal?.throwIfAborted();
        yield item;
      }
      left -= items.length;
    }
  }

  /** All records at once, in as few requests as the page size allows. */
  async toArray(): Promise<Item[]> {
    const size = this.#query.size ?? maxSize;
    const items: Item[] = [];
    const query = { ...this.#query, size };
    const large = new List<Item, P>(this.#ask, this.#walk, query, this.#signal, this.#limit);
    for await (const item of large) items.push(item);
    return items;
  }
}

/** Throws where an object of something else came for a page. */
function withItems<P extends { readonly items: unknown }>(page: Answered<P>): Answered<P> {
  if (Array.isArray(page.items)) return page;
  throw new ProtocolError(`${page.answer.url} answered ${page.answer.status} without records.`, page.answer);
}

/** The query for a page of at most `limit` records. */
function atMost(query: Query, limit: number): Query {
  if (limit === Number.POSITIVE_INFINITY) return query;
  return { ...query, size: Math.min(Number(query.size ?? maxSize), limit) };
}

/** From page to page by `next_cursor`. */
export async function* byCursor<P extends Page<unknown>>(
  ask: AskPage<P>,
  query: Query,
  limit: number,
): AsyncGenerator<Answered<P>, void, undefined> {
  let left = limit;
  let next: Query | null = query;
  while (next !== null && left > 0) {
    const page: Answered<P> = await ask(atMost(next, left));
    yield page;
    left -= page.items.length;
    if (page.next_cursor !== null && page.next_cursor === next.cursor)
      throw new ProtocolError(`${page.answer.url} leads to itself as the next page.`, page.answer);
    // A cursor leads on from a numbered page too.
    next = page.next_cursor === null ? null : { ...query, page: null, cursor: page.next_cursor };
  }
}

/** Records on a numbered page where the caller names no size. */
const numberedSize = 15;

/**
 * From page to page by number, until one is not full. The size is always sent, to know which page is not
 * full, and never changes during a walk, since it decides where a page begins.
 */
export async function* byNumber<P extends NumberedPage<unknown>>(
  ask: AskPage<P>,
  query: Query,
  limit: number,
): AsyncGenerator<Answered<P>, void, undefined> {
  const size = Math.min(Number(query.size ?? (limit > maxSize ? numberedSize : limit)), limit);
  let left = limit;
  for (let number = Number(query.page ?? 1); left > 0; number += 1) {
    const page = await ask({ ...query, page: number, size });
    yield page;
    left -= page.items.length;
    if (page.items.length < size) return;
  }
}
