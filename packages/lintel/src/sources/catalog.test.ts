/** The catalog as contributors leave it: the coverage page is up to date, and every fixture gives its records. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { givenFields } from '../refine/record/canonical.js';
import { coverageFiles } from './coverage/write-coverage.js';
import { loadCatalog } from './source/load-catalog.js';

const fixtures = 'packages/testing/catalog';

test('the coverage page and its map are up to date (npm run coverage)', () => {
  for (const [path, text] of Object.entries(coverageFiles())) {
    assert.ok(existsSync(path) && readFileSync(path, 'utf8') === text, `${path} is out of date`);
  }
});

test('every fixture of the catalog gives the records beside it, each with a key of its own', () => {
  const catalog = loadCatalog();
  const names = readdirSync(fixtures).filter((name) => name.endsWith('.json'));
  assert.ok(names.length > 0);
  for (const name of names) {
    const source = catalog.require(name.replace('.json', ''));
    const { rows, records } = JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as {
      rows: Record<string, unknown>[];
      records: unknown[];
    };
    const given = rows.map((row) => Object.fromEntries(givenFields(source.map(row).fields)));
    assert.deepEqual(given, records, name);
    const keys = rows.map((row) => source.rowKey(row)).filter((key) => key !== null);
    assert.equal(new Set(keys).size, rows.length, `${name}: keys`);
  }
});
