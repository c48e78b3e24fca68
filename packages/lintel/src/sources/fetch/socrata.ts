/**
 * Socrata's SODA 2: rows in the order of `:id`, or of `:updated_at` when only changed ones are asked for,
 * from one keyset to the next.
 *
 * Values arrive as text, null ones not at all, so the columns come from the dataset's metadata. System fields
 * (`:id`, `:updated_at`, computed regions) control the reading and are not kept: replacing the dataset renews
 * them without changing a row.
 */
import type { SocrataFetch } from '../definition/fetch-schema.js';
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
import { isLasting, PortalFault } from './portal-fault.js';

const pageRows = 10_000;

/** The keyset of the last row: its id and, when read in order of change, when it changed. */
interface Cursor {
  readonly id: string;
  readonly updated: string | null;
}

type RawRow = Record<string, unknown>;

export class SocrataConnector implements Connector {
  readonly address: string;
  readonly canAskSince: boolean;
  readonly #client: PortalClient;
  readonly #definition: SocrataFetch;
  readonly #updatedAt: string;
  /** Technical names → export names; empty if rows keep the technical ones. */
  #labels: ReadonlyMap<string, string> = new Map();

  constructor(definition: SocrataFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.address = join(definition.base_url, 'resource', `${definition.dataset}.json`);
    this.canAskSince = definition.updated_at !== null;
    this.#updatedAt = definition.updated_at ?? ':updated_at';
  }

  async describe(sinceMs: number | null): Promise<Described> {
    return { columns: await this.#columns(), rows: await this.#count(sinceMs) };
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    let last = cursor as Cursor | null;
    for (;;) {
      const rows = await this.#page(last, sinceMs);
      const end = rows.at(-1);
      if (end === undefined) return;
      const updated = end[this.#updatedAt];
      last = { id: String(end[':id']), updated: typeof updated === 'string' ? updated : null };
      const newestMs = newestIn(rows, this.canAskSince ? this.#updatedAt : null);
      yield { items: asItems(rows.map((row) => this.#plain(row))), cursor: last, newestMs };
    }
  }

  async #columns(): Promise<Columns | null> {
    const { base_url, dataset, names } = this.#definition;
    const url = join(base_url, 'api/views', `${dataset}.json`);
    const expected = 'the description of the dataset with its columns';
    const columns = await this.#client
      .json({ url, expected }, (value) => {
        if (!isObject(value) || !Array.isArray(value.columns)) throw new PortalFault(`sent ${nameOf(value)}`);
        return recordsOf(value.columns, 'the list of columns');
      })
      .catch((error: unknown) => {
        // Some portals withhold the description: the rows show their columns as well.
        if (names !== 'label' && isLasting(error)) return null;
        throw error;
      });
    if (columns === null) return null;
    const { select } = this.#definition;
    const isAsked = (name: string) => !name.startsWith(':') && (select?.includes(name) ?? true);
    const own = columns.filter(({ fieldName }) => isAsked(String(fieldName)));
    if (names === 'label') {
      this.#labels = new Map(
        own.map(({ fieldName, name }) => [String(fieldName), String(name ?? fieldName)]),
      );
    }
    return new Map(
      own.map(({ fieldName, dataTypeName }) => [
        this.#labels.get(String(fieldName)) ?? String(fieldName),
        typeof dataTypeName === 'string' ? dataTypeName : null,
      ]),
    );
  }

  #count(sinceMs: number | null): Promise<number | null> {
    const where = all(this.#definition.where, this.#since(null, sinceMs));
    const url = withQuery(this.address, { $select: 'count(*) as rows', $where: where });
    return this.#client.json({ url, expected: 'the number of rows' }, (value) => {
      const count = Number(recordsOf(value, 'a list with the count')[0]?.rows);
      return Number.isInteger(count) ? count : null;
    });
  }

  #page(last: Cursor | null, sinceMs: number | null): Promise<RawRow[]> {
    const { where, select, page_rows } = this.#definition;
    const isByChange = sinceMs !== null;
    const after = isByChange ? this.#since(last, sinceMs) : last && `:id > ${literal(last.id)}`;
    const url = withQuery(this.address, {
      $select: select === undefined ? ':*,*' : [...new Set([':id', this.#updatedAt, ...select])].join(','),
      $where: all(where, after ?? undefined),
      $order: isByChange ? `${this.#updatedAt},:id` : ':id',
      $limit: page_rows ?? pageRows,
    });
    return this.#client.json({ url, expected: 'a JSON list of rows' }, (value) => {
      if (isObject(value) && value.error === true) {
        throw new PortalFault(`sent the error ${nameOf(value.message ?? value.code)}`);
      }
      const rows = recordsOf(value, 'a list of rows');
      if (rows.some((row) => typeof row[':id'] !== 'string')) {
        throw new PortalFault('sent rows without their :id, by which the next page is asked for');
      }
      return rows;
    });
  }

  /** Rows changed after a time, or after the last row of the page before. */
  #since(last: Cursor | null, sinceMs: number | null): string | undefined {
    if (sinceMs === null) return undefined;
    const name = this.#updatedAt;
    if (last === null || last.updated === null) return `${name} > '${isoOf(sinceMs, name)}'`;
    const updated = literal(last.updated);
    return `${name} > ${updated} OR (${name} = ${updated} AND :id > ${literal(last.id)})`;
  }

  /** A row without system fields, under the source's names. */
  #plain(row: RawRow): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const name in row) {
      if (name.charCodeAt(0) === 58) continue;
      const label = this.#labels.get(name);
      plain[label ?? name] = label === undefined ? row[name] : asInExports(row[name]);
    }
    return plain;
  }
}

/** System fields are instants, columns of a publisher are timestamps without a zone. */
function isoOf(ms: number, column: string): string {
  const text = new Date(ms).toISOString();
  return column.startsWith(':') ? text : text.slice(0, -1);
}

/** Points are written as WKT in the portal's exports. */
function asInExports(value: unknown): unknown {
  if (!isObject(value) || value.type !== 'Point' || !Array.isArray(value.coordinates)) return value;
  return `POINT (${value.coordinates.join(' ')})`;
}
