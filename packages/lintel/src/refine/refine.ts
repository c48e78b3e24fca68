/**
 * Canonical rows in, clean records out: pure functions, no I/O, no clock of their own.
 *
 * What is repaired or refused on the way travels with the record as defects; a row that cannot become a record is a
 * refusal with its reason. Nothing throws: a row that a step fails on is refused with the error's message, and the rows
 * beside it are refined as if it were not there.
 */
import type { Geography } from '../geography/geography.js';
import { refineContractor } from './contractor/license.js';
import { refineDecision } from './decision.js';
import { PermitReading, takeSteps } from './permit.js';
import { refineProperty } from './property-facts.js';
import { type DefectList, noteOnce } from './record/defects.js';
import { type Refined, unrefined } from './record/refined.js';
import type { Canonical } from './record/source.js';
import type { RowContext } from './record/source-context.js';
import { cleanFields } from './record/text.js';

export interface RefineOptions {
  /**
   * Today as `YYYY-MM-DD`: dates too far after it are defects. A release build passes one date for all rows, so that
   * the same raw rows always give the same records.
   */
  readonly today: string;
}

/**
 * The records, mentions or refusals that canonical rows of a source become, in their order. A row that names another
 * authority as its context is refined as one of that. Some hundred rows together are refined fastest (see `takeSteps`).
 */
export function refineRows(
  rows: readonly Canonical[],
  source: RowContext,
  geography: Geography,
  options: RefineOptions,
): Refined[] {
  try {
    const begun = rows.map((row) => begin(row, row.context ?? source, geography, options));
    takeSteps(begun.filter((row) => row instanceof PermitReading));
    return begun.map((row) => (row instanceof PermitReading ? row.refined() : row));
  } catch {
    return rows.map((row) => refine(row, source, geography, options));
  }
}

/** The record, mention or refusal that a canonical row becomes. */
export function refine(
  row: Canonical,
  source: RowContext,
  geography: Geography,
  options: RefineOptions = { today: new Date().toISOString().slice(0, 10) },
): Refined {
  try {
    const begun = begin(row, row.context ?? source, geography, options);
    if (!(begun instanceof PermitReading)) return begun;
    takeSteps([begun]);
    return begun.refined();
  } catch (error) {
    return unrefined(error);
  }
}

/** A permit to be read, or what became of a row of another kind. */
function begin(
  row: Canonical,
  source: RowContext,
  geography: Geography,
  { today }: RefineOptions,
): PermitReading | Refined {
  if (row.fault !== undefined) return { kind: 'refused', reason: row.fault };
  if (row.key === '') return { kind: 'refused', reason: 'has no key' };
  const defects: DefectList = [];
  for (const field of row.cut ?? []) noteOnce(defects, 'text_cut', field);
  const frame = { source, geography, today, defects };
  switch (row.kind) {
    case 'permits':
      return new PermitReading(row.key, cleanFields(row.fields, defects), frame);
    case 'contractors':
      return refineContractor(cleanFields(row.fields, defects), frame);
    case 'decisions':
      return refineDecision(row.key, cleanFields(row.fields, defects), frame);
    case 'properties':
      return refineProperty(cleanFields(row.fields, defects), frame);
  }
}
