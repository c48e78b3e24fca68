/**
 * The records of a release as readers return them: finished JSON bytes, one kind of record at a time, page by
 * page.
 */
import type { GeoIdKind, TotalCount } from '@lintel/contract';

/**
 * JSON bytes of one record, without a trailing newline. They may be those of the release's file: never modify
 * them.
 */
export type RecordBytes = Buffer;

export type RecordKind = 'permits' | 'contractors' | 'decisions' | 'properties';

export interface SearchPage {
  readonly items: RecordBytes[];
  /** Where the next page begins, null at the end. */
  readonly next: number | null;
}

/** A page of a list whose length is known. Ranked results have 1,000 at most. */
export interface CountedPage extends SearchPage {
  readonly total: TotalCount;
}

/** Places with details. */
export type PlaceKind = Exclude<GeoIdKind, 'address'>;
/** Places that are searched by name in cursor pages. */
export type SearchedKind = Exclude<PlaceKind, 'city'>;
