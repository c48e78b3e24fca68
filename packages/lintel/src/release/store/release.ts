/**
 * A release as the service reads it. Every record is the finished JSON bytes of the wire; a page is bytes
 * joined together. Methods are synchronous: they read memory-mapped or page-cached files.
 */
import type { GeoKind, ReleaseInfo } from '@lintel/contract';

/** JSON bytes of one record, without a trailing newline. Do not modify. */
export type RecordBytes = Buffer;

export type RecordKind = 'permits' | 'contractors' | 'decisions';

export interface SearchPage {
  readonly items: RecordBytes[];
  /** Where the next page begins, null at the end. */
  readonly next: number | null;
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
