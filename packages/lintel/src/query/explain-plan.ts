/**
 * Describes what a permit search does: which rows it reads, which lists it intersects, and what it tests row
 * by row.
 */
import type { RowRange } from '../format/column/row-dates.js';
import { BitmapCursor } from '../format/postings/bitmap-cursor.js';
import { BlockCursor, PostingsList, type RowCursor, ZoneMapCursor } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { intersectionMethod } from './intersect.js';
import type { Filters } from './open-filters.js';
import { planPermits } from './permit-plan.js';
import type { PermitQuery } from './questions.js';

interface ExplainedList {
  /** What the list holds. */
  readonly name: string;
  readonly form: 'list' | 'bitmap' | 'union of lists' | 'zone map' | 'list of blocks';
  /** Rows on the list, in the whole release; of a zone map, rows that it does not rule out. */
  readonly rows: number;
}

export interface ExplainedPlan {
  /**
   * Half-open ranges of rows: the permits of the period, newest first, and those without a date if they are
   * wanted.
   */
  readonly ranges: readonly RowRange[];
  readonly method: 'galloping intersection' | 'intersection of bitmaps';
  /** The lists that are intersected. */
  readonly lists: readonly ExplainedList[];
  /** Conditions that are tested on each row of the intersection. */
  readonly tests: readonly string[];
}

/** The plan of a permit search; null if the indexes alone show that nothing matches. */
export function explainPlan(filters: Filters, query: PermitQuery): ExplainedPlan | null {
  const plan = planPermits(filters, query);
  if (plan === null) return null;
  return {
    ranges: plan.ranges,
    method: plan.ranges.some((range) => intersectionMethod(plan, range) === 'bitmaps')
      ? 'intersection of bitmaps'
      : 'galloping intersection',
    lists: plan.cursors.map((cursor, i) => ({
      name: plan.names.cursors[i] ?? '',
      form: formOf(cursor),
      rows: cursor.count,
    })),
    tests: plan.names.tests,
  };
}

function formOf(cursor: RowCursor): ExplainedList['form'] {
  if (cursor instanceof PostingsList) return 'list';
  if (cursor instanceof BitmapCursor) return 'bitmap';
  if (cursor instanceof UnionCursor) return 'union of lists';
  if (cursor instanceof ZoneMapCursor) return 'zone map';
  if (cursor instanceof BlockCursor) return 'list of blocks';
  throw new Error('a plan has a list of an unknown form');
}
