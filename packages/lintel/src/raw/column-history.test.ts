/** Which values survive when a later input lacks their column, in any order of inputs. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openDatabase } from '../base/sqlite.js';
import { wholeRow } from './earlier-values.js';
import type { Run, RunOptions } from './raw-store.js';
import { openRawStore, type SqliteRawStore } from './sqlite-raw-store.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-columns-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(directory, `${++files}.sqlite`);
let now = 1_000_000;
const newStore = (path = newPath()): SqliteRawStore => openRawStore(path, { now: () => (now += 1000) });

type Values = Readonly<Record<string, string>>;

interface Input {
  readonly columns: readonly string[];
  /** By key; a missing value is an empty cell. */
  readonly rows: Readonly<Record<string, Values>>;
}

function read(
  store: SqliteRawStore,
  { columns, rows }: Input,
  options: RunOptions & { source?: string } = {},
): Run {
  const run = store.startRun(options.source ?? 'a', 'a.csv', options);
  run.columns(columns);
  for (const [key, values] of Object.entries(rows)) run.put({ key, body: JSON.stringify(values) });
  return run.finish();
}

/** The whole rows, by key. */
function known(store: SqliteRawStore, source = 'a'): Record<string, unknown> {
  return Object.fromEntries([...store.rows(source)].map((row) => [row.key, { ...wholeRow(row) }]));
}

test('values of columns that a later input lacks survive, with the run that brought them', () => {
  const store = newStore();
  const first = read(store, {
    columns: ['id', 'work', 'place'],
    rows: { 1: { id: '1', work: 'roof', place: 'P1' }, 2: { id: '2', place: 'P2' } },
  });
  const second = read(store, {
    columns: ['id', 'work', 'cost'],
    rows: { 1: { id: '1', work: 'reroof', cost: '5' }, 3: { id: '3' } },
  });
  assert.deepEqual(known(store), {
    1: { id: '1', work: 'reroof', cost: '5', place: 'P1' },
    2: { id: '2', place: 'P2' },
    3: { id: '3' },
  });
  const row = store.row('a', '1');
  assert.equal(row?.body, '{"id":"1","work":"reroof","cost":"5"}', 'the body is as sent');
  assert.deepEqual(row?.earlier, [{ run: first.id, values: { place: 'P1' } }]);
  assert.deepEqual([second.details.rows_kept_fuller, first.details.rows_kept_fuller], [1, undefined]);
  assert.deepEqual(store.columns('a'), ['id', 'work', 'cost']);
  assert.equal(store.columns('nobody'), null);
  store.close();
});

test('an empty cell of an existing column clears the value, even if an input in between lacked the column', () => {
  const store = newStore();
  read(store, { columns: ['id', 'place'], rows: { 1: { id: '1', place: 'P1' } } });
  read(store, { columns: ['id'], rows: { 1: { id: '1' } } });
  assert.deepEqual(known(store), { 1: { id: '1', place: 'P1' } });
  const cleared = read(store, { columns: ['id', 'place'], rows: { 1: { id: '1' } } });
  assert.deepEqual([cleared.counts.unchanged, known(store)], [1, { 1: { id: '1' } }]);
  assert.deepEqual(store.row('a', '1')?.earlier, []);
  read(store, { columns: ['id', 'place'], rows: { 1: { id: '1', place: 'P2' } } });
  read(store, { columns: ['id', 'place'], rows: { 1: { id: '1' } } });
  assert.deepEqual(known(store), { 1: { id: '1' } });
  store.close();
});

test('an older input with more columns, read late, adds those that the newer one lacks', () => {
  const store = newStore();
  read(store, { columns: ['id', 'work'], rows: { 1: { id: '1', work: 'new' } } }, { asOfMs: 3000 });
  const older = { columns: ['id', 'work', 'place'], rows: { 1: { id: '1', work: 'old', place: 'P1' } } };
  assert.equal(read(store, older, { asOfMs: 1000 }).older, 1);
  assert.deepEqual(known(store), { 1: { id: '1', work: 'new', place: 'P1' } });
  const between = { columns: ['id', 'place'], rows: { 1: { id: '1' } } };
  read(store, between, { asOfMs: 2000 });
  assert.deepEqual(known(store), { 1: { id: '1', work: 'new' } }, 'what lies between cleared it');
  store.close();
});

test('each column comes from the latest input that has it, in whatever order inputs are read', () => {
  const names = ['a', 'b', 'c', 'd'];
  const inputs = fc.uniqueArray(
    fc.record({
      asOfMs: fc.integer({ min: 1, max: 50 }),
      columns: fc.subarray(names, { minLength: 1 }),
      keys: fc.subarray(['1', '2', '3'], { minLength: 1 }),
    }),
    { selector: ({ asOfMs }) => asOfMs, minLength: 1, maxLength: 5 },
  );
  const store = newStore();
  let sources = 0;
  fc.assert(
    fc.property(inputs, (some) => {
      const source = `s${++sources}`;
      const expected: Record<string, Record<string, string>> = {};
      for (const { asOfMs, columns, keys } of [...some].sort((x, y) => x.asOfMs - y.asOfMs)) {
        for (const key of keys) {
          expected[key] = { ...expected[key], ...Object.fromEntries(columns.map((c) => [c, `${asOfMs}`])) };
        }
      }
      for (const { asOfMs, columns, keys } of some) {
        const values = Object.fromEntries(columns.map((column) => [column, `${asOfMs}`]));
        read(store, { columns, rows: Object.fromEntries(keys.map((k) => [k, values])) }, { asOfMs, source });
      }
      assert.deepEqual(known(store, source), expected);
    }),
    { numRuns: 80 },
  );
  store.close();
});

test('inputs read in the order of their dates leave each column as in the last one that has it, empty or not', () => {
  const inputs = fc.array(
    fc.record({
      columns: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      filled: fc.subarray(['a', 'b', 'c']),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const store = newStore();
  let sources = 0;
  fc.assert(
    fc.property(inputs, (some) => {
      const source = `t${++sources}`;
      const expected = new Map<string, string>();
      for (const [i, { columns, filled }] of some.entries()) {
        const values: Record<string, string> = {};
        for (const column of columns) {
          if (filled.includes(column)) values[column] = `${i}`;
          if (filled.includes(column)) expected.set(column, `${i}`);
          else expected.delete(column);
        }
        read(store, { columns, rows: { 1: values } }, { source });
      }
      assert.deepEqual(known(store, source), { 1: Object.fromEntries(expected) });
    }),
    { numRuns: 80 },
  );
  store.close();
});

test('without a header, values of columns that no row has survive, others are cleared', () => {
  const store = newStore();
  const rows = Array.from(
    { length: 1200 },
    (_, i) => [`${i}`, { id: `${i}`, place: 'P', ward: 'W' }] as const,
  );
  read(store, { columns: ['id', 'place', 'ward'], rows: Object.fromEntries(rows) });
  const run = store.startRun('a', 'a.json');
  run.columns(null);
  for (const [key] of rows) run.put({ key, body: `{"id":"${key}"${key === '7' ? ',"ward":"V"' : ''}}` });
  run.columnsWere(['id', 'ward']);
  assert.equal(run.finish().details.rows_kept_fuller, 1200);
  assert.deepEqual(known(store)['3'], { id: '3', place: 'P' });
  assert.deepEqual(known(store)['7'], { id: '7', place: 'P', ward: 'V' });
  store.close();
});

test('an input interrupted and continued in a later run ends for both runs', () => {
  const store = newStore();
  const columns = ['id', 'place'];
  read(store, { columns, rows: { 1: { id: '1', place: 'P1' }, 2: { id: '2', place: 'P2' } } });
  const broken = store.startRun('a', 'portal');
  broken.columns(null);
  broken.put({ key: '1', body: '{"id":"1"}' });
  broken.stop('failed', 'broken off');
  assert.deepEqual(
    known(store)['1'],
    { id: '1', place: 'P1' },
    'until the columns are known nothing is lost',
  );
  const resumed = store.startRun('a', 'portal');
  resumed.columns(null);
  resumed.put({ key: '2', body: '{"id":"2","place":"P3"}' });
  resumed.columnsWere(columns, broken.id);
  resumed.finish();
  assert.deepEqual(known(store), { 1: { id: '1' }, 2: { id: '2', place: 'P3' } });
  store.close();
});

test('rows of a store of format 2 keep what a narrower input lacks', () => {
  const path = newPath();
  const store = newStore(path);
  const run = store.startRun('a', 'a.csv');
  run.put({ key: '1', body: '{"id":"1","place":"P1"}' });
  run.finish();
  store.close();
  const database = openDatabase(path);
  database.exec(`DROP TABLE header; DROP TABLE earlier; ALTER TABLE version DROP COLUMN header;
    ALTER TABLE run DROP COLUMN reverted_ms; ALTER TABLE run DROP COLUMN keeps_replaced;
    ALTER TABLE run DROP COLUMN bookmark_before; DROP TABLE replaced; DROP TABLE past;
    PRAGMA user_version = 2`);
  database.close();
  const upgraded = newStore(path);
  read(upgraded, { columns: ['id'], rows: { 1: { id: '1' } } });
  assert.deepEqual(known(upgraded), { 1: { id: '1', place: 'P1' } });
  upgraded.close();
});

test('a store of format 3 keeps the values that it has of earlier inputs', () => {
  const path = newPath();
  const store = newStore(path);
  read(store, { columns: ['id', 'place'], rows: { 1: { id: '1', place: 'P1' } } });
  read(store, { columns: ['id'], rows: { 1: { id: '1' } } });
  store.close();
  const database = openDatabase(path);
  database.exec(`ALTER TABLE earlier RENAME COLUMN fields TO told;
    ALTER TABLE run DROP COLUMN reverted_ms; ALTER TABLE run DROP COLUMN keeps_replaced;
    ALTER TABLE run DROP COLUMN bookmark_before; DROP TABLE replaced; DROP TABLE past; PRAGMA user_version = 3`);
  database.close();
  const upgraded = newStore(path);
  assert.deepEqual(known(upgraded), { 1: { id: '1', place: 'P1' } });
  upgraded.close();
});
