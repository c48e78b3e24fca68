/** The permit search (C25): rows of permits, newest first. */
import type { PermitSort, TotalCount } from '@lintel/contract';
import type { NumberColumn } from '../format/permit-fields.js';
import { PostingsList } from '../format/postings/rows-cursor.js';
import { type CountLimit, countList, countRows, visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import { planPermits } from './permit-plan.js';
import type { PermitQuery } from './questions.js';
import { searchByValue } from './sorted-search.js';

/** The column that each order puts the greatest values of first; null is the order of the rows. */
const orders: Readonly<Record<PermitSort, NumberColumn | null>> = { date: null, job_value: 'job_value' };

/** Rows of one page, and the row at which the next page begins; null when there are no more. */
export interface RowPage {
  readonly rows: number[];
  readonly next: number | null;
}

/** All rows that match among these, which ascend. It takes time for `among`, not for all that match. */
export function permitsAmong(filters: Filters, query: PermitQuery, among: Uint32Array): number[] {
  const rows: number[] = [];
  const plan = planPermits(filters, query);
  if (plan === null || among.length === 0) return rows;
  visitRows({ ...plan, cursors: [new PostingsList(among), ...plan.cursors] }, 0, (row) => {
    rows.push(row);
    return true;
  });
  return rows;
}

/** A page of the matching permits; `from` is a row, or a position if they are sorted. */
export function searchPermits(filters: Filters, query: PermitQuery, from: number, size: number): RowPage {
  const rows: number[] = [];
  let next: number | null = null;
  const plan = planPermits(filters, query);
  if (plan === null) return { rows, next };
  const order = orders[query.sort];
  if (order !== null) {
    const again = () => planPermits(filters, query) ?? plan;
    return searchByValue(again, filters.numbers[order], from, size);
  }
  visitRows(plan, from, (row) => {
    if (rows.length === size) next = row;
    else rows.push(row);
    return next === null;
  });
  return { rows, next };
}

/** How many permits there are (C1); null when counting took too long. */
export function countPermits(filters: Filters, query: PermitQuery, limit: CountLimit): TotalCount | null {
  const plan = planPermits(filters, query);
  if (plan === null) return { value: 0, relation: 'eq' };
  return countList(plan, limit) ?? countRows(plan, limit);
}
