/** The places that most people ask for: each way to write a large city or county finds it first. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type SearchedPlace, writePlaceIndex } from '../format/address-index/place-index-writer.js';
import { stateNames } from '../format/address-index/usps-words.js';

import { loadGeography } from '../geography/load.js';
import { openPlaceIndex } from './place-search.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-large-places-'));
after(() => rmSync(directory, { recursive: true }));

const { cities, counties, countyByGeoid } = loadGeography();
/** The longest name of each state is its full one. */
const fullNames = new Map<string, string>();
for (const [name, code] of stateNames)
  if ((fullNames.get(code) ?? '').length < name.length) fullNames.set(code, name);

function searchOf(file: string, places: readonly SearchedPlace[]) {
  const path = join(directory, file);
  writePlaceIndex(path, places);
  const index = openPlaceIndex(path);
  const byId = new Map(places.map((place) => [place.geoId, `${place.name}, ${place.state}`]));
  return (text: string) => {
    const [first = ''] = index.search(text, 0, 1).ids;
    return { geoId: first, name: byId.get(first) };
  };
}

const findCity = searchOf(
  'cities',
  cities.map((city) => ({ ...city, county: countyByGeoid(city.countyGeoid)?.name ?? null })),
);
const findCounty = searchOf(
  'counties',
  counties.map((county) => ({ ...county, county: null })),
);
const largest = <T extends { readonly population: number }>(places: readonly T[], count: number) =>
  [...places].sort((a, b) => b.population - a.population).slice(0, count);

test('each of the 330 largest cities is the first result for the ways to write it with its state', () => {
  for (const { geoId, name, state } of largest(cities, 330)) {
    const full = fullNames.get(state) ?? '';
    const texts = [`${name}, ${state}`, `${name} ${state}`, `${name}, ${full}`, `${name} ${full}`];
    const kinds = [`${name} City, ${state}`, `City of ${name}, ${state}`, `${name} city ${full}`];
    for (const text of [...texts, ...kinds, ...texts.map((each) => each.toLowerCase())])
      assert.equal(findCity(text).geoId, geoId, `${text}: ${findCity(text).name}`);
  }
});

test('`City` after a name is its kind, unless a place is called so', () => {
  const names = new Set(cities.map(({ name }) => name));
  const largestOf = new Map(
    largest(cities, cities.length)
      .toReversed()
      .map((city) => [city.name, city]),
  );
  for (const { name } of largest(cities, 330)) {
    const named = largestOf.get(names.has(`${name} City`) ? `${name} City` : name);
    assert.equal(
      findCity(`${name} City`).geoId,
      named?.geoId,
      `${name} City: ${findCity(`${name} City`).name}`,
    );
  }
});

test('common nicknames find their cities', () => {
  const nicknames = {
    'New York, NY': ['NYC', 'NYC, NY', 'New York City', 'New York, New York', 'new york city, new york'],
    'Los Angeles, CA': ['LA', 'L.A.', 'LA, CA', 'la california'],
    'San Francisco, CA': ['SF', 'S.F.', 'san fran', 'SF, CA'],
    'Philadelphia, PA': ['Philly', 'Phila, PA'],
    'Las Vegas, NV': ['Vegas', 'vegas nevada'],
    'Washington, DC': ['Washington DC', 'Washington, D.C.', 'DC', 'D.C.'],
    'New Orleans, LA': ['NOLA'],
    'St. Louis, MO': ['St. Louis', 'St Louis MO', 'STL', 'Saint Louis'],
    'Saint Paul, MN': ['St Paul', 'St. Paul, Minnesota'],
    'St. Petersburg, FL': ['St Petersburg, FL', 'St. Petersburg'],
    'Fort Worth, TX': ['Ft Worth', 'Ft. Worth, Texas'],
    'Fort Lauderdale, FL': ['Ft. Lauderdale', 'ft lauderdale fl'],
    'Minneapolis, MN': ['Mpls'],
    'Indianapolis, IN': ['Indy'],
    'Kansas City, MO': ['KC', 'KCMO', 'Kansas City'],
    'Winston-Salem, NC': ['Winston Salem', 'winston-salem nc'],
  };
  for (const [city, texts] of Object.entries(nicknames))
    for (const text of texts) assert.equal(findCity(text).name, city, text);
});

test('each of the 100 largest counties is the first result for the ways to write it', () => {
  for (const { geoId, name, state } of largest(counties, 100)) {
    const bare = name.replace(/ (?:County|Parish)$/, '');
    const full = fullNames.get(state) ?? '';
    for (const text of [`${name}, ${state}`, `${name} ${state}`, `${name}, ${full}`, `${bare}, ${state}`])
      assert.equal(findCounty(text).geoId, geoId, `${text}: ${findCounty(text).name}`);
  }
});
