import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile } from './percentiles.js';

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
