/** A ledger moves between its file and PostgreSQL with everything in it, and no key stops working. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { noon, order, testPlans } from '@lintel/testing/ledger/conformance.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { openDatabase } from '../base/sqlite.js';
import { copyLedgerIntoFile, copyLedgerIntoPostgres } from './copy-ledger.js';
import type { Ledger } from './ledger.js';
import { openLedger, openSharedLedger } from './open-ledger.js';
import { otherLedger } from './other-ledger.js';
import { closeLedgerFile } from './sqlite-storage.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-copy-ledger-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const now = () => noon;

/** Every table of the file, but for the acts of copying. */
function contentsOf(path: string): Record<string, unknown> {
  const database = openDatabase(path);
  const names = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const contents = names.map(({ name }) => [
    String(name),
    database
      .prepare(`SELECT * FROM ${name} ${name === 'audit' ? "WHERE act <> 'ledger.copy'" : ''}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  closeLedgerFile(database);
  return Object.fromEntries(contents);
}

async function fill(ledger: Ledger, path: string): Promise<{ id: string; secret: string }> {
  const account = await ledger.createAccount({ name: 'Año \\N', plan: 'free' });
  const { secret } = await ledger.createKey(account.id, { name: 'k' });
  await ledger.charge(order(account.id, 7, { requestHash: Buffer.alloc(16, 1) }));
  await ledger.operators.add('op@example.org');
  await ledger.close();
  const database = openDatabase(path);
  database.exec(`INSERT INTO auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
      VALUES ('u1', 'Ana', 'ana@example.org', 1, '2026-01-01', '2026-01-01');
    INSERT INTO account_owner (owner, kind, account) VALUES ('u1', 'user', '${account.id}')`);
  closeLedgerFile(database);
  return { id: account.id, secret };
}

test('a ledger moves into PostgreSQL and back with every record of every table', {
  skip: noPostgres,
}, async () => {
  const server = sharedPostgres();
  after(() => server.stop());
  const url = server.database();
  const path = join(directory, 'moved.sqlite');
  const { id, secret } = await fill(openLedger({ path, plans: testPlans, now }), path);
  const before = contentsOf(path);
  const sums = await copyLedgerIntoPostgres(path, url, 'test');
  for (const name of Object.keys(before)) assert.ok(name in sums, `the table ${name} is not copied`);
  assert.deepEqual([sums.account, sums.key, sums.credits, sums.auth_user], [1, 1, 7, 1]);

  const back = join(directory, 'back.sqlite');
  await copyLedgerIntoFile(url, back, 'test');
  assert.deepEqual(contentsOf(back), before, 'a table is not copied, or not as it was');

  const shared = await openSharedLedger({ url, plans: testPlans, now });
  assert.equal((await shared.authenticate(secret))?.accountId, id, 'the key stopped working');
  await shared.charge(order(id, 1, {}));
  assert.equal((await shared.usage(id)).used, 8);
  await shared.createAccount({ name: 'Next', plan: 'free' });
  await assert.rejects(copyLedgerIntoFile(url, join(directory, 'busy.sqlite'), 'test'), /in use/);
  await shared.close();
  await assert.rejects(copyLedgerIntoPostgres(back, url, 'test'), /is not empty/);
  await assert.rejects(copyLedgerIntoFile(url, back, 'test'), /is not empty/);

  const open = openLedger({ path, plans: testPlans, now });
  assert.match(String(await otherLedger(open, path, { ledger_url: null })), /was copied to PostgreSQL/);
  await assert.rejects(copyLedgerIntoPostgres(path, server.database(), 'test'), /in use/);
  await open.close();
});

test('a ledger in PostgreSQL beside one in the home is told of', { skip: noPostgres }, async () => {
  const server = sharedPostgres();
  after(() => server.stop());
  const url = server.database();
  const path = join(directory, 'ledger.sqlite');
  await fill(openLedger({ path, plans: testPlans, now }), path);
  const shared = await openSharedLedger({ url, plans: testPlans, now });
  const other = await otherLedger(shared, path, { ledger_url: url });
  assert.match(String(other), /ledger\.sqlite has 1 account too, but ledger_url names another/);
  assert.equal(await otherLedger(shared, join(directory, 'none.sqlite'), { ledger_url: url }), null);
  await shared.close();
  mkdirSync(join(directory, 'releases'));
  const copied = await runLintel(directory, 'ledger', 'copy', '--to', server.database());
  assert.match(
    copied.stdout,
    /^Copied 1 accounts, 1 keys, 7 credits of the window, .*\n?.*are the same/,
    copied.stderr,
  );
  assert.match(
    (await runLintel(directory, 'doctor', '--quick')).stdout,
    /WARN +ledger +this ledger was copied to/,
  );
});
