/** Percentiles of whole numbers, in whole units as all figures have them (C7, C38). Null without values. */
import { at } from '../base/memory/at.js';

/** What is wanted of values: the median, or the share (0 to 1) that a percentile is of. */
export type Quantile = 'median' | number;

/**
 * Finds quantiles of at least one value without sorting all, whose order changes. A percentile is the least value that
 * at least its share do not exceed (nearest rank); the median of an even number is the mean of the two middle ones,
 * halves rounded up. After each pass over many values others may have a turn.
 */
export function* quantiles(values: Float64Array, wanted: readonly Quantile[]): Generator<void, number[]> {
  const { length } = values;
  const places = wanted.map((quantile): [number, number] => {
    if (quantile === 'median') return [(length - 1) >> 1, length >> 1];
    const place = Math.max(0, Math.ceil(quantile * length) - 1);
    return [place, place];
  });
  let from = 0;
  for (const place of [...new Set(places.flat())].sort((a, b) => a - b)) {
    yield* select(values, place, from);
    from = place + 1;
  }
  return places.map(([low, high]) =>
    low === high ? at(values, low) : Math.round((at(values, low) + at(values, high)) / 2),
  );
}

/**
 * Hoare's quickselect: the value at `place` becomes the one that sorting would put there, with none greater before it
 * and none smaller after it. Those before `from` are known to be none greater. Pivots are drawn, so that no order of
 * values is slow.
 */
export function* select(values: Float64Array, place: number, from = 0): Generator<void> {
  let [first, last] = [from, values.length - 1];
  while (first < last) {
    const draw = () => at(values, first + Math.floor(Math.random() * (last - first + 1)));
    const [a, b, c] = [draw(), draw(), draw()];
    const { left, right } = partition(
      values,
      Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)),
      first,
      last,
    );
    if (place <= left) last = left;
    else if (place >= right) first = right;
    else return;
    if (last - first > valuesOfPass) yield;
  }
}

/** Passes over fewer values are too short for a turn of others. */
const valuesOfPass = 1 << 16;

/** Values up to `left` become no greater than the pivot, those from `right` on no smaller, and one between equals it. */
function partition(values: Float64Array, pivot: number, first: number, last: number) {
  let left = last;
  let right = first;
  while (right <= left) {
    // Outside of the values no comparison holds, so the loops end. Numbers that are kept beside would be boxed.
    while ((values[right] ?? Number.NaN) < pivot) right += 1;
    while ((values[left] ?? Number.NaN) > pivot) left -= 1;
    if (right > left) break;
    const greater = values[right] ?? 0;
    values[right++] = values[left] ?? 0;
    values[left--] = greater;
  }
  return { left, right };
}
