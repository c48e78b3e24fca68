/** How boxes, points, several places and pairs of limits are read, and what is said of wrong ones (C43). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from './endpoints.js';
import type { ValidationEntry } from './error.js';
import { good, refused } from './fixture/ask.js';
import { geoId } from './id.js';
import { readPolygon } from './polygon.js';

const dates = 'permit_from=2025-01-01&permit_to=2025-12-31';
const searches = ['permit_search', 'contractor_search', 'property_search'] as const;

/** The only fault of a permit search with these parameters. */
function faultOf(query: string): ValidationEntry {
  const detail = refused('permit_search', `${dates}&${query}`) as ValidationEntry[];
  assert.equal(detail.length, 1, JSON.stringify(detail));
  return detail[0] as ValidationEntry;
}

test('a box, a circle or places say where to look; without any of them geo_id is missing', () => {
  for (const id of searches) {
    const { bbox } = good(id, `${dates}&bbox=-97.95,30.1,-97.5,30.5`);
    assert.deepEqual(bbox, [-97.95, 30.1, -97.5, 30.5]);
    const { near, radius_m } = good(id, `${dates}&near=30.27,-97.74&radius_m=500`);
    assert.deepEqual([near, radius_m], [[30.27, -97.74], 500]);
  }
  const missing = refused('permit_search', dates) as ValidationEntry[];
  assert.deepEqual(missing, [
    {
      type: 'missing',
      loc: ['query', 'geo_id'],
      msg: 'Field required',
      input: null,
      ctx: { unless: 'bbox, near, within or area is given' },
    },
  ]);
});

test('an area says where to look, and one that is not written as areas are is named', () => {
  const { area } = good('permit_search', `${dates}&area=wards:5&area=council-districts:7-a`);
  assert.deepEqual(area, ['wards:5', 'council-districts:7-a']);
  assert.match(faultOf('area=wards:5&area=Downtown').msg, /"Downtown" is no area: one is SET:KEY/);
});

test('up to fifty places are taken, and a wrong one among them is named', () => {
  const ids = Array.from({ length: 50 }, (_, i) => geoId('city', `${i}`));
  const query = (places: readonly string[]) => `${dates}&${places.map((id) => `geo_id=${id}`).join('&')}`;
  assert.deepEqual(good('permit_search', query(ids)).geo_id, ids);
  const [tooMany] = refused('permit_search', query([...ids, 'CA'])) as ValidationEntry[];
  assert.equal(tooMany?.type, 'too_long');
  const one = refused('permit_search', query(['CA', 'San Francisco']));
  assert.match(String(one), /^Was the address resolved into a geolocation ID\? 'San Francisco'/);
  const two = refused('permit_search', query(['nowhere', 'CA', 'XX'])) as ValidationEntry[];
  assert.deepEqual(
    two.map(({ loc }) => loc),
    [
      ['query', 'geo_id', 0],
      ['query', 'geo_id', 2],
    ],
  );
});

test('every address may be searched without a period, but not an address beside a city', () => {
  const addresses = [geoId('address', 'a'), geoId('address', 'b')];
  assert.deepEqual(good('permit_search', addresses.map((id) => `geo_id=${id}`).join('&')).geo_id, addresses);
  const mixed = refused('permit_search', `geo_id=${addresses[0]}&geo_id=CA`) as ValidationEntry[];
  assert.deepEqual(
    mixed.map(({ loc }) => loc[1]),
    ['permit_from', 'permit_to'],
  );
});

test('a box in another order is refused with the right order', () => {
  assert.match(faultOf('bbox=30.1,-97.95,30.5,-97.5').msg, /did you mean -97\.95,30\.1,-97\.5,30\.5\?$/);
  assert.match(faultOf('bbox=-97.5,30.1,-97.95,30.5').msg, /west \(-97\.5\) is east of east \(-97\.95\)/);
  assert.match(faultOf('bbox=-97.95,30.5,-97.5,30.1').msg, /south \(30\.5\) is north of north \(30\.1\)/);
  assert.match(faultOf('bbox=-197,30,-97,31').msg, /longitudes are -180 to 180/);
  assert.equal(faultOf('bbox=-97,30,-96').type, 'too_short');
  assert.equal(faultOf('bbox=-97,30,-96,thirty').type, 'float_parsing');
});

test('a box over the antimeridian is taken', () => {
  assert.deepEqual(good('permit_search', `${dates}&bbox=172,51,-163,56`).bbox, [172, 51, -163, 56]);
});

test('near is latitude first, and needs a radius', () => {
  assert.match(faultOf('near=-97.74,30.27&radius_m=500').msg, /did you mean 30\.27,-97\.74\?$/);
  const { type, loc, ctx } = faultOf('near=30.27,-97.74');
  assert.deepEqual([type, loc, ctx], ['missing', ['query', 'radius_m'], { unless: 'near is absent' }]);
  assert.match(faultOf('geo_id=TX&radius_m=5').msg, /radius_m is the distance from near, which is absent/);
  assert.equal(faultOf('near=30.27,-97.74&radius_m=0').type, 'greater_than_equal');
  assert.equal(faultOf('near=30.27,-97.74&radius_m=100001').type, 'less_than_equal');
});

test('a polygon is taken as WKT and as GeoJSON, also in a feature, on several lines', () => {
  const corners = '-97.8 30.2, -97.7 30.2, -97.7 30.3, -97.8 30.2';
  const ring = '[[-97.8,30.2],[-97.7,30.2],[-97.7,30.3],[-97.8,30.2]]';
  const polygon = `{"type":"Polygon","coordinates":[${ring}]}`;
  for (const text of [
    `POLYGON((${corners}))`,
    `SRID=4326;multipolygon z (((${corners.replaceAll(',', ' 0,')} 0)))`,
    polygon,
    `{"type":"Feature","properties":{},"geometry":${polygon}}`,
    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${polygon}}]}`,
    polygon.replaceAll(',', ',\n'),
  ]) {
    const { within } = good('permit_search', `${dates}&within=${encodeURIComponent(text)}`);
    assert.deepEqual(readPolygon(String(within)), { rings: [JSON.parse(ring)] });
  }
});

test('what is wrong with a polygon is said with the place and what would be right', () => {
  const faults: readonly (readonly [string, RegExp])[] = [
    ['Austin', /neither GeoJSON nor WKT such as POLYGON\(\(/],
    ['{"type":"Polygon"', /no whole JSON object/],
    ['POLYGON((-97.8 30.2, -97.7', /neither GeoJSON nor WKT/],
    ['POLYGON((-97.8 30.2, x 1, 2 3, -97.8 30.2))', /corners or brackets are not those of POLYGON/],
    ['POINT(-97.8 30.2)', /a POINT, not a Polygon or MultiPolygon; for a circle give near and radius_m/],
    ['{"type":"LineString","coordinates":[]}', /a LineString, not a Polygon/],
    ['POLYGON((-97.8 30.2, -97.7 30.2, -97.8 30.2))', /ring 1 of within has 3 corners/],
    ['POLYGON((-97.8 30.2, -97.7 30.2, -97.7 30.3, -97.8 30.3))', /add -97\.8 30\.2 at its end/],
    [
      'POLYGON((30.2 -97.8, 30.2 -97.7, 30.3 -97.7, 30.2 -97.8))',
      /corner 1, 30\.2 -97\.8: did you mean -97\.8 30\.2/,
    ],
    [
      '{"type":"Polygon","coordinates":[[[1,2],[3,4],["5",6],[1,2]]]}',
      /corner 3 that is not longitude and latitude/,
    ],
    [`POLYGON((${'1 1, '.repeat(500)}1 1))`, /501 corners, at most 500 are taken/],
  ];
  for (const [text, expected] of faults)
    assert.match(faultOf(`within=${encodeURIComponent(text)}`).msg, expected);
});

test('every lower limit has an upper one, and a pair must be in order', () => {
  for (const id of searches) {
    const names = Object.keys(endpoints[id].parameters);
    const lower = names.filter((name) => name.includes('_min_'));
    assert.ok(lower.length >= 5, id);
    for (const name of lower) {
      const upper = name.replace('_min_', '_max_');
      assert.ok(names.includes(upper), `${id} ${upper}`);
      const detail = refused(id, `${dates}&geo_id=CA&${name}=9&${upper}=8`) as ValidationEntry[];
      assert.match(detail[0]?.msg ?? '', new RegExp(`${name} \\(9\\) is greater than ${upper} \\(8\\)`));
    }
  }
});

test('a tile that its zoom does not have is refused', () => {
  assert.equal(good('permit_tile', '', { z: '3', x: '7', y: '0' }).x, 7);
  const [fault] = refused('permit_tile', '', { z: '3', x: '8', y: '0' }) as ValidationEntry[];
  assert.deepEqual([fault?.loc, fault?.msg], [['path', 'x'], 'Value error, x is at most 7 at zoom 3.']);
});

test('an area of the operator is refused where only polygons or places can be given, and not left out', () => {
  for (const [id, rest, meant] of [
    ['property_search', 'geo_id=TX', 'within'],
    ['decision_search', 'geo_id=TX&decision_from=2025-01-01&decision_to=2025-12-31', 'geo_id'],
  ] as const) {
    const [fault] = refused(id, `${rest}&area=wards:5`) as ValidationEntry[];
    assert.equal(
      fault?.msg,
      `There is no parameter 'area'; did you mean '${meant}'? Only permits know the areas of the operator.`,
    );
  }
});
