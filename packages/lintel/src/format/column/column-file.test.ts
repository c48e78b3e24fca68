/** Columns: what is written is read, including zone maps, and a file of another length is refused. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { endOfRows, type RowCursor, ZoneMapCursor } from '../postings/rows-cursor.js';
import { ColumnReader, ColumnWriter, zoneRows } from './column-file.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-format-'));
after(() => rmSync(root, { recursive: true, force: true }));

const asked = (source: RowCursor, rows: readonly number[]) => rows.map((row) => source.seek(row));

test('a column gives any row, and its zones never skip a value above the minimum', () => {
  const length = zoneRows * 3 + 17;
  const value = (row: number) => (row % 7 === 0 ? Number.NaN : (row * 7919) % 1000);
  const writer = new ColumnWriter(root, 'values', 'f64', true);
  for (let row = 0; row < length; row++)
    writer.push(row >= zoneRows && row < zoneRows * 2 ? Number.NaN : value(row));
  writer.finish();
  const reader = new ColumnReader(root, 'values', 'f64', length);
  const expected = (row: number) => (row >= zoneRows && row < zoneRows * 2 ? Number.NaN : value(row));
  fc.assert(
    fc.property(fc.array(fc.nat(length - 1), { maxLength: 60 }), (rows) => {
      assert.deepEqual(
        rows.map((row) => reader.at(row)),
        rows.map(expected),
      );
    }),
  );
  for (let row = 0; row < length; row++) assert.ok(Object.is(reader.at(row), expected(row)));
  assert.throws(() => reader.at(length), /no row/);
  const zones = new ZoneMapCursor(reader.zones(), 0, zoneRows);
  assert.deepEqual(asked(zones, [5, zoneRows + 1, zoneRows * 2 + 4]), [5, zoneRows * 2, zoneRows * 2 + 4]);
  assert.equal(new ZoneMapCursor(reader.zones(), 1001, zoneRows).seek(0), endOfRows);
  reader.close();
});

test('extremes of every type are read as written, and a column with another number of rows is refused by name', () => {
  const extremes = { u8: [0, 255], u32: [0, 0xffffffff], i32: [-(2 ** 31), 2 ** 31 - 1], f64: [-1, 2 ** 53] };
  for (const [name, values] of Object.entries(extremes)) {
    const type = name as keyof typeof extremes;
    const writer = new ColumnWriter(root, `${name}.column`, type);
    for (const value of values) writer.push(value);
    writer.finish();
    const reader = new ColumnReader(root, `${name}.column`, type, 2);
    assert.deepEqual([reader.at(0), reader.at(1)], values);
    reader.close();
    assert.throws(
      () => new ColumnReader(root, `${name}.column`, type, 3),
      new RegExp(`${name}.column is damaged`),
    );
    truncateSync(join(root, `${name}.column`), 1);
    assert.throws(
      () => new ColumnReader(root, `${name}.column`, type, 2),
      new RegExp(`${name}.column is damaged`),
    );
  }
});
