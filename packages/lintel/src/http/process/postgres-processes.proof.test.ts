/**
 * Credits over HTTP with server processes on one ledger in PostgreSQL: they share a limit exactly, are killed
 * while they answer, and live through a crash of PostgreSQL itself.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rounds, seed } from '@lintel/testing/base/rounds.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { urlOf } from '@lintel/testing/http/service.js';
import { ask, startServer, stopServers } from '@lintel/testing/http/serving-processes.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { trendsOf } from '../../operate/trends/trends.js';
import { startServer as startService } from './server.js';

const kills = rounds(3, 1000);
const permits = (count: number) => urlOf('/v2/permits', { id: permitIds.slice(0, count) });

async function newAccount(url: string, plan: string) {
  const ledger = await openSharedLedger({ url, plans: defaultConfig.plans });
  const account = await ledger.createAccount({ name: 'A', plan });
  const { secret } = await ledger.createKey(account.id);
  return { ledger, account, secret };
}

interface Load {
  /** Records requested and received, and answers by status. */
  readonly seen: { asked: number; received: number; answers: Map<number, number> };
  readonly ended: Promise<unknown>;
  end(): void;
}

/** Sixteen clients that send requests until stopped, or until the server is gone. */
function load(url: string, key: string, onPage: (pages: number) => void): Load {
  const seen = { asked: 0, received: 0, answers: new Map<number, number>() };
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const client = async (number: number) => {
    for (let n = 0; !isOver; n++) {
      const size = 1 + ((number + n) % 9);
      seen.asked += size;
      const answer = await ask(agent, url + permits(size), key);
      if (answer === null) return;
      seen.received += answer.records;
      const count = (seen.answers.get(answer.status) ?? 0) + 1;
      seen.answers.set(answer.status, count);
      if (answer.status === 200) onPage(count);
    }
  };
  const clients = Array.from({ length: 16 }, (_, number) => client(number));
  return {
    seen,
    ended: Promise.all(clients).finally(() => agent.destroy()),
    end() {
      isOver = true;
    },
  };
}

if (noPostgres === false) {
  const server = startPostgres();
  after(() => {
    stopServers();
    server.stop();
  });

  test('PostgreSQL: 64 clients on one key of 500 credits never get more from 3 server processes, of which one is killed', async () => {
    const url = server.database();
    const { ledger, account, secret } = await newAccount(url, 'free');
    const servers = await Promise.all([startServer(url), startServer(url), startServer(url)]);
    const agent = new Agent({ keepAlive: true });
    let [received, unanswered, isNearEnd] = [0, 0, false];
    let left: readonly (typeof servers)[number][] = servers;
    const client = async (number: number) => {
      for (let i = 0; ; i++) {
        const { url: address = '' } = left[(number + i) % left.length] ?? {};
        // Single records take the last credits.
        const size = isNearEnd ? 1 : 1 + ((number + i) % 17);
        const answer = await ask(agent, address + permits(size), secret);
        if (answer?.status === 402 && size === 1) return;
        isNearEnd ||= answer?.status === 402;
        received += answer?.records ?? 0;
        if (answer === null) unanswered += size;
        if (received < 150 || left.length < 3) continue;
        left = servers.slice(1);
        servers[0]?.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, number) => client(number)));
    agent.destroy();
    assert.equal((await ledger.usage(account.id)).used, 500);
    // What the killed server had charged and not yet sent.
    assert.ok(received <= 500 && received + unanswered >= 500, `${received} and ${unanswered} unanswered`);
    assert.deepEqual(await ledger.check(), []);
    for (const { child } of servers) child.kill('SIGKILL');
    await ledger.close();
  });

  test(`PostgreSQL: ${kills} servers killed while they answer: received ≤ charged ≤ asked`, async () => {
    const url = server.database();
    const { ledger, account, secret } = await newAccount(url, 'unlimited');
    for (let i = 0; i < kills; i++) {
      const before = (await ledger.usage(account.id)).used;
      const { url: address, child } = await startServer(url);
      const killAfter = 1 + ((seed * (i + 1) * 7919) % 83);
      const gone = once(child, 'exit');
      const { seen, ended } = load(address, secret, (pages) => {
        if (pages === killAfter) child.kill('SIGKILL');
      });
      await Promise.all([ended, gone]);
      const stored = (await ledger.usage(account.id)).used - before;
      const what = `seed ${seed}, killed after ${killAfter}: ${seen.received} received, ${stored} charged, ${seen.asked} asked`;
      assert.ok(seen.received <= stored && stored <= seen.asked, what);
    }
    assert.deepEqual(await ledger.check(), []);
    await ledger.close();
  });

  test('PostgreSQL: what several servers answered adds up in trends, and one of them looked at the disk', async () => {
    const url = server.database();
    const home = openHome(mkdtempSync(join(tmpdir(), 'lintel-trends-')));
    const config = { ...defaultConfig, ledger_url: url };
    const { ledger } = await newAccount(url, 'free');
    const started = { home, config, host: '127.0.0.1', port: 0, logLevel: 'silent' } as const;
    const services = await Promise.all([1, 2, 3].map(() => startService(started)));
    for (const { url: address } of services) await (await fetch(`${address}/v2/openapi.json`)).text();
    await Promise.all(services.map((service) => service.stop()));
    const { days } = await trendsOf(ledger, Date.now());
    const today = days.at(-1);
    assert.deepEqual(today?.answers, { answered: 3, refused: 0, failed: 0 });
    assert.ok((today.p99Ms ?? 0) > 0 && (today.bytes?.free ?? 0) > 0);
    assert.equal(await ledger.trends.takeTurn('disk', 60_000), false, 'nobody took the turn');
    await ledger.close();
    rmSync(home.directory, { recursive: true, force: true });
  });

  test('PostgreSQL: while it is down requests get 503 and cost nothing; when it is back the same server answers again', async () => {
    const url = server.database();
    const { ledger, account, secret } = await newAccount(url, 'unlimited');
    const { url: address, child } = await startServer(url);
    let onPages = () => {};
    /** Resolves after the given number of further pages. */
    const pages = (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        onPages = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      });
    const { seen, ended, end } = load(address, secret, () => onPages());
    await pages(50);
    await server.crash();
    await server.start();
    await pages(50);
    end();
    await ended;
    assert.deepEqual([...seen.answers.keys()].sort(), [200, 503]);
    assert.equal((await ledger.usage(account.id)).used, seen.received);
    assert.deepEqual(await ledger.check(), []);
    child.kill('SIGKILL');
    await ledger.close();
  });
  test('PostgreSQL: servers on several machines share one count of requests per minute', async () => {
    const url = server.database();
    const { ledger, secret } = await newAccount(url, 'unlimited');
    const config = { ...defaultConfig, ledger_url: url };
    const root = mkdtempSync(join(tmpdir(), 'lintel-machines-'));
    const start = (name: string) =>
      startService({
        home: openHome(join(root, name)),
        config,
        host: '127.0.0.1',
        port: 0,
        logLevel: 'silent',
      });
    const machines = [await start('one'), await start('two')];
    const remaining = async (machine: number) => {
      const address = `${machines[machine]?.url}/v2/usage`;
      const response = await fetch(address, { headers: { 'x-api-key': secret } });
      await response.arrayBuffer();
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    };
    const allowed = defaultConfig.plans.unlimited?.requests_per_minute ?? 0;
    for (let i = 0; i < 20; i++) await remaining(0);
    // The second has granted these itself; the first one's twenty arrive within about a second, on a slow
    // machine before its first request.
    for (let own = 1; (await remaining(1)) > allowed - own - 20; own++) assert.ok(own < 5_000);
    for (const machine of machines) await machine.stop();
    await ledger.close();
    rmSync(root, { recursive: true, force: true });
  });
} else {
  test('server processes on a ledger in PostgreSQL', { skip: noPostgres }, () => {});
}
