/** The edit distance that suggestions, address search and contractors' names share. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.js';

test('the edit distance counts one for each letter added, lost, replaced or swapped', () => {
  assert.equal(editDistance('', ''), 0);
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('abc', ''), 3);
  assert.equal(editDistance('kitchen', 'kitten'), 2);
  assert.equal(editDistance('solar', 'sloar'), 1);
  assert.equal(editDistance('ca', 'abc'), 3);
});

test('the edit distance is a metric: symmetric, zero for equals only, at most the longer length', () => {
  const word = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c', '_') });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const count = editDistance(a, b);
      assert.equal(count, editDistance(b, a));
      assert.equal(count === 0, a === b);
      assert.ok(count <= Math.max(a.length, b.length));
      assert.ok(count >= Math.abs(a.length - b.length));
    }),
  );
});

test('a limit only cuts off what is beyond it, for words of any length', () => {
  const word = fc.string({ maxLength: 90, unit: fc.constantFrom('a', 'b', 'é') });
  fc.assert(
    fc.property(word, word, fc.nat(6), (a, b, limit) => {
      assert.equal(editDistance(a, b, limit), Math.min(editDistance(a, b), limit + 1));
    }),
  );
});

/** Edit distance with exchanged neighbours by the textbook's table. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 99;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1);
      const row = table[i];
      if (row !== undefined) row[j] = best;
    }
  }
  return at(a.length, b.length);
}

test('the edit distance equals the textbook algorithm', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 9 });
  fc.assert(fc.property(word, word, (a, b) => assert.equal(editDistance(a, b), distance(a, b))));
});
