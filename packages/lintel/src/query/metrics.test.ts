/** The building blocks of metrics. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coverageRows, dateWord } from '../format/roll-ups/coverage.js';
import { currentDates } from '../format/roll-ups/current-dates.js';
import { monthOf, monthText } from '../format/roll-ups/permit-facts.js';
import { VarintReader, VarintWriter } from '../format/roll-ups/varint.js';

test('integers up to 2^53 - 1 are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.maxSafeNat(), fc.nat(300))), (numbers) => {
      const writer = new VarintWriter();
      for (const number of numbers) writer.push(number);
      const reader = new VarintReader(writer.bytes);
      assert.deepEqual(
        numbers.map(() => reader.next()),
        numbers,
      );
      assert.ok(reader.isAtEnd);
    }),
  );
});

test('the current year is the 365 days up to the release date, also across a leap day', () => {
  assert.deepEqual(currentDates('2026-06-30'), { after: 20250630, upTo: 20260630 });
  assert.deepEqual(currentDates('2024-03-01'), { after: 20230302, upTo: 20240301 });
});

test('months are numbered across years', () => {
  assert.equal(monthOf(20251231) + 1, monthOf(20260101));
  assert.equal(monthText(monthOf(18500115)), '1850-01-01');
});

test('a date that does not fit into a word is refused and does not wrap into another year', () => {
  assert.ok(dateWord(8191_12_31) > dateWord(8191_12_30));
  assert.throws(() => dateWord(8192_01_01), RangeError);
  assert.throws(() => dateWord(9999_12_31), RangeError);
});

test('the words of dates have the order of the dates', () => {
  const dates = [18500101, 19991231, 20000101, 20240229, 20240301, 40000101];
  const words = dates.map(dateWord);
  assert.deepEqual(
    [...words].sort((a, b) => a - b),
    words,
  );
});

test('a field is missing below 10 %, partial below 80 %, and rounding never moves it across a limit', () => {
  const counts = [99, 100, 799, 800, 1000, 1000, 1000, 1000, 1000, 1000];
  const rows = coverageRows(counts, 1000).map(({ tier, fill_pct }) => [tier, fill_pct]);
  assert.deepEqual(rows, [
    ['missing', 9.9],
    ['partial', 10],
    ['partial', 79.9],
  ]);
  assert.equal(coverageRows([9999, 0, 0, 0, 0, 0, 0, 0, 0, 0], 100_000)[0]?.fill_pct, 9.9);
  assert.ok(coverageRows(new Array(10).fill(0), 0).every(({ tier }) => tier === 'missing'));
});
