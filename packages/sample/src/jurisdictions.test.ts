import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { decisionLists } from './decisions.js';
import { sampleSources } from './generate.js';
import { jurisdictions, permitsEach } from './jurisdictions.js';
import { localitiesOf } from './localities.js';
import { permitNumbers } from './permit-number.js';
import { createWorld } from './world.js';

test('the permits of all jurisdictions add up to the number asked for', () => {
  for (const total of [1, 19, 1000, 50_000, 9_999_999]) {
    const counts = [...permitsEach(total).values()];
    assert.equal(
      counts.reduce((a, b) => a + b, 0),
      total,
    );
    assert.ok(counts.every((count) => count >= 0));
  }
});

test('every source id is unique and says that it is a sample', () => {
  const ids = sampleSources();
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => id.startsWith('sample-')));
  for (const { office } of decisionLists) assert.ok(jurisdictions.some(({ id }) => id === office));
});

test('every jurisdiction has real ZIP codes of its state', () => {
  const geography = loadGeography();
  for (const place of jurisdictions) {
    const localities = localitiesOf(place, geography);
    assert.ok(localities.length >= 15, `${place.id} has ${localities.length} ZIP codes`);
    for (const { zip, city, county, reach } of localities) {
      assert.equal(geography.zip(zip)?.state, place.state);
      assert.ok(city !== '' && county !== '' && reach > 0, zip);
    }
  }
});

test('every parcel and its ZIP code are in its own county', () => {
  const geography = loadGeography();
  for (const { place, parcels, properties } of createWorld({ permits: 200_000 }, geography).offices) {
    const own = place.counties ?? [
      place.geoid.length === 5 ? place.geoid : geography.city(place.name, place.state)?.countyGeoid,
    ];
    const parcelAt = (i: number) =>
      i % 3 === 0 ? properties.newLot(i * 7, 9000) : properties.existing((i * 31) % parcels.existing);
    for (let i = 0; i < 2000; i++) {
      const { lat, lng, street } = parcelAt(i);
      const { zip, countyGeoid } = street.locality;
      assert.ok(own.includes(countyGeoid), `${place.id} ${zip}`);
      assert.equal(geography.zip(zip)?.countyGeoid, countyGeoid);
      assert.equal(geography.countyAt(lat, lng)?.geoid, countyGeoid, `${place.id} ${zip} ${lat} ${lng}`);
    }
  }
});

test('the counties of the sample have many cities', () => {
  const geography = loadGeography();
  for (const place of jurisdictions.filter(({ geoid }) => geoid.length === 5)) {
    const cities = new Set(localitiesOf(place, geography).map(({ city }) => city));
    assert.ok(cities.size >= 5, `${place.id} has ${cities.size}`);
  }
});

/** Real data lie beside the repository, if at all. */
const censusFile = '../shared/data/geo/ocd_us_census_places.csv';
/** Consolidated cities that the Census lists under another name. */
const otherwiseNamed = new Set(['4752006']);

(existsSync(censusFile) ? test : () => {})('GEOIDs are those of the Census', () => {
  const names = new Map(
    readFileSync(censusFile, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(','))
      .map(([, name = '', id = '']) => [id.replace('place-', ''), name]),
  );
  for (const { geoid, name } of jurisdictions) {
    if (otherwiseNamed.has(geoid)) continue;
    assert.ok(names.get(geoid)?.startsWith(name), `${geoid} is ${names.get(geoid)}, not ${name}`);
  }
});

test('permit numbers follow their pattern', () => {
  const parts = { year: 2019, inYear: 47, overall: 12_345, letters: 'EP' };
  assert.equal(permitNumbers('YYYY-NNNNNN CC')(parts), '2019-000047 EP');
  assert.equal(permitNumbers('UNC-BLD-YY-NNNNNNN')(parts), 'UNC-BLD-19-0000047');
  assert.equal(permitNumbers('10IIIIIIII')(parts), '1000012345');
  assert.equal(permitNumbers('PRJ-IIIIIIII')(parts), 'PRJ-00012345');
});
