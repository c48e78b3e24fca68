import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, u32At } from './at.js';
import { GrowableU32 } from './growable.js';
import { TextTable } from './text-table.js';

test('a wrong index is an error, not element 0', () => {
  assert.equal(at(['a', 'b'], 1), 'b');
  assert.equal(at(Float64Array.of(0, Number.NaN), 0), 0);
  assert.equal(u32At(Uint32Array.of(7, 0), 1), 0);
  for (const index of [-1, 2, 0.5, Number.NaN]) {
    assert.throws(() => at(['a', 'b'], index), RangeError);
    assert.throws(() => u32At(Uint32Array.of(7, 8), index), RangeError);
  }
});

test('a growable array and a table of texts have no more than what was put in', () => {
  const numbers = new GrowableU32();
  numbers.push(5);
  assert.equal(numbers.at(0), 5);
  assert.throws(() => numbers.at(1), RangeError);
  assert.throws(() => numbers.set(1, 9), RangeError);
  const texts = new TextTable();
  assert.equal(texts.text(texts.number('a')), 'a');
  assert.throws(() => texts.text(1), RangeError);
});
