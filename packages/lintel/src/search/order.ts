/**
 * Last step: one list of rows from the matches of all readings. Each row once, at its lowest cost; equal
 * costs by row number, that is by importance of the place. The order depends on the query and the index only,
 * so an offset into it is a cursor.
 */
import type { TotalCount } from '@lintel/contract';
import { maxResults } from '../format/address-index/limits.js';

/** A row, and its cost. */
export interface Ranked {
  readonly row: number;
  readonly cost: number;
}

/** The matches in their final order, at most `maxResults` of them. */
export function order<T extends Ranked>(matches: readonly T[]): T[] {
  const best = new Map<number, T>();
  for (const match of matches) {
    const known = best.get(match.row);
    if (known === undefined || match.cost < known.cost) best.set(match.row, match);
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost || a.row - b.row).slice(0, maxResults);
}

/** How many results there are; where the list was truncated there may be more. */
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
