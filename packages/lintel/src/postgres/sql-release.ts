/**
 * A release as the service reads it, answered by SQL. Records are the bytes that the embedded engine answers, pages are
 * in its order and have its cursors. Places, decisions' texts, addresses and roll-ups of places are found by the
 * release's own index files, which are copied from the database when it is opened.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Absence,
  CoverageRow,
  EmptyReason,
  Estimate,
  GeoIdKind,
  PermitBins,
  PermitDurations,
  ReleaseInfo,
  TotalCount,
} from '@lintel/contract';
import { permitStatuses, tagIds, totalCountCap } from '@lintel/contract/plain';
import { dateNumber } from '../base/calendar-date.js';
import { type Database, openImmutable } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { cappedTotal } from '../format/capped-total.js';
import { RowDates } from '../format/column/row-dates.js';
import type { JurisdictionCoverage } from '../format/filters/coverage.js';
import { jurisdictionCoverageFile } from '../format/filters/layout.js';
import { addressSearchFile, citySearchFile, indexFile } from '../format/layout.js';
import type { Manifest } from '../format/manifest.js';
import type {
  CountedPage,
  PlaceKind,
  RecordBytes,
  RecordKind,
  SearchedKind,
  SearchPage,
} from '../format/record.js';
import type { BuildReport } from '../format/report.js';
import { cellNumber } from '../format/roll-ups/cells.js';
import { currentDates } from '../format/roll-ups/current-dates.js';
import { MetricsReader } from '../format/roll-ups/metrics-reader.js';
import { type PermitOrigin, parseOrigin } from '../format/segment/read-origin.js';
import type { StoredSpelling } from '../format/segment/spelling.js';
import { showAbsence } from '../query/absence.js';
import { Area, areaOf } from '../query/area.js';
import { DecisionSearch } from '../query/decision-search.js';
import { EmptyReasons } from '../query/empty-reason.js';
import { exactly } from '../query/estimate.js';
import { unwanted } from '../query/facet-filter.js';
import {
  binsOf,
  type CellSums,
  clusterPoint,
  type Grid,
  gridOfBins,
  type ShownPermit,
  singlePoint,
  type TileNumbers,
  type TilePoint,
  tileCells,
  tileGrid,
} from '../query/permit-map.js';
import type {
  ContractorQuery,
  DecisionQuery,
  PermitQuery,
  PermitViewQuery,
  PropertyQuery,
  SharedQuery,
  Sought,
} from '../query/questions.js';
import type { MonthRange } from '../query/sum-facts.js';
import { contractorRows, currentRow, type MetricsQuery, monthlyRows } from '../query/wire-rows.js';
import { ChangeList } from '../releases/changes/change-list.js';
import { comparedWith } from '../releases/changes/keep-changes.js';
import { countsOf, pairDirectory } from '../releases/changes/layout.js';
import { type ChangeQuery, noChanges } from '../releases/changes/release-changes.js';
import type { PropertyPage, ServedChanges, ServedRelease } from '../releases/release.js';
import { type AddressIndex, openAddressIndex } from '../search/address-search.js';
import { withQuality } from '../search/match-quality.js';
import { openPlaceIndex, type PlaceIndex } from '../search/place-search.js';
import { PlaceSearch } from '../search/places.js';
import { apiPrefix, readFacets, statusIn, tagBits } from './api-tables.js';
import { storedManifest } from './catalog.js';
import {
  addNumbered,
  addPermits,
  addProperties,
  addPropertyFacts,
  addTallied,
  inPlaces,
  inRows,
  type Scope,
  Statement,
  storable,
} from './conditions.js';
import type { DatabaseClient, Row } from './database-client.js';
import { tablesChecksum } from './load-release.js';
import { copyFiles } from './served-files.js';
import { sqlPlacesOfRecords } from './sql-places-of-records.js';
import { sumDurations } from './sum-durations.js';
import { type Ask, type SummedPermits, sumCurrent, sumMonths } from './sum-permits.js';

/** In place of a record that is not known yet. */
const noRecord = Buffer.from('null');

/** Connections for questions, and for counts, whose limit is that of a count. */
export interface Clients {
  readonly database: DatabaseClient;
  readonly counting: DatabaseClient;
}

interface Parts {
  readonly clients: Clients;
  readonly schema: string;
  /** Where its files are. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly hasOtherPlaces: boolean;
}

/** Opens the loaded release of that id; its files are copied into the directory. */
export async function openSqlRelease(clients: Clients, id: string, directory: string): Promise<SqlRelease> {
  const parts = await clients.database.with(async (sql) => {
    const [row] = await sql`
      SELECT schema_name FROM lintel.releases WHERE id = ${id} AND is_loaded AND tables = ${tablesChecksum}`;
    const manifest = await storedManifest(sql, id);
    if (row === undefined || manifest === null) {
      throw new UserError(`This version of Lintel cannot read the release ${id} in the database.`, {
        hint: 'Publish a release with this version.',
      });
    }
    const schema = String(row.schema_name);
    await copyFiles(sql, schema, manifest, directory);
    const others = await sql.unsafe(`SELECT 1 FROM ${schema}.${apiPrefix}other_places LIMIT 1`);
    return { schema, manifest, hasOtherPlaces: others.length > 0 };
  });
  return new SqlRelease(id, { clients, directory, ...parts });
}

export class SqlRelease implements ServedRelease {
  readonly id: string;
  readonly info: ReleaseInfo;
  readonly report: BuildReport;
  readonly #clients: Clients;
  readonly #schema: string;
  readonly #directory: string;
  /** Changes since earlier releases, opened when they are first asked for. */
  readonly #changes = new Map<string, ChangeList>();
  readonly #index: Database;
  readonly #rollUps: MetricsReader;
  readonly #places: PlaceSearch;
  readonly #addressSearch: AddressIndex;
  readonly #citySearch: PlaceIndex;
  readonly #decisions: DecisionSearch;
  readonly #coverage: readonly JurisdictionCoverage[];
  readonly #emptyReasons: EmptyReasons;
  /** The positions of every period. */
  readonly #dates: RowDates;
  /** Whether any permit has several addresses. */
  readonly #hasOtherPlaces: boolean;

  constructor(id: string, { clients, schema, directory, hasOtherPlaces, manifest }: Parts) {
    const { info, report } = manifest;
    const path = (name: string) => join(directory, name);
    this.id = id;
    this.info = info;
    this.report = report;
    this.#clients = clients;
    this.#schema = schema;
    this.#directory = directory;
    this.#index = openImmutable(path(indexFile));
    this.#dates = new RowDates(directory, info.counts.permits);
    this.#hasOtherPlaces = hasOtherPlaces;
    this.#rollUps = new MetricsReader(directory, this.#index);
    this.#places = new PlaceSearch(directory, this.#index);
    this.#addressSearch = openAddressIndex(path(addressSearchFile));
    this.#citySearch = openPlaceIndex(path(citySearchFile));
    this.#decisions = new DecisionSearch(this.#index);
    this.#coverage = JSON.parse(readFileSync(path(jurisdictionCoverageFile), 'utf8'));
    const records = sqlPlacesOfRecords({
      ask: this.#ask,
      table: (kind) => this.#table(kind),
      decision: async (row) => present((await this.#at('decisions', [row]))[0]),
    });
    this.#emptyReasons = new EmptyReasons({
      records,
      index: this.#index,
      decisions: this.#decisions,
      coverage: this.#coverage,
      releasedAt: info.released_at,
    });
  }

  /** Records of the ids that exist, in the order given. */
  async records(kind: RecordKind, ids: readonly string[]): Promise<RecordBytes[]> {
    const rows = await this.#rows(
      `SELECT k.id, r.record FROM ${this.#table(kind)} k JOIN ${this.#recordTable(kind)} r USING (position)
       WHERE k.id = ANY ($1::text[])`,
      [ids],
    );
    const byId = new Map(rows.map(({ id, record }) => [id, Buffer.from(String(record))]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async all(kind: RecordKind | 'addresses', from: number, size: number): Promise<SearchPage> {
    const rows = await this.#rows(
      `SELECT position, record FROM ${this.#recordTable(kind)} WHERE position >= $1 ORDER BY position LIMIT $2`,
      [from, size + 1],
    );
    return pageOf(rows, size, ({ position }) => Number(position));
  }

  place(kind: PlaceKind, geoId: string): RecordBytes | null {
    const row = this.#index
      .prepare('SELECT details FROM place WHERE geo_id = ? AND kind = ?')
      .get(geoId, kind);
    return row === undefined ? null : Buffer.from(String(row.details));
  }

  async currentMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    asOf: string | null,
  ): Promise<RecordBytes[] | null> {
    if (!(await this.#isKnown(kind, geoId))) return null;
    const isRolledUp = kind !== 'address' && asOf === null;
    const dates = currentDates(asOf ?? this.info.released_at);
    const current = isRolledUp
      ? this.#rollUps.current(geoId, cellNumber(query.tag, query.propertyType))
      : await sumCurrent(this.#ask, await this.#permitsAt(geoId), query, dates);
    return current === null ? [] : [currentRow(geoId, query, current)];
  }

  async monthlyMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    range: MonthRange,
  ): Promise<RecordBytes[] | null> {
    if (!(await this.#isKnown(kind, geoId))) return null;
    if (kind === 'address') {
      return monthlyRows(
        geoId,
        query,
        await sumMonths(this.#ask, await this.#permitsAt(geoId), query, range),
      );
    }
    const months = this.#rollUps.months(geoId, cellNumber(query.tag, query.propertyType));
    const within = months.filter(({ month }) => month >= range.from && month <= range.to);
    return monthlyRows(geoId, query, within);
  }

  async contractorMetrics(id: string, query: MetricsQuery, range: MonthRange): Promise<RecordBytes[] | null> {
    if ((await this.records('contractors', [id])).length === 0) return null;
    const permits = { table: this.#table('permits'), of: { contractor: id }, ...(await this.#scope(null)) };
    return contractorRows(query, await sumMonths(this.#ask, permits, query, range));
  }

  coverage(kind: PlaceKind, geoId: string, from: string, to: string): CoverageRow[] | null {
    if (this.place(kind, geoId) === null && !this.#rollUps.has(geoId)) return null;
    return this.#rollUps.coverage(geoId, dateNumber(from), dateNumber(to));
  }

  async searchDecisions(query: DecisionQuery, from: number, size: number): Promise<SearchPage> {
    const rows = [...this.#decisions.rows(query, from, size + 1)];
    return { items: await this.#at('decisions', rows.slice(0, size)), next: rows[size] ?? null };
  }

  countDecisions(query: DecisionQuery, limitMs: number): TotalCount | null {
    return this.#decisions.count(query, limitMs, () => performance.now());
  }

  searchPlaces(kind: SearchedKind, text: string, offset: number, size: number): CountedPage {
    return this.#places.search(kind, text, offset, size);
  }

  zipCodes(offset: number, size: number): CountedPage {
    return this.#places.zipCodes(offset, size);
  }

  async searchAddresses(text: string, offset: number, size: number): Promise<CountedPage> {
    const { items, next, total } = this.#addressSearch.search(text, offset, size);
    const records = await this.#at(
      'addresses',
      items.map(({ row }) => row),
    );
    return { items: items.map((found, i) => withQuality(present(records[i]), found)), next, total };
  }

  searchCities(text: string, offset: number, size: number): CountedPage {
    const { ids, next, total } = this.#citySearch.search(text, offset, size);
    const item = this.#index.prepare('SELECT item FROM place WHERE geo_id = ?');
    return { items: ids.map((id) => Buffer.from(String(item.get(id)?.item))), next, total };
  }

  async searchPermits(query: PermitQuery, from: number, size: number): Promise<SearchPage> {
    const { statement, source } = await this.#permits(query, query.permit_has_contractor);
    const isByValue = query.sort === 'job_value';
    if (isByValue) await this.#addValueFrom(statement, from);
    else statement.and(`p.position >= ${statement.value(from, 'bigint')}`);
    const [key, order] = isByValue
      ? ['p.position, p.job_value', 'job_value DESC NULLS LAST, position']
      : ['p.position', 'position'];
    const found = `SELECT ${key} FROM ${source} WHERE ${statement.where} ORDER BY ${order} LIMIT ${size + 1}`;
    const rows = await this.#rows(this.#recordsOf('permits', found, order), statement.values);
    return pageOf(rows, size, ({ position }) => Number(position) + (isByValue ? 1 : 0));
  }

  /** The records of the positions that a query finds: it reads an index alone where it can. */
  #recordsOf(kind: RecordKind, found: string, order: string): string {
    return `SELECT position, record FROM (${found}) AS found
      JOIN ${this.#recordTable(kind)} USING (position) ORDER BY ${order}`;
  }

  /** The rows from a position on, by value: the position is the number of the first row plus one. */
  async #addValueFrom(statement: Statement, position: number): Promise<void> {
    if (position === 0) return;
    const [first] = await this.#rows(`SELECT job_value FROM ${this.#table('permits')} WHERE position = $1`, [
      position - 1,
    ]);
    const row = statement.value(position - 1, 'bigint');
    const value = first?.job_value ?? null;
    if (value === null) {
      statement.and(`p.job_value IS NULL AND p.position >= ${row}`);
      return;
    }
    const known = statement.value(value, 'bigint');
    statement.and(
      `p.job_value < ${known} OR (p.job_value = ${known} AND p.position >= ${row}) OR p.job_value IS NULL`,
    );
  }

  async countPermits(query: PermitQuery): Promise<TotalCount | null> {
    const { statement, source } = await this.#permits(query, query.permit_has_contractor);
    return this.#count(`SELECT 1 FROM ${source} WHERE ${statement.where}`, statement.values);
  }

  /** Exact, where the embedded engine estimates by a sample; the bounds are the same number then. */
  async estimatePermits(query: PermitQuery, counted: TotalCount | null): Promise<Estimate> {
    if (counted?.relation === 'eq') return exactly(counted.value);
    const { statement, source } = await this.#permits(query, query.permit_has_contractor);
    const [row] = await this.#rows(
      `SELECT count(*) AS found FROM ${source} WHERE ${statement.where}`,
      statement.values,
    );
    return exactly(Number(row?.found));
  }

  async searchContractors(query: ContractorQuery, from: number, size: number): Promise<SearchPage> {
    const { statement, source } = await this.#permits(query, true);
    const isByDate = query.sort === 'date';
    const fact = isByDate ? 'f.first' : `coalesce(o.${query.sort}, -1)`;
    const firsts = `SELECT p.contractor_id, min(p.position) AS first FROM ${source} WHERE ${statement.where} GROUP BY 1`;
    const after = new Statement();
    after.values.push(...statement.values);
    if (isByDate) after.and(`f.first >= ${after.value(from, 'bigint')}`);
    else if (from > 0) await this.#addFactFrom(after, fact, query.sort, from);
    const rows = await this.#rows(
      `SELECT f.first, o.id, o.position, r.record FROM (${firsts}) f
       JOIN ${this.#table('contractors')} o ON o.id = f.contractor_id
       JOIN ${this.#recordTable('contractors')} r USING (position) WHERE ${after.where}
       ORDER BY ${isByDate ? 'f.first' : `${fact} DESC, o.position`} LIMIT ${size + 1}`,
      after.values,
    );
    const next = rows[size];
    const shown = rows.slice(0, size);
    const tallies = query.include_tallies
      ? await this.#tallies(
          query,
          shown.map(({ id }) => String(id)),
        )
      : new Map<string, Tallies>();
    const items = shown.map(({ id, record }) => {
      const own = tallies.get(String(id)) ?? { status_tally: {}, tag_tally: {} };
      return Buffer.from(JSON.stringify({ ...JSON.parse(String(record)), ...own }));
    });
    return {
      items,
      next: next === undefined ? null : isByDate ? Number(next.first) : Number(next.position) + 1,
    };
  }

  async #addFactFrom(statement: Statement, fact: string, name: string, position: number): Promise<void> {
    const [first] = await this.#rows(
      `SELECT coalesce(${name}, -1) AS fact FROM ${this.#table('contractors')} WHERE position = $1`,
      [position - 1],
    );
    const value = statement.value(first?.fact ?? -1, 'bigint');
    const row = statement.value(position - 1, 'bigint');
    statement.and(`${fact} < ${value} OR (${fact} = ${value} AND o.position >= ${row})`);
  }

  /** Counts by status and tag of the contractors' permits that the query's place, period and tags have. */
  async #tallies(query: SharedQuery, ids: readonly string[]): Promise<Map<string, Tallies>> {
    const statement = new Statement();
    addTallied(statement, query, await this.#scope(query.geo_id));
    statement.and(`p.contractor_id = ANY (${statement.value(ids, 'text[]')})`);
    const rows = await this.#rows(
      `SELECT p.contractor_id, p.api_facets, count(*) AS permits
       FROM ${this.#table('permits')} p WHERE ${statement.where} GROUP BY 1, 2`,
      statement.values,
    );
    const counted = new Map<string, { status: Map<string, number>; tags: Map<string, number> }>();
    for (const { contractor_id, api_facets, permits } of rows) {
      const id = String(contractor_id);
      const own = counted.get(id) ?? { status: new Map(), tags: new Map() };
      counted.set(id, own);
      const { status, tags } = readFacets(Number(api_facets));
      addTo(own.status, status ?? 'unknown', Number(permits));
      for (const tag of tags) addTo(own.tags, tag, Number(permits));
    }
    return new Map(
      [...counted].map(([id, { status, tags }]) => [
        id,
        { status_tally: inOrder([...permitStatuses, 'unknown'], status), tag_tally: inOrder(tagIds, tags) },
      ]),
    );
  }

  async countContractors(query: ContractorQuery): Promise<TotalCount | null> {
    const { statement, source } = await this.#permits(query, true);
    return this.#count(
      `SELECT DISTINCT p.contractor_id FROM ${source} WHERE ${statement.where}`,
      statement.values,
    );
  }

  async contractorPermits(id: string, offset: number, size: number): Promise<CountedPage | null> {
    if ((await this.records('contractors', [id])).length === 0) return null;
    const permits = this.#table('permits');
    const [counted] = await this.#rows(
      `SELECT count(*) AS permits FROM ${permits} WHERE contractor_id = $1`,
      [id],
    );
    const total = Number(counted?.permits);
    const rows = await this.#rows(
      `SELECT record FROM (
         SELECT position, address_id, min(position) OVER (PARTITION BY address_id) AS first
         FROM ${permits} WHERE contractor_id = $1 ORDER BY address_id IS NULL, first, position OFFSET $2 LIMIT $3
       ) AS grouped JOIN ${this.#recordTable('permits')} USING (position)
       ORDER BY address_id IS NULL, first, position`,
      [id, offset, size],
    );
    const end = offset + size;
    return {
      items: rows.map(({ record }) => Buffer.from(String(record))),
      next: end < total ? end : null,
      total: cappedTotal(total),
    };
  }

  async spellings(id: string): Promise<readonly StoredSpelling[] | null> {
    const [row] = await this.#rows(
      `SELECT s.record FROM ${this.#table('contractors')} c
       LEFT JOIN ${this.#recordTable('spellings')} s USING (position) WHERE c.id = $1`,
      [id],
    );
    if (row === undefined) return null;
    return row.record === null ? [] : (JSON.parse(String(row.record)) as StoredSpelling[]);
  }

  async searchProperties(query: PropertyQuery, from: number, size: number): Promise<PropertyPage> {
    const statement = new Statement();
    const absence = await this.#addProperties(statement, query);
    statement.and(`t.position >= ${statement.value(from, 'bigint')}`);
    const found = `SELECT t.position FROM ${this.#table('properties')} t
      WHERE ${statement.where} ORDER BY t.position LIMIT ${size + 1}`;
    const rows = await this.#rows(this.#recordsOf('properties', found, 'position'), statement.values);
    return { ...pageOf(rows, size, ({ position }) => Number(position)), absence };
  }

  async countProperties(query: PropertyQuery): Promise<TotalCount | null> {
    const statement = new Statement();
    await this.#addProperties(statement, query);
    return this.#count(
      `SELECT 1 FROM ${this.#table('properties')} t WHERE ${statement.where}`,
      statement.values,
    );
  }

  /** All conditions of a property search; gives what limits its absences. */
  async #addProperties(statement: Statement, query: PropertyQuery): Promise<Absence | null> {
    addProperties(statement, query);
    addPropertyFacts(statement, query);
    this.#addPropertyPermits(statement, query);
    const excluded = [...new Set(unwanted(query.permit_tags))];
    if (excluded.length === 0) return null;
    const where = new Statement();
    addProperties(where, query);
    const rows = await this.#rows(
      `SELECT DISTINCT t.jurisdiction_id FROM ${this.#table('properties')} t
       WHERE t.jurisdiction_id IS NOT NULL AND ${where.where}`,
      where.values,
    );
    const looked = new Set(rows.map(({ jurisdiction_id }) => String(jurisdiction_id)));
    const searched = this.#coverage.filter(({ jurisdiction }) => looked.has(jurisdiction));
    const { absence, shown } = showAbsence(searched, excluded, query, this.info.released_at);
    const ids = shown.map(({ jurisdiction }) => jurisdiction);
    statement.and(`t.jurisdiction_id = ANY (${statement.value(ids, 'text[]')})`);
    return absence;
  }

  /** Permits that a property must have, or must not have (C32). */
  #addPropertyPermits(statement: Statement, query: PropertyQuery): void {
    const { permit_from: from, permit_to: to, permit_status: statuses, permit_tags: tags } = query;
    const hasPeriod = from !== null || to !== null;
    const period = hasPeriod ? [inRows(statement, 'p', this.#dates.period(from, to))] : [];
    const has = (conditions: string) => {
      const where = ['p.address_id = t.id', ...period, conditions].join(' AND ');
      const first = `EXISTS (SELECT 1 FROM ${this.#table('permits')} p WHERE ${where})`;
      if (!this.#hasOtherPlaces) return first;
      const others = `${this.#recordTable('other_places')} o JOIN ${this.#table('permits')} p USING (position)`;
      const whereOther = ['o.place = t.id', ...period, conditions].join(' AND ');
      return `(${first} OR EXISTS (SELECT 1 FROM ${others} WHERE ${whereOther}))`;
    };
    const withTag = (tag: string) => {
      const bits = statement.value(tagBits([tag]), 'bigint');
      return `p.api_facets & ${bits} = ${bits}`;
    };
    const present = new Statement(statement.values);
    addNumbered(present, statusIn('p'), permitStatuses, statuses);
    const [open, asked] = [query.permit_tags_unfinaled ?? [], tags ?? []];
    const isAsked = statuses !== null && statuses.length > 0;
    if (isAsked || (hasPeriod && asked.length + open.length === 0)) statement.and(has(present.where));
    for (const tag of asked) {
      if (tag.startsWith('-')) statement.and(`NOT ${has(withTag(tag.slice(1)))}`);
      else statement.and(has(`${present.where} AND ${withTag(tag)}`));
    }
    const unfinaled = permitStatuses.filter((status) => status !== 'final');
    for (const tag of open) {
      const notFinal = new Statement(statement.values);
      addNumbered(notFinal, statusIn('p'), permitStatuses, unfinaled);
      statement.and(has(`${notFinal.where} AND ${withTag(tag)}`));
    }
  }

  async permitOrigin(id: string): Promise<PermitOrigin | null> {
    const [row] = await this.#rows(
      `SELECT r.record, o.record AS origin FROM ${this.#table('permits')} p
       JOIN ${this.#recordTable('permits')} r USING (position)
       JOIN ${this.#recordTable('origins')} o USING (position) WHERE p.id = $1`,
      [id],
    );
    return row === undefined ? null : parseOrigin(String(row.record), String(row.origin));
  }

  async permitBins(query: PermitViewQuery, zoom: number): Promise<PermitBins> {
    const area = areaOf(query) ?? new Area([]);
    const grid = gridOfBins(area, zoom);
    const cells = await this.#cells(query, area, grid);
    const permits = cells.reduce((sum, { count }) => sum + count, 0);
    return binsOf(cells, grid, exactly(permits), 1);
  }

  async permitDurations(query: PermitViewQuery, byMonth: boolean): Promise<PermitDurations> {
    const { statement, source } = await this.#permits(query, query.permit_has_contractor);
    return sumDurations(this.#ask, source, statement, byMonth);
  }

  async permitTile(query: PermitViewQuery, tile: TileNumbers): Promise<TilePoint[]> {
    const { box, grid } = tileGrid(tile);
    const area = areaOf(query)?.within(box) ?? new Area([box]);
    const { clusters, singles } = tileCells(await this.#cells(query, area, grid), tile.z, 1);
    const shown = await this.#shownPermits(singles.map(({ row }) => row));
    return [
      ...clusters.map((sums) => clusterPoint(sums, box, 1)),
      ...singles.map((sums) => singlePoint(sums, box, present(shown.get(sums.row)))),
    ];
  }

  /** Permits of an area by cell, in the order of their first permits. All are counted, however many there are. */
  async #cells(query: PermitViewQuery, area: Area, grid: Grid): Promise<CellSums[]> {
    const { statement, source } = await this.#permits(query, query.permit_has_contractor, area);
    const side = 2 ** (32 - grid.zoom);
    const rows = await this.#rows(
      `SELECT p.api_x / ${side} AS column, p.api_y / ${side} AS row, count(*) AS count,
         count(p.job_value) AS valued, coalesce(sum(p.job_value), 0) AS value,
         sum(p.api_x) AS x, sum(p.api_y) AS y, min(p.position) AS first
       FROM ${source} WHERE ${statement.where} GROUP BY 1, 2 ORDER BY first`,
      statement.values,
    );
    return rows.map((row) => ({
      cell: grid.at(Number(row.column) * side, Number(row.row) * side),
      count: Number(row.count),
      valued: Number(row.valued),
      value: Number(row.value),
      x: Number(row.x),
      y: Number(row.y),
      row: Number(row.first),
    }));
  }

  async #shownPermits(positions: readonly number[]): Promise<Map<number, ShownPermit>> {
    const rows = await this.#rows(
      `SELECT position, id, api_facets, start_date::text AS date FROM ${this.#table('permits')}
       WHERE position = ANY ($1::bigint[])`,
      [positions],
    );
    return new Map(
      rows.map(({ position, id, api_facets, date }) => {
        const { tags, status } = readFacets(Number(api_facets));
        const hasTag = (tag: string) => tags.includes(tag);
        return [
          Number(position),
          { id: String(id), hasTag, status, date: date === null ? null : String(date) },
        ];
      }),
    );
  }

  /** What changed is known since the releases with which this one was compared before it was loaded. */
  changesSince(release: string): ServedChanges | null {
    if (release === this.id) return noChanges;
    if (!this.comparedWith().includes(release)) return null;
    const list =
      this.#changes.get(release) ?? new ChangeList(pairDirectory(this.#directory, release, this.id));
    this.#changes.set(release, list);
    return {
      page: (query, from, size) => this.#changedPage(list, query, from, size),
      count: (query) => cappedTotal(list.count(query)),
      counts: () => countsOf(list.summary),
    };
  }

  comparedWith(): readonly string[] {
    return comparedWith(this.#directory, this.id);
  }

  /** The list asks for records by row: it is read once to learn which, and again with them. */
  async #changedPage(list: ChangeList, query: ChangeQuery, from: number, size: number): Promise<SearchPage> {
    const wanted = new Map<RecordKind, Set<number>>();
    list.page(query, from, size, (kind, row) => {
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(row));
      return noRecord;
    });
    const records = new Map<string, RecordBytes>();
    for (const [kind, rows] of wanted) {
      const found = await this.#at(kind, [...rows]);
      for (const [i, row] of [...rows].entries()) records.set(`${kind} ${row}`, present(found[i]));
    }
    return list.page(query, from, size, (kind, row) => present(records.get(`${kind} ${row}`)));
  }

  emptyReason(sought: Sought): Promise<EmptyReason> {
    return this.#emptyReasons.of(sought);
  }

  async close(): Promise<void> {
    this.#index.close();
    this.#dates.close();
    this.#rollUps.close();
    this.#addressSearch.close();
    this.#citySearch.close();
    for (const list of this.#changes.values()) list.close();
  }

  /** The permits of a place, for sums. */
  async #permitsAt(geoId: string): Promise<SummedPermits> {
    return { table: this.#table('permits'), of: { place: geoId }, ...(await this.#scope([geoId])) };
  }

  async #isKnown(kind: GeoIdKind, geoId: string): Promise<boolean> {
    if (kind !== 'address') return this.place(kind, geoId) !== null || this.#rollUps.has(geoId);
    const { otherPlaces } = await this.#scope([geoId]);
    const statement = new Statement();
    statement.and(inPlaces(statement, 'p', [geoId], otherPlaces));
    const rows = await this.#rows(
      `SELECT 1 FROM ${this.#table('permits')} p WHERE ${statement.where} LIMIT 1`,
      statement.values,
    );
    return rows.length > 0;
  }

  /** Permits `p` that match, with their contractors `c` where the conditions need them. */
  async #permits(query: SharedQuery, hasContractor: boolean | null, area = areaOf(query)) {
    const statement = new Statement();
    const scope = await this.#scope(query.geo_id);
    const isJoined = addPermits(statement, query, scope, hasContractor, area);
    const permits = `${this.#table('permits')} p`;
    const source = isJoined
      ? `${permits} JOIN ${this.#table('contractors')} c ON c.id = p.contractor_id`
      : permits;
    return { statement, source };
  }

  /** What conditions on permits of these places need to know of the release. */
  async #scope(places: readonly string[] | null): Promise<Scope> {
    const table = this.#recordTable('other_places');
    if (!this.#hasOtherPlaces || places === null) return { dates: this.#dates, otherPlaces: null };
    const found = await this.#rows(`SELECT 1 FROM ${table} WHERE place = ANY ($1::text[]) LIMIT 1`, [places]);
    return { dates: this.#dates, otherPlaces: found.length > 0 ? table : null };
  }

  /** Records by their positions, in the order given. */
  async #at(kind: RecordKind | 'addresses', positions: readonly number[]): Promise<RecordBytes[]> {
    if (positions.length === 0) return [];
    const rows = await this.#rows(
      `SELECT position, record FROM ${this.#recordTable(kind)} WHERE position = ANY ($1::bigint[])`,
      [positions],
    );
    const byPosition = new Map(rows.map(({ position, record }) => [Number(position), String(record)]));
    return positions.map((position) => Buffer.from(present(byPosition.get(position))));
  }

  /** How many rows a statement finds, up to the cap of counts; null when that takes too long. */
  async #count(text: string, values: readonly unknown[]): Promise<TotalCount | null> {
    const counted = `SELECT count(*) AS found FROM (${text} LIMIT ${totalCountCap + 1}) AS matching`;
    const rows = await this.#clients.counting.rowsInTime(counted, values.map(storable));
    return rows === null ? null : cappedTotal(Number(rows[0]?.found));
  }

  readonly #ask: Ask = (text, values) => this.#rows(text, values);

  #rows(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#clients.database.rows(text, values.map(storable));
  }

  /** A table that people see too. */
  #table(kind: RecordKind): string {
    return `${this.#schema}.${kind}`;
  }

  /** A table that only the service reads: of records, or of what is not in a record. */
  #recordTable(name: string): string {
    return `${this.#schema}.${apiPrefix}${name}`;
  }
}

interface Tallies {
  readonly status_tally: Readonly<Record<string, number>>;
  readonly tag_tally: Readonly<Record<string, number>>;
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function inOrder(names: readonly string[], counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])),
  );
}

/** A page of rows, of which one more than the page was asked for. */
function pageOf(rows: readonly Row[], size: number, positionOf: (row: Row) => number): SearchPage {
  const next = rows[size];
  return {
    items: rows.slice(0, size).map(({ record }) => Buffer.from(String(record))),
    next: next === undefined ? null : positionOf(next),
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a record of the release is missing in the database');
  return value;
}
