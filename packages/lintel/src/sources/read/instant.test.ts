/** Times in rows: parsed in every form that portals write, nothing guessed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstant } from './instant.js';

const june = Date.UTC(2026, 5, 30, 14, 5, 9);
const told: readonly (readonly [unknown, number | null])[] = [
  ['2026-06-30T14:05:09.000', june],
  ['2026-06-30T14:05:09Z', june],
  ['2026-06-30T09:05:09-05:00', june],
  ['2026/06/30 14:05:09+00', june],
  ['2026-06-30T14:05:09.123456Z', june + 123],
  ['2026-06-30', Date.UTC(2026, 5, 30)],
  ['06/30/2026 02:05:09 PM', june],
  ['6/30/2026 12:05 AM', Date.UTC(2026, 5, 30, 0, 5)],
  [` ${june} `, june],
  [`/Date(${june})/`, june],
  [june, june],
  ['soon', null],
  ['', null],
  [null, null],
  [true, null],
];
for (const [value, expected] of told) {
  test(`${JSON.stringify(value)} is ${expected === null ? 'no time' : new Date(expected).toISOString()}`, () => {
    assert.equal(readInstant(value), expected);
  });
}
