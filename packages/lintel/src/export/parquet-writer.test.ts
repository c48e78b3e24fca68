/** Every value of more records than a dictionary is tried for comes back, with its statistics. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Column, ColumnType } from './column.js';
import { ParquetTable } from './parquet-writer.js';
import { RowGroupPool } from './row-group-pool.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-parquet-'));
after(() => rmSync(root, { recursive: true, force: true }));

const column = (name: string, type: ColumnType, ...path: (string | number)[]): Column => {
  return { name, type, path, description: '' };
};
const columns = [
  column('id', 'text', 'id'),
  column('word', 'text', 'word'),
  column('cents', 'integer', 'cents'),
  column('share', 'number', 'share'),
  column('is_new', 'boolean', 'is_new'),
  column('day', 'date', 'day'),
  column('tags', 'texts', 'tags'),
  column('parts', 'json', 'parts'),
  {
    ...column('others', 'json', 'others'),
    fields: [column('id', 'text', 'id'), column('share', 'number', 'share')],
  },
  column('never', 'text', 'never'),
  column('always', 'text', 'always'),
  column('runs', 'integer', 'runs'),
  column('lat', 'number', 'place', 'latlng', 0),
  column('long', 'number', 'place', 'latlng', 1),
];

const words = ['plain', 'line\nend and "quotes" \\', '№ 𝄞 \ue000', '', 'null', '{},[]'];
const record = (i: number) => ({
  id: `${i} ${words[i % words.length]}`,
  word: i % 7 === 0 ? null : words[i % words.length],
  cents: i % 5 === 0 ? null : i * 1_000_003,
  share: i / 8 - 100,
  is_new: i % 3 === 0 ? null : i % 2 === 0,
  day: `20${10 + (i % 15)}-02-0${1 + (i % 9)}`,
  tags: [null, [], ['solar'], ['a "b"', 'solar', 'ü']][i % 4],
  parts: i % 2 === 0 ? { a: ['}', null] } : null,
  others:
    i % 3 === 0
      ? null
      : [
          { id: 'a "b"', share: null },
          { id: `${i}`, share: i / 4 },
        ].slice(0, i % 3),
  never: null,
  always: 'one',
  // Equal ones in runs of every length up to 40, between some that never repeat.
  runs: i % 50 < 40 ? Math.floor(i / (1 + ((i >> 6) % 40))) % 300 : (i * 7919) % 300,
  place: { latlng: i % 6 === 0 ? null : [i / 1000, -i / 500] },
});

/** The record as JSON; some have their keys in another order, keys that are no columns, or lack those without a value. */
function line(i: number): Buffer {
  const entries = Object.entries(record(i));
  if (i % 10 === 1) entries.reverse();
  if (i % 10 === 2) entries.splice(3, 0, ['other', { id: 'none' } as never]);
  const kept = i % 10 === 3 ? entries.filter(([, value]) => value !== null) : entries;
  return Buffer.from(JSON.stringify(Object.fromEntries(kept)));
}

const count = 9_000;
const path = join(root, 'all.parquet');
const pool = new RowGroupPool();
const table = new ParquetTable(columns, path, pool);
for (let i = 0; i < count; i++) await table.add(line(i));
await table.finish();
await pool.close();
const file = await asyncBufferFromFile(path);

test('a reader gets back every value, whatever the order of keys and however values repeat', async () => {
  const read = await parquetReadObjects({ file, compressors });
  assert.equal(read.length, count);
  for (const [i, row] of read.entries()) {
    const { cents, runs, day, place, ...same } = record(i);
    const [lat = null, long = null] = place.latlng ?? [];
    const { bbox, geometry, ...values } = row;
    // The reader gives undefined for a list or a struct that is null.
    assert.deepEqual(
      { ...values, tags: values.tags ?? null, others: values.others ?? null },
      {
        ...same,
        cents: cents === null ? null : BigInt(cents),
        runs: BigInt(runs),
        day: new Date(day),
        lat,
        long,
      },
    );
    assert.deepEqual(bbox ?? null, lat === null ? null : { xmin: long, ymin: lat, xmax: long, ymax: lat });
    assert.deepEqual(geometry ?? null, lat === null ? null : { type: 'Point', coordinates: [long, lat] });
  }
});

test('columns that repeat have a dictionary, and the bounds of a row group are those of its values', async () => {
  const { row_groups: groups } = await parquetMetadataAsync(file);
  assert.deepEqual(
    groups.map(({ num_rows: rows }) => Number(rows)),
    [8_192, count - 8_192],
  );
  const chunk = (name: string) =>
    groups[0]?.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name)?.meta_data;
  assert.deepEqual(chunk('word')?.encodings, ['PLAIN', 'RLE_DICTIONARY']);
  assert.deepEqual(chunk('always')?.encodings, ['PLAIN', 'RLE_DICTIONARY']);
  assert.deepEqual(chunk('id')?.encodings, ['PLAIN']);
  const bounds = (name: string) => {
    const { min_value: least, max_value: greatest, null_count: nulls } = chunk(name)?.statistics ?? {};
    return [least, greatest, Number(nulls)];
  };
  assert.deepEqual(bounds('word'), ['', '№ 𝄞 \ue000', 1_171]);
  assert.deepEqual(bounds('share'), [-100, 8_191 / 8 - 100, 0]);
  assert.deepEqual(bounds('never'), [undefined, undefined, 8_192]);
});
