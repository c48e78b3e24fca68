/**
 * A release as the service reads it. Every record is the finished JSON bytes of the wire; a page is bytes
 * joined together. Methods are synchronous: they read memory-mapped or page-cached files.
 */
import type { Absence, GeoKind, ReleaseInfo, TotalCount } from '@lintel/contract';
import type { ContractorQuery, PermitQuery, PropertyQuery } from '../filter/query.js';

/** JSON bytes of one record, without a trailing newline. Do not modify. */
export type RecordBytes = Buffer;

export type RecordKind = 'permits' | 'contractors' | 'decisions' | 'properties';

export interface SearchPage {
  readonly items: RecordBytes[];
  /** Where the next page begins, null at the end. */
  readonly next: number | null;
}

/** Permits of one contractor, with how many it has in all. */
export interface ContractorPermits extends SearchPage {
  readonly total: number;
}

/** Properties, and what is to be known of absences where the query asks for one. */
export interface PropertyPage extends SearchPage {
  readonly absence: Absence | null;
}

export interface MetricsQuery {
  readonly propertyType: string;
  readonly tag: string;
}

export interface Release {
  readonly id: string;
  readonly info: ReleaseInfo;
  /** Records of the ids that exist, in the order given. */
  records(kind: RecordKind, ids: readonly string[]): RecordBytes[];
  /** Details object (2.7) of a city, county or jurisdiction. */
  place(kind: Exclude<GeoKind, 'address'>, geoId: string): RecordBytes | null;
  /** Current metrics row (2.8) of a county, or null when it has no such permits (C29). */
  countyMetrics(geoId: string, query: MetricsQuery): RecordBytes | null;
  /** Address items (2.5) by relevance, from result number `offset`. */
  searchAddresses(text: string, offset: number, size: number): SearchPage;
  /** City search items (2.7) by relevance; `page` is 1-based. */
  searchCities(text: string, page: number, size: number): RecordBytes[];
  /** Permits that the filters let through, from row `from` on (C25). */
  searchPermits(query: PermitQuery, from: number, size: number): SearchPage;
  /** How many there are in all; null when counting took too long (C1). */
  countPermits(query: PermitQuery): TotalCount | null;
  /** Contractors with such permits, their tallies scoped to the query; `from` is a row of permits (C26). */
  searchContractors(query: ContractorQuery, from: number, size: number): SearchPage;
  countContractors(query: ContractorQuery): TotalCount | null;
  /** Permits of a contractor grouped by address, from number `offset` on; null for an unknown contractor (C27). */
  contractorPermits(id: string, offset: number, size: number): ContractorPermits | null;
  /** Properties that the filters let through, from property number `from` on (C32). */
  searchProperties(query: PropertyQuery, from: number, size: number): PropertyPage;
  countProperties(query: PropertyQuery): TotalCount | null;
  close(): void;
}

/** The releases on disk, and which of them is published. */
export interface ReleaseShelf {
  /** The published release; null before the first publication. Notices a swap by itself. */
  current(): Release | null;
  /** A kept release by id, for cursors that began on it; null when it is gone. */
  get(id: string): Release | null;
  close(): void;
}
