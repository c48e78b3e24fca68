/** Real processes on one ledger file: killed while charging, and opening a new file all at once. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { defaultConfig } from '../base/config.js';
import { openDatabase } from '../base/sqlite.js';
import { openLedger } from './open-ledger.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-ledger-crash-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const module = pathToFileURL(join(import.meta.dirname, 'open-ledger.js')).href;
const plans = { ...defaultConfig.plans, large: { credits: 1_000_000, requests_per_minute: 60 } };

/** A child that charges one credit at a time, eight in flight, and prints the credits acknowledged so far. */
function chargingChild(path: string, accountId: string, upTo: number): ChildProcess {
  const script = `
    import { writeSync } from 'node:fs';
    import { openLedger } from '${module}';
    const ledger = openLedger({ path: ${JSON.stringify(path)}, plans: ${JSON.stringify(plans)} });
    let granted = 0;
    let sent = 0;
    async function client() {
      while (sent < ${upTo}) {
        sent += 1;
        const charge = await ledger.charge(${JSON.stringify(accountId)}, 1);
        if (!charge.granted) return;
        granted += 1;
        writeSync(1, granted + '\\n');
      }
    }
    await Promise.all(Array.from({ length: 8 }, client));
    await ledger.close();
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Reads the acknowledged count of a child until it ends, killing it at `killAt`. */
async function acknowledged(child: ChildProcess, killAt: number): Promise<number> {
  assert.ok(child.stdout);
  let last = 0;
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    last = Number(line);
    if (last === killAt) child.kill('SIGKILL');
  }
  await ended;
  return last;
}

test('every charge acknowledged before a SIGKILL is in the file, and none that was not in flight', async () => {
  const path = join(directory, 'killed.sqlite');
  const ledger = openLedger({ path, plans });
  const account = ledger.createAccount({ name: 'A', plan: 'large' });
  let before = 0;
  for (const killAt of [1, 57, 300]) {
    const seen = await acknowledged(chargingChild(path, account.id, 1_000_000), killAt);
    const { used } = ledger.usage(account.id);
    assert.ok(used - before >= seen, `${seen} acknowledged, ${used - before} stored`);
    assert.ok(used - before <= seen + 8, `${seen} acknowledged, ${used - before} stored`);
    before = used;
  }
  assert.equal((await ledger.charge(account.id, 1)).used, before + 1);
  await ledger.close();
  const file = openDatabase(path);
  assert.deepEqual({ ...file.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  const sums = file
    .prepare(
      `SELECT (SELECT used FROM account) AS used, (SELECT sum(credits) FROM entry) AS entries,
       (SELECT sum(credits) FROM day) AS days`,
    )
    .get();
  assert.deepEqual({ ...sums }, { used: before + 1, entries: before + 1, days: before + 1 });
  file.close();
});

test('several processes on one account grant exactly its limit, and none meets a locked database', async () => {
  const path = join(directory, 'shared.sqlite');
  const ledger = openLedger({ path, plans });
  const account = ledger.createAccount({ name: 'A', plan: 'free' });
  const children = [1, 2, 3].map(() => chargingChild(path, account.id, 400));
  const seen = await Promise.all(children.map((child) => acknowledged(child, -1)));
  assert.deepEqual(
    children.map((child) => child.exitCode),
    [0, 0, 0],
  );
  assert.equal(
    seen.reduce((sum, count) => sum + count, 0),
    500,
  );
  assert.equal(ledger.usage(account.id).used, 500);
  await ledger.close();
});

test('several processes may open a new ledger at the same moment', async () => {
  const path = join(directory, 'new.sqlite');
  const script = `
    import { openLedger } from '${module}';
    const ledger = openLedger({ path: ${JSON.stringify(path)}, plans: ${JSON.stringify(plans)} });
    ledger.createAccount({ name: 'A', plan: 'free' });
    await ledger.close();
  `;
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await Promise.all(children.map((child) => once(child, 'close')));
  assert.deepEqual(
    children.map((child) => child.exitCode),
    [0, 0, 0],
  );
  const ledger = openLedger({ path, plans });
  assert.equal(ledger.accounts().length, 3);
  await ledger.close();
});
