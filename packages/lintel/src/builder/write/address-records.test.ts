import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Address, type BuildingAddress, geoId } from '@lintel/contract';
import { fewPlaces } from '@lintel/testing/release/synthetic-world.js';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { readRecordKey } from '../../format/record-key.js';
import { AddressRecords } from './address-records.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-addresses-'));
after(() => rmSync(root, { recursive: true, force: true }));

const geography = fewPlaces();
const populations = new Map(geography.cities.map((city) => [city.geoId, city.population]));
const cityId = (name: string, state: string) => geography.city(name, state)?.geoId ?? '';
const chicago = cityId('Chicago', 'IL');
const colma = cityId('Colma', 'CA');

const base: BuildingAddress = {
  street_no: '1',
  street: 'MADE UP ST',
  city: 'CHICAGO',
  county: 'COOK COUNTY',
  zip_code: null,
  zip_code_ext: null,
  state: 'IL',
  jurisdiction: 'CHICAGO',
  latlng: null,
};

const keyOf = (id: string) => readRecordKey(Buffer.from(id, 'base64url'));

type Given = readonly [key: string, city: string, address: Partial<BuildingAddress>];

async function addressesOf(given: readonly Given[], memoryBytes: number): Promise<Address[]> {
  const records = new AddressRecords(join(root, 'scratch'), memoryBytes);
  for (const [key, city, address] of given) {
    const json = Buffer.from(JSON.stringify({ ...base, ...address }).slice(0, -1));
    const spelled = { bytes: json, from: 0, to: json.length };
    records.add({ id: keyOf(geoId('address', key)), city: keyOf(city), json: spelled });
  }
  await records.group(populations, new Ticker(silentProgress, null));
  const addresses = [...records.ordered()].map((line) => JSON.parse(line.toString()) as Address);
  assert.equal(records.count, addresses.length);
  records.close();
  assert.deepEqual(readdirSync(root), []);
  return addresses;
}

const given: Given[] = [
  ['colma', colma, { city: 'COLMA', state: 'CA' }],
  ['colma', colma, { city: 'COLMA', state: 'CA' }],
  ['colma', colma, { city: 'COLMA', state: 'CA' }],
  ['rare', chicago, { street_no: '2' }],
  ['often', chicago, { zip_code: '60601', zip_code_ext: '1111', latlng: [41.5, -87.25] }],
  ['often', chicago, { zip_code: '60602', zip_code_ext: '2222' }],
  ['often', chicago, { zip_code: '60602', street: 'MADE UP STREET' }],
  ['often', chicago, {}],
];

for (const memoryBytes of [1 << 20, 200]) {
  test(`an address takes the most frequent parts; the largest city and most records come first (${memoryBytes} bytes)`, async () => {
    const addresses = await addressesOf(given, memoryBytes);
    assert.deepEqual(
      addresses.map(({ name }) => name),
      ['1 MADE UP ST, CHICAGO, IL 60602', '2 MADE UP ST, CHICAGO, IL', '1 MADE UP ST, COLMA, CA'],
    );
    assert.deepEqual(addresses[0], {
      geo_id: geoId('address', 'often'),
      name: '1 MADE UP ST, CHICAGO, IL 60602',
      street_no: '1',
      street: 'MADE UP ST',
      city: 'CHICAGO',
      county: 'COOK COUNTY',
      zip_code: '60602',
      zip_code_ext: '2222',
      state: 'IL',
      jurisdiction: 'CHICAGO',
      lat: 41.5,
      long: -87.25,
    });
  });
}

test('no addresses give none', async () => {
  assert.deepEqual(await addressesOf([], 1000), []);
});
