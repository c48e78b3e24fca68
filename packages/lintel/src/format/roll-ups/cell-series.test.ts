import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CurrentSums,
  type MonthSums,
  pushCurrent,
  readCurrent,
  readMonths,
  SeriesWriter,
} from './cell-series.js';
import { sumCount } from './cells.js';
import { VarintReader, VarintWriter } from './varint.js';

const count = fc.nat(1_000_000);
/** A count with its sum: without values there is no sum. */
const counted = fc
  .tuple(count, fc.maxSafeNat())
  .map(([values, total]) => (values === 0 ? [0, 0] : [values, total]));
const sums = fc
  .tuple(count, count, counted, counted, counted, counted)
  .map(([permits, contractors, ...rest]) => Float64Array.from([permits, contractors, ...rest.flat()]));
const months = fc
  .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 40 })
  .chain((numbers) =>
    fc
      .array(sums, { minLength: numbers.length, maxLength: numbers.length })
      .map((values): MonthSums[] =>
        numbers
          .sort((a, b) => b - a)
          .map((month, i) => ({ month, sums: values[i] ?? new Float64Array(sumCount) })),
      ),
  );
const current = fc.option(fc.record({ sums, active: count, inReview: count }, { noNullPrototype: true }));

test('the current row and the months of a cell come back as they were written', () => {
  fc.assert(
    fc.property(current, months, (row: CurrentSums | null, all: MonthSums[]) => {
      const out = new VarintWriter();
      pushCurrent(out, row);
      const series = new SeriesWriter();
      for (const { month, sums: values } of all) series.add(month, values, 0);
      const reader = new VarintReader(Buffer.concat([out.bytes, series.bytes]));
      assert.deepEqual(readCurrent(reader), row);
      assert.deepEqual(readMonths(reader), all);
    }),
  );
});

test('a roll-up that ends within a number is an error, not a smaller number', () => {
  const out = new VarintWriter();
  out.push(300);
  const reader = new VarintReader(out.bytes.subarray(0, 1));
  assert.throws(() => reader.next(), /ends within a number/);
});
