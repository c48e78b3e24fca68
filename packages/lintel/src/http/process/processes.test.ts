/**
 * Credits over HTTP with real server processes: 1, 2 and 4 of them on one ledger, and one that is killed
 * again and again while it answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isProving, rounds, seed } from '@lintel/testing/base/rounds.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { urlOf } from '@lintel/testing/http/service.js';
import { ask, startServer, stopServers } from '@lintel/testing/http/serving-processes.js';
import { defaultConfig } from '../../base/config.js';
import { openLedger } from '../../ledger/open-ledger.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-processes-'));
after(() => {
  stopServers();
  rmSync(directory, { recursive: true, force: true });
});
const kills = rounds(2, 1000);
const permits = (count: number) => urlOf('/v2/permits', { id: permitIds.slice(0, count) });

async function newAccount(path: string, plan: string) {
  const ledger = openLedger({ path, plans: defaultConfig.plans });
  const account = await ledger.createAccount({ name: 'A', plan });
  const { secret } = await ledger.createKey(account.id);
  return { ledger, account, secret };
}

for (const processes of isProving ? [1, 2, 4] : [2]) {
  test(`64 clients on one key of 500 credits get exactly 500 records from ${processes} server processes`, async () => {
    const path = join(directory, `shared-${processes}.sqlite`);
    const { ledger, account, secret } = await newAccount(path, 'free');
    const servers = await Promise.all(Array.from({ length: processes }, () => startServer(path)));
    const agent = new Agent({ keepAlive: true });
    let records = 0;
    const client = async (number: number) => {
      for (let i = 0; ; i++) {
        // The page gets smaller when one does not fit, so that the last credit is used too.
        for (const size of [1 + ((number + i) % 17), 1]) {
          const { url } = servers[(number + i) % processes] ?? { url: '' };
          const answer = await ask(agent, url + permits(size), secret);
          assert.ok(answer, 'the connection broke');
          records += answer.records;
          if (answer.status === 200) break;
          assert.equal(answer.status, 402);
          if (size === 1) return;
        }
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, number) => client(number)));
    agent.destroy();
    assert.equal(records, 500);
    assert.equal((await ledger.usage(account.id)).used, 500);
    assert.deepEqual(await ledger.check(), []);
    for (const { child } of servers) child.kill('SIGKILL');
    await ledger.close();
  });
}

test(`${kills} times killed while it answers: what was received was charged, and no more than was asked`, async () => {
  const path = join(directory, 'killed.sqlite');
  const { ledger, account, secret } = await newAccount(path, 'unlimited');
  for (let i = 0; i < kills; i++) {
    const before = (await ledger.usage(account.id)).used;
    const { url, child } = await startServer(path);
    const killAfter = 1 + ((seed * (i + 1) * 7919) % 83);
    const agent = new Agent({ keepAlive: true });
    let [asked, received, answers] = [0, 0, 0];
    const client = async (number: number) => {
      for (let n = 0; ; n++) {
        const size = 1 + ((number + n) % 9);
        asked += size;
        const answer = await ask(agent, url + permits(size), secret);
        if (answer === null) return;
        received += answer.records;
        answers += 1;
        if (answers === killAfter) child.kill('SIGKILL');
      }
    };
    const ended = once(child, 'exit');
    await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
    await ended;
    agent.destroy();
    const stored = (await ledger.usage(account.id)).used - before;
    const what = `seed ${seed}, killed after ${killAfter}: ${received} received, ${stored} stored, ${asked} asked`;
    assert.ok(received <= stored && stored <= asked, what);
    assert.deepEqual(await ledger.check(), [], what);
  }
  await ledger.close();
});
