/** Limits of searches in another order; that they find the right records is compared in compare-searches.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostingsList } from '../format/postings/rows-cursor.js';
import { checkSortable, maxSortedRows, rankRows, TooManyToSortError } from './sorted-search.js';

test('a search that would read more than a million permits is refused, a part of it is answered', () => {
  const tooMany = new PostingsList(Uint32Array.from({ length: maxSortedRows + 1 }, (_, row) => row * 2));
  const check = (to: number) => checkSortable({ ranges: [{ from: 0, to }], cursors: [tooMany], tests: [] });
  assert.throws(() => check(maxSortedRows * 4), TooManyToSortError);
  check(1000);
});

test('rows are in the order of their values, then of their numbers, those without a value last', () => {
  const factOf = (row: number) => (row === 3 ? Number.NaN : row % 3);
  const page = (position: number) => rankRows([6, 5, 4, 3, 2, 1, 0], factOf, position, 4);
  // By value, then by number, and the one without a value last: 2 and 5, 1 and 4, then 0 and 6, then 3.
  assert.deepEqual(page(0), { rows: [2, 5, 1, 4], next: 1 });
  assert.deepEqual(page(1), { rows: [0, 6, 3], next: null });
});
