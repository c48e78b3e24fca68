import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spelledNumber } from './spelled-number.js';

test('house numbers in words are read, and the words after them are not', () => {
  for (const [text, value, length] of [
    ['ONE N FRANKLIN ST', 1, 1],
    ['ELEVEN ELM ST', 11, 1],
    ['TWENTY ELM ST', 20, 1],
    ['TWENTY FIVE ELM ST', 25, 2],
    ['ONE HUNDRED ELM ST', 100, 2],
    ['ONE HUNDRED TEN ELM ST', 110, 3],
    ['TWELVE HUNDRED ELM ST', 1200, 2],
    ['TWO THOUSAND ELM ST', 2000, 2],
    ['TWO THOUSAND ONE HUNDRED FORTY TWO ELM ST', 2142, 6],
    ['SEVEN 21ST ST', 7, 1],
  ] as const) {
    assert.deepEqual(spelledNumber(text.split(' ')), { value, length }, text);
  }
  for (const text of ['ELM ST', 'HUNDRED OAKS DR', 'THOUSAND OAKS BLVD', '12 ELM ST', ''])
    assert.equal(spelledNumber(text.split(' ')), null, text);
});
