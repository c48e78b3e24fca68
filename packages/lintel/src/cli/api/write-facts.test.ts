/** What the command line knows of the interface is what the contract says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { facts } from './generated.js';
import { parameterOptions } from './parameters.js';
import { generatedFacts } from './write-facts.js';

test('generated.ts is what the contract generates; run `npm run clients`', () => {
  const text = readFileSync(resolve('packages/lintel/src/cli/api/generated.ts'), 'utf8');
  // Compared by lines, so that a failure shows the lines that differ and not the whole file.
  assert.deepEqual(text.split('\n'), generatedFacts().split('\n'));
});

test('no two parameters of an endpoint have one option, and none is that of a format or of a connection', () => {
  const taken = 'home url key json ndjson csv geojson parquet table to force columns limit all cursor help';
  for (const [id, endpoint] of Object.entries(facts.endpoints)) {
    const names = parameterOptions(endpoint).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, id);
    assert.deepEqual(
      names.filter((name) => taken.split(' ').includes(name)),
      [],
      id,
    );
  }
});
