/** The GEOID of a government by its name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { censusPlacesNamed } from './census-geoids.js';

const geoids = (name: string, fips: string, county: string | null = null) =>
  censusPlacesNamed(name, fips, county).map(({ geoid }) => geoid);

test('a city, town, village or township has its GEOID by its name', () => {
  const cases: readonly (readonly [name: string, fips: string, county: string | null, geoid: string])[] = [
    ['Austin', '48', null, '4805000'],
    ['City of Austin', '48', null, '4805000'],
    ['St. Louis', '29', '29510', '2965000'],
    ['saint louis', '29', null, '2965000'],
    ['Nashville', '47', '47037', '4752006'],
    ['Nashville-Davidson', '47', '47037', '4752006'],
    ['Louisville', '21', null, '2148006'],
    ['Washington', '11', null, '1150000'],
    ['Yarmouth', '23', '23005', '2300587845'],
    ['Madison', '55', '55025', '5548000'],
    ['Town of Madison', '55', '55025', '5502548025'],
  ];
  for (const [name, fips, county, geoid] of cases) assert.equal(geoids(name, fips, county)[0], geoid, name);
});

test('of the townships of one name only those of the county are meant, and all where none is said', () => {
  const all = geoids('Washington township', '18');
  assert.ok(all.length > 20);
  const [only, ...others] = geoids('Washington township', '18', '18057');
  assert.equal(only?.slice(0, 5), '18057');
  assert.deepEqual(others, []);
  assert.deepEqual(geoids('Zorp', '18'), []);
});
