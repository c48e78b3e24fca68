/**
 * One canonical row in, one clean record out: pure functions, no I/O, no clock of their own.
 *
 * What is repaired or refused on the way travels with the record as defects; a row that cannot become a record is a
 * refusal with its reason. Nothing throws on bad data.
 */
import type { Geography } from '../geography/geography.js';
import { refineDecision } from './decision.js';
import { refineContractor } from './license.js';
import { refinePermit } from './permit.js';
import { refineProperty } from './property-facts.js';
import type { Refined } from './refined.js';
import type { Canonical } from './source.js';
import type { RowContext } from './source-context.js';
import { cleanFields } from './text.js';

export interface RefineOptions {
  /**
   * Today as `YYYY-MM-DD`: dates too far after it are defects. A release build passes one date for all rows, so that
   * the same raw rows always give the same records.
   */
  readonly today: string;
}

/** The record, sighting or refusal that a canonical row becomes. */
export function refine(
  canonical: Canonical,
  source: RowContext,
  geography: Geography,
  options: RefineOptions = { today: new Date().toISOString().slice(0, 10) },
): Refined {
  if (canonical.key === '') return { kind: 'refused', reason: 'has no key' };
  const { today } = options;
  const frame = { source, geography, today, defects: [] };
  switch (canonical.kind) {
    case 'permits':
      return refinePermit(canonical.key, cleanFields(canonical.fields, frame.defects), frame);
    case 'contractors':
      return refineContractor(cleanFields(canonical.fields, frame.defects), frame);
    case 'decisions':
      return refineDecision(canonical.key, cleanFields(canonical.fields, frame.defects), frame);
    case 'properties':
      return refineProperty(cleanFields(canonical.fields, frame.defects), frame);
  }
}
