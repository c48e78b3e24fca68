/** A ledger whose file is removed, replaced or cut short while it is open, or whose disk is full. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import { order, testPlans } from '@lintel/testing/ledger/engine.js';
import { UserError } from '../base/user-error.js';
import { openLedger } from './open-ledger.js';
import { LedgerUnavailable } from './unavailable.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-guard-'));
after(() => rmSync(root, { recursive: true, force: true }));
const newPath = () => join(mkdtempSync(join(root, 'home-')), 'ledger.sqlite');
const open = (path: string, mustExist = false) => openLedger({ path, plans: testPlans, mustExist });
const is = (trouble: string) => (error: unknown) =>
  error instanceof LedgerUnavailable && error.trouble === trouble;

const harms: Readonly<Record<string, (path: string) => void>> = {
  removed: (path) => rmSync(path),
  'replaced by a copy': (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  'cut short': (path) => truncateSync(path, 0),
  'robbed of its journal': (path) => rmSync(`${path}-wal`),
};

for (const [what, harm] of Object.entries(harms)) {
  test(`a ledger that is ${what} while it is open charges nobody and says so`, async () => {
    const path = newPath();
    const ledger = open(path);
    const { id } = await ledger.createAccount({ name: 'A', plan: 'free' });
    await ledger.charge(order(id, 1));
    await ledger.probe();
    harm(path);
    await assert.rejects(ledger.charge(order(id, 1)), is('gone'));
    await assert.rejects(ledger.probe(), is('gone'));
    await assert.rejects(ledger.createKey(id), is('gone'));
    await ledger.close();
  });
}

test('a ledger that is moved away and back keeps working, and has lost nothing', async () => {
  const path = newPath();
  const ledger = open(path);
  const { id } = await ledger.createAccount({ name: 'A', plan: 'free' });
  await ledger.charge(order(id, 1));
  renameSync(path, `${path}.away`);
  await assert.rejects(ledger.charge(order(id, 1)), is('gone'));
  renameSync(`${path}.away`, path);
  await ledger.probe();
  const charge = await ledger.charge(order(id, 1));
  assert.deepEqual([charge.granted, charge.used], [true, 2]);
  await ledger.close();
});

test('closing a ledger whose file was replaced leaves the new one and its journal alone', async () => {
  const path = newPath();
  const lost = open(path);
  await lost.createAccount({ name: 'Lost', plan: 'free' });
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending);
  const fresh = open(path);
  const { id } = await fresh.createAccount({ name: 'Fresh', plan: 'free' });
  await lost.close();
  assert.ok(statSync(`${path}-wal`).size > 0);
  assert.equal((await fresh.charge(order(id, 1))).granted, true);
  await fresh.close();
  const again = open(path);
  assert.deepEqual(
    (await again.accounts()).map(({ name }) => name),
    ['Fresh'],
  );
  await again.close();
});

test('a lost ledger is never replaced by an empty one', async () => {
  const path = newPath();
  assert.throws(() => open(path, true), /ledger\.sqlite is gone/);
  const ledger = open(path);
  await ledger.createAccount({ name: 'A', plan: 'free' });
  truncateSync(path, 0);
  assert.throws(
    () => open(path),
    (error) =>
      error instanceof UserError &&
      /ledger\.sqlite is empty, but its journal .*ledger\.sqlite-wal is there/.test(error.message) &&
      /backup/.test(error.hint ?? ''),
  );
  rmSync(path);
  assert.throws(() => open(path), /is gone, but its journal/);
  assert.ok(statSync(`${path}-wal`).size > 0, 'what is left is kept');
  await ledger.close();
});

const disk = smallDisk(4096);
const tinyDisk = smallDisk(64);

test('on a full disk nothing is charged, the ledger says so, and works again when there is space', {
  skip: skipWithout(disk),
}, async () => {
  assert.ok(disk);
  const path = join(disk.path, 'ledger.sqlite');
  const ledger = open(path);
  const { id } = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  await ledger.probe();
  disk.fill();
  await assert.rejects(ledger.probe(), is('full'));
  let charged = 0;
  const fill = async () => {
    for (;;) {
      await ledger.charge(order(id, 1, { keyId: `key_${charged}`, endpoint: 'x'.repeat(2000) }));
      charged += 1;
    }
  };
  await assert.rejects(fill(), is('full'));
  await assert.rejects(
    ledger.createKey(id),
    (error) => error instanceof UserError && /disk is full/.test(error.message) && error.hint !== null,
  );
  assert.equal((await ledger.usage(id)).used, charged);
  disk.free();
  await ledger.probe();
  assert.equal((await ledger.charge(order(id, 1))).granted, true);
  assert.deepEqual(await ledger.check(), []);
  await ledger.close();
});

test('a ledger that could not be made on a full disk leaves nothing, and is made when there is space', {
  skip: skipWithout(tinyDisk),
}, async () => {
  assert.ok(tinyDisk);
  const path = join(tinyDisk.path, 'ledger.sqlite');
  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, tinyDisk.path]);
  // Full as the file, its journal or the tables are made.
  for (const size of ['4k', '12k', '36k', '64k', '128k']) {
    resize(size);
    assert.throws(() => open(path), /disk is full/);
    assert.deepEqual(readdirSync(tinyDisk.path), [], size);
  }
  resize('8m');
  const ledger = open(path);
  await ledger.createAccount({ name: 'A', plan: 'free' });
  assert.deepEqual(await ledger.check(), []);
  await ledger.close();
});
