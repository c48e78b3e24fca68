/**
 * Real processes on one ledger file: killed while they charge, with a disk that is full or does not flush,
 * several on one account, and all opening a new file at once.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rounds, seed } from '@lintel/testing/base/rounds.js';
import { order, testPlans } from '@lintel/testing/ledger/engine.js';
import { openDatabase } from '../base/sqlite.js';
import type { Ledger } from './ledger.js';
import { openLedger } from './open-ledger.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-ledger-crash-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const program = fileURLToPath(import.meta.resolve('@lintel/testing/ledger/charging-child.js'));
const plans = testPlans;
const inFlight = 16;
/** Credits of the charges in flight, at most. */
const flightCredits = inFlight * 5;
const kills = rounds(3, 1000);

interface Seen {
  readonly sent: number;
  readonly kept: number;
  readonly failed: number;
  readonly reason: string | null;
  readonly exitCode: number | null;
}

/**
 * A child with the plans of the conformance suite; the account of these tests is on `unlimited` or `free`.
 */
function child(
  path: string,
  accountId: string,
  most: number,
  how: 'plain' | 'small disk' = 'plain',
): ChildProcess {
  const args = [program, path, accountId, String(inFlight), String(most)];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  if (how === 'plain') return spawn(process.execPath, args, { stdio: [...stdio] });
  // 300 kB per file: the ledger soon outgrows it.
  return spawn('sh', ['-c', 'ulimit -f 600; exec "$0" "$@"', process.execPath, ...args], {
    stdio: [...stdio],
  });
}

/** Reads a child's output until it ends, killing it after the given number of acknowledged charges. */
async function watch(process: ChildProcess, killAfter = Number.POSITIVE_INFINITY): Promise<Seen> {
  assert.ok(process.stdout);
  const ended = once(process, 'close');
  let [sent, kept, failed, answers] = [0, 0, 0, 0];
  let reason: string | null = null;
  for await (const line of createInterface(process.stdout)) {
    const [word, number] = line.split(' ');
    if (word === 'sent') sent = Math.max(sent, Number(number));
    if (word === 'failed') {
      failed += 1;
      reason = line;
    }
    if (word !== 'kept') continue;
    kept = Number(number);
    answers += 1;
    if (answers === killAfter) process.kill('SIGKILL');
  }
  await ended;
  return { sent, kept, failed, reason, exitCode: process.exitCode };
}

async function assertSound(path: string, ledger: Ledger): Promise<void> {
  assert.deepEqual(await ledger.check(), []);
  const file = openDatabase(path);
  assert.deepEqual({ ...file.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  file.close();
}

test(`${kills} processes killed while they charge: acknowledged ≤ stored ≤ sent, and the file is sound`, async () => {
  const path = join(directory, 'killed.sqlite');
  const ledger = openLedger({ path, plans });
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  let before = 0;
  for (let i = 0; i < kills; i += 2) {
    // Two at a time, so that a killed process also leaves locks behind.
    const killAfter = [i, i + 1].map((n) => 1 + ((seed * (n + 1) * 7919) % 97));
    const seen = await Promise.all(killAfter.map((n) => watch(child(path, account.id, 1_000_000), n)));
    const sent = seen.reduce((sum, each) => sum + each.sent, 0);
    const kept = seen.reduce((sum, each) => sum + each.kept, 0);
    const stored = (await ledger.usage(account.id)).used - before;
    const what = `seed ${seed}, killed after ${killAfter}: ${kept} kept, ${stored} stored, ${sent} sent`;
    assert.ok(kept <= stored && stored <= sent, what);
    assert.ok(stored <= kept + 2 * flightCredits, what);
    before += stored;
    if (i % 10 === 0) assert.deepEqual(await ledger.check(), [], what);
  }
  await assertSound(path, ledger);
  await ledger.close();
});

test('a full disk fails charges without storing them, and the ledger recovers when there is room again', async () => {
  const path = join(directory, 'full.sqlite');
  const ledger = openLedger({ path, plans });
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  const seen = await watch(child(path, account.id, 1_000_000, 'small disk'));
  const { used } = await ledger.usage(account.id);
  assert.ok(seen.failed > 0, 'the disk was never full');
  assert.ok(seen.kept > 0 && seen.kept <= used, `${seen.kept} kept, ${used} stored`);
  assert.ok(used <= seen.kept + flightCredits);
  assert.equal((await ledger.charge(order(account.id, 1))).used, used + 1);
  await assertSound(path, ledger);
  await ledger.close();
});

const library = join(directory, 'failing-sync.so');
const source = resolve('packages/testing/src/ledger/failing-sync.c');
const compiled = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source], { stdio: 'ignore' });
const noCompiler = compiled.status === 0 ? false : 'no C compiler to make flushing fail with';

test('a disk that does not flush fails charges: none is acknowledged that is not stored', {
  skip: noCompiler,
}, async () => {
  for (const failsAt of [9, 40, 41]) {
    const path = join(directory, `sync-${failsAt}.sqlite`);
    const ledger = openLedger({ path, plans });
    const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
    const args = [program, path, account.id, String(inFlight), '100000'];
    const failing = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LD_PRELOAD: library, LINTEL_SYNC_FAILS_AT: String(failsAt) },
    });
    const seen = await watch(failing);
    const { used } = await ledger.usage(account.id);
    assert.ok(seen.failed > 0, `flush ${failsAt} did not fail: ${JSON.stringify(seen)}`);
    assert.ok(seen.kept <= used && used <= seen.sent, `${seen.kept} kept, ${used} stored, ${seen.sent} sent`);
    await assertSound(path, ledger);
    await ledger.close();
  }
});

test('1, 2 and 4 processes on one account grant exactly its limit, and none meets a locked database', async () => {
  for (const processes of [1, 2, 4]) {
    const path = join(directory, `shared-${processes}.sqlite`);
    const ledger = openLedger({ path, plans });
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const children = Array.from({ length: processes }, () => child(path, account.id, 4000));
    const seen = await Promise.all(children.map((each) => watch(each)));
    assert.ok(
      seen.every(({ exitCode, failed }) => exitCode === 0 && failed === 0),
      JSON.stringify(seen),
    );
    const kept = seen.reduce((sum, each) => sum + each.kept, 0);
    assert.equal(kept, 500, `${processes} processes`);
    assert.equal((await ledger.usage(account.id)).used, 500);
    await assertSound(path, ledger);
    await ledger.close();
  }
});

test('several processes may open a new ledger at the same moment', async () => {
  const path = join(directory, 'new.sqlite');
  const children = [1, 2, 3].map(() => child(path, 'acc_none', 0));
  const seen = await Promise.all(children.map((each) => watch(each)));
  assert.deepEqual(
    seen.map(({ exitCode }) => exitCode),
    [0, 0, 0],
  );
  const ledger = openLedger({ path, plans });
  assert.deepEqual(await ledger.accounts(), []);
  await ledger.close();
});
