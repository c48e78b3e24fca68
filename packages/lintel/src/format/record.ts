/** The records of a release as readers give them: finished JSON bytes, one kind of record at a time, a page at a time. */
import type { GeoIdKind, TotalCount } from '@lintel/contract';

/**
 * JSON bytes of one record, without a trailing newline. They may be those of the release's file: they must not be written to.
 */
export type RecordBytes = Buffer;

export type RecordKind = 'permits' | 'contractors' | 'decisions' | 'properties';

export interface SearchPage {
  readonly items: RecordBytes[];
  /** Where the next page begins, null at the end. */
  readonly next: number | null;
}

/** A page of a list of which it is known how long it is. Of ranked results there are 1,000 at most. */
export interface CountedPage extends SearchPage {
  readonly total: TotalCount;
}

/** Places with details. */
export type PlaceKind = Exclude<GeoIdKind, 'address'>;
/** Places that are searched by name in cursor pages. */
export type SearchedKind = Exclude<PlaceKind, 'city'>;
