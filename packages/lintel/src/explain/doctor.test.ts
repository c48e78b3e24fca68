/**
 * `lintel doctor` on faulty installations, and the commands that repair them, as a user runs them.
 */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import { type Ended, runLintel } from '@lintel/testing/cli/run-lintel.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { defaultConfig } from '../base/config.js';
import { locateHome, openHome } from '../base/home.js';
import { openLedger } from '../ledger/open-ledger.js';
import { openPostgresRawStore } from '../raw/postgres-raw-store.js';
import type { RawStore } from '../raw/raw-store.js';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import type { Finding } from './doctor.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-doctor-'));
after(() => rmSync(root, { recursive: true, force: true }));

const newHome = () => openHome(mkdtempSync(join(root, 'home-')));
const { plans } = defaultConfig;

async function lintel(home: string, ...args: string[]): Promise<Ended> {
  const run = await runLintel(home, ...args);
  assert.doesNotMatch(run.stderr, /^\s+at /m, 'no stack trace');
  return run;
}

/** The findings of doctor of one kind. */
async function findings(home: string, what: Finding['what']): Promise<string[]> {
  const { stdout } = await lintel(home, 'doctor', '--quick', '--json');
  return (JSON.parse(stdout) as Finding[])
    .filter((finding) => finding.what === what)
    .map(({ state, finding }) => `${state}: ${finding}`);
}

test('doctor does not create a ledger', async () => {
  const home = newHome();
  assert.deepEqual(await findings(home.directory, 'ledger'), [
    'warning: there is none yet; it is made by: lintel accounts create',
  ]);
  assert.ok(!existsSync(home.ledger));
});

test('doctor on a ledger that was emptied while it is in use says so at once', async () => {
  const home = newHome();
  const ledger = openLedger({ path: home.ledger, plans });
  await ledger.createAccount({ name: 'A', plan: 'free' });
  truncateSync(home.ledger, 0);
  const [finding = ''] = await findings(home.directory, 'ledger');
  assert.match(finding, /^bad: .*ledger\.sqlite is empty, but its journal/);
  await ledger.close();
});

test('a raw store is readable by its owner only; a wider mode is reported and never changed', async () => {
  const home = newHome();
  openRawStore(home.raw).close();
  assert.equal(statSync(home.raw).mode & 0o777, 0o600);
  writeFileSync(home.settings, '{}', { mode: 0o600 });
  const good = 'good: ledger, secret, settings and raw rows are private';
  assert.deepEqual(await findings(home.directory, 'files'), [good]);
  for (const path of [home.raw, home.settings]) chmodSync(path, 0o644);
  chmodSync(home.directory, 0o755);
  const open = 'warning: other users may read';
  assert.deepEqual(await findings(home.directory, 'files'), [
    `${open} ${home.settings}: chmod 600 unless that is intended`,
    `${open} ${home.raw}: chmod 600 unless that is intended`,
  ]);
  openRawStore(home.raw).close();
  assert.equal(statSync(home.raw).mode & 0o777, 0o644, 'the operator chose it');
  writeFileSync(home.settings, '{"metrics_token": "0123456789abcdef"}');
  assert.match(
    (await findings(home.directory, 'files'))[0] ?? '',
    /^bad: other users may read .*lintel\.json: chmod 600$/,
  );
  chmodSync(home.directory, 0o700);
  assert.deepEqual(await findings(home.directory, 'files'), [good], 'nobody gets through the directory');
});

test('charges dated in the future by a wrong clock are found, listed, repaired and in the audit log', async () => {
  const home = newHome();
  const years = 10 * 365 * 86_400_000;
  const ledger = openLedger({ path: home.ledger, plans, now: () => Date.now() + years });
  const { id } = await ledger.createAccount({ name: 'A', plan: 'free' });
  const records = { from: 0, to: 5 };
  await ledger.charge({
    accountId: id,
    keyId: 'k',
    endpoint: 'tags',
    credits: 5,
    records,
    requestHash: null,
  });
  await ledger.close();
  const mend = async (...more: string[]) =>
    (await lintel(home.directory, 'ledger', 'mend-clock', '--json', ...more)).stdout;
  const clock = async () => (await findings(home.directory, 'clock')).join();
  assert.match(await clock(), /^bad: /);
  assert.match(await mend('--dry-run'), /"mended": false/);
  assert.match(await clock(), /^bad: /);
  const mended = JSON.parse(await mend()) as { accounts: { account: string; credits: number }[] };
  assert.deepEqual([mended.accounts[0]?.account, mended.accounts[0]?.credits], [id, 5]);
  assert.match(await clock(), /^good: /);
  const [act] = JSON.parse(
    (await lintel(home.directory, 'audit', '--limit', '1', '--json')).stdout,
  ) as object[];
  assert.deepEqual({ act: 'ledger.mend_clock', ...act }, act);
  assert.match(JSON.stringify(act), new RegExp(`"${id}".*"5 credits dated up to`));
  assert.match((await lintel(home.directory, 'ledger', 'mend-clock')).stdout, /No charge is dated/);
});

test('doctor counts raw rows in the file and in PostgreSQL, and creates neither', {
  skip: noPostgres,
}, async () => {
  const home = newHome();
  const none = /^warning: there are none yet/;
  assert.match((await findings(home.directory, 'raw rows')).join(), none);
  assert.ok(!existsSync(home.raw));
  const put = async (store: RawStore) => {
    const run = await store.startRun('permits-a', 'made-up.csv');
    await run.put({ key: 'one', body: '{}' });
    await run.finish();
    await store.close();
  };
  await put(openRawStore(home.raw));
  assert.deepEqual(await findings(home.directory, 'raw rows'), ['good: 1 of 1 sources']);
  const server = startPostgres();
  after(() => server.stop());
  const address = server.database();
  writeFileSync(home.settings, JSON.stringify({ raw_url: address }), { mode: 0o600 });
  for (let looks = 0; looks < 2; looks++)
    assert.match((await findings(home.directory, 'raw rows')).join(), none);
  await put(await openPostgresRawStore(address));
  assert.deepEqual(await findings(home.directory, 'raw rows'), ['good: 1 of 1 sources, in PostgreSQL']);
  await server.crash();
  assert.match(
    (await findings(home.directory, 'raw rows')).join(),
    /^bad: The raw store .* cannot be reached/,
  );
  await server.start();
});

const disk = smallDisk(1024);

test('doctor looks at every disk that holds a part of the home', { skip: skipWithout(disk) }, async () => {
  assert.ok(disk);
  const home = newHome();
  mkdirSync(join(disk.path, 'releases'));
  rmdirSync(home.releases);
  symlinkSync(join(disk.path, 'releases'), home.releases);
  assert.match(
    (await findings(home.directory, 'disk')).join('; '),
    /^\w+: \S+ [MG]B free on .*; bad: \S+ [kM]B free on the disk of .*lintel-disk-/,
  );
});

test('on a full disk commands say so, without a stack trace, and change nothing', {
  skip: skipWithout(disk),
}, async () => {
  assert.ok(disk);
  const home = locateHome(join(disk.path, 'home'));
  mkdirSync(home.directory);
  const ledger = openLedger({ path: home.ledger, plans });
  const { id } = await ledger.createAccount({ name: 'A', plan: 'free' });
  disk.fill();
  const refuse = async (...args: string[]) => {
    const run = await lintel(home.directory, ...args);
    assert.equal(run.status, 1);
    assert.match(
      run.stderr,
      /The disk is full: the ledger .*ledger\.sqlite could not be written\. Free some/,
    );
  };
  // Its journal exists: small changes may still fit into the disk space it has taken.
  for (
    let left = 100;
    (await lintel(home.directory, 'keys', 'create', '--account', id)).status === 0;
    left--
  ) {
    assert.ok(left > 0, 'the disk does not fill');
  }
  await refuse('keys', 'create', '--account', id);
  await refuse('accounts', 'create', '--name', 'B');
  assert.match((await findings(home.directory, 'disk')).join(), /^bad: \S+ [kM]B free/);
  await ledger.close();
  await refuse('accounts', 'create', '--name', 'B');
  disk.free();
  assert.equal((await lintel(home.directory, 'keys', 'create', '--account', id)).status, 0);
});
