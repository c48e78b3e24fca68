/** Ingesting files: every row read is accounted for, whatever the file and however it ends. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Progress } from '../../base/progress.js';
import { UserError } from '../../base/user-error.js';
import { wholeRow } from '../../raw/earlier-values.js';
import { openRawStore, type SqliteRawStore } from '../../raw/sqlite-raw-store.js';
import { loadCatalog } from '../source/load-catalog.js';
import { ingestFile } from './ingest.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-ingest-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
const source = loadCatalog().require('nashville-tn');
const header = 'Permit__,Permit_Type_Description,Date_Entered,Address\n';

function file(content: string | Uint8Array, name = 'permits.csv'): string {
  const path = join(directory, `${++files}-${name}`);
  writeFileSync(path, content);
  return path;
}
const newStore = () => openRawStore(join(directory, `${++files}.sqlite`));

test('rows are stored by key, repeated ones counted, unusable ones quarantined with line and reason', async () => {
  const store = newStore();
  const rows = 'T1,New,1,1 Elm\nT2,New,,2 Elm\nT1,New,1,1 Elm\nT2,New,5,2 Elm\n,New,1,3 Elm\nT4,New\n';
  const path = file(header + rows);
  const run = await ingestFile({ store, source, path });
  assert.deepEqual([run.state, run.input, run.source], ['finished', path, 'nashville-tn']);
  assert.deepEqual(run.counts, { read: 6, new: 2, changed: 1, unchanged: 1, quarantined: 2 });
  assert.deepEqual(
    [...store.rows('nashville-tn')].map((row) => [row.key, row.body]),
    [
      ['T1', '{"Permit__":"T1","Permit_Type_Description":"New","Date_Entered":"1","Address":"1 Elm"}'],
      ['T2', '{"Permit__":"T2","Permit_Type_Description":"New","Date_Entered":"5","Address":"2 Elm"}'],
    ],
  );
  assert.deepEqual(
    [...store.quarantined()].map((row) => [row.line, row.reason]),
    [
      [6, 'The row has no row key.'],
      [7, 'The row has 2 cells, the header 4.'],
    ],
  );
  const again = await ingestFile({ store, source, path });
  assert.deepEqual(again.counts, { read: 6, new: 0, changed: 2, unchanged: 2, quarantined: 2 });
  assert.equal([...store.quarantined()].length, 2);
  store.close();
});

test('a truncated file keeps the rows before, fails its run, and is completed when read whole', async () => {
  const store = newStore();
  const good = Array.from({ length: 10_000 }, (_, i) => `T${i},New,1,${i} Elm\n`).join('');
  const path = file(`${header}${good}T-last,New,1,"9 El`);
  await assert.rejects(
    ingestFile({ store, source, path }),
    (error) => error instanceof UserError && /line 10002, column "Address"/.test(error.message),
  );
  const [failed] = store.runs();
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.message ?? '', /line 10002/);
  assert.deepEqual(failed?.counts, { read: 10_000, new: 10_000, changed: 0, unchanged: 0, quarantined: 0 });
  writeFileSync(path, `${header}${good}T-last,New,1,"9 Elm"\n`);
  const whole = await ingestFile({ store, source, path });
  assert.deepEqual(whole.counts, { read: 10_001, new: 1, changed: 0, unchanged: 10_000, quarantined: 0 });
  store.close();
});

test('a missing file leaves no run; one of another source leaves an empty failed run', async () => {
  const store = newStore();
  for (const path of [join(directory, 'missing.csv'), directory, file('')]) {
    await assert.rejects(
      ingestFile({ store, source, path }),
      (error) => error instanceof UserError && error.message.includes(path),
    );
  }
  assert.deepEqual(store.runs(), []);
  await assert.rejects(ingestFile({ store, source, path: file('a,b\n1,2\n') }), /lacks the columns/);
  assert.deepEqual(
    store.runs().map((run) => [run.state, run.counts.read]),
    [['failed', 0]],
  );
  store.close();
});

test('an abort ends the run as interrupted with what it had read', async () => {
  const store = newStore();
  const rows = Array.from({ length: 30_000 }, (_, i) => `T${i},New,1,${i} Elm St\n`).join('');
  const controller = new AbortController();
  const progress: Progress = { step() {}, done() {}, advance: () => controller.abort() };
  const run = await ingestFile({
    store,
    source,
    path: file(header + rows),
    progress,
    signal: controller.signal,
  });
  assert.equal(run.state, 'interrupted');
  assert.ok(run.counts.read > 0 && run.counts.read < 30_000);
  assert.equal(run.counts.new, run.counts.read);
  assert.equal([...store.rows('nashville-tn')].length, run.counts.new);
  store.close();
});

test('progress counts bytes of the file on disk, and ends at its size', async () => {
  const store = newStore();
  const rows = Array.from({ length: 20_000 }, (_, i) => `T${i},New,1,${(i * 7919) % 10_007} Elm\n`).join('');
  const packed = gzipSync(header + rows);
  let done = 0;
  const steps: unknown[] = [];
  const progress: Progress = {
    step: (...step) => steps.push(step),
    advance: (count) => {
      done += count;
    },
    done: () => steps.push('done'),
  };
  const path = file(packed, 'permits.csv.gz');
  await ingestFile({ store, source, path, progress });
  assert.equal(done, packed.length);
  assert.deepEqual(steps, [[`Reading ${path.slice(directory.length + 1)}`, packed.length, 'bytes'], 'done']);
  store.close();
});

const full = 'Permit__,Permit_Type_Description,Date_Entered,Address,Const_Cost\n';

/** The whole rows. */
const wholeRows = (store: SqliteRawStore) =>
  [...store.rows('nashville-tn')].map((row) => ({ ...wholeRow(row) }));

test('a file with fewer columns clears nothing, and its run names the columns that it lacks', async () => {
  const store = newStore();
  await ingestFile({ store, source, path: file(`${full}T1,New,1,1 Elm,10\nT2,Old,2,2 Elm,20\n`) });
  const path = file(`${header}T1,Newer,1,1 Elm\nT2,Old,2,\n`);
  const run = await ingestFile({ store, source, path });
  assert.deepEqual(run.details.drift, { added: [], lost: ['Const_Cost'], retyped: [] });
  assert.equal(run.details.rows_kept_fuller, 2);
  const whole = [
    {
      Permit__: 'T1',
      Permit_Type_Description: 'Newer',
      Date_Entered: '1',
      Address: '1 Elm',
      Const_Cost: '10',
    },
    { Permit__: 'T2', Permit_Type_Description: 'Old', Date_Entered: '2', Const_Cost: '20' },
  ];
  assert.deepEqual(wholeRows(store), whole, 'a cell that is there and empty is cleared');
  const again = await ingestFile({ store, source, path });
  assert.deepEqual([again.counts.unchanged, again.details.drift], [2, undefined]);
  assert.deepEqual(wholeRows(store), whole);
  const wide = await ingestFile({ store, source, path: file(`${full}T1,Newer,1,1 Elm,\n`) });
  assert.deepEqual(wide.details.drift, { added: ['Const_Cost'], lost: [], retyped: [] });
  assert.equal('Const_Cost' in (wholeRows(store)[0] ?? {}), false);
  store.close();
});

test('a column of a JSON file exists if any of its rows has it', async () => {
  const store = newStore();
  const json = loadCatalog().require('chicago-il');
  const read = (rows: readonly object[]) =>
    ingestFile({ store, source: json, path: file(JSON.stringify(rows), 'p.json') });
  await read([
    { n: '1', s: 'A', t: 'T', r: 'R', d: '2025-07-01', a: '1 Elm', c: 5, x: 'work' },
    { n: '2', s: 'A', t: 'T', r: 'R', d: '2025-07-01', a: '2 Elm', c: 6, x: 'work' },
  ]);
  const run = await read([
    { n: '1', t: 'T', r: 'R', d: '2025-07-01', a: '1 Elm' },
    { n: '2', s: 'B', t: 'T', r: 'R', d: '2025-07-01', a: '2 Elm' },
  ]);
  assert.deepEqual(run.details.drift, { added: [], lost: ['c', 'x'], retyped: [] });
  const [first, second] = [...store.rows('chicago-il')].map((row) => ({ ...wholeRow(row) }));
  assert.deepEqual(first, { n: '1', t: 'T', r: 'R', d: '2025-07-01', a: '1 Elm', c: 5, x: 'work' });
  assert.deepEqual(second, { n: '2', s: 'B', t: 'T', r: 'R', d: '2025-07-01', a: '2 Elm', c: 6, x: 'work' });
  store.close();
});

test('records that nest thousands of levels deep are quarantined, the other rows are stored', async () => {
  const store = newStore();
  const deep = `{"Permit__":"D","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const good = JSON.stringify({
    Permit__: 'T1',
    Permit_Type_Description: 'New',
    Date_Entered: '1',
    Address: '1',
  });
  const control = '{"Permit__":"T2","Permit_Type_Description":"N\tew","Date_Entered":"1","Address":"2"}';
  // Unclosed quotes must not each be scanned to the end.
  const quotes = `{"a":"\u0001${'\\"'.repeat(400_000)}`;
  const path = file([good, deep, control, quotes, ''].join('\n'), 'rows.ndjson');
  const open = { ...source, format: {} };
  const { counts } = await ingestFile({ store, source: open, path });
  assert.deepEqual(counts, { read: 4, new: 2, changed: 0, unchanged: 0, quarantined: 2 });
  assert.deepEqual(
    [...store.quarantined()].map(({ line, reason }) => [line, reason.replace(/:.*/, '')]),
    [
      [2, 'The record is nested more than 100 levels deep.'],
      [4, 'The record is not JSON'],
    ],
  );
  for (const brackets of ['['.repeat(1_000_000), `{"a":${'['.repeat(1_000_000)}`]) {
    await assert.rejects(ingestFile({ store, source: open, path: file(brackets, 'rows.json') }), UserError);
  }
  store.close();
});

test('a file of nothing but bad rows is refused after some thousands, which are counted', async () => {
  const store = newStore();
  const rows = 1_000_000;
  const path = file(gzipSync(`${header}${',\n'.repeat(rows)}`), 'bad.csv.gz');
  await assert.rejects(ingestFile({ store, source, path }), (error) => {
    assert.ok(error instanceof UserError);
    assert.match(
      error.message,
      /20001 of the first 20001 rows cannot be used, so the rest was not read\. .* 2 cells/,
    );
    return true;
  });
  const [run] = store.runs();
  assert.deepEqual([run?.state, run?.counts.read, run?.counts.quarantined], ['failed', 20_001, 20_001]);
  assert.equal([...store.quarantined()].length, 20_001);
  const mixed = Array.from({ length: 60_000 }, (_, i) => (i % 5 < 2 ? ',\n' : `T${i},New,1,1\n`)).join('');
  const { counts } = await ingestFile({ store, source, path: file(header + mixed) });
  assert.equal(counts.quarantined, 24_000, 'a large file may have many, beside more that are good');
  store.close();
});

test('an endless row of separators is refused as too long, before it fills memory', async () => {
  const store = newStore();
  const path = join(directory, 'commas.csv');
  const commas = Buffer.alloc(1024 * 1024, ',');
  writeFileSync(path, `${header}T1,New,1,1 Elm\n`);
  for (let mb = 0; mb < 40; mb++) appendFileSync(path, commas);
  let bytes = 0;
  const progress: Progress = {
    step() {},
    advance: (count) => {
      bytes += count;
    },
    done() {},
  };
  await assert.rejects(
    ingestFile({ store, source, path, progress }),
    /line 3: this row is longer than 1048576 characters/,
  );
  assert.ok(bytes < 3 * 1024 ** 2, `read ${bytes} bytes of it`);
  const quoted = file(`${header}T1,New,1,1 Elm\n${`"\n",${','.repeat(1000)}`.repeat(3000)}`);
  await assert.rejects(ingestFile({ store, source, path: quoted }), /this row is longer than/);
  const wide = file(`${header}T1,New,1,1 Elm${','.repeat(20_000)}\nT2,New,1,2 Elm,,,\n`);
  const { counts } = await ingestFile({ store, source, path: wide });
  assert.deepEqual([counts.quarantined, counts.unchanged + counts.new], [1, 1]);
  await assert.rejects(
    ingestFile({ store, source, path: file(`${header.trim()}${',x'.repeat(10_000)}\n`) }),
    /the header has 10004 columns; at most 10000 are read/,
  );
  const blank = file(`${header}${'\n'.repeat(3_000_000)}T9,New,1,9 Elm\n`);
  assert.equal((await ingestFile({ store, source, path: blank })).counts.new, 1);
  store.close();
});
