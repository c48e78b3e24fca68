import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { quantiles, select } from './percentiles.js';

function found(values: readonly number[], ...wanted: Parameters<typeof quantiles>[1]) {
  const work = quantiles(Float64Array.from(values), wanted);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

test('the median is the mean of the two middle values, halves up; percentiles are values that occur', () => {
  assert.deepEqual(found([9, 1, 2], 'median'), [2]);
  assert.deepEqual(found([9, 6, 2, 1], 'median'), [4]);
  assert.deepEqual(found([5, 2], 'median'), [4], '3.5 days are 4');
  assert.deepEqual(found([6, 1, 9, 2], 0.25, 0.75), [1, 6]);
  assert.deepEqual(found([4], 0, 'median'), [4, 4]);
});

const least = (sorted: Float64Array, share: number) => sorted.find((_, i) => i + 1 >= share * sorted.length);
const middle = (sorted: Float64Array) =>
  Math.floor(((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0) + 1) / 2);

test('quantiles are those of sorted values, whatever their order and however many are equal', () => {
  const chance = syntheticNumbers(11);
  for (let round = 0; round < 400; round++) {
    const different = [1, 3, 1000][round % 3] ?? 1;
    const values = Array.from({ length: 1 + Math.floor(chance() * 60) }, () =>
      Math.floor(chance() * different),
    );
    const sorted = Float64Array.from(values).sort();
    assert.deepEqual(
      found(values, 0.9, 'median', 0.25, 0),
      [least(sorted, 0.9), middle(sorted), least(sorted, 0.25), sorted[0]],
      String(values),
    );
  }
});

test('what is selected among many equal values, and values in order, is found in few passes', () => {
  for (const value of [() => 7, (i: number) => i, (i: number) => -i, (i: number) => i % 2]) {
    const values = Float64Array.from({ length: 1 << 18 }, (_, i) => value(i));
    const sorted = values.slice().sort();
    const passes = [...select(values, 1 << 17)].length;
    assert.equal(values[1 << 17], sorted[1 << 17]);
    assert.ok(passes < 40, `${passes} passes`);
  }
});
