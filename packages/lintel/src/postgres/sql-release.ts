/**
 * A release as the service reads it, answered by SQL. Records are the bytes that the embedded engine answers, pages are
 * in its order and have its cursors. Places, decisions' texts, addresses and roll-ups of places are found by the
 * release's own index files, which are copied from the database when it is opened.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  CoverageRow,
  EmptyReason,
  Estimate,
  GeoIdKind,
  OfficialPlace,
  PermitBins,
  ReleaseInfo,
  TotalCount,
} from '@lintel/contract';
import { type Database, openImmutable } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { RowDates } from '../format/column/row-dates.js';
import { openDictionaries } from '../format/dictionary/dictionary.js';
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
import { MetricsReader } from '../format/roll-ups/metrics-reader.js';
import { MergedIds } from '../format/segment/merged-ids.js';
import { type PermitOrigin, parseOrigin } from '../format/segment/read-origin.js';
import type { StoredSpelling } from '../format/segment/spelling.js';
import type { CoverageAround } from '../query/aggregate-cells.js';
import { DecisionSearch } from '../query/decision-search.js';
import { EmptyReasons } from '../query/empty-reason.js';
import type { SumPart, SumQuestion } from '../query/group-sums.js';
import { withoutCap } from '../query/intersect.js';
import { type OfficialQuery, officialIn, officialRowsIn } from '../query/official.js';
import type { TileNumbers, TilePoint } from '../query/permit-map.js';
import type {
  ContractorQuery,
  DecisionQuery,
  PermitQuery,
  PermitViewQuery,
  PropertyQuery,
  Sought,
} from '../query/questions.js';
import type { MonthRange } from '../query/sum-facts.js';
import { type WiderPlace, widerPlace } from '../query/wider-place.js';
import type { MetricsQuery } from '../query/wire-rows.js';
import type { PropertyPage, ServedChanges, ServedRelease } from '../releases/release.js';
import { type AddressIndex, openAddressIndex } from '../search/address-search.js';
import { withQuality } from '../search/match-quality.js';
import { openPlaceIndex, type PlaceIndex } from '../search/place-search.js';
import { PlaceSearch } from '../search/places.js';
import { apiPrefix } from './api-tables.js';
import { storedManifest } from './catalog.js';
import { tablesChecksum } from './load-release.js';
import { type Clients, present, ReleaseTables } from './release-tables.js';
import { copyFiles } from './served-files.js';
import type { Layout } from './sharding.js';
import { SqlChanges } from './sql-changes.js';
import { contractorPermits, countContractors, searchContractors, spellings } from './sql-contractors.js';
import { permitBins, permitTile } from './sql-map.js';
import { SqlMetrics } from './sql-metrics.js';
import { countPermits, estimatePermits, searchPermits } from './sql-permits.js';
import { sqlPlacesOfRecords } from './sql-places-of-records.js';
import { type Covered, countProperties, searchProperties } from './sql-properties.js';
import { sumPermits } from './sql-sums.js';

interface Parts {
  readonly clients: Clients;
  readonly schema: string;
  readonly layout: Layout;
  /** Where its files are. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly hasOtherPlaces: boolean;
}

/** Opens the loaded release of that id; its files are copied into the directory. */
export async function openSqlRelease(clients: Clients, id: string, directory: string): Promise<SqlRelease> {
  const parts = await clients.database.with(async (sql) => {
    const [row] = await sql`
      SELECT schema_name, tables FROM lintel.releases
      WHERE id = ${id} AND is_loaded AND tables IN (${tablesChecksum.plain}, ${tablesChecksum.citus})`;
    const manifest = await storedManifest(sql, id);
    if (row === undefined || manifest === null) {
      throw new UserError(`This version of Lintel cannot read the release ${id} in the database.`, {
        hint: 'Publish a release with this version.',
      });
    }
    const schema = String(row.schema_name);
    await copyFiles(sql, schema, manifest, directory);
    const others = await sql.unsafe(`SELECT 1 FROM ${schema}.${apiPrefix}other_places LIMIT 1`);
    const layout: Layout = row.tables === tablesChecksum.citus ? 'citus' : 'plain';
    return { schema, layout, manifest, hasOtherPlaces: others.length > 0 };
  });
  return new SqlRelease(id, { clients, directory, ...parts });
}

export class SqlRelease implements ServedRelease {
  readonly id: string;
  readonly info: ReleaseInfo;
  readonly report: BuildReport;
  readonly #tables: ReleaseTables;
  readonly #metrics: SqlMetrics;
  readonly #changes: SqlChanges;
  readonly #index: Database;
  readonly #rollUps: MetricsReader;
  readonly #places: PlaceSearch;
  readonly #addressSearch: AddressIndex;
  readonly #citySearch: PlaceIndex;
  readonly #decisions: DecisionSearch;
  readonly #covered: Covered;
  readonly #emptyReasons: EmptyReasons;
  readonly #dates: RowDates;
  readonly #mergedIds: MergedIds | null;

  constructor(id: string, { clients, schema, layout, directory, hasOtherPlaces, manifest }: Parts) {
    const { info, report } = manifest;
    const { released_at: releasedAt } = info;
    const path = (name: string) => join(directory, name);
    this.id = id;
    this.info = info;
    this.report = report;
    this.#dates = new RowDates(directory, info.counts.permits);
    this.#mergedIds = MergedIds.open(directory);
    const tables = new ReleaseTables({
      clients,
      schema,
      layout,
      dates: this.#dates,
      dictionaries: openDictionaries(directory),
      hasOtherPlaces,
    });
    this.#tables = tables;
    this.#index = openImmutable(path(indexFile));
    this.#rollUps = new MetricsReader(directory, this.#index);
    this.#places = new PlaceSearch(directory, this.#index);
    this.#addressSearch = openAddressIndex(path(addressSearchFile));
    this.#citySearch = openPlaceIndex(path(citySearchFile));
    this.#decisions = new DecisionSearch(this.#index);
    this.#changes = new SqlChanges(id, directory, tables);
    const hasPlace = (kind: PlaceKind, geoId: string) => this.place(kind, geoId) !== null;
    this.#metrics = new SqlMetrics({ tables, rollUps: this.#rollUps, releasedAt, hasPlace });
    const coverage = JSON.parse(readFileSync(path(jurisdictionCoverageFile), 'utf8'));
    this.#covered = { coverage, releasedAt };
    const records = sqlPlacesOfRecords({
      ask: tables.rows,
      table: (kind) => tables.table(kind),
      decision: async (row) => present((await tables.at('decisions', [row]))[0]),
    });
    const [index, decisions] = [this.#index, this.#decisions];
    this.#emptyReasons = new EmptyReasons({ records, index, decisions, coverage, releasedAt });
  }

  /** Records of the ids that exist, in the order given. */
  async records(kind: RecordKind, ids: readonly string[]): Promise<RecordBytes[]> {
    const tables = this.#tables;
    const found = await tables.records(kind, ids);
    if (this.#mergedIds === null || kind !== 'permits' || found.length === ids.length) return found;
    return tables.at(kind, await this.#positions(ids));
  }

  all(kind: RecordKind | 'addresses', from: number, size: number): Promise<SearchPage> {
    return this.#tables.all(kind, from, size);
  }

  /** The positions of the permits with these ids, each once; also of those that another permit is a part of. */
  async #positions(ids: readonly string[]): Promise<number[]> {
    const tables = this.#tables;
    const found = await tables.rows(
      `SELECT id, position FROM ${tables.table('permits')} WHERE id = ANY ($1::text[])`,
      [ids],
    );
    const byId = new Map(found.map(({ id, position }) => [String(id), Number(position)]));
    return [...new Set(ids.flatMap((id) => byId.get(id) ?? this.#mergedIds?.rowOf(id) ?? []))];
  }

  async permitOrigin(id: string): Promise<PermitOrigin | null> {
    const tables = this.#tables;
    const [position] = await this.#positions([id]);
    if (position === undefined) return null;
    const [row] = await tables.rows(
      `SELECT r.record, o.record AS origin FROM ${tables.recordTable('permits')} r
       JOIN ${tables.recordTable('origins')} o USING (${tables.rowKey('permits')}) WHERE position = $1`,
      [position],
    );
    return row === undefined ? null : parseOrigin(String(row.record), String(row.origin));
  }

  place(kind: PlaceKind, geoId: string): RecordBytes | null {
    const row = this.#index
      .prepare('SELECT details FROM place WHERE geo_id = ? AND kind = ?')
      .get(geoId, kind);
    return row === undefined ? null : Buffer.from(String(row.details));
  }

  official(geoId: string): OfficialPlace | null {
    return officialIn(this.#index, geoId);
  }

  officialRows(query: OfficialQuery, from: number, size: number): SearchPage {
    return officialRowsIn(this.#index, query, from, size);
  }

  currentMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    asOf: string | null,
  ): Promise<RecordBytes[] | null> {
    return this.#metrics.current(kind, geoId, query, asOf);
  }

  monthlyMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    range: MonthRange,
  ): Promise<RecordBytes[] | null> {
    return this.#metrics.monthly(kind, geoId, query, range);
  }

  contractorMetrics(id: string, query: MetricsQuery, range: MonthRange): Promise<RecordBytes[] | null> {
    return this.#metrics.ofContractor(id, query, range);
  }

  coverage(kind: PlaceKind, geoId: string, from: string, to: string): CoverageRow[] | null {
    return this.#metrics.coverage(kind, geoId, from, to);
  }

  async searchDecisions(query: DecisionQuery, from: number, size: number): Promise<SearchPage> {
    const rows = [...this.#decisions.rows(query, from, size + 1)];
    return { items: await this.#tables.at('decisions', rows.slice(0, size)), next: rows[size] ?? null };
  }

  countDecisions(query: DecisionQuery, limitMs: number, isExact = false): TotalCount | null {
    const limit = { now: () => performance.now(), limitMs };
    return this.#decisions.count(query, isExact ? withoutCap(limit) : limit);
  }

  searchPlaces(kind: SearchedKind, text: string, offset: number, size: number): CountedPage {
    return this.#places.search(kind, text, offset, size);
  }

  zipCodes(offset: number, size: number): CountedPage {
    return this.#places.zipCodes(offset, size);
  }

  async searchAddresses(text: string, offset: number, size: number): Promise<CountedPage> {
    const { items, next, total } = this.#addressSearch.search(text, offset, size);
    const records = await this.#tables.at(
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

  searchPermits(query: PermitQuery, from: number, size: number): Promise<SearchPage> {
    return searchPermits(this.#tables, query, from, size);
  }

  countPermits(query: PermitQuery, isExact = false): Promise<TotalCount | null> {
    return countPermits(this.#tables, query, isExact);
  }

  estimatePermits(query: PermitQuery, counted: TotalCount | null): Promise<Estimate> {
    return estimatePermits(this.#tables, query, counted);
  }

  permitBins(query: PermitViewQuery, zoom: number): Promise<PermitBins> {
    return permitBins(this.#tables, query, zoom);
  }

  sumPermits(question: SumQuestion): Promise<SumPart> {
    return sumPermits(this.#tables, question);
  }

  coverageAround(sought: Sought, places: readonly string[]): Promise<CoverageAround> {
    return this.#emptyReasons.coverageAround(sought, places);
  }

  permitTile(query: PermitViewQuery, tile: TileNumbers): Promise<TilePoint[]> {
    return permitTile(this.#tables, query, tile);
  }

  searchContractors(query: ContractorQuery, from: number, size: number): Promise<SearchPage> {
    return searchContractors(this.#tables, query, from, size);
  }

  countContractors(query: ContractorQuery, isExact = false): Promise<TotalCount | null> {
    return countContractors(this.#tables, query, isExact);
  }

  contractorPermits(id: string, offset: number, size: number): Promise<CountedPage | null> {
    return contractorPermits(this.#tables, id, offset, size);
  }

  spellings(id: string): Promise<readonly StoredSpelling[] | null> {
    return spellings(this.#tables, id);
  }

  searchProperties(query: PropertyQuery, from: number, size: number): Promise<PropertyPage> {
    return searchProperties(this.#tables, this.#covered, query, from, size);
  }

  countProperties(query: PropertyQuery, isExact = false): Promise<TotalCount | null> {
    return countProperties(this.#tables, this.#covered, query, isExact);
  }

  changesSince(release: string): ServedChanges | null {
    return this.#changes.since(release);
  }

  comparedWith(): readonly string[] {
    return this.#changes.comparedWith();
  }

  emptyReason(sought: Sought): Promise<EmptyReason> {
    return this.#emptyReasons.of(sought);
  }

  widerPlace(geoId: string): WiderPlace | null {
    return widerPlace(this.#covered.coverage, geoId);
  }

  async close(): Promise<void> {
    this.#index.close();
    this.#dates.close();
    this.#mergedIds?.close();
    this.#rollUps.close();
    this.#addressSearch.close();
    this.#citySearch.close();
    this.#changes.close();
  }
}
