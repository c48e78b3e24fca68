/** Values of raw rows become text without losing or inventing anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDecimals, at, maxText, textOf } from './value.js';

test('text is trimmed, numbers keep their decimal form, and nothing stays nothing', () => {
  const cases: [unknown, string | undefined][] = [
    ['  12 Elm St \t', '12 Elm St'],
    [' \u00a0 ', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    [0, '0'],
    [-87.599544, '-87.599544'],
    [1415843502419, '1415843502419'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [Number.NaN, undefined],
    [false, 'false'],
    [['a'], undefined],
    [{ a: 1 }, undefined],
  ];
  for (const [given, expected] of cases) assert.equal(textOf(given), expected, JSON.stringify(given));
});

test('every finite number becomes a plain decimal of the same value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
      const text = textOf(value) ?? '';
      assert.match(text, /^-?\d+(\.\d+)?$/);
      assert.ok(Math.abs(Number(text) - value) <= 1e-19 + Math.abs(value) * 1e-12, text);
    }),
  );
});

test('a path never reaches what every object inherits', () => {
  assert.equal(at({ a: [{ b: 7 }] }, ['a', '0', 'b']), 7);
  assert.equal(at({}, ['constructor', 'name']), undefined);
  assert.equal(at({ a: 'text' }, ['a', 'length']), undefined);
});

test('sums of decimals are exact', () => {
  assert.equal(addDecimals(['0.1', '0.2']), '0.3');
  assert.equal(addDecimals(['$1,250.50', '$ 49.5', '-300']), '1000.00');
  assert.equal(addDecimals(['-0.75', '.5']), '-0.25');
  assert.equal(addDecimals([]), undefined);
  assert.equal(addDecimals(['10', 'waived']), undefined);
  assert.equal(addDecimals(['.']), undefined);
  const cents = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), (amounts) => {
      const texts = amounts.map((amount) => {
        const digits = String(Math.abs(amount)).padStart(3, '0');
        return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      });
      const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
      assert.equal(BigInt((addDecimals(texts) ?? '').replace('.', '')), total);
    }),
  );
});

test('a text beyond the limit of mappings is cut and reported, one within it is not', () => {
  const loss = { isCut: false };
  assert.equal(textOf(` ${'x'.repeat(maxText)} `, loss)?.length, maxText);
  assert.equal(loss.isCut, false);
  assert.equal(textOf('x'.repeat(1_000_000), loss)?.length, maxText);
  assert.equal(loss.isCut, true);
  assert.equal(addDecimals(['9'.repeat(1_000_000)]), undefined);
});
