/**
 * Opens a release for reading. The files are checked by name and size, not by checksum, so opening takes
 * milliseconds at any size; only small directories are loaded, everything else is mapped into memory.
 */

import { dirname, join } from 'node:path';
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
import { dateNumber } from '../base/calendar-date.js';
import { type Database, openImmutable, type Statement } from '../base/sqlite.js';
import { cappedTotal } from '../format/capped-total.js';
import { addressSearchFile, citySearchFile, indexFile, recordsFile } from '../format/layout.js';
import type { Manifest } from '../format/manifest.js';
import type {
  CountedPage,
  PlaceKind,
  RecordBytes,
  RecordKind,
  SearchedKind,
  SearchPage,
} from '../format/record.js';
import { idOf } from '../format/record-id.js';
import type { BuildReport } from '../format/report.js';
import { FactsReader } from '../format/roll-ups/facts-reader.js';
import { MetricsReader } from '../format/roll-ups/metrics-reader.js';
import { MergedIds } from '../format/segment/merged-ids.js';
import { originOf, type PermitOrigin } from '../format/segment/read-origin.js';
import { RowReader, SegmentReader } from '../format/segment/segment-reader.js';
import type { StoredSpelling } from '../format/segment/spelling.js';
import { checkRelease } from '../format/verify-release.js';
import type { CoverageAround } from '../query/aggregate-cells.js';
import { countContractors, searchContractors, withTallies } from '../query/contractor-search.js';
import { DecisionSearch } from '../query/decision-search.js';
import { EmptyReasons } from '../query/empty-reason.js';
import { estimatePermits } from '../query/estimate.js';
import { FileSums } from '../query/file-sums.js';
import type { SumPart, SumQuestion } from '../query/group-sums.js';
import { type CountLimit, defaultCountLimit, withoutCap } from '../query/intersect.js';
import { type OfficialQuery, officialIn, officialRowsIn } from '../query/official.js';
import { Filters } from '../query/open-filters.js';
import { permitBins, permitTile, type TileNumbers, type TilePoint } from '../query/permit-map.js';
import { countPermits, permitsAmong, searchPermits } from '../query/permit-search.js';
import { PlaceMetrics } from '../query/place-metrics.js';
import { placesOfRecords } from '../query/places-of-records.js';
import { countProperties, searchProperties } from '../query/property-search.js';
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
import { type AddressIndex, openAddressIndex } from '../search/address-search.js';
import { withQuality } from '../search/match-quality.js';
import { openPlaceIndex, type PlaceIndex } from '../search/place-search.js';
import { PlaceSearch } from '../search/places.js';
import { ChangeList } from './changes/change-list.js';
import { comparedWith } from './changes/keep-changes.js';
import { pairDirectory } from './changes/layout.js';
import { noChanges, type ReleaseChanges, releaseChanges } from './changes/release-changes.js';
import type { PropertyPage, Release } from './release.js';

interface OpenOptions {
  /** When counting stops (C1). */
  readonly countLimit?: CountLimit;
}

/** Opens the release in `directory`; refuses one that is incomplete or foreign, naming the file. */
export function openRelease(directory: string, options: OpenOptions = {}): Release {
  const manifest = checkRelease(directory);
  const open: { close(): void }[] = [];
  const opened = <T extends { close(): void }>(part: T): T => {
    open.push(part);
    return part;
  };
  try {
    const index = opened(openImmutable(join(directory, indexFile)));
    const records = {
      permits: opened(new SegmentReader(directory, 'permits')),
      contractors: opened(new SegmentReader(directory, 'contractors')),
      decisions: opened(new SegmentReader(directory, 'decisions')),
      properties: opened(new SegmentReader(directory, 'properties')),
    };
    const counts = {
      permits: records.permits.rows.rows,
      contractors: records.contractors.rows.rows,
      properties: records.properties.rows.rows,
    };
    const mergedIds = MergedIds.open(directory);
    const parts = {
      records,
      filters: opened(new Filters(directory, counts, (geoId) => records.properties.rowOf(geoId))),
      origins: opened(new RowReader(directory, 'origins')),
      mergedIds: mergedIds === null ? null : opened(mergedIds),
      addresses: opened(new RowReader(directory, 'addresses')),
      // Releases built before spellings were kept do not have them.
      spellings: manifest.files.some(({ name }) => name === recordsFile('spellings'))
        ? opened(new RowReader(directory, 'spellings'))
        : null,
      index,
      rollUps: opened(new MetricsReader(directory, index)),
      facts: opened(new FactsReader(directory)),
      places: new PlaceSearch(directory, index),
      addressSearch: opened(openAddressIndex(join(directory, addressSearchFile))),
      citySearch: opened(openPlaceIndex(join(directory, citySearchFile))),
    };
    const files: OpenFiles = {
      releases: dirname(directory),
      opened,
      close() {
        for (const part of open.splice(0)) part.close();
      },
    };
    return new FileRelease(manifest, parts, options.countLimit ?? defaultCountLimit, files);
  } catch (error) {
    for (const part of open.splice(0)) part.close();
    throw error;
  }
}

interface Parts {
  readonly records: Readonly<Record<RecordKind, SegmentReader>>;
  readonly origins: RowReader;
  readonly mergedIds: MergedIds | null;
  readonly addresses: RowReader;
  readonly spellings: RowReader | null;
  readonly index: Database;
  readonly rollUps: MetricsReader;
  readonly facts: FactsReader;
  readonly places: PlaceSearch;
  readonly addressSearch: AddressIndex;
  readonly citySearch: PlaceIndex;
  readonly filters: Filters;
}

/** The files of a release while it is open. */
interface OpenFiles {
  /** The directory of all releases. */
  readonly releases: string;
  /** Notes a part that is opened later, so that `close` closes it too. */
  opened<T extends { close(): void }>(part: T): T;
  close(): void;
}

/** A release in the files of one directory. */
class FileRelease implements Release {
  readonly id: string;
  readonly info: ReleaseInfo;
  readonly report: BuildReport;
  readonly #parts: Parts;
  readonly #files: OpenFiles;
  /** Changes since earlier releases, opened when they are first asked for. */
  readonly #changes = new Map<string, ReleaseChanges>();
  readonly #countLimit: CountLimit;
  readonly #details: Statement;
  readonly #item: Statement;
  readonly #decisions: DecisionSearch;
  readonly #metrics: PlaceMetrics;
  readonly #emptyReasons: EmptyReasons;

  constructor({ id, info, report }: Manifest, parts: Parts, countLimit: CountLimit, files: OpenFiles) {
    this.#countLimit = countLimit;
    this.id = id;
    this.info = info;
    this.report = report;
    this.#parts = parts;
    this.#files = files;
    this.#details = parts.index.prepare('SELECT details AS body FROM place WHERE geo_id = ? AND kind = ?');
    this.#item = parts.index.prepare('SELECT item AS body FROM place WHERE geo_id = ?');
    this.#decisions = new DecisionSearch(parts.index);
    this.#metrics = new PlaceMetrics(parts, info.released_at);
    this.#emptyReasons = new EmptyReasons({
      records: placesOfRecords(parts),
      coverage: parts.filters.coverage,
      decisions: this.#decisions,
      index: parts.index,
      releasedAt: info.released_at,
    });
  }

  records(kind: RecordKind, ids: readonly string[]): RecordBytes[] {
    const { records, mergedIds } = this.#parts;
    const found = records[kind].records(ids);
    if (mergedIds === null || kind !== 'permits' || found.length === ids.length) return found;
    const { permits } = records;
    const rows = ids.map((id) => permits.rowOf(id) ?? mergedIds.rowOf(id));
    return [...new Set(rows)].flatMap((row) => (row === null ? [] : permits.rows.row(row)));
  }

  all(kind: RecordKind | 'addresses', from: number, size: number): SearchPage {
    const { records, addresses } = this.#parts;
    const reader = kind === 'addresses' ? addresses : records[kind].rows;
    const end = Math.min(from + size, reader.rows);
    const items = Array.from({ length: Math.max(0, end - from) }, (_, i) => reader.row(from + i));
    return { items, next: end < reader.rows ? end : null };
  }

  permitOrigin(id: string): PermitOrigin | null {
    const { records, origins, mergedIds } = this.#parts;
    return originOf(records.permits, origins, mergedIds, id);
  }

  place(kind: PlaceKind, geoId: string): RecordBytes | null {
    return body(this.#details.get(geoId, kind));
  }

  official(geoId: string): OfficialPlace | null {
    return officialIn(this.#parts.index, geoId);
  }

  officialRows(query: OfficialQuery, from: number, size: number): SearchPage {
    return officialRowsIn(this.#parts.index, query, from, size);
  }

  currentMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    asOf: string | null,
  ): RecordBytes[] | null {
    if (kind === 'address') return this.#metrics.currentOfAddress(geoId, query, asOf);
    return this.#isKnown(kind, geoId) ? this.#metrics.current(geoId, query, asOf) : null;
  }

  monthlyMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    months: MonthRange,
  ): RecordBytes[] | null {
    if (kind === 'address') return this.#metrics.monthlyOfAddress(geoId, query, months);
    return this.#isKnown(kind, geoId) ? this.#metrics.monthly(geoId, query, months) : null;
  }

  contractorMetrics(id: string, query: MetricsQuery, months: MonthRange): RecordBytes[] | null {
    const row = this.#parts.records.contractors.rowOf(id);
    return row === null ? null : this.#metrics.ofContractor(row, query, months);
  }

  coverage(kind: PlaceKind, geoId: string, from: string, to: string): CoverageRow[] | null {
    if (!this.#isKnown(kind, geoId)) return null;
    return this.#parts.rollUps.coverage(geoId, dateNumber(from), dateNumber(to));
  }

  searchDecisions(query: DecisionQuery, from: number, size: number): SearchPage {
    const rows = [...this.#decisions.rows(query, from, size + 1)];
    const { rows: records } = this.#parts.records.decisions;
    return { items: rows.slice(0, size).map((row) => records.row(row)), next: rows[size] ?? null };
  }

  countDecisions(query: DecisionQuery, limitMs: number, isExact = false): TotalCount | null {
    const limit = { now: () => performance.now(), limitMs };
    return this.#decisions.count(query, isExact ? withoutCap(limit) : limit);
  }

  searchPlaces(kind: SearchedKind, text: string, offset: number, size: number): CountedPage {
    return this.#parts.places.search(kind, text, offset, size);
  }

  zipCodes(offset: number, size: number): CountedPage {
    return this.#parts.places.zipCodes(offset, size);
  }

  searchAddresses(text: string, offset: number, size: number): CountedPage {
    const { items, next, total } = this.#parts.addressSearch.search(text, offset, size);
    const records = items.map((found) => withQuality(this.#parts.addresses.row(found.row), found));
    return { items: records, next, total };
  }

  searchCities(text: string, offset: number, size: number): CountedPage {
    const { ids, next, total } = this.#parts.citySearch.search(text, offset, size);
    const items = ids.map((id) => body(this.#item.get(id))).filter((item) => item !== null);
    return { items, next, total };
  }

  searchPermits(query: PermitQuery, from: number, size: number): SearchPage {
    const { rows, next } = searchPermits(this.#parts.filters, query, from, size);
    return { items: this.#rows('permits', rows), next };
  }

  countPermits(query: PermitQuery, isExact = false): TotalCount | null {
    return countPermits(this.#parts.filters, query, this.#limitOf(isExact));
  }

  #limitOf(isExact: boolean): CountLimit {
    return isExact ? withoutCap(this.#countLimit) : this.#countLimit;
  }

  estimatePermits(query: PermitQuery, counted: TotalCount | null): Estimate {
    return estimatePermits(this.#parts.filters, query, counted);
  }

  permitBins(query: PermitViewQuery, zoom: number): PermitBins {
    return permitBins(this.#parts.filters, query, zoom);
  }

  sumPermits(question: SumQuestion, part: SumPart | null): SumPart {
    const { filters, records } = this.#parts;
    const contractorId = (row: number) => idOf(records.contractors.rows.row(row));
    const {
      query: { date_field: dateField },
      areaSet,
    } = question;
    const sums =
      part instanceof FileSums ? part : new FileSums({ filters, dateField, areaSet, contractorId }, question);
    sums.more(() => performance.now());
    return sums;
  }

  coverageAround(sought: Sought, places: readonly string[]): Promise<CoverageAround> {
    return this.#emptyReasons.coverageAround(sought, places);
  }

  permitTile(query: PermitViewQuery, tile: TileNumbers): TilePoint[] {
    const { rows } = this.#parts.records.permits;
    return permitTile(this.#parts.filters, query, tile, (row) => idOf(rows.row(row)));
  }

  searchContractors(query: ContractorQuery, from: number, size: number): SearchPage {
    const { found, next } = searchContractors(this.#parts.filters, query, from, size);
    const { rows } = this.#parts.records.contractors;
    const { talliesFrom, talliesTo } = this.#parts.filters.contractorFacts;
    const items = found.map((contractor) => {
      const { row } = contractor;
      return withTallies(rows.row(row), [talliesFrom(row), talliesTo(row)], contractor);
    });
    return { items, next };
  }

  countContractors(query: ContractorQuery, isExact = false): TotalCount | null {
    return countContractors(this.#parts.filters, query, this.#limitOf(isExact));
  }

  contractorPermits(id: string, offset: number, size: number): CountedPage | null {
    const contractor = this.#parts.records.contractors.rowOf(id);
    if (contractor === null) return null;
    const { contractorGrouped } = this.#parts.filters;
    const total = contractorGrouped.count(contractor);
    const rows = contractorGrouped.records(contractor, offset, size);
    const end = offset + size;
    const next = end < total ? end : null;
    return { items: this.#rows('permits', rows), next, total: cappedTotal(total) };
  }

  spellings(id: string): StoredSpelling[] | null {
    const { records, spellings } = this.#parts;
    const row = records.contractors.rowOf(id);
    if (row === null) return null;
    return spellings === null ? [] : (JSON.parse(spellings.row(row).toString()) as StoredSpelling[]);
  }

  searchProperties(query: PropertyQuery, from: number, size: number): PropertyPage {
    const { filters } = this.#parts;
    const { rows, next, absence } = searchProperties(filters, this.info.released_at, query, from, size);
    return { items: this.#rows('properties', rows), next, absence };
  }

  countProperties(query: PropertyQuery, isExact = false): TotalCount | null {
    return countProperties(this.#parts.filters, this.info.released_at, query, this.#limitOf(isExact));
  }

  changesSince(release: string): ReleaseChanges | null {
    if (release === this.id) return noChanges;
    const known = this.#changes.get(release);
    if (known !== undefined) return known;
    if (!this.comparedWith().includes(release)) return null;
    const list = this.#files.opened(new ChangeList(pairDirectory(this.#files.releases, release, this.id)));
    const changes = releaseChanges(list, (kind, row) => this.#parts.records[kind].rows.row(row), {
      permits: (query, among) => permitsAmong(this.#parts.filters, query, among),
      decisions: (query, among) => this.#decisions.among(query, among),
    });
    this.#changes.set(release, changes);
    return changes;
  }

  comparedWith(): string[] {
    return comparedWith(this.#files.releases, this.id);
  }

  emptyReason(sought: Sought): Promise<EmptyReason> {
    return this.#emptyReasons.of(sought);
  }

  widerPlace(geoId: string): WiderPlace | null {
    return widerPlace(this.#parts.filters.coverage, geoId);
  }

  close(): void {
    this.#files.close();
  }

  /** Whether the geography or a permit names the place. */
  #isKnown(kind: PlaceKind, geoId: string): boolean {
    return this.place(kind, geoId) !== null || this.#parts.rollUps.has(geoId);
  }

  #rows(kind: RecordKind, rows: ArrayLike<number>): RecordBytes[] {
    const reader = this.#parts.records[kind].rows;
    return Array.from(rows, (row) => reader.row(row));
  }
}

function body(found: Readonly<Record<string, unknown>> | undefined): RecordBytes | null {
  return typeof found?.body === 'string' ? Buffer.from(found.body) : null;
}
