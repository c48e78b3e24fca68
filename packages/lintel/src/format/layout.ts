/**
 * The files of a release directory, and the numbers that mark them as ours.
 *
 * A release holds, for each kind of record, the finished JSON lines in result order (`permits.ndjson`), where
 * each row begins (`permits.offsets`) and where each id is (`permits.ids`); for each permit, in the same
 * order, the source and the key of its raw row (`origins.ndjson`); for each contractor how its sources write
 * it (`spellings.ndjson`); places and roll-ups (`index.sqlite`); what records are filtered by
 * (filters/layout.ts); the search indexes of addresses, cities, counties and jurisdictions; rows that could
 * not be refined (`quarantine.ndjson`); and `manifest.json`, written last.
 */
import type { RecordKind } from './record.js';

/**
 * Kinds of rows that are stored as JSON lines. Addresses, origins and spellings have no ids file: search refers to
 * addresses by row, an origin has the row of its permit, and spellings that of their contractor. Changes are beside
 * the releases.
 */
export type SegmentKind = RecordKind | 'addresses' | 'origins' | 'spellings' | 'changes';

export const releaseMagic = 'lintel-release';
export const releaseFormat = 16;

export const manifestFile = 'manifest.json';
export const indexFile = 'index.sqlite';
export const quarantineFile = 'quarantine.ndjson';
export const addressSearchFile = 'address-search.bin';
export const citySearchFile = 'city-search.bin';
export const countySearchFile = 'county-search.bin';
export const jurisdictionSearchFile = 'jurisdiction-search.bin';
/**
 * Metrics of places by cell, and the coverage of their permits; the index says which part belongs to a place.
 */
export const metricsFile = 'metrics.bin';
export const coverageFile = 'coverage.bin';
/**
 * The facts of contractors' permits, contractor by contractor, and for each contractor's row where they are.
 */
export const contractorFactsFile = 'contractor-facts.bin';
export const contractorFactsPlacesFile = 'contractor-facts.places';
/** The facts of the permits of each address, and where those of each geo_id are. */
export const addressFactsFile = 'address-facts.bin';
export const addressFactsIdsFile = 'address-facts.ids';

export const recordsFile = (kind: SegmentKind) => `${kind}.ndjson`;
export const offsetsFile = (kind: SegmentKind) => `${kind}.offsets`;
export const idsFile = (kind: RecordKind) => `${kind}.ids`;
/** An ids file whose places are rows; absent where no permit was merged into another one. */
export const mergedIdsFile = 'permits.merged.ids';

/**
 * An ids file, all little-endian u32: the entries in key order, four words each (key high, key low, offset
 * low, length << 8 | offset high); the directory, for each value of the key's top bits the number of its
 * first entry, and at the end the number of entries; a footer (magic, format, entries, directory bits,
 * largest bucket).
 */
export const idsMagic = 0x5844494c;
export const idsFormat = 1;
export const idsFooterWords = 5;
export const idsEntryWords = 4;
/** Average number of entries that share a bucket, at most: 512 bytes. */
const idsPerBucket = 32;

/** Directory bits of an ids file with this many entries. */
export function directoryBits(entries: number): number {
  return Math.min(24, Math.max(0, Math.ceil(Math.log2(Math.max(1, entries) / idsPerBucket))));
}

/**
 * The release ids that `lintel build` makes: the release date and the beginning of the content's checksum.
 */
export const releaseIdPattern = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/;
