/** Backups of a whole home while it is in use, and restoring them. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld, type World } from '@lintel/testing/release/synthetic-world.js';
import { defaultConfig } from '../base/config.js';
import { type Home, locateHome, openHome } from '../base/home.js';
import { shareProcessLock } from '../base/process-lock.js';
import { silentProgress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { takeBuildLock } from '../builder/building-directory.js';
import { currentReleaseId } from '../format/published.js';
import { verifyRelease } from '../format/verify-release.js';
import { openLedger } from '../ledger/open-ledger.js';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import { publish } from '../releases/release-store.js';
import { restoreBackup } from './restore-backup.js';
import { type BackupOptions, takeBackup } from './take-backup.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-backup-'));
after(() => rmSync(root, { recursive: true, force: true }));
const { plans } = defaultConfig;
const now = () => Date.UTC(2026, 0, 15, 12);

let places = 0;
const newPlace = () => join(root, `backup-${places++}`);
const newHome = () => openHome(join(root, `home-${places++}`));

function take(home: Home, to: string, more: Partial<BackupOptions> = {}) {
  const { signal } = new AbortController();
  const config = { ledger_url: null, raw_url: null, tls: null };
  const flags = { releases: false, raw: true };
  return takeBackup({ home, to, config, ...flags, progress: silentProgress, signal, now, ...more });
}

function restore(from: string, home: Home, signal = new AbortController().signal) {
  return restoreBackup({ from, home, progress: silentProgress, signal, now });
}

const rows = (from: number, count: number) => {
  const chance = syntheticNumbers(from + 1);
  return Array.from({ length: count }, (_, i) =>
    syntheticRow(`k${from + i}`, syntheticPermit(from + i, chance)),
  );
};

/**
 * A home with everything in it: settings, a source, a secret, raw rows, a published release, an account with
 * a charge.
 */
async function fullHome(): Promise<{ world: World; id: string; account: string }> {
  const world = makeWorld(root, (store) => ingest(store, 'permits-a', rows(0, 200)));
  const { home } = world;
  const { id } = await world.build();
  await publish(home);
  writeFileSync(home.settings, '{"metrics_token": "0123456789abcdef"}', { mode: 0o640 });
  chmodSync(home.settings, 0o640);
  mkdirSync(join(home.sources, 'drafts'), { recursive: true });
  writeFileSync(join(home.sources, 'town.json'), '{}');
  writeFileSync(join(home.sources, 'drafts', 'other.json'), '{}');
  writeFileSync(home.secret, Buffer.alloc(32, 7), { mode: 0o600 });
  writeFileSync(join(home.directory, 'notes.txt'), 'mine');
  writeFileSync(home.verified, '{}');
  writeFileSync(home.refined, 'rows');
  const ledger = openLedger({ path: home.ledger, plans });
  const { id: account } = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  await ledger.charge(orderOf(account, 5));
  await ledger.close();
  return { world, id, account };
}

const orderOf = (accountId: string, credits: number) => ({
  ...{ accountId, keyId: 'key_1', endpoint: 'permits_by_id' },
  ...{ credits, records: { from: 0, to: credits }, requestHash: null },
});

async function usedIn(home: Home, account: string): Promise<number> {
  const ledger = openLedger({ path: home.ledger, plans, mustExist: true });
  const { used } = await ledger.usage(account);
  assert.deepEqual(await ledger.check(), []);
  await ledger.close();
  return used;
}

/**
 * The home of the world once it is no longer open: the SQLite binding closes a connection only when its
 * statements are garbage-collected.
 */
function atRest({ home, store }: World): Home {
  store.close();
  const directory = join(root, `rest-${places++}`);
  cpSync(home.directory, directory, { recursive: true, preserveTimestamps: true });
  return locateHome(directory);
}

const drafts = (directory: string) => readdirSync(directory).filter((name) => name.includes('draft'));

test('a backup taken during charges, ingests and builds is complete, each part a consistent snapshot', async () => {
  const { world, id, account } = await fullHome();
  const { home, store } = world;
  const ledger = openLedger({ path: home.ledger, plans });
  const run = store.startRun('permits-b', 'made-up');
  let [running, charged, put] = [true, 5, 0];
  const charge = async () => {
    while (running) {
      await ledger.charge(orderOf(account, 1));
      charged += 1;
    }
  };
  const read = async () => {
    while (running) {
      for (const row of rows(1_000 + put, 20)) run.put(row);
      put += 20;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const work = [charge(), read(), world.build()];
  const before = charged;
  const to = newPlace();
  const { manifest, problems } = await take(home, to, { releases: true });
  running = false;
  await Promise.all(work);
  await ledger.close();
  run.finish();
  assert.deepEqual(problems, []);
  assert.equal(statSync(to).mode & 0o077, 0, 'others may read the backup');
  assert.deepEqual([manifest.published, manifest.ledger.kind, manifest.ledger.accounts], [id, 'file', 1]);
  assert.deepEqual(
    manifest.left_out.map(({ name, why }) => [name, why]),
    [
      ['notes.txt', 'not part of a home'],
      ['refined.cache', 'made again by the next build'],
    ],
  );
  assert.deepEqual(drafts(root), []);

  const other = newHome();
  assert.equal((await restore(to, other)).replaced, null);
  const used = await usedIn(other, account);
  assert.ok(used >= before && used <= charged, `${before} ≤ ${used} ≤ ${charged}`);
  assert.equal(statSync(other.ledger).mode & 0o777, 0o600);
  assert.equal(statSync(other.settings).mode & 0o777, 0o640, 'modes are kept');
  assert.deepEqual(readFileSync(other.secret), readFileSync(home.secret));
  assert.ok(existsSync(join(other.sources, 'drafts', 'other.json')));
  assert.equal(currentReleaseId(other), id);
  await verifyRelease(join(other.releases, id));
  const raw = openRawStore(other.raw);
  assert.deepEqual(
    raw.runs().map(({ source, state }) => [source, state]),
    [
      ['permits-a', 'finished'],
      ['permits-b', 'interrupted'],
    ],
  );
  raw.close();
  assert.deepEqual(drafts(other.directory), []);
});

test('a backup takes releases and raw rows as requested, and restoring it keeps what it does not cover', async () => {
  const { world, id, account } = await fullHome();
  const home = atRest(world);
  const to = newPlace();
  const { manifest } = await take(home, to, { raw: false });
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    [
      'lintel.json',
      'secret',
      'verified.json',
      'sources/drafts/other.json',
      'sources/town.json',
      'ledger.sqlite',
    ],
  );
  assert.deepEqual(
    manifest.left_out.map(({ name }) => name),
    ['notes.txt', 'raw.sqlite', 'refined.cache', 'releases/'],
  );
  const ledger = openLedger({ path: home.ledger, plans });
  await ledger.charge(orderOf(account, 100));
  await ledger.close();
  rmSync(join(home.sources, 'town.json'));
  const { replaced } = await restore(to, home);
  assert.ok(replaced);
  assert.equal(await usedIn(home, account), 5);
  assert.ok(existsSync(join(home.sources, 'town.json')));
  assert.equal(currentReleaseId(home), id, 'releases stay');
  assert.ok(existsSync(home.raw) && existsSync(join(home.directory, 'notes.txt')));
  assert.deepEqual(readdirSync(replaced).sort(), [
    'ledger.sqlite',
    'lintel.json',
    'secret',
    'sources',
    'verified.json',
  ]);
  assert.equal(await usedIn({ ...home, ledger: join(replaced, 'ledger.sqlite') }, account), 105);
});

test('nothing is restored into a home that is in use', async () => {
  const { world } = await fullHome();
  const home = atRest(world);
  const to = newPlace();
  await take(home, to);
  const refuses = (who: RegExp, into = home) =>
    assert.rejects(
      restore(to, into),
      (error) => error instanceof UserError && who.test(error.message) && error.hint !== null,
    );
  const ledger = openLedger({ path: home.ledger, plans });
  await refuses(/its ledger is open/);
  await ledger.close();
  const served = shareProcessLock(home.served);
  await refuses(/it is served/);
  served?.release();
  const build = takeBuildLock(home);
  await refuses(/a release is built/);
  build.release();
  await restore(to, home);
  const store = openRawStore(home.raw);
  await refuses(/its raw store is open/);
  const run = store.startRun('permits-b', 'made-up');
  await refuses(/rows are read into its raw store/);
  run.finish();
  store.close();
});

test('a backup that is damaged, incomplete or altered is refused by name, and the home stays unchanged', async () => {
  const { world, account } = await fullHome();
  const home = atRest(world);
  const cases: [harm: (to: string) => void, message: RegExp][] = [
    [(to) => appendFileSync(join(to, 'secret'), 'x'), /secret has 33 bytes; the backup was made with 32/],
    [(to) => truncateSync(join(to, 'raw.sqlite'), 100), /raw\.sqlite has 100 bytes/],
    [(to) => rmSync(join(to, 'ledger.sqlite')), /lacks its file .*ledger\.sqlite/],
    [(to) => flip(join(to, 'ledger.sqlite')), /ledger\.sqlite is damaged: its checksum/],
    [(to) => edit(to, '"mode": 416', '"mode": 511'), /backup\.json is damaged/],
    [(to) => edit(to, '"lintel-backup"', '"other"'), /not the manifest of a Lintel backup/],
    [(to) => edit(to, '"format": 1', '"format": 9'), /describes a backup of format 9/],
    [(to) => rmSync(join(to, 'backup.json')), /There is no backup here/],
  ];
  for (const [harm, message] of cases) {
    const to = newPlace();
    await take(home, to);
    harm(to);
    await assert.rejects(restore(to, home), message);
  }
  assert.equal(await usedIn(home, account), 5);
  assert.deepEqual(
    readdirSync(home.directory).filter((name) => /replaced|draft/.test(name)),
    [],
  );
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function edit(to: string, from: string, into: string): void {
  const path = join(to, 'backup.json');
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), from);
  writeFileSync(path, text.replace(from, into));
}

test('a backup aborted at any moment leaves nothing, and what a killed one left is removed', async () => {
  const { world } = await fullHome();
  const { home } = world;
  const to = newPlace();
  mkdirSync(join(root, `.${to.slice(root.length + 1)}.draft-${2 ** 22 + 1}-1`));
  for (let steps = 0; ; steps = 1 + Math.ceil(steps * 1.7)) {
    const abort = new AbortController();
    let left = steps;
    const tick = () => {
      left -= 1;
      if (left < 0) abort.abort();
    };
    const progress = { step: tick, advance: tick, done() {} };
    const ended = await take(home, to, { releases: true, signal: abort.signal, progress }).then(
      () => true,
      (error: UserError) => {
        assert.match(error.message, /Interrupted; nothing was left behind/);
        return false;
      },
    );
    assert.deepEqual(drafts(root), []);
    assert.equal(existsSync(to), ended);
    if (ended) break;
  }
  const other = newHome();
  const abort = new AbortController();
  abort.abort();
  await assert.rejects(restore(to, other, abort.signal), /Interrupted/);
  assert.deepEqual(readdirSync(other.directory).sort(), [
    'build.lock',
    'raw.sqlite.lock',
    'releases',
    'serve.lock',
  ]);
  world.store.close();
});

test('a backup replaces nothing, and must be outside the home', async () => {
  const { world } = await fullHome();
  const { home } = world;
  const to = newPlace();
  await take(home, to);
  await assert.rejects(take(home, to), /already exists/);
  await assert.rejects(take(home, join(home.directory, 'copy')), /is inside the home/);
  await assert.rejects(take(home, join(root, 'none', 'copy')), /no directory/);
  world.store.close();
});

test('a damaged release is left out and reported, and the backup publishes the one before it', async () => {
  const { world, id } = await fullHome();
  const { home, store } = world;
  ingest(store, 'permits-b', rows(500, 200));
  const { id: newer } = await world.build();
  await publish(home, newer, { force: true });
  flip(join(home.releases, newer, 'permits.ndjson'));
  const { manifest, problems } = await take(home, newPlace(), { releases: true });
  assert.equal(manifest.published, id);
  assert.match(problems.join(), new RegExp(`${newer} is left out: .*permits\\.ndjson is damaged`));
  assert.ok(!manifest.files.some(({ path }) => path.includes(newer)));
  store.close();
});

test('with the ledger in PostgreSQL and certificates elsewhere the backup says what it lacks', async () => {
  const { world } = await fullHome();
  const home = atRest(world);
  const tls = { cert: join(home.directory, 'cert.pem'), key: join(root, 'key.pem') };
  writeFileSync(tls.cert, 'certificate');
  const config = { ledger_url: 'postgres://lintel:hunter2@db/lintel', raw_url: 'postgres://db/raw', tls };
  const to = newPlace();
  const { manifest } = await take(home, to, { config });
  assert.equal(manifest.ledger.kind, 'postgresql');
  assert.ok(!existsSync(join(to, 'ledger.sqlite')) && existsSync(join(to, 'cert.pem')));
  assert.deepEqual(
    manifest.left_out.map(({ name }) => name),
    [
      'the ledger in PostgreSQL',
      'the raw store in PostgreSQL',
      'ledger.sqlite',
      'notes.txt',
      'raw.sqlite',
      'refined.cache',
      'releases/',
      tls.key,
    ],
  );
  assert.ok(!readFileSync(join(to, 'backup.json'), 'utf8').includes('hunter2'));
  const { account } = { account: openLedger({ path: home.ledger, plans }) };
  await account.close();
  await restore(to, home);
  assert.ok(existsSync(home.ledger), 'a backup that does not stand for the ledger leaves it');
});

test('an empty home makes an empty backup', async () => {
  const to = newPlace();
  const { manifest } = await take(newHome(), to);
  assert.deepEqual([manifest.files, manifest.ledger.kind], [[], 'none']);
});

const disk = smallDisk(10_000);

test('a backup that does not fit is refused before anything is copied', {
  skip: skipWithout(disk),
}, async () => {
  assert.ok(disk);
  const { world } = await fullHome();
  world.store.close();
  await assert.rejects(
    take(world.home, join(disk.path, 'copy'), { releases: true }),
    /needs \d+ MiB, but .* has only \d+ MiB free/,
  );
  assert.deepEqual(readdirSync(disk.path), []);
});
