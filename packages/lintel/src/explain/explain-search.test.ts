/** The plan that `lintel explain search` prints is the one that the search executes. */
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
const explain = (query: string) => explainRelease(built.directory, query);
const inCalifornia = 'geo_id=CA&permit_from=1900-01-01&permit_to=2100-01-01';

test('a search of a place alone reads the list of the place and tests nothing', () => {
  const { plan, found } = explain(inCalifornia);
  assert.deepEqual(
    plan?.lists.map(({ name, form }) => [name, form]),
    [['the state', 'list']],
  );
  assert.deepEqual(plan?.tests, []);
  assert.ok(found > 0);
});

test('conditions without a list are tested on each row, and the page equals that of the release', () => {
  const { plan, found, query } = explain(`${inCalifornia}&permit_min_job_value=1000&permit_q=tags`);
  assert.deepEqual(plan?.tests, ['job_value of at least 1000', 'text of description, type and subtype']);
  assert.deepEqual(
    plan?.lists.map(({ form }) => form),
    ['list', 'zone map'],
  );
  const page = release.searchPermits(query, 0, query.size);
  assert.equal(found, page.items.length);
});

test('a search of a place without permits has no plan', () => {
  assert.equal(explain(inCalifornia.replace('CA', 'VT')).plan, null);
});

test('a search that the service refuses is refused with the same message', () => {
  assert.throws(() => explain('geo_id=nowhere'), /The service refuses this search/);
});
