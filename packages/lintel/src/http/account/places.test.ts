/** Places for a first request: the largest first, counted like the search counts them, for no credits. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { AccountAnswer } from '@lintel/contract/account';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { Person } from '@lintel/testing/http/person.js';
import { testService, withService } from '@lintel/testing/http/service.js';
import { openHome } from '../../base/home.js';
import { openReleaseStore } from '../../releases/open-store.js';

type Places = AccountAnswer<'GET /places'>['places'];

const directory = mkdtempSync(join(tmpdir(), 'lintel-places-'));
await copySampleHome(directory);
const releases = openReleaseStore(openHome(directory));
const service = testService({ releases });
after(async () => {
  await service.close();
  releases.close();
  rmSync(directory, { recursive: true, force: true });
});
const person = new Person(service.app);
await person.signUp('ann@example.org', service.identityLog);
const placesOf = async (query = ''): Promise<Places> =>
  (await person.ask('GET', `/places${query}`)).body.places;

test('the cities with the most permits come first, and have what a search of theirs finds', async () => {
  const places = await placesOf();
  assert.ok(places.length > 1);
  const counts = places.map(({ permits }) => permits);
  assert.deepEqual(
    counts,
    counts.toSorted((one, other) => other - one),
  );
  for (const { geo_id, permits, newest } of places) {
    const period = `permit_from=${newest}&permit_to=2199-12-31`;
    const newer = await service.ask(`/v2/permits/search?geo_id=${geo_id}&${period}&size=1`);
    const [permit] = (newer.body as { items: { start_date: string }[] }).items;
    assert.equal(permit?.start_date, newest);
    const all = await service.ask(
      `/v2/permits/search?geo_id=${geo_id}&permit_from=1800-01-01&permit_to=2199-12-31&size=1&include_count=true`,
    );
    assert.equal((all.body as { total_count: { value: number } }).total_count.value, permits);
  }
});

test('a place is found by its name, by digits of its ZIP code, and by its id', async () => {
  const [largest] = await placesOf();
  assert.ok(largest);
  const city = largest.name.split(',')[0] ?? '';
  const named = await placesOf(`?q=${encodeURIComponent(` ${city.toLowerCase()} `)}`);
  assert.ok(named.some(({ geo_id }) => geo_id === largest.geo_id));
  assert.deepEqual(await placesOf(`?geo_id=${largest.geo_id}`), [largest]);
  const zips = await placesOf('?q=787');
  assert.ok(zips.length > 0 && zips.every(({ geo_id }) => geo_id.startsWith('787')));
  const bare = named.findIndex(({ permits }) => permits === 0);
  assert.ok(bare === -1 || named.slice(bare).every(({ permits }) => permits === 0));
});

test('what is no place here is not found, and nothing costs credits', async () => {
  assert.deepEqual(await placesOf('?q=qqqqqqqqqq'), []);
  for (const id of ['ZZ', 'nonsense', '%20', '99999']) assert.deepEqual(await placesOf(`?geo_id=${id}`), []);
  assert.equal((await person.ask('GET', `/places?q=${'a'.repeat(201)}`)).status, 422);
  assert.equal((await person.ask('GET', '/usage')).body.credits_used, 0);
});

test('before the first release there are no places, and the answer says so', async () => {
  await withService({ releases: memoryReleaseStore(null) }, async (empty) => {
    const early = new Person(empty.app);
    await early.signUp('early@example.org', empty.identityLog);
    const { status, body } = await early.ask('GET', '/places');
    assert.equal(status, 503);
    assert.match(body.detail, /No data release/);
  });
});
