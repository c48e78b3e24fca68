/** Polygons as areas; that searches within them find the right records is compared in compare-searches.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { xOf, yOf } from '../format/points/mercator.js';
import { polygonOf } from './area.js';

const ring = (corners: readonly (readonly number[])[]) =>
  `POLYGON((${[...corners, ...corners.slice(0, 1)].map((corner) => corner.join(' ')).join(', ')}))`;

test('a point on the edge of two neighbours, also on their corners, is in exactly one of them', () => {
  // Edges along latitudes, longitudes and aslant; both rings name the common ones in other directions.
  const common = [
    [-97.8, 30.4],
    [-97.8, 30.3],
    [-97.7, 30.3],
    [-97.61, 30.17],
    [-97.7, 30.01],
  ];
  const west = polygonOf(ring([...common, [-98, 30.01], [-98, 30.4]]));
  const east = polygonOf(ring([[-97, 30.4], [-97, 30.01], ...[...common].reverse()]));
  for (const [i, [lng = 0, lat = 0]] of common.slice(0, -1).entries()) {
    const [toLng = 0, toLat = 0] = common[i + 1] ?? [];
    for (let part = 0; part < 100; part++) {
      const x = xOf(lng + ((toLng - lng) * part) / 100);
      const y = Math.max(yOf(30.4), yOf(lat + ((toLat - lat) * part) / 100));
      assert.equal(Number(west.has(x, y)) + Number(east.has(x, y)), 1, `${i} ${part}`);
    }
  }
});

test('a slanting edge is straight in degrees, as in GeoJSON, not on the map', () => {
  const triangle = polygonOf(
    ring([
      [-100, 40],
      [-90, 30],
      [-100, 30],
    ]),
  );
  // The middle of the edge is kilometres beside that of the map.
  for (const by of [0.0001, 0.001]) {
    assert.equal(triangle.has(xOf(-95 - by), yOf(35 - by)), true);
    assert.equal(triangle.has(xOf(-95 + by), yOf(35 + by)), false);
  }
});

test('a box of which points are in and out is touched and not contained, whatever its size', () => {
  const random = syntheticNumbers(7);
  const star = polygonOf(
    ring(
      Array.from({ length: 14 }, (_, i) => {
        const [angle, size] = [(Math.PI * i) / 7, i % 2 === 0 ? 1 : 0.4];
        return [-97 + size * Math.cos(angle), 30 + size * Math.sin(angle)];
      }),
    ),
  );
  const seen = { contained: 0, apart: 0 };
  for (let i = 0; i < 500; i++) {
    const side = Math.floor(2 ** (14 + random() * 11));
    const [west, north] = [xOf(-98.2 + 2.4 * random()), yOf(31.2 - 2.4 * random())];
    const box = { west, north, east: west + side, south: north + side };
    const points = Array.from({ length: 200 }, () =>
      star.has(west + Math.floor(random() * side), north + Math.floor(random() * side)),
    );
    if (star.contains(box)) assert.ok(points.every(Boolean));
    if (!star.touches(box)) assert.ok(!points.some(Boolean));
    seen.contained += Number(star.contains(box));
    seen.apart += Number(!star.touches(box));
  }
  assert.ok(seen.contained > 20 && seen.apart > 50, JSON.stringify(seen));
});
