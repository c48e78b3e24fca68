/** A known number of results in the form of `total_count` (C1). */
import type { TotalCount } from '@lintel/contract';
import { totalCountCap } from '@lintel/contract/plain';

/** Exact up to 10,000, above that `{10000, "gte"}`. */
export function cappedTotal(results: number): TotalCount {
  const isBeyond = results > totalCountCap;
  return { value: Math.min(results, totalCountCap), relation: isBeyond ? 'gte' : 'eq' };
}
