/** Percentiles of whole numbers, in whole units as all figures have them (C7, C38). Null without values. */
import { at } from '../base/memory/at.js';

/** The least of ascending `sorted` that at least the `share` (0 to 1) do not exceed: nearest rank. */
export function percentile(sorted: Float64Array, share: number): number | null {
  return sorted.length === 0 ? null : at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

/** The middle of ascending `sorted`, of an even number the mean of the two middle ones, halves rounded up. */
export function median(sorted: Float64Array): number | null {
  if (sorted.length === 0) return null;
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? at(sorted, half)
    : Math.round((at(sorted, half - 1) + at(sorted, half)) / 2);
}
