/**
 * Finds the raw row of a published permit: by its id, through the ids file to its row, and there the origin.
 *
 * Two binary searches at any size. A release that lacks its files is refused by name.
 */
import type { Permit } from '@lintel/contract';
import { MergedIds } from './merged-ids.js';
import { type MergedOrigin, parseRowOrigin } from './row-origin.js';
import { RowReader, SegmentReader } from './segment-reader.js';

/** A published permit and where its row is in the raw store. */
export interface PermitOrigin {
  readonly permit: Permit;
  readonly source: string;
  /** Row key within the source. */
  readonly key: string;
  /** Keys of the other rows of the permit, where its rows are addresses. */
  readonly otherKeys: readonly string[];
  /** Rows of further sources that were merged into the permit. */
  readonly merged: readonly MergedOrigin[];
}

/** The permit of that id in the release in `directory`, with its origin; null when there is none. */
export function readOrigin(directory: string, id: string): PermitOrigin | null {
  const permits = new SegmentReader(directory, 'permits');
  try {
    const origins = new RowReader(directory, 'origins');
    try {
      const merged = MergedIds.open(directory);
      try {
        return originOf(permits, origins, merged, id);
      } finally {
        merged?.close();
      }
    } finally {
      origins.close();
    }
  } finally {
    permits.close();
  }
}

/** The same in a release that is open: its permits, their origins by row, and the ids of merged ones. */
export function originOf(
  permits: SegmentReader,
  origins: RowReader,
  merged: MergedIds | null,
  id: string,
): PermitOrigin | null {
  const row = permits.rowOf(id) ?? merged?.rowOf(id) ?? null;
  if (row === null) return null;
  return parseOrigin(permits.rows.row(row).toString(), origins.row(row).toString());
}

/** A permit and its origin, as they are stored. */
export function parseOrigin(permitText: string, originText: string): PermitOrigin {
  const { source, keys, merged } = parseRowOrigin(originText);
  const [key, ...otherKeys] = keys;
  const permit = JSON.parse(permitText) as Permit;
  return { permit, source, key, otherKeys, merged };
}
