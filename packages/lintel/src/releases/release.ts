/**
 * A release as the service reads it. Every record is the finished JSON bytes of the wire; a page is
 * concatenated bytes. Methods are synchronous: they read files that are mapped into memory.
 */
import type {
  Absence,
  CoverageRow,
  EmptyReason,
  Estimate,
  GeoIdKind,
  OfficialPlace,
  PermitBins,
  ReleaseInfo,
  TotalCount,
} from '@lintel/contract';
import type { Awaitable } from '../base/awaitable.js';
import type {
  CountedPage,
  PlaceKind,
  RecordBytes,
  RecordKind,
  SearchedKind,
  SearchPage,
} from '../format/record.js';
import type { BuildReport } from '../format/report.js';
import type { PermitOrigin } from '../format/segment/read-origin.js';
import type { StoredSpelling } from '../format/segment/spelling.js';
import type { CoverageAround } from '../query/aggregate-cells.js';
import type { SumPart, SumQuestion } from '../query/group-sums.js';
import type { OfficialQuery } from '../query/official.js';
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
import type { WiderPlace } from '../query/wider-place.js';
import type { MetricsQuery } from '../query/wire-rows.js';
import type { ChangeCounts } from './changes/layout.js';
import type { ChangeQuery, ReleaseChanges } from './changes/release-changes.js';

/** Properties and, where the query asks for absences, what limits them. */
export interface PropertyPage extends SearchPage {
  readonly absence: Absence | null;
}

export interface Release {
  readonly id: string;
  readonly info: ReleaseInfo;
  /** What its build counted (C45). */
  readonly report: BuildReport;
  /** Records of the ids that exist, in the order given. */
  records(kind: RecordKind, ids: readonly string[]): RecordBytes[];
  /** All records of a kind in the order of the release, from number `from` on. */
  all(kind: RecordKind | 'addresses', from: number, size: number): SearchPage;
  /** A permit with the row of its source that it was made from; null when it is unknown. */
  permitOrigin(id: string): PermitOrigin | null;
  /** Details object (2.7, C30) of a place. A ZIP code has five digits. */
  place(kind: PlaceKind, geoId: string): RecordBytes | null;
  /** What official counts say of a place (C114); null for nothing. */
  official(geoId: string): OfficialPlace | null;
  /** A row for each place and period that they have, from a position on. */
  officialRows(query: OfficialQuery, from: number, size: number): SearchPage;
  /**
   * Metrics row (2.8, C29) of a place over the 365 days up to `asOf` (YYYY-MM-DD; null: the release date),
   * none when it has no such permits; null when the place is unknown.
   */
  currentMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    asOf: string | null,
  ): RecordBytes[] | null;
  /** Monthly metrics rows of a place (C29), the oldest first; null when the place is unknown. */
  monthlyMetrics(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    months: MonthRange,
  ): RecordBytes[] | null;
  /** Monthly metrics rows of a contractor (C27), the oldest first; null when it is unknown. */
  contractorMetrics(id: string, query: MetricsQuery, months: MonthRange): RecordBytes[] | null;
  /**
   * Fields that too few permits of a place and a period (YYYY-MM-DD) state (C31); null if the place is
   * unknown.
   */
  coverage(kind: PlaceKind, geoId: string, from: string, to: string): CoverageRow[] | null;
  /** Decisions that match (C28), the newest first, then by id; `next` is a position, not a count. */
  searchDecisions(query: DecisionQuery, from: number, size: number): SearchPage;
  /**
   * How many decisions match (C1), `isExact`: also beyond 10,000 (C53); null when counting takes longer than `limitMs`.
   */
  countDecisions(query: DecisionQuery, limitMs: number, isExact?: boolean): TotalCount | null;
  /** Place items (C30) by relevance, ZIP codes in ascending order, from result number `offset`. */
  searchPlaces(kind: SearchedKind, text: string, offset: number, size: number): CountedPage;
  /** Items of all ZIP codes in ascending order, from number `offset`. */
  zipCodes(offset: number, size: number): CountedPage;
  /** Address items (2.5), each with how well it matches, by relevance, from result number `offset`. */
  searchAddresses(text: string, offset: number, size: number): CountedPage;
  /** City search items (2.7) by relevance, from result number `offset`. */
  searchCities(text: string, offset: number, size: number): CountedPage;
  /** Permits that match the filters, from row or position `from` on (C25). */
  searchPermits(query: PermitQuery, from: number, size: number): SearchPage;
  /** The total count, `isExact`: also beyond 10,000 (C53); null when counting took too long (C1). */
  countPermits(query: PermitQuery, isExact?: boolean): TotalCount | null;
  /** The number of permits, also beyond `counted`, with bounds (C43). */
  estimatePermits(query: PermitQuery, counted: TotalCount | null): Estimate;
  /** Permits of a box counted by cell, for a map of a zoom (C43). */
  permitBins(query: PermitViewQuery, zoom: number): PermitBins;
  /** Sums permits by group (C52). Without a part it begins; given one, it goes on with that. */
  sumPermits(question: SumQuestion, part: SumPart | null): SumPart;
  /** What the records around a search cover, and of those the ones around each of some places. */
  coverageAround(sought: Sought, places: readonly string[]): Promise<CoverageAround>;
  /** Permits of a tile as points, single ones or clusters (C43). */
  permitTile(query: PermitViewQuery, tile: TileNumbers): TilePoint[];
  /**
   * Contractors with such permits, their tallies scoped to the query; `from` is a row of permits, or a
   * position where they are sorted (C26). Throws a `TooManyToSortError`.
   */
  searchContractors(query: ContractorQuery, from: number, size: number): SearchPage;
  countContractors(query: ContractorQuery, isExact?: boolean): TotalCount | null;
  /**
   * Permits of a contractor grouped by address, from number `offset` on; null for an unknown contractor
   * (C27).
   */
  contractorPermits(id: string, offset: number, size: number): CountedPage | null;
  /** How the sources write a contractor, none where the release does not keep it; null if it is unknown. */
  spellings(id: string): readonly StoredSpelling[] | null;
  /** Properties that match the filters, from property number `from` on (C32). */
  searchProperties(query: PropertyQuery, from: number, size: number): PropertyPage;
  countProperties(query: PropertyQuery, isExact?: boolean): TotalCount | null;
  /** What changed since an earlier release; null if that is not known. */
  changesSince(release: string): ReleaseChanges | null;
  /** The earlier releases since which changes are known, the newest last. */
  comparedWith(): readonly string[];
  /** Why a search found nothing: whether any source covers the place in the period (C37). */
  emptyReason(sought: Sought): Promise<EmptyReason>;
  /** The authority of a city that has most but not all of its permits (C59); null for all other places. */
  widerPlace(geoId: string): WiderPlace | null;
  close(): void;
}

/** A release that may take time to answer, because it is in a database. Every `Release` is one. */
export type ServedRelease = {
  readonly [K in Exclude<keyof Release, 'changesSince'>]: Release[K] extends (...args: infer A) => infer R
    ? (...args: A) => Awaitable<R>
    : Release[K];
} & { changesSince(release: string): Awaitable<ServedChanges | null> };

/** What a service reads of the changes since an earlier release. */
export interface ServedChanges {
  page(query: ChangeQuery, from: number, size: number): Awaitable<SearchPage>;
  count(query: ChangeQuery): Awaitable<TotalCount>;
  counts(): ChangeCounts;
  rows(kind: RecordKind, from: number, end: number): readonly number[];
}

/** The database of a release cannot be asked for now. */
export class ReleaseUnavailable extends Error {
  override readonly name = 'ReleaseUnavailable';

  /** Whether the next question would fail likewise: the database does not answer, or nobody gets a connection to it. */
  readonly isAway: boolean;

  constructor(cause: unknown, { isAway = true }: { readonly isAway?: boolean } = {}) {
    super('the database of the release cannot be asked', { cause });
    this.isAway = isAway;
  }
}

/** The releases that a service answers from, and which of them is published. */
export interface ServedReleases {
  /** The published release; null before the first publication. Notices publications by itself. */
  current(): ServedRelease | null;
  /** Whether their database has not been reached yet, so that nobody knows which is published. */
  readonly isUnreached: boolean;
  /** A kept release by id, for cursors that began on it; null when it is gone. */
  get(id: string): Awaitable<ServedRelease | null>;
  /**
   * Does work for an account, which so gets its share of what all use, and no more; without it, there is enough.
   * `onWorked` gets the milliseconds for which each of its questions was worked on elsewhere.
   */
  askedBy?<T>(account: string, work: () => T, onWorked: (ms: number) => void): T;
  close(): Awaitable<void>;
}

/** The releases on disk. */
export interface ReleaseStore extends ServedReleases {
  current(): Release | null;
  get(id: string): Release | null;
  close(): void;
}
