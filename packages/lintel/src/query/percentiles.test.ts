import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { median, percentile, quantiles, select } from './percentiles.js';

test('the median is the mean of the two middle values, halves up; percentiles are values that occur', () => {
  const sorted = (...values: number[]) => Float64Array.from(values);
  assert.equal(median(sorted(1, 2, 9)), 2);
  assert.equal(median(sorted(1, 2, 6, 9)), 4);
  assert.equal(median(sorted(2, 5)), 4, '3.5 days are 4');
  assert.equal(median(sorted(-5, -2)), -3, '-3.5 days are -3');
  assert.equal(median(sorted(7)), 7);
  assert.equal(median(sorted()), null);
  assert.equal(percentile(sorted(1, 2, 6, 9), 0.25), 1);
  assert.equal(percentile(sorted(1, 2, 6, 9), 0.75), 6);
  assert.equal(percentile(sorted(4), 0), 4);
  assert.equal(percentile(sorted(), 0.5), null);
});

function found(values: readonly number[], ...wanted: Parameters<typeof quantiles>[1]) {
  const work = quantiles(Float64Array.from(values), wanted);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

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
      [percentile(sorted, 0.9), median(sorted), percentile(sorted, 0.25), sorted[0]],
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
