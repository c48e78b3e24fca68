/**
 * CKAN's datastore: by `datastore_search_sql` from the last `_id` on if conditions are set, else by
 * `datastore_search` with an offset.
 *
 * A reloaded dataset gets new `_id`s, and old offsets become meaningless. So every page begins with the last
 * row of the one before; if that row differs, reading starts over. `_id` is not kept.
 */
import type { CkanFetch } from '../definition/fetch-schema.js';
import type { Columns } from '../ingest/drift.js';
import {
  all,
  asItems,
  type Connector,
  type Described,
  isObject,
  join,
  literal,
  nameOf,
  newestIn,
  type Page,
  recordsOf,
  type Span,
  withQuery,
} from './connector.js';
import type { PortalClient } from './portal-client.js';
import { EndlessFault, PortalFault } from './portal-fault.js';

const pageRows = 10_000;
/** How often reading starts over before giving up. */
const restarts = 3;
const technical = ['_id', '_full_text'];

interface Cursor {
  /** Rows before the next page. */
  readonly offset: number;
  readonly lastId: number;
}

interface CkanAnswer {
  readonly rows: Record<string, unknown>[];
  readonly columns: Columns;
  readonly total: number | null;
}

export class CkanConnector implements Connector {
  readonly address: string;
  readonly canAskSince: boolean;
  readonly #client: PortalClient;
  readonly #definition: CkanFetch;

  constructor(definition: CkanFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.address = join(definition.base_url, 'api/3/action/datastore_search', `#${definition.dataset}`);
    this.canAskSince = typeof definition.updated_at === 'string';
  }

  async describe(sinceMs: number | null): Promise<Described> {
    const { columns, total } = await this.#search(0, 0);
    const isWhole = this.#definition.where === undefined && sinceMs === null;
    return { columns, rows: isWhole ? total : null };
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    const byQuery = this.#definition.where !== undefined || sinceMs !== null;
    yield* byQuery
      ? this.#byQuery(cursor as Cursor | null, sinceMs)
      : this.#byOffset(cursor as Cursor | null);
  }

  async *#byOffset(cursor: Cursor | null): AsyncGenerator<Page> {
    let last = cursor;
    let left = restarts;
    let isRestart = false;
    for (;;) {
      const overlap = last === null ? 0 : 1;
      const { rows } = await this.#search((last?.offset ?? 0) - overlap, this.#limit() + overlap);
      if (last !== null && rows[0]?._id !== last.lastId) {
        if (left === 0) throw this.#restless();
        left -= 1;
        last = null;
        isRestart = true;
        continue;
      }
      const fresh = rows.slice(overlap);
      const end = fresh.at(-1);
      if (end === undefined) return;
      this.#checkProgress(end, last);
      last = { offset: (last?.offset ?? 0) + fresh.length, lastId: Number(end._id) };
      yield { ...this.#page(fresh, last), isRestart };
      isRestart = false;
    }
  }

  async *#byQuery(cursor: Cursor | null, sinceMs: number | null): AsyncGenerator<Page> {
    let last = cursor;
    for (;;) {
      const { rows } = await this.#query(last?.lastId ?? null, sinceMs);
      const end = rows.at(-1);
      if (end === undefined) return;
      this.#checkProgress(end, last);
      last = { offset: (last?.offset ?? 0) + rows.length, lastId: Number(end._id) };
      yield this.#page(rows, last);
    }
  }

  /**
   * Rows come in the order of `_id`: a page that ends where the previous one did, or earlier, makes no
   * progress.
   */
  #checkProgress(end: Record<string, unknown>, last: Cursor | null): void {
    if (last === null || Number(end._id) > last.lastId) return;
    throw new EndlessFault(`sent rows up to _id ${nameOf(end._id)} after those up to ${last.lastId}`);
  }

  #page(rows: Record<string, unknown>[], cursor: Cursor): Page {
    const { updated_at } = this.#definition;
    const newestMs = newestIn(rows, updated_at);
    for (const row of rows) for (const name of technical) delete row[name];
    return { items: asItems(rows), cursor, newestMs };
  }

  #limit(): number {
    return this.#definition.page_rows ?? pageRows;
  }

  #search(offset: number, limit: number): Promise<CkanAnswer> {
    const { base_url, dataset, filters } = this.#definition;
    const url = withQuery(join(base_url, 'api/3/action/datastore_search'), {
      resource_id: dataset,
      limit,
      offset,
      sort: '_id',
      filters: filters === undefined ? undefined : JSON.stringify(filters),
    });
    return this.#client.json(
      { url, expected: 'JSON with "success" and the list "result.records"' },
      answerOf,
    );
  }

  #query(lastId: number | null, sinceMs: number | null): Promise<CkanAnswer> {
    const { base_url, dataset, where, updated_at, filters = {} } = this.#definition;
    const equal = Object.entries(filters).map(([name, value]) => `${quoted(name)} = ${literal(value)}`);
    const since =
      sinceMs === null || !updated_at
        ? undefined
        : `${quoted(updated_at)} > '${new Date(sinceMs).toISOString().slice(0, -1)}'`;
    const conditions = all(where, ...equal, since, lastId === null ? undefined : `_id > ${lastId}`);
    const condition = conditions === undefined ? '' : ` WHERE ${conditions}`;
    const sql = `SELECT * FROM ${quoted(dataset)}${condition} ORDER BY _id LIMIT ${this.#limit()}`;
    const url = withQuery(join(base_url, 'api/3/action/datastore_search_sql'), { sql });
    const expected =
      'JSON with "success" and the list "result.records" (a portal without datastore_search_sql can be read without "where" and "updated_at")';
    return this.#client.json({ url, expected }, answerOf);
  }

  #restless(): PortalFault {
    return new PortalFault(
      `loaded the dataset ${this.#definition.dataset} anew while it was read, or did not heed the offset, ${restarts + 1} times`,
    );
  }
}

function answerOf(value: unknown): CkanAnswer {
  if (!isObject(value)) throw new PortalFault(`sent ${nameOf(value)}`);
  if (value.success !== true) {
    throw new PortalFault(`sent the error ${nameOf(value.error ?? value)}`);
  }
  const result = isObject(value.result) ? value.result : {};
  const fields = recordsOf(result.fields ?? [], 'the list "result.fields"');
  return {
    rows: recordsOf(result.records, 'the list "result.records"'),
    columns: new Map(
      fields
        .filter(({ id }) => !technical.includes(String(id)))
        .map(({ id, type }) => [String(id), typeof type === 'string' ? type : null]),
    ),
    total: typeof result.total === 'number' ? result.total : null,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
