/** Binary search. */
import { u32At } from './at.js';

/** Position of the first of the ascending numbers that is at least `value`. For hot loops. */
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

/** The first number in `[from, to)` for which `holds`, which then holds for all after it too; else `to`. */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
