/** Points and the rows of map cells: as written, and as cells that any map tiles the world with. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { cellOf, latOf, lngOf, xOf, yOf } from './mercator.js';
import { cellZooms, PointIndexReader, PointIndexWriter } from './point-index.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-points-'));
after(() => rmSync(root, { recursive: true, force: true }));

const lat = fc.double({ min: -85, max: 85, noNaN: true });
const lng = fc.double({ min: -180, max: 179.999, noNaN: true });

test('a point is kept to a centimetre, and its cell of any zoom is the tile of maps', () => {
  fc.assert(
    fc.property(lat, lng, fc.integer({ min: 0, max: 24 }), (lat, lng, zoom) => {
      const [x, y] = [xOf(lng), yOf(lat)];
      assert.ok(Math.abs(lngOf(x) - lng) <= 1e-7 && Math.abs(latOf(y) - lat) <= 1e-7);
      const side = 2 ** zoom;
      // Of a point within a step of a tile's edge either tile will do.
      const tileX = ((lng + 180) / 360) * side;
      const tileY = (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * side;
      assert.ok(Math.abs(cellOf(x, zoom) - tileX + 0.5) <= 0.5 + side * 1e-9);
      assert.ok(Math.abs(cellOf(y, zoom) - tileY + 0.5) <= 0.5 + side * 1e-9);
    }),
  );
});

test('poles and the antimeridian have steps, and none is that of no point', () => {
  for (const [lat, lng] of [
    [90, 180],
    [-90, -180],
    [85.06, 0],
  ] as const) {
    assert.ok(xOf(lng) >= 0 && xOf(lng) < 2 ** 32);
    assert.ok(yOf(lat) >= 1 && yOf(lat) < 2 ** 32);
  }
});

test('every cell lists the rows with a point in it, in order, and no other', () => {
  const points = fc.array(
    fc.option(
      fc.tuple(fc.double({ min: 30, max: 31, noNaN: true }), fc.double({ min: -98, max: -97, noNaN: true })),
    ),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(points, (given) => {
      const directory = mkdtempSync(join(root, 'release-'));
      const writer = new PointIndexWriter(directory, 'permits', `${directory}/scratch-`);
      const steps = given.map((point): [number, number] =>
        point === null ? [0, 0] : [xOf(point[1]), yOf(point[0])],
      );
      for (const [x, y] of steps) writer.add(x, y);
      writer.finish();
      const reader = new PointIndexReader(directory, 'permits', given.length);
      assert.deepEqual(
        given.map((_, row) => [reader.x(row), reader.y(row)]),
        steps,
      );
      for (const zoom of cellZooms) {
        const cells = new Map<string, number[]>();
        for (const [row, [x, y]] of steps.entries()) {
          if (y === 0) continue;
          const name = `${cellOf(x, zoom)}/${cellOf(y, zoom)}`;
          cells.set(name, [...(cells.get(name) ?? []), row]);
        }
        for (const [name, rows] of cells) {
          const [column = 0, row = 0] = name.split('/').map(Number);
          assert.deepEqual([...(reader.cell(zoom, column, row)?.rows.rows ?? [])], rows);
          assert.equal(reader.cell(zoom, column, row + 1000), null);
        }
        if (zoom === cellZooms[0]) assert.equal([...reader.largestCells()].length, cells.size);
      }
      reader.close();
    }),
    { numRuns: 25 },
  );
});

test('a file of another number of rows is refused', () => {
  const directory = mkdtempSync(join(root, 'damaged-'));
  const writer = new PointIndexWriter(directory, 'permits', `${directory}/scratch-`);
  writer.add(xOf(-97.7), yOf(30.2));
  writer.finish();
  truncateSync(join(directory, 'permits.point.column'), 4);
  assert.throws(() => new PointIndexReader(directory, 'permits', 1), /permits\.point\.column is damaged/);
});
