/** The plan that `lintel explain search` prints is the one that the search follows. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { openRelease } from '../releases/open-release.js';
import { explainRelease } from './explain-search.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-explain-'));
const chance = syntheticNumbers(3);
const world = makeWorld(root, (store) => {
  const permits = Array.from({ length: 200 }, (_, i) => syntheticRow(`p${i}`, syntheticPermit(i, chance)));
  ingest(store, 'permits-a', permits);
});
const built = await world.build();
const release = openRelease(built.directory);
after(() => {
  release.close();
  rmSync(root, { recursive: true, force: true });
});
const states = ['CA', 'IL', 'TX', 'NY', 'FL', 'WA'];
const explain = (query: string) => explainRelease(built.directory, query);
const period = 'permit_from=1900-01-01&permit_to=2100-01-01';

test('a search of a place alone reads the list of the place and tests nothing', () => {
  const found = states
    .map((state) => explain(`geo_id=${state}&${period}`))
    .filter(({ plan }) => plan !== null);
  assert.ok(found.length > 0);
  for (const { plan } of found) {
    assert.deepEqual(
      plan?.lists.map(({ name, form }) => [name, form]),
      [['the state', 'list']],
    );
    assert.deepEqual(plan?.tests, []);
  }
});

test('conditions without a list are tested on each row, and the page is that of the release', () => {
  const query = `${period}&permit_min_job_value=1000&permit_q=tags`;
  const found = states
    .map((state) => explain(`geo_id=${state}&${query}`))
    .filter(({ plan }) => plan !== null);
  assert.ok(found.length > 0);
  for (const { plan, found: onPage, query: parsed } of found) {
    assert.ok(plan?.tests.includes('job_value of at least 100000'));
    assert.ok(plan?.lists.some(({ form }) => form === 'zone map'));
    const page = release.searchPermits(parsed, 0, parsed.size);
    assert.equal(onPage, page.items.length);
  }
});

test('a search that the service refuses is refused with its sentence', () => {
  assert.throws(() => explain('geo_id=nowhere'), /The service refuses this search/);
});
