/** Outlines and boxes: every way in which they may meet, and real counties against the index of points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCountyShapes } from './county-shapes.js';
import { boxOf, type DegreeBox, touches } from './outline-in-box.js';
import { type Outline, readOutlines } from './outlines.js';

/** A square of ten degrees with a hole of two in the middle. */
const square: Outline = {
  geoid: '0',
  name: 'Square',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
      [
        [4, 4],
        [6, 4],
        [6, 6],
        [4, 6],
        [4, 4],
      ],
    ],
  },
};
const box = (west: number, south: number, east: number, north: number): DegreeBox => ({
  west,
  south,
  east,
  north,
});

test('a box meets an outline that it crosses, holds or lies in, and not one beside it or around it', () => {
  for (const meeting of [
    box(-1, -1, 11, 11),
    box(1, 1, 2, 2),
    box(-5, 3, 20, 3),
    box(9, 9, 20, 20),
    box(10, 0, 12, 1),
  ]) {
    assert.ok(touches(square, meeting), JSON.stringify(meeting));
  }
  for (const apart of [box(11, 0, 12, 1), box(0, -2, 10, -1), box(4.5, 4.5, 5.5, 5.5)]) {
    assert.ok(!touches(square, apart), JSON.stringify(apart));
  }
  const corner: Outline = {
    ...square,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [0, 10],
          [0, 0],
        ],
      ],
    },
  };
  assert.ok(!touches(corner, box(8, 8, 10, 10)), 'only their boxes meet');
});

test('a box of no size at a point meets the one county that holds the point', () => {
  const outlines = readOutlines('counties');
  assert.ok(outlines.length > 3000);
  const shapes = loadCountyShapes();
  for (const [lat, lng] of [
    [37.77, -122.44],
    [30.27, -97.74],
    [41.88, -87.63],
    [61.2, -149.9],
  ] as const) {
    const found = outlines
      .filter((outline) => touches(outline, box(lng, lat, lng, lat)))
      .map(({ geoid }) => geoid);
    assert.deepEqual(found, [shapes.holding(lat, lng)]);
  }
  const around = boxOf(outlines.find(({ geoid }) => geoid === '48453') ?? square);
  assert.ok(around.west < -97.74 && around.east > -97.74 && around.south < 30.27 && around.north > 30.27);
});
