/**
 * Whether the service is ready when its ledger is not: the file is gone, the disk full, the database silent.
 */
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { cursorSecret, type TestService, testService, urlOf } from '@lintel/testing/http/service.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { LedgerUnavailable } from '../../ledger/unavailable.js';
import { createService } from '../service.js';
import { ledgerHealth } from './ledger-health.js';

const services: TestService[] = [];
after(() => Promise.all(services.map((service) => service.close())));
const permits = urlOf('/v2/permits', { id: permitIds.slice(0, 3) });

/** Polls until the service is ready, or is not: the ledger is checked four times a second. */
async function readiness(ask: TestService['ask'], wanted: number): Promise<unknown> {
  for (;;) {
    const { status, body } = await ask('/readyz', { key: null });
    if (status === wanted) return body;
  }
}

test('a ledger file that is removed makes the service not ready, and no page is served uncharged', async () => {
  const service = testService();
  services.push(service);
  const { ask, ledgerPath, ledger, account } = service;
  assert.equal((await ask('/readyz', { key: null })).status, 200);
  assert.equal((await ask(permits)).status, 200);
  renameSync(ledgerPath, `${ledgerPath}.away`);
  const refused = await ask(permits);
  assert.equal(refused.status, 503);
  assert.deepEqual(await readiness(ask, 503), { detail: 'Keys and credits cannot be checked for now.' });
  assert.equal((await ask('/healthz', { key: null })).status, 200);
  renameSync(`${ledgerPath}.away`, ledgerPath);
  await readiness(ask, 200);
  assert.equal((await ask(permits)).status, 200);
  assert.equal((await ledger.usage(account.id)).used, 6);
});

test('the log says once why the ledger takes no charges, and once that it does again', async () => {
  const lines: string[] = [];
  const logger = {
    error: (what: unknown, text?: string) => lines.push(`${(what as { err: Error }).err.message} ${text}`),
    info: (text: unknown) => lines.push(String(text)),
  };
  let away = true;
  const probe = async () => {
    if (away) throw new LedgerUnavailable('gone', 'ledger.sqlite was removed.');
  };
  const health = ledgerHealth({ probe }, logger);
  const until = async (wanted: string | null) => {
    while ((await health()) !== wanted) await new Promise((resolve) => setImmediate(resolve));
  };
  await until('gone');
  away = false;
  await until(null);
  away = true;
  await until('gone');
  const no = 'ledger.sqlite was removed. the ledger takes no charges: the service is not ready';
  assert.deepEqual(lines, [no, 'the ledger takes charges again', no]);
});

test('a ledger that does not answer keeps the probe of readiness for two seconds at most', async () => {
  const health = ledgerHealth({ probe: () => new Promise(() => {}) }, undefined);
  assert.equal(await health(), 'unreachable');
});

const disk = smallDisk(4096);

test('on a full disk the service says so: not ready, and 503 for what would be charged', {
  skip: skipWithout(disk),
}, async () => {
  assert.ok(disk);
  const service = testService();
  services.push(service);
  const ledger = openLedger({ path: join(disk.path, 'ledger.sqlite'), plans: service.config.plans });
  const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
  const key = await ledger.createKey(account.id);
  const app = createService({ ...service, releases: memoryReleaseStore(), ledger, secret: cursorSecret });
  const ask = (url: string) => app.inject({ url, headers: { 'x-api-key': key.secret } });
  disk.fill();
  for (;;) {
    const { statusCode } = await ask(permits);
    if (statusCode === 503) break;
    assert.equal(statusCode, 200);
  }
  const notReady = await ask('/readyz');
  assert.equal(notReady.statusCode, 503);
  assert.deepEqual(notReady.json(), { detail: 'The disk is full: nothing can be charged.' });
  disk.free();
  while ((await ask('/readyz')).statusCode !== 200);
  assert.equal((await ask(permits)).statusCode, 200);
  await app.close();
  await ledger.close();
});
