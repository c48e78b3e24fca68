/** A known number of results in the form of `total_count` (C1). */
import type { TotalCount } from '@lintel/contract';
import { totalCountCap } from '@lintel/contract/plain';

/** Exact up to the cap of 10,000 unless another one is given, above that `{10000, "gte"}`. */
export function cappedTotal(results: number, cap: number = totalCountCap): TotalCount {
  const isBeyond = results > cap;
  return { value: Math.min(results, cap), relation: isBeyond ? 'gte' : 'eq' };
}
