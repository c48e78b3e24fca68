/** Backups of a ledger that is in use, and restoring them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BackupSummary } from './backup.js';
import { noon, order, testPlans } from './fixture/conformance.js';
import { openLedger } from './open-ledger.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-backup-'));
after(() => rmSync(root, { recursive: true, force: true }));
const module = pathToFileURL(join(import.meta.dirname, 'backup.js')).href;

/** Calls a function of backup.ts in a process of its own, as the commands do; rejects with what it said. */
async function apart(call: string): Promise<BackupSummary & { keptAs?: string }> {
  const script = `import { backUpLedger, restoreLedger } from '${module}'; console.log(JSON.stringify(${call}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout) as BackupSummary & { keptAs?: string };
}

const backUp = (from: string, to: string) => apart(`backUpLedger('${from}', '${to}')`);
const restore = (from: string, to: string) => apart(`restoreLedger('${from}', '${to}', ${noon})`);
const open = (path: string) => openLedger({ path, plans: testPlans });

test('a backup made while charges run is a sound ledger of one moment, for its owner only', async () => {
  const directory = mkdtempSync(join(root, 'live-'));
  const path = join(directory, 'ledger.sqlite');
  const ledger = open(path);
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  let running = true;
  let charged = 0;
  const load = (async () => {
    while (running) {
      await ledger.charge(order(account.id, 1));
      charged += 1;
    }
  })();
  while (charged < 20) await new Promise((resolve) => setImmediate(resolve));
  const before = charged;
  const copy = join(directory, 'copy.sqlite');
  const summary = await backUp(path, copy);
  running = false;
  await load;
  await ledger.close();
  assert.deepEqual([summary.accounts, summary.keys], [1, 0]);
  assert.equal(statSync(copy).mode & 0o077, 0);
  const restored = open(copy);
  const { used } = await restored.usage(account.id);
  assert.ok(used >= before && used <= charged, `${before} ≤ ${used} ≤ ${charged}`);
  assert.deepEqual(await restored.check(), []);
  await restored.close();
  assert.ok(!readdirSync(directory).some((name) => name.includes('draft')));
  await assert.rejects(backUp(path, copy), /exists already/);
});

test('a restored ledger is the copy, and what was there is kept', async () => {
  const directory = mkdtempSync(join(root, 'restore-'));
  const [path, copy] = [join(directory, 'ledger.sqlite'), join(directory, 'copy.sqlite')];
  const ledger = open(path);
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  await ledger.charge(order(account.id, 5));
  await backUp(path, copy);
  await ledger.charge(order(account.id, 5));
  await assert.rejects(restore(copy, path), /in use/);
  await ledger.close();
  const { keptAs } = await restore(copy, path);
  const restored = open(path);
  assert.equal((await restored.usage(account.id)).used, 5);
  await restored.close();
  assert.ok(keptAs);
  const kept = open(keptAs);
  assert.equal((await kept.usage(account.id)).used, 10);
  await kept.close();
});

test('what is no ledger is not restored, and the ledger stays as it is', async () => {
  const directory = mkdtempSync(join(root, 'bad-'));
  const [path, bad] = [join(directory, 'ledger.sqlite'), join(directory, 'bad.sqlite')];
  const ledger = open(path);
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  await ledger.close();
  writeFileSync(bad, 'no ledger at all '.repeat(100));
  await assert.rejects(restore(bad, path), /Cannot use/);
  await assert.rejects(restore(join(directory, 'none'), path), /no backup/);
  assert.deepEqual(readdirSync(directory).sort(), ['bad.sqlite', 'ledger.sqlite']);
  const again = open(path);
  assert.deepEqual(await again.account(account.id), account);
  await again.close();
});
