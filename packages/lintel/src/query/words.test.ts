/** What a text asks of a description; that it finds the right permits is compared in compare-searches.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from './words.js';

test('words are sought one by one without hyphens and plurals, phrases in quotes as they are', () => {
  for (const [asked, expected] of [
    ['Fire damage', ['fire', 'damage']],
    ['damages  FIRE', ['damage', 'fire']],
    ['re-roofs', ['re', 'roof']],
    ['boxes glass gas', ['box', 'glas', 'gas']],
    ['"Fire damages" homes', ['fire damages', 'home']],
    ['12" pipes', ['12', 'pipe']],
    ['-', ['-']],
    ['""', ['""']],
  ] as const)
    assert.deepEqual(piecesOf(asked), expected, asked);
});
