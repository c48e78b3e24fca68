import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { geoId, geoIdKind, stateCodes } from '@lintel/contract';
import fc from 'fast-check';
import { loadGeography, readGeography } from './load.js';
import { dataDirectory } from './table.js';

const geography = loadGeography();

test('all 50 states, DC and five territories are present, each with counties, cities and ZIP codes', () => {
  const codes =
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI';
  assert.deepEqual(geography.states.map((state) => state.code).sort(), codes.split(' ').sort());
  assert.deepEqual([...stateCodes], codes.split(' ').sort(), 'the codes that requests may name');
  for (const { code } of geography.states) {
    assert.ok(
      geography.counties.some((county) => county.state === code),
      `${code} has counties`,
    );
    assert.ok(
      geography.cities.some((city) => city.state === code),
      `${code} has cities`,
    );
    if (code !== 'AS')
      assert.ok(
        geography.zipCodes.some((zip) => zip.state === code),
        `${code} has ZIPs`,
      );
  }
});

test('every ZIP code is in a known county of its state and belongs to one city of that county', () => {
  for (const zip of geography.zipCodes) {
    assert.match(zip.code, /^\d{5}$/);
    assert.equal(geography.countyByGeoid(zip.countyGeoid)?.state, zip.state);
    const city = geography.cityOfZip(zip.code);
    assert.ok(city?.zipCodes.includes(zip.code) && city.countyGeoids.includes(zip.countyGeoid), zip.code);
    assert.equal(geography.zip(zip.code), zip);
  }
});

test('every city has known counties, known ZIP codes and a place on the map', () => {
  for (const city of geography.cities) {
    assert.equal(city.countyGeoid, city.countyGeoids[0]);
    for (const geoid of city.countyGeoids) assert.equal(geography.countyByGeoid(geoid)?.state, city.state);
    for (const zip of city.zipCodes) assert.ok(geography.zip(zip), `${zip} of ${city.name}`);
    assert.deepEqual(city.zipCodes, [...new Set(city.zipCodes)].sort());
    assert.ok(Math.abs(city.lat) <= 72 && Math.abs(city.lng) <= 180 && city.lat !== 0, city.name);
    assert.match(city.uspsName, /^[A-Z0-9]+(?: [A-Z0-9]+)*$/);
  }
  const withoutZip = geography.cities.filter((city) => city.zipCodes.length === 0);
  assert.ok(withoutZip.length < 20, withoutZip.map((city) => city.name).join());
});

test('geo_ids follow from state, name and county, name their kind, and no two places share one', () => {
  const seen = new Set<string>();
  for (const city of geography.cities) {
    assert.equal(city.geoId, geoId('city', `${city.state}|${city.uspsName}|${city.countyGeoid}`));
    assert.equal(geography.cityByGeoId(city.geoId), city);
    seen.add(city.geoId);
  }
  for (const county of geography.counties) {
    assert.equal(geoIdKind(county.geoId), 'county');
    assert.equal(geography.countyByGeoId(county.geoId), county);
    seen.add(county.geoId);
  }
  assert.equal(seen.size, geography.cities.length + geography.counties.length);
  assert.equal(geography.cityByGeoId('nonsense'), null);
  assert.equal(geography.countyByGeoId(geography.cities[0]?.geoId ?? ''), null);
});

test('every city is found by its own names together with its county', () => {
  for (const city of geography.cities) {
    const near = { countyGeoid: city.countyGeoid };
    for (const name of [city.name, city.uspsName, city.name.toLowerCase()]) {
      const found = geography.city(name, city.state, near);
      assert.ok(found?.countyGeoids.includes(city.countyGeoid), `${name}, ${city.state} ${city.countyGeoid}`);
    }
  }
});

test('every county is found by its full name', () => {
  for (const county of geography.counties) {
    assert.equal(geography.county(county.name, county.state), county);
    assert.equal(geography.county(county.uspsName, county.state), county);
    assert.equal(geography.countyByGeoid(county.geoid), county);
  }
});

test('cities are found in the ways people write them', () => {
  const cases: [string, string, string][] = [
    ['OLD HICKORY', 'TN', 'OLD HICKORY'],
    ['ST LOUIS', 'MO', 'SAINT LOUIS'],
    ["O'FALLON", 'IL', 'O FALLON'],
    ['LAGRANGE', 'IL', 'LA GRANGE'],
    ['FT WORTH', 'TX', 'FORT WORTH'],
    ['CITY OF AUSTIN', 'TX', 'AUSTIN'],
    ['AUSTIN TX', 'TX', 'AUSTIN'],
    ['BOISE CITY', 'ID', 'BOISE'],
    ['SALT LAKE', 'UT', 'SALT LAKE CITY'],
    ['KANSAS CITY', 'MO', 'KANSAS CITY'],
    ['WASHINGTON, D.C.', 'DC', 'WASHINGTON'],
    ['MPLS', 'MN', 'MINNEAPOLIS'],
    ['Española', 'NM', 'ESPANOLA'],
    ['NASHVILLE-DAVIDSON', 'TN', 'NASHVILLE'],
    ['TOWN OF HEMPSTEAD', 'NY', 'HEMPSTEAD'],
    ['MIAMI GARDENS', 'FL', 'MIAMI GARDENS'],
  ];
  for (const [text, state, name] of cases) assert.equal(geography.city(text, state)?.uspsName, name, text);
});

test('a name that no city bears finds none', () => {
  for (const [name, state] of [
    ['', 'TX'],
    ['...', 'TX'],
    ['XYZZY', 'TX'],
    ['AUSTIN', 'ZZ'],
    ['CITY OF', 'TX'],
  ] as const) {
    assert.equal(geography.city(name, state), null, `${name}, ${state}`);
  }
});

test('between cities of one name county and ZIP code decide, without them the number of inhabitants', () => {
  const namesakes = new Map<string, (typeof geography.cities)[number][]>();
  for (const city of geography.cities) {
    const key = `${city.state}|${city.uspsName}`;
    namesakes.set(key, [...(namesakes.get(key) ?? []), city]);
  }
  const several = [...namesakes.values()].filter((cities) => cities.length > 1);
  assert.ok(several.length > 100);
  for (const cities of several) {
    for (const city of cities) {
      const found = geography.city(city.uspsName, city.state, { countyGeoid: city.countyGeoid });
      assert.equal(found?.countyGeoid, city.countyGeoid, `${city.uspsName}, ${city.state}`);
    }
    const [first] = cities;
    const greatest = Math.max(...cities.map((city) => city.population));
    assert.equal(geography.city(first?.uspsName ?? '', first?.state ?? '')?.population, greatest);
  }
});

test('Monticello in Louisiana is the one of the hint', () => {
  const find = (near?: Parameters<typeof geography.city>[2]) =>
    geography.city('MONTICELLO', 'LA', near)?.countyGeoid;
  assert.equal(find(), '22033');
  assert.equal(find({ countyGeoid: '22035' }), '22035');
  assert.equal(find({ countyGeoid: null, zip: null }), '22033');
  assert.equal(find({ zip: '71254-0001' }), '22035', 'Lake Providence lies in the same parish');
  assert.equal(find({ countyGeoid: '22123' }), '22035', 'West Carroll lies beside it');
});

test('New York is five counties; its boroughs are cities of their own', () => {
  const city = (name: string) => geography.city(name, 'NY');
  for (const name of ['New York', 'NEW YORK CITY', 'NYC', 'Manhattan'])
    assert.equal(city(name)?.uspsName, 'NEW YORK');
  assert.deepEqual(city('NEW YORK')?.countyGeoids, ['36061', '36005', '36047', '36081', '36085']);
  assert.ok(city('NEW YORK')?.zipCodes.includes('11201'));
  assert.equal(geography.cityOfZip('11201')?.uspsName, 'BROOKLYN');
  assert.equal(geography.cityOfZip('10001')?.uspsName, 'NEW YORK');
  assert.deepEqual(city('BROOKLYN')?.countyGeoids, ['36047']);
  assert.deepEqual(city('THE BRONX')?.countyGeoids, ['36005']);
  assert.deepEqual(city('STATEN ISLAND')?.countyGeoids, ['36085']);
  assert.deepEqual(city('QUEENS')?.countyGeoids, ['36081']);
  assert.ok(city('QUEENS')?.zipCodes.includes('11101'));
  assert.equal(city('HARLEM'), null);
  assert.equal(geography.cityOfZip('11354')?.uspsName, 'FLUSHING');
});

test('counties are found with and without the word for their kind', () => {
  const cases: [string, string, string][] = [
    ['TRAVIS', 'TX', '48453'],
    ['Travis Co.', 'TX', '48453'],
    ['orleans', 'LA', '22071'],
    ['St John the Baptist', 'LA', '22095'],
    ['DE KALB', 'GA', '13089'],
    ['Prince Georges', 'MD', '24033'],
    ['BALTIMORE', 'MD', '24005'],
    ['BALTIMORE COUNTY', 'MD', '24005'],
    ['BALTIMORE CITY', 'MD', '24510'],
    ['City of Alexandria', 'VA', '51510'],
    ['ALEXANDRIA', 'VA', '51510'],
    ['FAIRFAX', 'VA', '51059'],
    ['FAIRFAX CITY', 'VA', '51600'],
    ['JAMES CITY', 'VA', '51095'],
    ['Anchorage', 'AK', '02020'],
    ['Juneau', 'AK', '02110'],
    ['BROOKLYN', 'NY', '36047'],
    ['DADE', 'FL', '12086'],
    ['Doña Ana', 'NM', '35013'],
    ['Oglala Lakota', 'SD', '46102'],
    ['Chugach', 'AK', '02063'],
    ['Capitol', 'CT', '09110'],
    ['Carson City', 'NV', '32510'],
    ['Washington', 'DC', '11001'],
    ['Ponce', 'PR', '72113'],
  ];
  for (const [text, state, geoid] of cases) assert.equal(geography.county(text, state)?.geoid, geoid, text);
  for (const text of ['', 'COUNTY', 'XYZZY']) assert.equal(geography.county(text, 'TX'), null);
  assert.equal(geography.county('TRAVIS', 'ZZ'), null);
});

test('the counties are those of today, and retired GEOIDs lead to their successors', () => {
  for (const geoid of ['09001', '02261', '02270', '46113', '51515']) {
    assert.ok(!geography.counties.some((county) => county.geoid === geoid), geoid);
  }
  assert.equal(geography.countyByGeoid('46113')?.geoid, '46102');
  assert.equal(geography.countyByGeoid('51515')?.geoid, '51019');
  assert.equal(geography.countyByGeoid('99999'), null);
});

test('states are found by abbreviation and name, ZIP codes also with four digits more', () => {
  for (const text of ['TX', 'tx', 'Texas', ' TEXAS ']) assert.equal(geography.state(text)?.code, 'TX', text);
  assert.equal(geography.state('D.C.')?.code, 'DC');
  assert.equal(geography.state('New  Hampshire')?.fips, '33');
  assert.equal(geography.state('Virgin Islands')?.code, 'VI');
  assert.equal(geography.state('Ontario'), null);
  for (const text of ['94103', '94103-1234', '941031234', ' 94103 ']) {
    assert.equal(geography.zip(text)?.countyGeoid, '06075', text);
  }
  for (const text of ['', '00000', '9410', '94103-', 'A4103']) assert.equal(geography.zip(text), null, text);
  assert.equal(geography.cityOfZip('00000'), null);
});

test('no text makes a look-up fail', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('__proto__', 'constructor'),
  );
  const state = fc.oneof(fc.constantFrom('CA', 'NY', 'constructor', '__proto__'), fc.string());
  fc.assert(
    fc.property(text, state, (name, code) => {
      geography.state(name);
      geography.countyByGeoid(name);
      assert.ok(geography.county(name, code) !== undefined);
      assert.ok(geography.city(name, code, { countyGeoid: name, zip: name }) !== undefined);
      assert.ok(geography.zip(name) !== undefined);
    }),
  );
});

test('the tables load once, and tables that disagree are refused', () => {
  assert.equal(loadGeography(), geography);
  const directory = mkdtempSync(join(tmpdir(), 'lintel-geography-'));
  try {
    cpSync(dataDirectory, directory, { recursive: true });
    const zips = readFileSync(join(directory, 'zips.tsv'), 'latin1');
    writeFileSync(join(directory, 'zips.tsv'), zips.replace('Old Hickory', 'New Hickory'));
    assert.throws(() => readGeography(directory), /no city New Hickory in 47037 for ZIP 37138/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
