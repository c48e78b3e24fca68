/**
 * Finds the raw row that a published permit was made of: by its id, through the ids file to its row, and there the origin.
 *
 * Two searches by halving at any size. A release that lacks its files is refused by name.
 */
import type { Permit } from '@lintel/contract';
import { RowReader, SegmentReader } from './segment-reader.js';

/** A published permit and where in the raw store its row lies. */
export interface PermitOrigin {
  readonly permit: Permit;
  readonly source: string;
  /** Row key within the source. */
  readonly key: string;
  /** Keys of the other rows of the permit, where its rows are addresses. */
  readonly otherKeys: readonly string[];
}

/** The permit of that id in the release in `directory`, with its origin; null when there is none. */
export function readOrigin(directory: string, id: string): PermitOrigin | null {
  const permits = new SegmentReader(directory, 'permits');
  try {
    const row = permits.rowOf(id);
    if (row === null) return null;
    const origins = new RowReader(directory, 'origins');
    try {
      const [source, key, ...otherKeys] = JSON.parse(origins.row(row).toString()) as [string, string];
      return { permit: JSON.parse(permits.rows.row(row).toString()) as Permit, source, key, otherKeys };
    } finally {
      origins.close();
    }
  } finally {
    permits.close();
  }
}
