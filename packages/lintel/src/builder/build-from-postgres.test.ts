/** A release of rows in PostgreSQL is the one of the same rows in a file, byte for byte; workers that wait for one end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { handled } from '../base/handled.js';
import { openHome } from '../base/home.js';
import { silentProgress } from '../base/progress.js';
import { buildFrom } from '../cli/work/build.js';
import { helpBuilds } from '../cli/work/help-builds.js';
import { openInstallation } from '../installation/installation.js';
import { copyIntoFile, copyIntoPostgres } from '../raw/copy-raw-store.js';
import { openPostgresRawStore } from '../raw/postgres-raw-store.js';
import type { RunWriter } from '../raw/raw-store.js';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import { shareBuild } from './distributed/share-build.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-build-pg-'));
const server = noPostgres === false ? sharedPostgres() : null;
after(() => {
  server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const chance = syntheticNumbers(7);
const rows = Array.from({ length: 1300 }, (_, i) => syntheticRow(`k${i}`, syntheticPermit(i, chance)));
const changed = rows.slice(0, 700).map((row, i) => syntheticRow(row.key, syntheticPermit(i + 2000, chance)));

test('raw rows in PostgreSQL, and copies there and back, give the same release as the file', {
  skip: noPostgres,
}, async () => {
  const address = server?.database() ?? '';
  const world = makeWorld(root, (store) => {
    ingest(store, 'permits-b', rows.slice(600));
    ingest(store, 'permits-a', rows, 2);
    ingest(store, 'permits-a', changed);
  });
  const expected = await world.build();
  const other = makeWorld(root, () => {});
  let clock = Date.UTC(2026, 5, 1);
  const store = await openPostgresRawStore(address, { now: () => (clock += 1000) });
  // Both sources are read at once, which a file does not allow to two processes.
  const read = async (run: RunWriter, some: typeof rows, faults = 0) => {
    for (const row of some) await run.put(row);
    for (let i = 0; i < faults; i++) await run.quarantine({ line: i, reason: 'made-up', body: '' });
    await run.finish();
  };
  const start = (source: string) => store.startRun(source, 'made-up');
  const runs = [await start('permits-b'), await start('permits-a')] as const;
  await Promise.all([read(runs[0], rows.slice(600)), read(runs[1], rows, 2)]);
  await read(await start('permits-a'), changed);
  const { id } = await other.build({
    store,
    refineModule: new URL(import.meta.resolve('@lintel/testing/release/synthetic-refinery.js')),
    refineData: address,
    refineThreads: 2,
  });
  assert.equal(id, expected.id);
  await store.close();

  const copying = { progress: silentProgress, signal: new AbortController().signal };
  const copied = server?.database() ?? '';
  await copyIntoPostgres(world.home.raw, copied, copying);
  const back = openHome(mkdtempSync(join(root, 'back-')));
  await copyIntoFile(copied, back.raw, copying);
  const moved = openRawStore(back.raw);
  assert.equal((await other.build({ home: back, store: moved })).id, expected.id, 'a copy is another store');
  moved.close();
});

test('a home whose rows all go into PostgreSQL by the environment is a home for the next command', {
  skip: noPostgres,
}, async () => {
  const home = join(root, 'only-by-environment');
  const env = { ...process.env, LINTEL_HOME: home, LINTEL_RAW_URL: server?.database() ?? '' };
  for (const words of [['sample', '--permits', '1000'], ['build']]) {
    const { status, stderr } = await lintelHere(words, { env });
    assert.equal(status, 0, `${words[0]}: ${stderr}`);
  }
});

test('a worker for one build ends when none begins in time, when one fails before it begins, and when one ends before it needs help', {
  skip: noPostgres,
}, async () => {
  const address = server?.database() ?? '';
  const store = await openPostgresRawStore(address);
  await store.close();
  const directory = mkdtempSync(join(root, 'worker-'));
  writeFileSync(join(directory, 'lintel.json'), JSON.stringify({ raw_url: address }));
  const progress = { ...silentProgress, plan() {}, note() {} };
  const installation = await openInstallation(directory, progress, () => new AbortController().signal);
  await assert.rejects(helpBuilds(installation, 1, 0), /No build of the raw store has begun in time/);

  const waiting = handled(helpBuilds(installation, 1, 600_000));
  const failed = waiting.then(String, (error: Error) => error.message);
  let isOver = false;
  void failed.then(() => {
    isOver = true;
  });
  while (!isOver) await assert.rejects(buildFrom(installation), /holds no rows/);
  assert.match(await failed, /A build began and ended before it needed help/);
  await installation.close();

  let isEnded = false;
  const helping = handled(helpBuilds(installation, 1, 600_000));
  const ended = helping.then(
    ({ failures }) => String(failures),
    (error: Error) => error.message,
  );
  void ended.then(() => {
    isEnded = true;
  });
  const basis = { program: 'another', definitions: {} };
  while (!isEnded) {
    const build = await shareBuild(
      address,
      () => basis,
      () => {},
    );
    await build.close();
  }
  // A build that is seen in the moment of its life refuses a worker of another program.
  assert.match(await ended, /A build began and ended before it needed help|this worker is Lintel/);
});
