/**
 * OData, as used by Legistar and others: `$top` rows in the order of a unique column from the last value on,
 * or by the service's links to the next page.
 *
 * A list arrives bare (Legistar), as `value` (version 4) or as `d.results` (version 2).
 */
import type { ODataFetch } from '../definition/fetch-schema.js';
import {
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
import { PortalFault } from './portal-fault.js';

const pageRows = 1000;

interface ODataAnswer {
  readonly rows: Record<string, unknown>[];
  readonly next: string | null;
}

export class ODataConnector implements Connector {
  readonly address: string;
  readonly canAskSince: boolean;
  readonly #client: PortalClient;
  readonly #definition: ODataFetch;

  constructor(definition: ODataFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.address = join(definition.base_url, definition.dataset);
    this.canAskSince = typeof definition.updated_at === 'string';
  }

  async describe(): Promise<Described> {
    return { columns: null, rows: null };
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    const { updated_at, order_by } = this.#definition;
    let last = cursor;
    let link: string | null = null;
    for (;;) {
      const url: string = link ?? this.#url(last, sinceMs);
      const { rows, next } = await this.#client.json({ url, expected: 'a JSON list of records' }, answerOf);
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end[order_by];
      if (last === undefined || last === null) throw this.#noKey();
      link = next === null ? null : this.#checkedLink(next, url);
      const newestMs = newestIn(rows, updated_at);
      yield { items: asItems(rows.map(withoutAnnotations)), cursor: last, newestMs };
    }
  }

  #url(last: unknown, sinceMs: number | null): string {
    const { where, select, expand, order_by, page_rows, updated_at } = this.#definition;
    const since = sinceMs === null || !updated_at ? undefined : `${updated_at} gt ${this.#time(sinceMs)}`;
    const after = last === null ? undefined : `${order_by} gt ${literal(last)}`;
    const conditions = [where, since, after].filter((condition) => condition !== undefined);
    return withQuery(this.address, {
      $top: page_rows ?? pageRows,
      $orderby: order_by,
      $filter: conditions.length === 0 ? undefined : conditions.map((part) => `(${part})`).join(' and '),
      $select: select === undefined ? undefined : [...new Set([order_by, ...select])].join(','),
      $expand: expand?.join(','),
    });
  }

  /** A time as a literal: bare since version 4, named before. */
  #time(ms: number): string {
    const text = new Date(ms).toISOString().slice(0, 19);
    return (this.#definition.odata_version ?? 3) >= 4 ? `${text}Z` : `datetime'${text}'`;
  }

  #checkedLink(next: string, from: string): string {
    const url = new URL(next, from);
    if (url.origin === new URL(from).origin) return url.href;
    throw new PortalFault(`links to its next page at another host, ${url.host}`);
  }

  #noKey(): PortalFault {
    return new PortalFault(
      `sent a record without "${this.#definition.order_by}", by which rows are read in order`,
    );
  }
}

function answerOf(value: unknown): ODataAnswer {
  if (Array.isArray(value)) return { rows: recordsOf(value, 'the list of records'), next: null };
  if (!isObject(value)) throw new PortalFault(`sent ${nameOf(value)}`);
  const error = value.error ?? value['odata.error'];
  if (error !== undefined) throw new PortalFault(`sent the error ${nameOf(error)}`);
  const inner = isObject(value.d) ? value.d : value;
  const list = Array.isArray(value.d) ? value.d : (inner.value ?? inner.results);
  const next = value['@odata.nextLink'] ?? value['odata.nextLink'] ?? inner.__next;
  if (list === undefined) throw new PortalFault(`sent ${nameOf(value)}`);
  return { rows: recordsOf(list, 'the list of records'), next: typeof next === 'string' ? next : null };
}

/** A record without OData's annotations: links and tags that change without the record. */
function withoutAnnotations(row: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(row)) {
    if (name === '__metadata' || name.startsWith('@odata.') || name.startsWith('odata.')) delete row[name];
  }
  return row;
}
