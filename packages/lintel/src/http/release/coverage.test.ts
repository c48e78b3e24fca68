/** `GET /v2/meta/coverage` says whose search pages are in a place, and what is known of each (C99). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Coverage, CoveragePortal } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { portalsOfPlace } from '../../explain/portals-of-places.js';
import { readInventory } from '../../sources/inventory/inventory.js';

const service = testService();
after(() => service.close());

const days = { date_from: '2026-01-01', date_to: '2026-06-30' };

async function coverageOf(place: Readonly<Record<string, string>>): Promise<Coverage> {
  const { status, body } = await service.ask(urlOf('/v2/meta/coverage', { ...place, ...days }));
  assert.equal(status, 200);
  return body as Coverage;
}

test('the coverage of a state has the portals of all its places, of a ZIP code none', async () => {
  const { portals = [], items } = await coverageOf({ geo_type: 'state', geo_id: 'NY' });
  const listed = readInventory().filter(({ place }) => place?.state === 'NY');
  assert.ok(items.length > 0 && listed.length > 10);
  assert.deepEqual(portals.map(({ url }) => url).sort(), listed.map(({ address }) => address).sort());
  const names = portals.map(({ name }) => name.toLowerCase());
  assert.deepEqual(names, names.toSorted());
  const zip = await coverageOf({ geo_type: 'zipcode', geo_id: '00501' });
  assert.ok(!('portals' in zip));
});

test('a city, its authority and its county have its portal, with state and reason', () => {
  const own: CoveragePortal = {
    name: 'Boise',
    geo_id: geoId('jurisdiction', '1608830'),
    software: 'Accela',
    url: 'https://aca-prod.accela.com/BOISE',
    state: 'described',
    reason: 'Lintel reads its software, and knows its place',
  };
  for (const id of [geoId('jurisdiction', '1608830'), geoId('city', 'ID|BOISE|16001')])
    assert.deepEqual(portalsOfPlace(id)[0], own);
  assert.ok(portalsOfPlace(geoId('county', '16001')).some(({ url }) => url === own.url));
  const hempstead = portalsOfPlace(geoId('jurisdiction', '3605934000'));
  assert.deepEqual(
    hempstead.map(({ name, state, software }) => [name, software, state]),
    [['Town of Hempstead', 'OpenGov', 'login_only']],
  );
  assert.deepEqual(portalsOfPlace(geoId('city', 'NY|HEMPSTEAD|36059')), [], 'the village is another place');
  assert.deepEqual(portalsOfPlace(geoId('city', 'none')), []);
});
