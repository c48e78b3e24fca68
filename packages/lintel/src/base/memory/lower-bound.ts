/** Binary search in ascending numbers. */

import { u32At } from './at.js';

/** Position of the first of the ascending numbers that is at least `value`. */
export function lowerBound(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (u32At(numbers, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
