/**
 * Last step: one list of rows from the matches of all readings. Each row once, at its lowest cost; equal costs by row
 * number, that is by importance of the place. The order depends on the query and the index only, so that an offset into
 * it is a cursor.
 */
import type { TotalCount } from '@lintel/contract';
import { maxResults } from './limits.js';
import type { Match } from './score.js';

/** The matches in their final order, at most `maxResults` of them. */
export function order(matches: readonly Match[]): Match[] {
  const best = new Map<number, number>();
  for (const { row, cost } of matches) {
    if (cost < (best.get(row) ?? Number.POSITIVE_INFINITY)) best.set(row, cost);
  }
  return [...best]
    .map(([row, cost]) => ({ row, cost }))
    .sort((a, b) => a.cost - b.cost || a.row - b.row)
    .slice(0, maxResults);
}

/** How many results there are; where the list was cut there may be more. */
export function totalOf(results: number): TotalCount {
  return { value: results, relation: results < maxResults ? 'eq' : 'gte' };
}

/** `size` entries from `offset` on, and where the next page begins. */
export function page<T>(
  all: readonly T[],
  offset: number,
  size: number,
): { items: T[]; next: number | null } {
  const items = all.slice(offset, offset + size);
  const next = offset + items.length;
  return { items, next: items.length > 0 && next < all.length ? next : null };
}
