import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoId } from '@lintel/contract';
import { sanFrancisco } from '@lintel/testing/refine/sources.js';
import { loadGeography } from '../../geography/load.js';
import type { DefectList } from '../record/defects.js';
import type { SourceContext } from '../record/source-context.js';
import { addressGeoId } from './address-key.js';
import { linkPlace, type PlaceFields } from './place.js';
import { readZip } from './zip.js';

const geography = loadGeography();

const austin: SourceContext = {
  ...sanFrancisco,
  jurisdiction: { geoid: '4805000', name: 'Austin', state: 'TX', countyGeoid: null, defaultCity: 'Austin' },
};

function link(
  fields: PlaceFields,
  source = sanFrancisco,
): { place: ReturnType<typeof linkPlace>; names: string[] } {
  const defects: DefectList = [];
  const place = linkPlace(fields, source, geography, defects);
  return { place, names: defects.map(({ name }) => name) };
}

test('a row is linked to city, county and jurisdiction, named in upper case', () => {
  const { place, names } = link({ address: '1 Market St', zip: '94105' });
  assert.equal(place.city, 'SAN FRANCISCO');
  assert.equal(place.cityId, geography.city('San Francisco', 'CA')?.geoId);
  assert.equal(place.county, 'SAN FRANCISCO COUNTY');
  assert.equal(place.countyId, geography.countyByGeoid('06075')?.geoId);
  assert.equal(place.jurisdiction, 'SAN FRANCISCO');
  assert.equal(place.jurisdictionId, geoId('jurisdiction', '0667000'));
  assert.deepEqual(names, []);
});

test('for a jurisdiction in several counties, the county comes from row, point and ZIP code', () => {
  assert.equal(link({ county: 'Williamson' }, austin).place.county, 'WILLIAMSON COUNTY');
  assert.equal(link({ lat: '30.27', lng: '-97.74' }, austin).place.county, 'TRAVIS COUNTY');
  assert.equal(link({ zip: '78701' }, austin).place.county, 'TRAVIS COUNTY');
});

test('a permit of a county has an address id within it if its row names no city', () => {
  const county = {
    geoid: '48453',
    name: 'Travis County',
    state: 'TX',
    countyGeoid: '48453',
    defaultCity: null,
  };
  const { place } = link({ address: '12 Elm St' }, { ...austin, jurisdiction: county });
  assert.equal(place.city, null);
  assert.equal(place.area, 'TRAVIS COUNTY');
});

test('a contradiction between row and jurisdiction is noted, and the jurisdiction wins', () => {
  const state = link({ state: 'NV' });
  assert.equal(state.place.state, 'CA');
  assert.deepEqual(state.names, ['state_conflict']);
  const county = link({ county: 'Alameda' });
  assert.equal(county.place.county, 'SAN FRANCISCO COUNTY');
  assert.deepEqual(county.names, ['county_conflict']);
  const point = link({ lat: '41.88', lng: '-87.63' });
  assert.equal(point.place.latlng, null);
  assert.deepEqual(point.names, ['point_elsewhere']);
  const zip = link({ zip: '60601' });
  assert.equal(zip.place.zip, null);
  assert.deepEqual(zip.names, ['zip_conflict']);
});

test('an unknown city keeps its name and has no id', () => {
  const { place, names } = link({ city: 'Nowhereville' });
  assert.deepEqual([place.city, place.cityId], ['NOWHEREVILLE', null]);
  assert.deepEqual(names, ['city_unknown']);
});

const county = (state: string): SourceContext => ({
  ...sanFrancisco,
  jurisdiction: { geoid: '0', name: 'X County', state, countyGeoid: null, defaultCity: null },
});

test('a misspelt city is the one that its ZIP code, county or size confirm, and is counted', () => {
  const cases: readonly (readonly [PlaceFields, string, string, readonly string[]])[] = [
    [{ city: 'HUSTON' }, 'TX', 'HOUSTON', ['city_respelled']],
    [{ city: 'Housotn', zip: '77002' }, 'TX', 'HOUSTON', ['city_respelled']],
    [{ city: 'LOS ANGLES' }, 'CA', 'LOS ANGELES', ['city_respelled']],
    // Two slips in a name that begins otherwise are another place.
    [{ city: 'SALT SPRINGS' }, 'FL', 'SALT SPRINGS', ['city_unknown']],
    [{ city: 'Pflugervile', zip: '78660' }, 'TX', 'PFLUGERVILLE', ['city_respelled']],
    // Far from its ZIP code it is another place.
    [{ city: 'Housotn', zip: '78701' }, 'TX', 'AUSTIN', ['city_from_zip']],
    [{ zip: '78701' }, 'TX', 'AUSTIN', ['city_from_zip']],
    [{ city: 'Qwert' }, 'TX', 'QWERT', ['city_unknown']],
  ];
  for (const [fields, state, city, defects] of cases) {
    const { place, names } = link(fields, county(state));
    assert.deepEqual([place.city, names], [city, defects], JSON.stringify(fields));
  }
});

test('the city of the jurisdiction stays itself where the geography does not know it', () => {
  const jurisdiction = { ...county('TX').jurisdiction, name: 'Qwert', defaultCity: 'Housotn' };
  for (const [city, name] of [
    ['Qwert', 'QWERT'],
    [undefined, 'HOUSOTN'],
  ] as const) {
    const { place, names } = link({ ...(city && { city }), zip: '78701' }, { ...sanFrancisco, jurisdiction });
    assert.deepEqual([place.city, place.cityId, names], [name, null, ['city_unknown']]);
  }
});

test('rows with the same area get the same place and defects, and a row that differs gets its own', () => {
  const given: readonly PlaceFields[] = [
    ...[
      'Houston',
      'HUSTON',
      'Bellaire',
      'Qwert',
      'Austin',
      'Dallas',
      'Pasadena',
      'Katy',
      'Waco',
      'Tyler',
    ].map((city) => ({ city, zip: '77002' })),
    { zip: '77002' },
    { city: 'Houston', zip: '77002', county: 'Harris' },
    { city: 'Houston', zip: '77002', county: 'Nowhere' },
    { city: 'Houston', zip: '77002', lat: '30.27', lng: '-97.74' },
    { city: 'Houston' },
  ];
  const fresh = given.map((fields) => link(fields, { ...county('TX') }));
  const source = county('TX');
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(
      given.map((fields) => link(fields, source)),
      fresh,
    );
  }
});

test('a house has the same address id under every name of its city', () => {
  const ids = (state: string, all: readonly PlaceFields[]) => {
    const places = all.map((fields) => link({ address: '100 Main St', ...fields }, county(state)).place);
    const keys = places.map(({ area, parsed }) => addressGeoId(state, area, parsed.streetNo, parsed.street));
    return new Set(keys).size;
  };
  const houston = [
    { city: 'HOUSTON' },
    { city: 'HUSTON' },
    { city: 'Houston', zip: '77002' },
    { zip: '77002' },
  ];
  assert.equal(ids('TX', houston), 1, 'misspelt, or known by its ZIP code');
  const queens = [
    { city: 'Queens', zip: '11375' },
    { city: 'Forest Hills', zip: '11375' },
  ];
  assert.equal(ids('NY', queens), 1, 'the borough or the post office');
  const vanNuys = [
    { city: 'Los Angeles', zip: '91405' },
    { city: 'Van Nuys', zip: '91405' },
  ];
  assert.equal(ids('CA', vanNuys), 1, 'an accepted and the preferred name');
  assert.equal(
    ids('TX', [
      { city: 'Houston', zip: '77002' },
      { city: 'Austin', zip: '78701' },
    ]),
    2,
  );
  const shared = [
    { city: 'University City', zip: '63130' },
    { city: 'Saint Louis', zip: '63101' },
  ];
  assert.equal(ids('MO', shared), 2, 'towns that share a post office have street names of their own');
  const far = [{ city: 'Chicago' }, { city: 'Chicago', zip: '62701' }];
  assert.equal(ids('IL', far), 1, 'a ZIP code far from the city is not believed');
});

test('a missing house number or street is noted as a defect', () => {
  assert.deepEqual(link({ address: 'Market St' }).names, ['address_no_number']);
  assert.deepEqual(link({ address: 'Market St & 3rd St' }).names, ['address_intersection']);
  assert.deepEqual(link({ address: 'PO Box 1' }).names, ['address_po_box']);
  assert.deepEqual(link({ address: 'TBD' }).names, ['address_unreadable']);
});

test('ZIP codes are parsed glued, split, short and long', () => {
  const read = (text: string, state: string) => {
    const defects: DefectList = [];
    const { code, ext } = readZip(text, state, geography, defects);
    return [code, ext, ...defects.map(({ name }) => name)];
  };
  assert.deepEqual(read('94103', 'CA'), ['94103', null]);
  assert.deepEqual(read('94103-1234', 'CA'), ['94103', '1234']);
  assert.deepEqual(read('941031234', 'CA'), ['94103', '1234']);
  assert.deepEqual(read('78760 8865', 'TX'), ['78760', '8865']);
  assert.deepEqual(read('60606-', 'IL'), ['60606', null]);
  assert.deepEqual(read('94103.0', 'CA'), ['94103', null]);
  assert.deepEqual(read('2906', 'RI'), ['02906', null, 'zip_repaired']);
  assert.deepEqual(read('00000', 'CA'), [null, null, 'zip_placeholder']);
  assert.deepEqual(read('9410', 'CA'), [null, null, 'zip_unreadable']);
  assert.deepEqual(read('941030', 'CA'), [null, null, 'zip_unreadable']);
  assert.deepEqual(read('94199', 'CA').slice(0, 1), ['94199']);
});
