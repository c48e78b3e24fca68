import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DefectList } from './defects.js';
import { parseCents, readMoney } from './money.js';

test('amounts in every spelling become exact cents', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['$36,500.00', 3_650_000],
    ['36500', 3_650_000],
    ['20000.0000', 2_000_000],
    ['0.29', 29],
    ['.5', 50],
    ['$.99', 99],
    ['1.005', 101],
    ['4.35', 435],
    ['$ 1,234,567.8', 123_456_780],
    ['USD 12.30', 1230],
    ['1.57707E+11', 15_770_700_000_000],
    ['2.5e3', 250_000],
    ['12e-1', 120],
    ['0', 0],
    ['007', 700],
  ];
  for (const [text, cents] of cases) assert.equal(parseCents(text), cents, text);
  for (const text of ['(500.00)', '-500', '$-500.00', '-$500']) assert.equal(parseCents(text), -50_000, text);
});

test('an invalid amount is null and the reason is noted', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['-500', 'amount_negative'],
    ['(1,000)', 'amount_negative'],
    ['100000000001', 'amount_implausible'],
    ['99999999999999999999', 'amount_implausible'],
    ['1', 'amount_placeholder'],
    ['$1.00', 'amount_placeholder'],
    ['N/A', 'amount_placeholder'],
    ['see plans', 'amount_unreadable'],
    ['12.3.4', 'amount_unreadable'],
    ['$', 'amount_placeholder'],
    ['(12', 'amount_unreadable'],
  ];
  for (const [text, name] of cases) {
    const defects: DefectList = [];
    assert.equal(readMoney(text, 'job_value', [0, 1], defects), null, text);
    assert.deepEqual(defects, [{ name, field: 'job_value' }], text);
  }
  const defects: DefectList = [];
  assert.equal(readMoney('0', 'fees', [], defects), 0);
  assert.equal(readMoney('10.0000', 'fees', [], defects), 1000);
  assert.deepEqual(defects, []);
  assert.equal(readMoney('10.129', 'fees', [], defects), 1013);
  assert.deepEqual(defects, [{ name: 'amount_rounded', field: 'fees' }]);
});

/** Dollars and cents with two decimals, for example `36500.00`. */
function formatCents(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

test('an amount is parsed back from how it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      assert.equal(parseCents(formatCents(cents)), cents);
      const dollars = formatCents(Math.abs(cents)).replace(/\B(?=(\d{3})+(?!\d))(?=.*\.)/g, ',');
      assert.equal(parseCents(`$${dollars}`), Math.abs(cents));
    }),
  );
});
