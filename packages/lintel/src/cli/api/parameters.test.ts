/** Options that commands make of the parameters of endpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facts } from './generated.js';
import { parameterOptions } from './parameters.js';

test('no two parameters of an endpoint have one option, and none is that of a format or of a connection', () => {
  const taken = 'home url key json ndjson csv geojson parquet table to force columns help';
  // Of commands that read page after page.
  const ofWalks = 'limit all cursor';
  for (const [id, endpoint] of Object.entries(facts.endpoints)) {
    const names = parameterOptions(endpoint).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, id);
    assert.deepEqual(
      names.filter((name) =>
        `${taken}${endpoint.parameters.some(({ isPaging }) => isPaging) ? ` ${ofWalks}` : ''}`
          .split(' ')
          .includes(name),
      ),
      [],
      id,
    );
  }
});
