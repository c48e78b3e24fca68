/**
 * Finds the raw row of a published permit: by its id, through the ids file to its row, and there the origin.
 *
 * Two binary searches at any size. A release that lacks its files is refused by name.
 */
import type { Permit, PropertyFacts } from '@lintel/contract';
import { type FactsOfOrigin, factsOfBits } from './fact-origins.js';
import { parseRowOrigin } from './row-origin.js';
import { RowReader, SegmentReader } from './segment-reader.js';

/**
 * The origin of facts of a permit's property: another permit of its address, or a row of an assessor's file.
 */
interface OriginOfFacts {
  readonly origin: { readonly permit: string } | { readonly source: string; readonly key: string };
  readonly facts: readonly (keyof PropertyFacts)[];
}

/** A published permit and where its row is in the raw store. */
export interface PermitOrigin {
  readonly permit: Permit;
  readonly source: string;
  /** Row key within the source. */
  readonly key: string;
  /** Keys of the other rows of the permit, where its rows are addresses. */
  readonly otherKeys: readonly string[];
  /** Origins of the property's facts that the row itself does not state. */
  readonly factOrigins: readonly OriginOfFacts[];
}

/** The permit of that id in the release in `directory`, with its origin; null when there is none. */
export function readOrigin(directory: string, id: string): PermitOrigin | null {
  const permits = new SegmentReader(directory, 'permits');
  try {
    const origins = new RowReader(directory, 'origins');
    try {
      return originOf(permits, origins, id);
    } finally {
      origins.close();
    }
  } finally {
    permits.close();
  }
}

/** The same in a release that is open: its permits, and their origins by row. */
export function originOf(permits: SegmentReader, origins: RowReader, id: string): PermitOrigin | null {
  const row = permits.rowOf(id);
  if (row === null) return null;
  return parseOrigin(permits.rows.row(row).toString(), origins.row(row).toString());
}

/** A permit and its origin, as they are stored. */
export function parseOrigin(permitText: string, originText: string): PermitOrigin {
  const { source, keys, facts } = parseRowOrigin(originText);
  const [key, ...otherKeys] = keys;
  const permit = JSON.parse(permitText) as Permit;
  return { permit, source, key, otherKeys, factOrigins: facts.map(originOfFacts) };
}

function originOfFacts([origin, bits]: FactsOfOrigin): OriginOfFacts {
  const facts = factsOfBits(bits);
  if (typeof origin === 'string') return { origin: { permit: origin }, facts };
  const [source, key] = origin;
  return { origin: { source, key }, facts };
}
