/** The promises of the raw store, on real files, with real processes that die. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openDatabase } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { openRawDatabase } from './raw-database.js';
import type { RunCounts } from './raw-store.js';
import type { RunPlace } from './run-rows.js';
import { openRawStore, type SqliteRawStore } from './sqlite-raw-store.js';
import { prepareWriter, SqliteRunWriter } from './sqlite-run-writer.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-raw-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(directory, `raw-${++files}.sqlite`);
const storeModule = JSON.stringify(new URL('./sqlite-raw-store.js', import.meta.url).href);

/** A process that opens the store, runs `script` with it as `store`, and reports by lines on stdout. */
function childScript(path: string, script: string): string[] {
  const code = `import { openRawStore } from ${storeModule}; const store = openRawStore(${JSON.stringify(path)}); ${script}`;
  return ['--input-type=module', '-e', code];
}

const bodyOf = (value: number | string) => JSON.stringify({ value });
const rowsOf = (store: SqliteRawStore, source: string) =>
  [...store.rows(source)].map((row) => `${row.key}=${row.body}`);
const balance = (counts: RunCounts) =>
  counts.new + counts.changed + counts.unchanged + counts.quarantined - counts.read;

test('rows come back as they were sent, in order of first arrival, past a chunk and a batch', () => {
  const store = openRawStore(newPath());
  const run = store.startRun('a', 'a.csv');
  const other = store.startRun('b', 'b.csv');
  const keys = Array.from({ length: 9001 }, (_, i) => `K${(i * 7919) % 9001}`);
  for (const key of keys) {
    run.put({ key, body: bodyOf(key) });
    other.put({ key, body: bodyOf(`other ${key}`) });
  }
  assert.equal(run.finish().counts.new, 9001);
  assert.equal(other.finish().counts.new, 9001);
  assert.deepEqual(
    [...store.rows('a')].map((row) => row.key),
    keys,
  );
  assert.equal(store.row('b', 'K17')?.body, bodyOf('other K17'));
  assert.equal(store.row('b', 'nobody'), null);
  assert.deepEqual([...store.rows('nobody')], []);
  store.close();
});

test('a changed row replaces its version, keeps its place and when it was first seen', () => {
  let nowMs = 1000;
  const store = openRawStore(newPath(), { now: () => nowMs });
  const first = store.startRun('a', 'a.csv');
  for (const key of ['1', '2', '3']) first.put({ key, body: bodyOf(key) });
  first.finish();
  nowMs = 2000;
  const second = store.startRun('a', 'a.csv');
  second.put({ key: '2', body: bodyOf('two') });
  second.put({ key: '3', body: bodyOf('3') });
  second.put({ key: '4', body: bodyOf('4') });
  const ended = second.finish();
  assert.deepEqual(ended.counts, { read: 3, new: 1, changed: 1, unchanged: 1, quarantined: 0 });
  assert.deepEqual(
    [...store.rows('a')].map((row) => [row.key, row.body, row.firstSeenMs, row.lastSeenMs]),
    [
      ['1', bodyOf('1'), 1000, 1000],
      ['2', bodyOf('two'), 1000, 2000],
      ['3', bodyOf('3'), 1000, 2000],
      ['4', bodyOf('4'), 2000, 2000],
    ],
  );
  assert.deepEqual(store.totals(), [
    {
      source: 'a',
      rows: 4,
      counts: { read: 6, new: 4, changed: 1, unchanged: 1, quarantined: 0 },
      lastSeenMs: 2000,
    },
  ]);
  store.close();
});

test('the store agrees with a plain map after any inputs, and the counts of every run add up', () => {
  const entry = fc.record({ key: fc.integer({ min: 0, max: 6 }), value: fc.integer({ min: 0, max: 2 }) });
  const item = fc.oneof({ weight: 6, arbitrary: entry }, { weight: 1, arbitrary: fc.constant(null) });
  fc.assert(
    fc.property(fc.array(fc.array(item, { maxLength: 12 }), { maxLength: 4 }), (runs) => {
      const store = openRawStore(newPath());
      const model = new Map<string, string>();
      for (const items of runs) {
        const expected: RunCounts = { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
        const run = store.startRun('a', 'input');
        for (const row of items) {
          expected.read += 1;
          if (row === null) {
            run.quarantine({ line: null, reason: 'bad', body: 'x' });
            expected.quarantined += 1;
            continue;
          }
          const key = String(row.key);
          const body = bodyOf(row.value);
          run.put({ key, body });
          const known = model.get(key);
          expected[known === undefined ? 'new' : known === body ? 'unchanged' : 'changed'] += 1;
          model.set(key, body);
        }
        assert.deepEqual(run.finish().counts, expected);
      }
      assert.deepEqual(
        rowsOf(store, 'a'),
        [...model].map(([key, body]) => `${key}=${body}`),
      );
      store.close();
    }),
    { numRuns: 60 },
  );
});

test('quarantined rows are counted each time and listed once per place in the input', () => {
  const store = openRawStore(newPath());
  for (const expectedRun of [1, 2]) {
    const run = store.startRun('a', 'a.csv');
    run.quarantine({ line: 7, reason: 'too many columns', body: `x${'y'.repeat(10_000)}` });
    run.quarantine({ line: null, reason: 'no key', body: '{}' });
    const ended = run.finish();
    assert.equal(ended.id, expectedRun);
    assert.deepEqual(ended.counts, { read: 2, new: 0, changed: 0, unchanged: 0, quarantined: 2 });
  }
  store.startRun('b', 'b.csv').finish();
  const [first, second, ...rest] = [...store.quarantined('a')];
  assert.deepEqual(rest, []);
  assert.deepEqual(
    [first?.line, first?.reason, first?.runId, first?.input],
    [7, 'too many columns', 2, 'a.csv'],
  );
  assert.equal(first?.body.length, 4000);
  assert.equal(second?.line, null);
  assert.deepEqual([...store.quarantined('b')], []);
  assert.equal([...store.quarantined()].length, 2);
  store.close();
});

test('a stopped run keeps its rows and the reason, and resuming repeats nothing', () => {
  const store = openRawStore(newPath());
  const run = store.startRun('a', 'a.csv');
  run.put({ key: '1', body: bodyOf(1) });
  const stopped = run.stop('failed', 'a.csv: line 3: the file ends inside a quoted field');
  assert.equal(stopped.state, 'failed');
  assert.match(stopped.message ?? '', /line 3/);
  assert.throws(() => run.put({ key: '2', body: '{}' }), /closed/);
  const again = store.startRun('a', 'a.csv');
  again.put({ key: '1', body: bodyOf(1) });
  again.put({ key: '2', body: bodyOf(2) });
  assert.deepEqual(again.finish().counts, { read: 2, new: 1, changed: 0, unchanged: 1, quarantined: 0 });
  assert.deepEqual(
    store.runs().map((r) => r.state),
    ['failed', 'finished'],
  );
  store.close();
});

test('closing the store closes its runs as interrupted with what they had read', () => {
  const path = newPath();
  const store = openRawStore(path);
  store.startRun('a', 'a.csv').put({ key: '1', body: '{}' });
  store.close();
  const reopened = openRawStore(path);
  const [run] = reopened.runs();
  assert.equal(run?.state, 'interrupted');
  assert.equal(run?.counts.new, 1);
  reopened.close();
});

test('a killed process leaves whole rows, true counts and an interrupted run', async () => {
  const path = newPath();
  const script = `const run = store.startRun('a', 'a.csv');
    for (let i = 0; ; i += 1) { run.put({ key: 'K' + i, body: JSON.stringify({ i }) }); if (i === 20000) console.log('ready'); }`;
  const child = spawn(process.execPath, childScript(path, script), { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const store = openRawStore(path);
  const [run] = store.runs();
  assert.equal(run?.state, 'interrupted');
  assert.ok((run?.counts.read ?? 0) >= 20000, 'batches before the kill are stored');
  assert.equal(balance(run?.counts ?? { read: 1, new: 0, changed: 0, unchanged: 0, quarantined: 0 }), 0);
  let expected = 0;
  for (const row of store.rows('a')) {
    assert.deepEqual([row.key, row.body], [`K${expected}`, JSON.stringify({ i: expected })]);
    expected += 1;
  }
  assert.equal(expected, run?.counts.new);
  const again = store.startRun('a', 'a.csv');
  again.put({ key: 'K0', body: JSON.stringify({ i: 0 }) });
  assert.equal(again.finish().counts.unchanged, 1);
  store.close();
});

test('a second process is refused while one writes, may read meanwhile, and may write afterwards', () => {
  const path = newPath();
  const store = openRawStore(path);
  const run = store.startRun('a', 'long.csv');
  const write = childScript(
    path,
    `try { store.startRun('b', 'b.csv').finish(); console.log('wrote'); } catch (error) { console.log(error.name, error.message); }
     console.log(store.runs().map((run) => run.state).join());`,
  );
  const refused = spawnSync(process.execPath, write, { encoding: 'utf8' });
  assert.match(
    refused.stdout,
    /^UserError Another process is writing .*run 1 of a, reading long\.csv\.\nrunning\n$/,
  );
  run.put({ key: '1', body: '{}' });
  run.finish();
  const allowed = spawnSync(process.execPath, write, { encoding: 'utf8' });
  assert.equal(allowed.stdout, 'wrote\nfinished,finished\n', allowed.stderr);
  store.close();
});

test("the store's write-ahead log stays small during a long run", () => {
  const path = newPath();
  const store = openRawStore(path);
  const run = store.startRun('a', 'a.csv');
  const filler = 'x'.repeat(4000);
  let largest = 0;
  for (let i = 0; i < 40_000; i += 1) {
    run.put({ key: `K${i}`, body: `{"i":${i},"filler":"${filler}"}` });
    if (i % 4000 === 0) largest = Math.max(largest, statSync(`${path}-wal`).size);
  }
  run.finish();
  store.close();
  assert.ok(largest < 80 * 1024 * 1024, `log grew to ${largest} bytes`);
  assert.ok(
    statSync(path).size > 2 * largest,
    `the file has ${statSync(path).size} bytes, the log had ${largest}`,
  );
});

test('a batch that does not fit on the disk is dropped uncounted, and the message says what to do', () => {
  const database = openRawDatabase(newPath());
  database.exec("INSERT INTO source (name) VALUES ('a')");
  database.exec("INSERT INTO run (source, input, started_ms, state) VALUES (1, 'a.csv', 0, 'running')");
  database.exec('PRAGMA max_page_count = 200');
  const place: RunPlace = {
    ...{ id: 1, sourceId: 1, kind: 'ingest', input: 'a.csv', store: 'raw.sqlite' },
    ...{ asOfMs: 0, asOfMsOfRun: () => 0, stateOf: null },
  };
  const unused = () => assert.fail('the run is not closed here');
  const writer = new SqliteRunWriter(database, prepareWriter(database), place, Date.now, unused);
  const fill = () => {
    for (let i = 0; i < 20_000; i += 1)
      writer.put({ key: `K${i}`, body: `{"i":${i},"x":"${'x'.repeat(100)}"}` });
  };
  assert.throws(
    fill,
    (error) =>
      error instanceof UserError &&
      /The disk is full: the raw store raw\.sqlite could not be written\./.test(error.message) &&
      /Free some/.test(error.hint ?? ''),
  );
  const stored = Number(database.prepare('SELECT count(*) AS n FROM row').get()?.n);
  const counted = database.prepare('SELECT new, read FROM run').get();
  assert.ok(stored > 0 && stored < 20_000);
  assert.deepEqual([counted?.new, counted?.read, writer.counts.new], [stored, stored, stored]);
  database.close();
});

test('a file that is not a raw store is refused by name', () => {
  const text = newPath();
  writeFileSync(text, 'Permit Number,Address\n1,2 Elm St\n'.repeat(50));
  assert.throws(() => openRawStore(text), refusalNaming(text));
  const foreign = newPath();
  const database = openDatabase(foreign);
  database.exec('CREATE TABLE other (id INTEGER)');
  database.close();
  assert.throws(() => openRawStore(foreign), refusalNaming(foreign));
  const later = newPath();
  openRawStore(later).close();
  const changed = openDatabase(later);
  changed.exec('PRAGMA user_version = 99');
  changed.close();
  assert.throws(() => openRawStore(later), /format 99.*reads format 6/);
  assert.throws(() => openRawStore(join(directory, 'no', 'such', 'folder.sqlite')), UserError);
});

function refusalNaming(path: string): (error: unknown) => boolean {
  return (error) => error instanceof UserError && error.message.includes(path);
}

test('reading rows of a damaged file fails with the name of the store and what to do', () => {
  const path = newPath();
  const store = openRawStore(path);
  const run = store.startRun('a', 'a.csv');
  for (let i = 0; i < 5000; i++) run.put({ key: `K${i}`, body: bodyOf('x'.repeat(200) + i) });
  run.finish();
  store.close();
  const database = openDatabase(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
  const damaged = openRawStore(path);
  const isNamed = (error: unknown) =>
    error instanceof UserError && error.message.includes(path) && /backup/.test(error.hint ?? '');
  assert.throws(() => [...damaged.spans('a', 5000, 500)], isNamed);
  assert.throws(() => [...damaged.read({ source: 'a', after: 0, last: 5000, rows: 5000 })], isNamed);
  damaged.close();
});

test('spans divide the counted rows, and later rows change none of them', () => {
  const store = openRawStore(newPath());
  const put = (from: number, to: number) => {
    const run = store.startRun('a', 'a.csv');
    for (let i = from; i < to; i++) run.put({ key: `K${i}`, body: bodyOf(i) });
    run.finish();
  };
  put(0, 1234);
  const spans = [...store.spans('a', 1234, 500)];
  assert.deepEqual(
    spans.map(({ rows }) => rows),
    [500, 500, 234],
  );
  put(1200, 2000);
  const keys = spans.flatMap((span) => [...store.read(span)].flat().map(({ key }) => key));
  assert.deepEqual(
    keys,
    Array.from({ length: 1234 }, (_, i) => `K${i}`),
  );
  assert.deepEqual([...store.spans('a', 1234, 500)], spans);
  assert.deepEqual([...store.spans('nobody', 10, 5)], []);
  store.close();
});

test('a row of a run missing from the store is reported as damage, never dated 1970', () => {
  const path = newPath();
  const store = openRawStore(path);
  const run = store.startRun('a', 'a.csv');
  run.put({ key: '1', body: bodyOf(1) });
  run.finish();
  store.close();
  const database = openDatabase(path);
  database.exec('PRAGMA foreign_keys = OFF; DELETE FROM run');
  database.close();
  const damaged = openRawStore(path);
  assert.throws(() => damaged.row('a', '1'), /damaged: a row is of run 1/);
  damaged.close();
});
