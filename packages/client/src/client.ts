/** The client: the resources of the interface over one service and one key. */
import type { Answer, Answered, Credits } from './answer.js';
import { Api } from './generated.js';
import { byCursor, byNumber, List, type NumberedPage } from './list.js';
import { type LintelOptions, type RequestOptions, Transport } from './transport.js';
import type { Query } from './url.js';

/**
 * A client of one service.
 *
 * Its methods are named as the paths are: `GET /v2/permits/search` is `permits.search(…)`. Parameters have their names
 * on the wire; money is in cents. A method that gives many records gives a `List`; nothing is sent before you take a
 * page or a record of it.
 */
export class Lintel extends Api {
  readonly #transport: Transport;

  constructor(options: LintelOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /** The head of the last answer, also of an error; null before the first one. */
  get lastAnswer(): Answer | null {
    return this.#transport.lastAnswer;
  }

  /** Credits as the last answer that names them does; null before it. */
  get credits(): Credits | null {
    return this.#transport.credits;
  }

  /** A single object by its path, for programs that choose the endpoint themselves. */
  get<Body extends object>(
    path: string,
    query: Query = {},
    options?: RequestOptions,
  ): Promise<Answered<Body>> {
    return this.#transport.get<Body>(path, query, options);
  }

  /** A list that is paginated by cursor, by its path. */
  list<Item>(path: string, query: Query = {}, options?: RequestOptions): List<Item> {
    return new List((page) => this.get(path, page, options), byCursor, query, options?.signal ?? undefined);
  }

  /** A list whose pages have numbers, by its path. */
  numberedList<Item>(
    path: string,
    query: Query = {},
    options?: RequestOptions,
  ): List<Item, NumberedPage<Item>> {
    return new List((page) => this.get(path, page, options), byNumber, query, options?.signal ?? undefined);
  }
}
