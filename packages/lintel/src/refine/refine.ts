/**
 * Canonical rows in, clean records out: no I/O, no clock.
 *
 * Repairs and refusals are noted as defects of the record; a row that cannot become a record is refused with
 * a reason. Nothing throws: if a step fails on a row, that row is refused with the error's message, and no
 * other is affected.
 */
import type { Geography } from '../geography/geography.js';
import { refineContractor } from './contractor/license.js';
import { refineDecision } from './decision.js';
import { PermitRefiner, runSteps } from './permit.js';
import { refineProperty } from './property-facts.js';
import { type DefectList, noteOnce } from './record/defects.js';
import { type Refined, unrefined } from './record/refined.js';
import type { Canonical } from './record/source.js';
import type { RowContext } from './record/source-context.js';
import { cleanFields } from './record/text.js';

export interface RefineOptions {
  /**
   * Today as `YYYY-MM-DD`: dates too far after it are defects. A release build passes one date for all rows,
   * so that the same raw rows always give the same records.
   */
  readonly today: string;
}

/**
 * Refines canonical rows of a source into records, mentions or refusals, in the same order. A row with its
 * own context is refined in that. A few hundred rows at a time are fastest (see `runSteps`).
 */
export function refineRows(
  rows: readonly Canonical[],
  source: RowContext,
  geography: Geography,
  options: RefineOptions,
): Refined[] {
  try {
    const begun = rows.map((row) => begin(row, row.context ?? source, geography, options));
    runSteps(begun.filter((row) => row instanceof PermitRefiner));
    return begun.map((row) => (row instanceof PermitRefiner ? row.refined() : row));
  } catch {
    return rows.map((row) => refine(row, source, geography, options));
  }
}

/** Refines one canonical row. */
export function refine(
  row: Canonical,
  source: RowContext,
  geography: Geography,
  options: RefineOptions = { today: new Date().toISOString().slice(0, 10) },
): Refined {
  try {
    const begun = begin(row, row.context ?? source, geography, options);
    if (!(begun instanceof PermitRefiner)) return begun;
    runSteps([begun]);
    return begun.refined();
  } catch (error) {
    return unrefined(error);
  }
}

/** A permit whose steps have yet to run, or the result for a row of another kind. */
function begin(
  row: Canonical,
  source: RowContext,
  geography: Geography,
  { today }: RefineOptions,
): PermitRefiner | Refined {
  if (row.fault !== undefined) return { kind: 'refused', reason: row.fault };
  if (row.key === '') return { kind: 'refused', reason: 'has no key' };
  const defects: DefectList = [];
  for (const field of row.cut ?? []) noteOnce(defects, 'text_cut', field);
  const context = { source, geography, today, defects };
  switch (row.kind) {
    case 'permits':
      return new PermitRefiner(row.key, cleanFields(row.fields, defects), context, row.past);
    case 'contractors':
      return refineContractor(cleanFields(row.fields, defects), context);
    case 'decisions':
      return refineDecision(row.key, cleanFields(row.fields, defects), context);
    case 'properties':
      return refineProperty(cleanFields(row.fields, defects), context);
  }
}
