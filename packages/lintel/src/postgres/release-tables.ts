/**
 * The tables of a release in PostgreSQL, and what all questions have in common: records by ids and positions, the
 * permits that match, and counts.
 */
import type { TotalCount } from '@lintel/contract';
import { geoIdKind, totalCountCap } from '@lintel/contract/plain';
import { cappedTotal } from '../format/capped-total.js';
import type { RowDates } from '../format/column/row-dates.js';
import type { RecordBytes, RecordKind, SearchPage } from '../format/record.js';
import type { PermitViewQuery } from '../query/questions.js';
import { apiPrefix } from './api-tables.js';
import { type Dictionaries, type Scope, type Statement, storable } from './conditions.js';
import type { DatabaseClient, DatabaseRow } from './database-client.js';
import { permitConditions } from './permit-filters.js';
import { type Layout, shardCounty } from './sharding.js';
import type { Ask } from './sum-permits.js';

/** Connections for questions, and for counts, whose limit is that of a count. */
export interface Clients {
  readonly database: DatabaseClient;
  readonly counting: DatabaseClient;
}

interface Parts {
  readonly clients: Clients;
  readonly schema: string;
  readonly layout: Layout;
  readonly dates: RowDates;
  readonly dictionaries: Dictionaries;
  readonly hasOtherPlaces: boolean;
}

/** A condition on a record by the name of its table in the statement. */
type Condition = (t: string) => string;

interface MatchingPermits {
  readonly statement: Statement;
  readonly source: string;
  /** That a row is of the counties of the places asked for, where permits are divided by county and that is known. */
  readonly inCounties: Condition | null;
}

export class ReleaseTables {
  /** The positions of every period. */
  readonly dates: RowDates;
  /** Whether any permit has several addresses. */
  readonly hasOtherPlaces: boolean;
  /** The rows of a statement. */
  readonly rows: Ask;
  readonly #counting: DatabaseClient;
  readonly #database: DatabaseClient;
  readonly #schema: string;
  readonly #layout: Layout;
  readonly #dictionaries: Dictionaries;

  constructor({ clients, schema, layout, dates, dictionaries, hasOtherPlaces }: Parts) {
    this.#dictionaries = dictionaries;
    this.dates = dates;
    this.hasOtherPlaces = hasOtherPlaces;
    this.rows = (text, values) => clients.database.rows(text, values.map(storable));
    this.#counting = clients.counting;
    this.#database = clients.database;
    this.#schema = schema;
    this.#layout = layout;
  }

  /** A table that people see too. */
  table(kind: RecordKind): string {
    return `${this.#schema}.${kind}`;
  }

  /** The further contractors of permits. */
  get otherContractors(): string {
    return `${this.#schema}.other_contractors`;
  }

  /** A table that only the service reads: of records, or of what is not in a record. */
  recordTable(name: string): string {
    return `${this.#schema}.${apiPrefix}${name}`;
  }

  /** The columns that name a row, and that its tables are joined by. */
  rowKey(kind: RecordKind | 'addresses'): readonly string[] {
    return this.#isByCounty(kind) ? [shardCounty.name, 'position'] : ['position'];
  }

  #isByCounty(kind: RecordKind | 'addresses'): boolean {
    return this.#layout === 'citus' && (kind === 'permits' || kind === 'properties');
  }

  /**
   * The condition that a record `t` is of the counties by which the records of the places are divided, so that no other
   * server is asked; null where nothing is divided or nothing is known of them.
   */
  async inCounties(
    statement: Statement,
    kind: RecordKind,
    places: readonly string[] | null,
  ): Promise<Condition | null> {
    if (!this.#isByCounty(kind) || places === null) return null;
    const isAddress = (place: string) => geoIdKind(place) === null || geoIdKind(place) === 'address';
    const counties = await this.#countiesOf(
      'counties',
      'place',
      places.filter((place) => !isAddress(place)),
    );
    const ofAddresses = await this.#countiesOf('ids', 'id', places.filter(isAddress));
    const all = [...new Set([...counties, ...ofAddresses])];
    const [only] = all;
    const asked =
      all.length === 1 ? `= ${statement.value(only, 'text')}` : `= ANY (${statement.value(all, 'text[]')})`;
    return (t) => `${t}.${shardCounty.name} ${asked}`;
  }

  async #countiesOf(table: 'counties' | 'ids', column: string, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const rows = await this.rows(
      `SELECT DISTINCT shard_county FROM ${this.recordTable(table)} WHERE ${column} = ANY ($1::text[])`,
      [names],
    );
    return rows.map(({ shard_county: county }) => String(county));
  }

  /** Records of the ids that exist, in the order given. */
  async records(kind: RecordKind, ids: readonly string[]): Promise<RecordBytes[]> {
    const values: unknown[] = [ids];
    const isByCounty = this.#isByCounty(kind);
    if (isByCounty) values.push(await this.#countiesOf('ids', 'id', ids));
    const rows = await this.rows(
      `SELECT k.id, r.record FROM ${this.table(kind)} k
       JOIN ${this.recordTable(kind)} r USING (${this.rowKey(kind)})
       WHERE k.id = ANY ($1::text[]) ${isByCounty ? 'AND k.shard_county = ANY ($2::text[])' : ''}`,
      values,
    );
    const byId = new Map(rows.map(({ id, record }) => [id, Buffer.from(String(record))]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async all(kind: RecordKind | 'addresses', from: number, size: number): Promise<SearchPage> {
    const rows = await this.rows(
      `SELECT position, record FROM ${this.recordTable(kind)} WHERE position >= $1 ORDER BY position LIMIT $2`,
      [from, size + 1],
    );
    return pageOf(rows, size, ({ position }) => Number(position));
  }

  /** Records by their positions, in the order given. */
  async at(kind: RecordKind | 'addresses', positions: readonly number[]): Promise<RecordBytes[]> {
    if (positions.length === 0) return [];
    const rows = await this.rows(
      `SELECT position, record FROM ${this.recordTable(kind)} WHERE position = ANY ($1::bigint[])`,
      [positions],
    );
    const byPosition = new Map(rows.map(({ position, record }) => [Number(position), String(record)]));
    return positions.map((position) => Buffer.from(present(byPosition.get(position))));
  }

  /** The records of the positions that a query finds: it reads an index alone where it can. */
  recordsOf(kind: RecordKind, found: string, order: string, inCounties: Condition | null = null): string {
    return `SELECT position, record FROM (${found}) AS found
      JOIN ${this.recordTable(kind)} r USING (${this.rowKey(kind)})
      ${inCounties === null ? '' : `WHERE ${inCounties('r')}`} ORDER BY ${order}`;
  }

  /** Permits `p` that match, with their contractors `c` where the conditions need them. */
  async permits(query: PermitViewQuery): Promise<MatchingPermits> {
    const scope = await this.scope(query.geo_id);
    const { statement, needsContractor } = permitConditions(query, scope);
    const inCounties = await this.keepCounties(statement, scope, query.geo_id);
    const permits = `${this.table('permits')} p`;
    const contractors = `${this.table('contractors')} c`;
    const source = needsContractor ? `${permits} JOIN ${contractors} ON c.id = p.contractor_id` : permits;
    return { statement, source, inCounties };
  }

  /** Keeps permits `p` of the places to their counties; the condition, null where no county is known for all. */
  async keepCounties(
    statement: Statement,
    { otherPlaces }: Scope,
    places: readonly string[] | null,
  ): Promise<Condition | null> {
    if (otherPlaces !== null) return null;
    const inCounties = await this.inCounties(statement, 'permits', places);
    if (inCounties !== null) statement.and(inCounties('p'));
    return inCounties;
  }

  /** What conditions on permits of these places need to know of the release. */
  async scope(places: readonly string[] | null): Promise<Scope> {
    const table = this.recordTable('other_places');
    const [dates, dictionaries] = [this.dates, this.#dictionaries];
    if (!this.hasOtherPlaces || places === null) return { dates, dictionaries, otherPlaces: null };
    const found = await this.rows(`SELECT 1 FROM ${table} WHERE place = ANY ($1::text[]) LIMIT 1`, [places]);
    return { dates, dictionaries, otherPlaces: found.length > 0 ? table : null };
  }

  /** How many rows a statement finds, up to the cap of counts or exactly; null when that takes too long. */
  async count(text: string, values: readonly unknown[], isExact: boolean): Promise<TotalCount | null> {
    const cap = isExact ? Number.POSITIVE_INFINITY : totalCountCap;
    const counted = `SELECT count(*) AS found FROM (${text}${isExact ? '' : ` LIMIT ${cap + 1}`}) AS matching`;
    const client = isExact ? this.#database : this.#counting;
    const rows = await client.rowsInTime(counted, values.map(storable));
    return rows === null ? null : cappedTotal(Number(rows[0]?.found), cap);
  }
}

/** A page of rows, of which one more than the page was asked for. */
export function pageOf(
  rows: readonly DatabaseRow[],
  size: number,
  positionOf: (row: DatabaseRow) => number,
): SearchPage {
  const next = rows[size];
  return {
    items: rows.slice(0, size).map(({ record }) => Buffer.from(String(record))),
    next: next === undefined ? null : positionOf(next),
  };
}

/** A record that must be there. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a record of the release is missing in the database');
  return value;
}
