/** Limits of searches in another order; that they find the right records is compared in compare-searches.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostingsList } from '../format/postings/rows-cursor.js';
import { maxSortedRows, searchByFact, TooManyToSortError } from './sorted-search.js';

const every = (rows: number) => new PostingsList(Uint32Array.from({ length: rows }, (_, row) => row * 2));
const all = { from: 0, to: maxSortedRows * 4 };
const search = (list: PostingsList, range = all) => {
  const contractorOf = (permit: number) => permit % 7;
  const factOf = (contractor: number) => (contractor === 3 ? Number.NaN : contractor % 3);
  return searchByFact({ ranges: [range], cursors: [list], tests: [] }, contractorOf, factOf, 0, 4);
};

test('a search that would read more than a million permits is refused, a part of it is answered', () => {
  const tooMany = every(maxSortedRows + 1);
  assert.throws(() => search(tooMany), TooManyToSortError);
  const { rows, next } = search(tooMany, { from: 0, to: 1000 });
  // By fact, then by number, and the one without a fact last: 2 and 5, 1 and 4, then 0 and 6, then 3.
  assert.deepEqual([rows, next], [[2, 5, 1, 4], 1]);
});
