/** The authority of a city that has most but not all of its permits (C59), in a release and by HTTP. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { geoId } from '@lintel/contract';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { naiveWiderPlace } from '@lintel/testing/release/naive-queries.js';
import { readAllRecords } from '@lintel/testing/release/read-all-records.js';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { openReleaseStore } from '../releases/open-store.js';
import { publish } from '../releases/release-store.js';

const jurisdiction = (name: string) => geoId('jurisdiction', name);
const city = (name: string) => geoId('city', name);
/** Permits by jurisdiction and city; a city of null: the address names none. */
const made: readonly [permits: number, jurisdiction: string, city: string | null][] = [
  [4, 'most', 'most'],
  [1, 'most', 'suburb'],
  [1, 'most', null],
  [3, 'half', 'half'],
  [3, 'half', null],
  [2, 'less', 'less'],
  [3, 'less', null],
  [5, 'all', 'all'],
  // A city with two authorities, most of the permits of each.
  [2, 'county', 'shared'],
  [1, 'county', null],
  [4, 'town', 'shared'],
  [1, 'town', null],
  // A city that has the name of its authority, which has most of its permits in other cities.
  [2, 'named', 'named'],
  [3, 'named', 'borough'],
  [1, 'named', null],
  [1, 'named', 'other'],
];

const root = mkdtempSync(join(tmpdir(), 'lintel-wider-'));
const chance = syntheticNumbers(11);
const world = makeWorld(root, (store) => {
  const all = made.flatMap(([permits, ...place]) => Array.from({ length: permits }, () => place));
  const rows = all.map(([authority = '', name = null], i) => {
    const refined = syntheticPermit(i, chance);
    assert.ok(refined.kind === 'permit');
    const ids = { ...refined.record.geo_ids, jurisdiction_id: jurisdiction(authority ?? '') };
    const isNamed = authority === 'named';
    const address = { city: isNamed ? name : `${name} town`, jurisdiction: authority };
    const record = {
      ...refined.record,
      address: { ...refined.record.address, ...address },
      geo_ids: { ...ids, city_id: name === null ? null : city(name) },
    };
    return syntheticRow(`p${i}`, { ...refined, record });
  });
  ingest(store, 'permits-a', rows);
});
const built = await world.build();
await publish(world.home);
const releases = openReleaseStore(world.home);
const release = releases.current();
assert.ok(release !== null);
const service = testService({
  releases,
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(async () => {
  await service.close();
  releases.close();
  rmSync(root, { recursive: true, force: true });
});

test('a city with at least half of the permits of its authority or its name, but not all, names it', () => {
  const found = (name: string) => release.widerPlace(city(name));
  assert.deepEqual(found('most'), { jurisdiction: jurisdiction('most'), inCity: 4, inAll: 6 });
  assert.deepEqual(found('half'), { jurisdiction: jurisdiction('half'), inCity: 3, inAll: 6 });
  assert.deepEqual(found('shared'), { jurisdiction: jurisdiction('town'), inCity: 4, inAll: 5 });
  assert.deepEqual(found('named'), { jurisdiction: jurisdiction('named'), inCity: 2, inAll: 7 });
  for (const name of ['less', 'borough', 'all', 'suburb', 'unknown']) assert.equal(found(name), null, name);
});

test('every place of the release says what its records say, and only cities are told', () => {
  const { permits } = readAllRecords(built.directory);
  const ids = new Set(permits.flatMap(({ geo_ids: each }) => Object.values(each)));
  for (const id of [...ids, 'CA', '94103']) {
    assert.deepEqual(release.widerPlace(id ?? ''), naiveWiderPlace(permits, id ?? ''), id ?? '');
  }
});

test('a first page for one such city alone names the authority in its header, no other answer does', async () => {
  const most = city('most');
  const expected = `${jurisdiction('most')}; city=4; jurisdiction=6`;
  const headerOf = async (url: string) => {
    const { status, headers, body } = await service.ask(url);
    assert.equal(status, 200, url);
    const { next_cursor: next = null } = body as { next_cursor?: string | null };
    return { header: headers['x-wider-place'], next };
  };
  const period = { permit_from: '1900-01-01', permit_to: '2100-01-01' };
  const search = (filters: Readonly<Record<string, string | number | readonly string[]>>) =>
    urlOf('/v2/permits/search', { ...period, size: 2, ...filters });
  const first = await headerOf(search({ geo_id: most }));
  assert.equal(first.header, expected);
  assert.ok(first.next !== null);
  for (const url of [
    search({ geo_id: most, permit_number: 'NO SUCH NUMBER' }),
    urlOf('/v2/permits/aggregate', { geo_id: most, group_by: 'year' }),
    urlOf(`/v2/cities/${most}/metrics/current`, { tag: 'all', property_type: 'all' }),
  ]) {
    assert.equal((await headerOf(url)).header, expected, url);
  }
  for (const url of [
    search({ geo_id: most, cursor: first.next }),
    search({ geo_id: [most, city('half')] }),
    search({ geo_id: jurisdiction('most') }),
    search({ geo_id: city('all') }),
    urlOf('/v2/permits/durations', { geo_id: most }),
    urlOf('/v2/contractors/search', { ...period, geo_id: most }),
  ]) {
    assert.equal((await headerOf(url)).header, undefined, url);
  }
});
