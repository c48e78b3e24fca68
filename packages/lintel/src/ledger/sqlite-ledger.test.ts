/** The ledger in a SQLite file: what every engine does, and what is specific to the file. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testConformance } from '@lintel/testing/ledger/conformance.js';
import { type Engine, noon, order, testPlans } from '@lintel/testing/ledger/engine.js';
import { testModel } from '@lintel/testing/ledger/model.js';
import { openDatabase } from '../base/sqlite.js';
import { openLedger } from './open-ledger.js';
import { sqliteTypes, tablesOfVersion1 } from './tables.js';
import { windowMs } from './window.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-ledger-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
const newPath = () => join(directory, `ledger-${files++}.sqlite`);

function ledgerAt(path: string, now: () => number = () => noon) {
  return openLedger({ path, plans: testPlans, now });
}

const engine: Engine = {
  name: 'SQLite',
  place: newPath,
  open: async (path, now, more) => openLedger({ path, plans: testPlans, now, ...more }),
  runs: 40,
};
testConformance(engine);
testModel(engine);

test('the key is stored as a hash only, in a file that others cannot read', async () => {
  const path = newPath();
  const ledger = ledgerAt(path);
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const key = await ledger.createKey(account.id);
  await ledger.close();
  assert.ok(!readFileSync(path).includes(key.secret.slice(7)), 'the key stands in the file');
  assert.equal(statSync(path).mode & 0o077, 0, 'others may read the file');
});

test('a closed ledger is one file, and one that another process has open keeps its journal', async () => {
  const path = newPath();
  const [one, two] = [ledgerAt(path), ledgerAt(path)];
  const account = await one.createAccount({ name: 'A', plan: 'free' });
  await one.charge(order(account.id, 1));
  const beside = () => readdirSync(directory).filter((name) => join(directory, name).startsWith(`${path}-`));
  await one.close();
  assert.notDeepEqual(beside(), []);
  await two.charge(order(account.id, 1));
  await two.close();
  const again = ledgerAt(path);
  assert.equal((await again.usage(account.id)).used, 2);
  await again.close();
});

test('a ledger of version 1 is upgraded and keeps its accounts, keys and charges', async () => {
  const path = newPath();
  const old = openDatabase(path);
  old.exec(tablesOfVersion1(sqliteTypes));
  old.exec(`PRAGMA application_id = ${0x4c696e74}; PRAGMA user_version = 1;
    INSERT INTO account VALUES (1, 'acc_old', 'Old', 'free', 0, ${noon}, 5, 0);
    INSERT INTO key VALUES ('key_old', 1, NULL, 'lk_abcd', zeroblob(32), ${noon}, NULL);
    INSERT INTO entry VALUES (1, ${noon}, 5);
    INSERT INTO day VALUES (1, ${Math.floor(noon / 86_400_000)}, 5);`);
  old.close();
  const ledger = ledgerAt(path);
  const charge = await ledger.charge(order('acc_old', 2));
  assert.deepEqual([charge.granted, charge.used], [true, 7]);
  const [key] = await ledger.keys();
  assert.deepEqual([key?.id, key?.scopes, key?.expiresMs], ['key_old', null, null]);
  assert.deepEqual(await ledger.check(), []);
  await ledger.close();
});

test('a file that is not a ledger, or is a later version, is refused by name and left unchanged', () => {
  const text = newPath();
  writeFileSync(text, 'not a database at all, but long enough to look like one'.repeat(20));
  assert.throws(() => ledgerAt(text), /Cannot use .*ledger-\d+\.sqlite as the ledger/);
  const foreign = newPath();
  const database = openDatabase(foreign);
  database.exec('CREATE TABLE mine (x)');
  database.close();
  assert.throws(() => ledgerAt(foreign), /not a Lintel ledger/);
  const later = newPath();
  const closed = ledgerAt(later).close();
  return closed.then(() => {
    const file = openDatabase(later);
    file.exec('PRAGMA user_version = 99');
    file.close();
    assert.throws(() => ledgerAt(later), /version 99/);
    assert.throws(() => ledgerAt(join(directory, 'missing', 'ledger.sqlite')), /Cannot write/);
  });
});

test('charges wait for another process to release the lock, while the event loop keeps running', async () => {
  const path = newPath();
  const ledger = ledgerAt(path);
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const other = openDatabase(path);
  other.exec('BEGIN IMMEDIATE');
  const charge = ledger.charge(order(account.id, 5));
  let turns = 0;
  while (turns < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  assert.equal((await ledger.usage(account.id)).used, 0);
  other.exec('COMMIT');
  other.close();
  const { granted, used, limit } = await charge;
  assert.deepEqual([granted, used, limit], [true, 5, 500]);
  await ledger.close();
});

test('storage of an account stays bounded: entries that left the window are removed', async () => {
  const path = newPath();
  let now = noon;
  const ledger = ledgerAt(path, () => now);
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  for (let i = 0; i < 1600; i++) {
    now += windowMs / 100;
    await ledger.charge(order(account.id, 1));
  }
  assert.equal((await ledger.usage(account.id)).used, 100);
  await ledger.close();
  const file = openDatabase(path);
  const count = (table: string) =>
    (file.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  assert.ok(count('entry') <= 101, `${count('entry')} entries`);
  assert.ok(count('usage_day') <= 402, `${count('usage_day')} days by key`);
  assert.ok(count('day') <= 31, `${count('day')} days`);
  file.close();
});

test('requests are remembered for a minute only', async () => {
  const path = newPath();
  let now = noon;
  const ledger = ledgerAt(path, () => now);
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  for (let i = 0; i < 200; i++) {
    now += 1000;
    await ledger.charge(order(account.id, 1, { requestHash: Buffer.from(String(i).padStart(16)) }));
  }
  await ledger.close();
  const file = openDatabase(path);
  const { n } = file.prepare('SELECT count(*) AS n FROM paid_range').get() as { n: number };
  assert.ok(n <= 61, `${n} requests`);
  file.close();
});
