/**
 * No row takes more than 50 ms of processor time through mapping and refinement, whatever all its columns
 * hold.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostMs, repeated, timeOf, units } from '@lintel/testing/refine/hostile-texts.js';
import { loadGeography } from '../geography/load.js';
import { refine } from '../refine/refine.js';
import { loadCatalog } from '../sources/source/load-catalog.js';

const geography = loadGeography();
const today = '2026-11-21';

test('no row of a source of the catalog holds mapping and refinement up, with all its columns hostile', () => {
  let worst = { ms: 0, what: '' };
  for (const source of loadCatalog().sources.filter(({ id }) => !id.startsWith('sample-'))) {
    for (const text of units.map(repeated)) {
      const row = Object.fromEntries(source.columns.map((column) => [column, text]));
      const ms = timeOf(() => {
        const canonical = source.map(row);
        refine(canonical, canonical.context ?? source.context, geography, { today });
      });
      if (ms > worst.ms) worst = { ms, what: `${source.id} with ${JSON.stringify(text.slice(0, 40))}…` };
    }
  }
  assert.ok(worst.ms <= mostMs, `${worst.what} took ${worst.ms} ms`);
});
