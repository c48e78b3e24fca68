/**
 * CARTO's SQL API: one query per page, in the order of a unique column, from the last value on.
 *
 * Errors come as `{"error": [...]}`, with status 400 or 200; a query that took too long is tried again.
 */
import type { CartoFetch } from '../definition/fetch-schema.js';
import type { Columns } from '../ingest/drift.js';
import {
  all,
  asItems,
  type Connector,
  type Described,
  formOf,
  isObject,
  type Json,
  join,
  literal,
  nameOf,
  newestIn,
  type Page,
  recordsOf,
  type Span,
} from './connector.js';
import type { PortalClient, PortalRequest } from './portal-client.js';
import { PortalFault } from './portal-fault.js';

const pageRows = 10_000;
/** Longer queries are sent as a form. */
const longestAddress = 2000;
/** CARTO's own copies of the geometry, useless outside its maps. */
const technical = ['the_geom_webmercator'];

export class CartoConnector implements Connector {
  readonly address: string;
  readonly canAskSince: boolean;
  readonly #client: PortalClient;
  readonly #definition: CartoFetch;
  readonly #key: string;
  readonly #endpoint: string;

  constructor(definition: CartoFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.#key = definition.order_by ?? 'cartodb_id';
    this.#endpoint = join(definition.base_url, 'api/v2/sql');
    this.address = `${this.#endpoint}#${definition.dataset}`;
    this.canAskSince = typeof definition.updated_at === 'string';
  }

  async describe(sinceMs: number | null): Promise<Described> {
    const { where } = this.#definition;
    const count = await this.#query('count(*) AS rows', all(where, this.#since(sinceMs)), '');
    const { columns } = await this.#query(this.#selected(), undefined, 'LIMIT 0');
    return { columns, rows: Number(count.rows[0]?.rows ?? 0) };
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    const { where, page_rows, updated_at } = this.#definition;
    let last = cursor;
    for (;;) {
      const after = last === null ? undefined : `${this.#key} > ${literal(last)}`;
      const rest = `ORDER BY ${this.#key} LIMIT ${page_rows ?? pageRows}`;
      const { rows } = await this.#query(this.#selected(), all(where, this.#since(sinceMs), after), rest);
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end[this.#key];
      const newestMs = newestIn(rows, updated_at);
      yield { items: asItems(rows.map(withoutTechnical)), cursor: last, newestMs };
    }
  }

  /** The requested columns, always including the ordering one. */
  #selected(): string {
    const select = this.#definition.select ?? ['*'];
    return (select.includes('*') || select.includes(this.#key) ? select : [this.#key, ...select]).join(', ');
  }

  #since(sinceMs: number | null): string | undefined {
    const { updated_at } = this.#definition;
    if (sinceMs === null || !updated_at) return undefined;
    return `${updated_at} > '${new Date(sinceMs).toISOString()}'`;
  }

  #query(
    select: string,
    where: string | undefined,
    rest: string,
  ): Promise<{ rows: Record<string, unknown>[]; columns: Columns }> {
    const condition = where === undefined ? '' : ` WHERE ${where}`;
    const q = `SELECT ${select} FROM ${this.#definition.dataset}${condition}${rest === '' ? '' : ` ${rest}`}`;
    const form = formOf({ format: 'json', q });
    const expected = 'JSON with "rows" and "fields"';
    const request: PortalRequest =
      form.length > longestAddress
        ? { url: this.#endpoint, form, expected }
        : { url: `${this.#endpoint}?${form}`, expected };
    return this.#client.json(request, (value) => {
      if (!isObject(value)) throw new PortalFault(`sent ${nameOf(value)}`);
      if (value.error !== undefined) throw sqlFault(value.error);
      return { rows: recordsOf(value.rows, 'the list "rows"'), columns: columnsOf(value.fields) };
    });
  }
}

function sqlFault(error: unknown): PortalFault {
  const text = nameOf(error);
  return new PortalFault(`sent the error ${text}`, { isPassing: /timeout|limit|try again/i.test(text) });
}

function columnsOf(fields: unknown): Columns {
  const entries = Object.entries(isObject(fields) ? fields : {});
  return new Map(
    entries
      .filter(([name]) => !technical.includes(name))
      .map(([name, field]) => [
        name,
        typeof (field as Json)?.type === 'string' ? String((field as Json).type) : null,
      ]),
  );
}

function withoutTechnical(row: Record<string, unknown>): Record<string, unknown> {
  for (const name of technical) delete row[name];
  return row;
}
