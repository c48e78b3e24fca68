/** Which content of a row is kept, in any order of inputs, and how vanished rows are marked. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openDatabase } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import type { RawRow, Run, RunOptions } from './raw-store.js';
import { openRawStore, type SqliteRawStore } from './sqlite-raw-store.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-versions-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(directory, `${++files}.sqlite`);
/** A store whose clock advances by a second at every reading. */
function newStore(path = newPath()): SqliteRawStore {
  let now = 1_000_000;
  return openRawStore(path, { now: () => (now += 1000) });
}

function read(store: SqliteRawStore, rows: readonly RawRow[], options: RunOptions = {}): Run {
  const run = store.startRun('a', 'a.csv', options);
  for (const row of rows) run.put(row);
  return run.finish();
}
const bodies = (store: SqliteRawStore) => [...store.rows('a')].map(({ key, body }) => `${key} ${body}`);

test('an older export that is read later does not replace newer rows, and is counted', () => {
  const store = newStore();
  read(store, [{ key: '1', body: '{"full":1}' }], { asOfMs: 2000 });
  const older = read(
    store,
    [
      { key: '1', body: '{}' },
      { key: '2', body: '{}' },
    ],
    { asOfMs: 1000 },
  );
  assert.deepEqual([older.counts.unchanged, older.counts.new, older.older], [1, 1, 1]);
  assert.deepEqual(bodies(store), ['1 {"full":1}', '2 {}']);
  assert.equal(store.row('a', '1')?.lastSeenMs, 2000);
  const newer = read(store, [{ key: '1', body: '{"full":2}' }], { asOfMs: 3000 });
  assert.deepEqual([newer.counts.changed, newer.older], [1, 0]);
  assert.deepEqual([store.row('a', '1')?.body, store.row('a', '1')?.lastSeenMs], ['{"full":2}', 3000]);
  store.close();
});

test("a row's own date wins over the date of the export", () => {
  const store = newStore();
  read(store, [{ key: '1', body: '{"v":2}', sourceUpdatedMs: 20 }], { asOfMs: 1000 });
  const later = read(store, [{ key: '1', body: '{"v":1}', sourceUpdatedMs: 10 }], { asOfMs: 2000 });
  assert.equal(later.older, 1);
  assert.equal(store.row('a', '1')?.body, '{"v":2}');
  assert.equal(store.row('a', '1')?.lastSeenMs, 2000, 'it was seen at that time all the same');
  read(store, [{ key: '1', body: '{"v":3}', sourceUpdatedMs: 30 }], { asOfMs: 500 });
  assert.equal(store.row('a', '1')?.body, '{"v":3}');
  store.close();
});

test('a fetch that brings an earlier date than the one before replaces it: the portal has taken it back', () => {
  const store = newStore();
  const fetched: RunOptions = { kind: 'fetch' };
  read(store, [{ key: '1', body: '{"v":"shifted"}', sourceUpdatedMs: 90 }], fetched);
  const later = read(store, [{ key: '1', body: '{"v":"true"}', sourceUpdatedMs: 20 }], fetched);
  assert.deepEqual([later.counts.changed, later.older], [1, 0]);
  const twice = [
    { key: '1', body: '{"v":"newer"}', sourceUpdatedMs: 40 },
    { key: '1', body: '{"v":"older"}', sourceUpdatedMs: 30 },
  ];
  assert.equal(read(store, twice, fetched).older, 1, 'of a row that is there twice the later is kept');
  assert.deepEqual(bodies(store), ['1 {"v":"newer"}']);
  store.close();
});

test('exports read in any order leave the same rows: each from the newest export that has it', () => {
  const exportsOf = fc.uniqueArray(
    fc.record({
      asOfMs: fc.integer({ min: 1, max: 50 }),
      keys: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    }),
    { selector: ({ asOfMs }) => asOfMs, minLength: 1, maxLength: 5 },
  );
  const store = newStore();
  let sources = 0;
  fc.assert(
    fc.property(exportsOf, (inputs) => {
      const source = `s${++sources}`;
      for (const { asOfMs, keys } of inputs) {
        const run = store.startRun(source, 'x', { asOfMs });
        for (const key of keys) run.put({ key: `${key}`, body: `{"asOf":${asOfMs}}` });
        run.finish();
      }
      const expected = new Map<string, number>();
      for (const { asOfMs, keys } of [...inputs].sort((a, b) => a.asOfMs - b.asOfMs)) {
        for (const key of keys) expected.set(`${key}`, asOfMs);
      }
      for (const row of store.rows(source)) {
        const asOfMs = expected.get(row.key);
        assert.deepEqual([row.body, row.lastSeenMs], [`{"asOf":${asOfMs}}`, asOfMs]);
        expected.delete(row.key);
      }
      assert.equal(expected.size, 0);
    }),
    { numRuns: 60 },
  );
  store.close();
});

test('a clock set back does not make new rows old', () => {
  let now = 5000;
  const store = openRawStore(newPath(), { now: () => now });
  read(store, [{ key: '1', body: '{"v":1}' }]);
  now = 1000;
  assert.equal(read(store, [{ key: '1', body: '{"v":2}' }]).counts.changed, 1);
  store.close();
});

test('a row that is gone is marked, not deleted, counted once, and unmarked when it is back', () => {
  const store = newStore();
  const rows = ['1', '2', '3'].map((key) => ({ key, body: '{}' }));
  const full = (keys: readonly string[]) => {
    const run = store.startRun('a', 'portal', { kind: 'fetch' });
    for (const key of keys) run.put({ key, body: '{}' });
    return run.finish({ vanishedSince: run.id });
  };
  assert.equal(full(['1', '2', '3']).vanished, 0);
  const second = full(['1', '3']);
  assert.deepEqual([second.vanished, second.details.keys], [1, { new: [], changed: [], vanished: ['2'] }]);
  assert.deepEqual(
    [...store.rows('a')].map((row) => row.vanishedMs !== null),
    [false, true, false],
  );
  assert.equal(full(['1', '3']).vanished, 0, 'it vanished only once');
  assert.deepEqual(full(['1', '2', '3']).counts.unchanged, 3);
  assert.ok([...store.rows('a')].every((row) => row.vanishedMs === null));
  assert.equal([...store.rows('a')].length, rows.length);
  store.close();
});

test('rows that a source reports as unchanged are marked as seen without being read, vanished ones are not', () => {
  const store = newStore();
  const first = read(store, [
    { key: '1', body: '{}' },
    { key: '2', body: '{}' },
  ]);
  const second = store.startRun('a', 'portal');
  second.put({ key: '1', body: '{}' });
  second.finish({ vanishedSince: second.id });
  const again = store.startRun('a', 'portal');
  const run = again.finish({ seenSince: first.id });
  assert.deepEqual(run.counts, { read: 1, new: 0, changed: 0, unchanged: 1, quarantined: 0 });
  assert.deepEqual([store.row('a', '1')?.lastSeenMs, store.row('a', '1')?.vanishedMs], [run.asOfMs, null]);
  assert.ok((store.row('a', '2')?.lastSeenMs ?? 0) < run.asOfMs);
  store.close();
});

test('a bookmark is stored with the rows before it, however the run ends', () => {
  const path = newPath();
  const store = newStore(path);
  const run = store.startRun('a', 'portal', { kind: 'fetch' });
  run.put({ key: '1', body: '{}' });
  run.bookmark('page 1');
  assert.equal(store.bookmark('a'), null, 'not ahead of its rows');
  run.note({ requests: 3 });
  const stopped = run.stop('failed', 'the portal broke off');
  assert.deepEqual([store.bookmark('a'), stopped.counts.new], ['page 1', 1]);
  assert.deepEqual([stopped.kind, stopped.details.requests], ['fetch', 3]);
  assert.equal(store.bookmark('b'), null);
  store.close();
});

test('a held lock keeps others out between runs, until the store is closed', () => {
  const path = newPath();
  const store = newStore(path);
  const other = newStore(path);
  store.holdLock();
  read(store, []);
  assert.throws(
    () => other.holdLock(),
    (error) => error instanceof UserError && /Another process is writing/.test(error.message),
  );
  store.close();
  other.holdLock();
  other.close();
});

test('a store in the previous format is migrated with all its rows', () => {
  const path = newPath();
  const store = newStore(path);
  const run = read(store, [{ key: '1', body: '{"v":1}' }]);
  store.close();
  const database = openDatabase(path);
  database.exec(`ALTER TABLE source DROP COLUMN bookmark; ALTER TABLE version DROP COLUMN said_ms;
    ALTER TABLE version DROP COLUMN vanished_run; ALTER TABLE version DROP COLUMN header;
    DROP TABLE header; DROP TABLE earlier; DROP TABLE replaced; DROP TABLE past;`);
  const ofReverts = ['reverted_ms', 'keeps_replaced', 'bookmark_before'];
  for (const column of ['kind', 'as_of_ms', 'details', 'older', 'vanished', ...ofReverts]) {
    database.exec(`ALTER TABLE run DROP COLUMN ${column}`);
  }
  database.exec('PRAGMA user_version = 1');
  database.close();
  const upgraded = newStore(path);
  assert.deepEqual(
    [...upgraded.rows('a')],
    [
      {
        key: '1',
        body: '{"v":1}',
        sourceUpdatedMs: null,
        firstSeenMs: run.startedMs,
        lastSeenMs: run.startedMs,
        vanishedMs: null,
        earlier: [],
      },
    ],
  );
  assert.deepEqual([upgraded.runs()[0]?.kind, upgraded.runs()[0]?.asOfMs], ['ingest', run.startedMs]);
  assert.equal(read(upgraded, [{ key: '1', body: '{"v":1}' }]).counts.unchanged, 1);
  upgraded.close();
});
