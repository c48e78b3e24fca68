import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadGeography } from './load.js';

const geography = loadGeography();
const at = (lat: number, lng: number) => geography.countyAt(lat, lng)?.geoid ?? null;

test('the centre of nearly every city and ZIP code is in its county', () => {
  const share = (hits: readonly boolean[]) => hits.filter(Boolean).length / hits.length;
  const cities = geography.cities.map((city) => city.countyGeoids.includes(at(city.lat, city.lng) ?? ''));
  const zips = geography.zipCodes.map((zip) => zip.countyGeoid === at(zip.lat, zip.lng));
  assert.ok(share(cities) > 0.98, `cities: ${share(cities)}`);
  assert.ok(share(zips) > 0.97, `ZIP codes: ${share(zips)}`);
});

test('well-known places are in their counties', () => {
  const cases: [string, number, number, string][] = [
    ['San Francisco City Hall', 37.7793, -122.4193, '06075'],
    ['Texas Capitol', 30.2747, -97.7404, '48453'],
    ['Chicago City Hall', 41.8838, -87.632, '17031'],
    ['Empire State Building', 40.7484, -73.9857, '36061'],
    ['Brooklyn Borough Hall', 40.6928, -73.9903, '36047'],
    ['White House', 38.8977, -77.0365, '11001'],
    ['Alexandria City Hall', 38.805, -77.043, '51510'],
    ['Pine Ridge', 43.0255, -102.5563, '46102'],
    ['Honolulu Hale', 21.3046, -157.8581, '15003'],
    ['San Juan', 18.4655, -66.1057, '72127'],
    ['Hagatna', 13.4745, 144.7504, '66010'],
    ['Adak, west of the rest', 51.88, -176.658, '02016'],
  ];
  for (const [name, lat, lng, geoid] of cases) assert.equal(at(lat, lng), geoid, name);
});

test('where counties were redrawn, points are in those of today', () => {
  assert.equal(at(41.7637, -72.6851), '09110', 'Hartford');
  assert.equal(at(41.1792, -73.1894), '09120', 'Bridgeport');
  assert.equal(at(41.3083, -72.9279), '09170', 'New Haven');
  assert.equal(at(41.0534, -73.5387), '09190', 'Stamford');
  assert.equal(at(41.5582, -73.0515), '09140', 'Waterbury');
  assert.equal(at(61.1308, -146.3483), '02063', 'Valdez');
  assert.equal(at(62.1092, -145.546), '02066', 'Glennallen');
});

test('a pier or lake front belongs to the nearest county', () => {
  assert.equal(at(41.8917, -87.6005), '17031', 'Navy Pier');
  assert.equal(at(41.885, -87.55), '17031', '5 km out on the lake');
  assert.equal(at(37.81, -122.41), '06075', 'Pier 39');
  assert.equal(at(33.98, -118.9), '06037', '5 km off Malibu');
});

test('a point out of the country is in no county', () => {
  for (const [lat, lng] of [
    [0, 0],
    [51.5, -0.1],
    [43.65, -79.38],
    [49.8951, -97.1384],
    [19.4326, -99.1332],
    [37.7, -123.9],
    [30, -60],
    [-122.4, 37.8],
    [Number.NaN, -97],
    [30, Number.POSITIVE_INFINITY],
  ] as const) {
    assert.equal(at(lat, lng), null, `${lat}, ${lng}`);
  }
});

test('no number makes it fail', () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -180, max: 180 }), fc.integer());
  fc.assert(fc.property(number, number, (lat, lng) => geography.countyAt(lat, lng) !== undefined));
});
