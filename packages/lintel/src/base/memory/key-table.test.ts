/** Keys are numbered in the order of their first occurrence, and found by their number afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findKey, KeyTable } from './key-table.js';

test('keys are numbered in order of first appearance, and found again', () => {
  const word = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 3000 }), (keys) => {
      const table = new KeyTable();
      const known = new Map<string, number>();
      for (const [high, low] of keys) {
        const expected = known.get(`${high} ${low}`) ?? known.size;
        known.set(`${high} ${low}`, expected);
        assert.equal(table.number(high, low), expected);
      }
      const words = table.sorted();
      for (const [high, low] of keys) assert.equal(findKey(words, high, low), known.get(`${high} ${low}`));
      assert.equal(findKey(words, 4, 4), known.get('4 4') ?? -1);
    }),
    { numRuns: 30 },
  );
});
