import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DefectList } from '../record/defects.js';
import { readPoint } from './point.js';

test('a point is read from columns, WKT, GeoJSON and a pair in brackets', () => {
  const defects: DefectList = [];
  const expected = [37.77, -122.42];
  assert.deepEqual(readPoint('37.77', '-122.42', undefined, defects), expected);
  assert.deepEqual(readPoint(undefined, undefined, 'POINT (-122.42 37.77)', defects), expected);
  assert.deepEqual(
    readPoint(undefined, undefined, '{"type":"Point","coordinates":[-122.42,37.77]}', defects),
    expected,
  );
  assert.deepEqual(readPoint(undefined, undefined, '(37.77, -122.42)', defects), expected);
  assert.deepEqual(readPoint(undefined, undefined, '1 MAIN ST\n(37.77, -122.42)', defects), expected);
  assert.equal(readPoint(undefined, undefined, undefined, defects), null);
  assert.deepEqual(defects, []);
});

test('points of Alaska, Hawaii and the territories are in the United States', () => {
  for (const [lat, lng] of [
    ['61.2', '-149.9'],
    ['21.3', '-157.8'],
    ['18.4', '-66.1'],
    ['13.47', '144.75'],
    ['52.9', '172.9'],
  ]) {
    assert.notEqual(readPoint(lat, lng, undefined, []), null, `${lat},${lng}`);
  }
});

test('swapped coordinates are corrected, an invalid point is null, and both are noted', () => {
  const cases: readonly (readonly [string, string, readonly number[] | null, string])[] = [
    ['-122.42', '37.77', [37.77, -122.42], 'point_swapped'],
    ['0', '0', null, 'point_placeholder'],
    ['1328000.5', '506000.1', null, 'point_not_degrees'],
    ['51.5', '-0.12', null, 'point_outside_us'],
    ['north', '-122', null, 'point_unreadable'],
  ];
  for (const [lat, lng, point, name] of cases) {
    const defects: DefectList = [];
    assert.deepEqual(readPoint(lat, lng, undefined, defects), point);
    assert.deepEqual(defects, [{ name, field: 'latlng' }]);
  }
});
