import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractorRows } from '../../query/wire-rows.js';
import { sum, sumCount } from './cells.js';
import { roundedMean } from './rounded-mean.js';

test('a mean is whole and halves go up', () => {
  assert.equal(roundedMean(5, 2), 3);
  assert.equal(roundedMean(321, 10), 32);
  assert.equal(roundedMean(3 * 10 ** 14 + 1, 2), 150_000_000_000_001);
  assert.equal(roundedMean(0, 3), 0);
  assert.equal(roundedMean(0, 0), null);
});

test('averages of metrics are whole days, percents and cents', () => {
  const sums = new Float64Array(sumCount);
  sums[sum.permits] = 10;
  for (const count of [sum.constructionCount, sum.inspectionCount, sum.jobValueCount]) {
    sums[count] = 10;
    sums[count + 1] = 325;
  }
  const [row] = contractorRows({ tag: 'all', propertyType: 'all' }, [{ month: 24_300, sums }]);
  assert.match(String(row), /"avg_construction_duration":33,"avg_inspection_pass_rate":33/);
  assert.match(String(row), /"avg_job_value":33,"total_job_value":325/);
});
