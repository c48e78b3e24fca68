/**
 * The service over a ledger and a release in PostgreSQL, directly and through pgbouncer, while the server hangs: it
 * accepts connections and answers nothing. Requests end soon all the same, and what is received is what is charged.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { noPgbouncer, startPgbouncer } from '@lintel/testing/ledger/pgbouncer.js';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import { silentProgress } from '../../base/progress.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { publishInDatabase } from '../../postgres/publish-release.js';
import { startServer } from './server.js';

/** Milliseconds within which every request is answered. */
const answeredMs = 45_000;
/** Milliseconds after the hang within which it is known what was charged, on a busy machine. */
const soonMs = 60_000;
/** Milliseconds between the questions of a client. */
const pauseMs = 100;
/** On a busy machine the questions themselves may take more than the work of a minute: here only silence matters. */
const plans = {
  ...defaultConfig.plans,
  unlimited: { credits: null, requests_per_minute: 6000, work_seconds_per_minute: 1_000_000 },
};
/** Many times the connections of the service. */
const clients = 32;

interface Seen {
  received: number;
  slowestMs: number;
  /** The first answer that is neither. */
  unexpected: string | null;
  readonly statuses: Map<number, number>;
}

/** Clients that ask for single permits until the end. */
function load(url: string, key: string, permits: readonly string[]) {
  const seen: Seen = { received: 0, slowestMs: 0, unexpected: null, statuses: new Map() };
  let isOver = false;
  const client = async (number: number) => {
    for (let n = number; !isOver; n += clients) {
      const begun = performance.now();
      const response = await fetch(`${url}/v2/permits?id=${permits[n % permits.length]}`, {
        headers: { 'x-api-key': key },
      });
      const body = (await response.json()) as { items?: unknown[] };
      if (response.status !== 200 && response.status !== 503) seen.unexpected ??= JSON.stringify(body);
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun);
      seen.statuses.set(response.status, (seen.statuses.get(response.status) ?? 0) + 1);
      seen.received += body.items?.length ?? 0;
      if (response.status === 503) assert.ok(Number(response.headers.get('retry-after')) > 0);
      await sleep(pauseMs);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    seen,
    /** Whether that many further answers of a status come in time. */
    async answers(status: number, count: number, withinMs: number): Promise<boolean> {
      const answers = () => seen.statuses.get(status) ?? 0;
      const [enough, endMs] = [answers() + count, performance.now() + withinMs];
      while (answers() < enough && performance.now() < endMs) await sleep(20);
      return answers() >= enough;
    },
    end() {
      isOver = true;
      return ended;
    },
  };
}

if (noPgbouncer === false) {
  const server = startPostgres();
  const pgbouncer = await startPgbouncer(server);
  const root = mkdtempSync(join(tmpdir(), 'lintel-hangs-'));
  after(() => {
    pgbouncer.stop();
    server.stop();
    rmSync(root, { recursive: true, force: true });
  });
  const directory = join(root, 'home');
  await copySampleHome(directory);
  const home = openHome(directory);
  const current = readFileSync(join(home.releases, 'current'), 'utf8').trim();
  const records = readFileSync(join(home.releases, current, 'permits.ndjson'), 'utf8').split('\n', 200);
  const permits = records.map((record) => (JSON.parse(record) as { id: string }).id);
  const database = server.database();
  await publishInDatabase(database, join(home.releases, current), {
    force: true,
    keep: 1,
    progress: silentProgress,
    signal: new AbortController().signal,
  });

  test('while PostgreSQL hangs requests get 503 in time, also through pgbouncer; what is received is charged', async () => {
    const ledger = await openSharedLedger({ url: database, plans });
    const each = async (name: string, address: string) => {
      const { id } = await ledger.createAccount({ name, plan: 'unlimited' });
      const { secret } = await ledger.createKey(id);
      const config = { ...defaultConfig, plans, ledger_url: address, release_url: address };
      const served = await startServer({
        home: openHome(join(root, name)),
        config,
        host: '127.0.0.1',
        port: 0,
        logLevel: 'silent',
      });
      return { name, id, served, load: load(served.url, secret, permits) };
    };
    const services = [await each('directly', database), await each('pgbouncer', pgbouncer.through(database))];
    const all = async (status: number, count: number, withinMs: number) => {
      const came = await Promise.all(services.map(({ load }) => load.answers(status, count, withinMs)));
      assert.ok(!came.includes(false), `${count} answers of ${status} each: ${came}`);
    };
    try {
      await all(200, 50, soonMs);
      server.hang();
      // Every client has met the hang, and asked again.
      await all(503, 2 * clients, 2 * answeredMs).finally(server.goOn);
      await all(200, 50, soonMs);
      for (const { load } of services) await load.end();
      for (const { name, id, load } of services) {
        const { received, slowestMs, unexpected, statuses } = load.seen;
        const what = `${name}: ${received} received, slowest ${Math.round(slowestMs)} ms`;
        let used = -1;
        for (const endMs = performance.now() + soonMs; used !== received && performance.now() < endMs; ) {
          await sleep(100);
          used = (await ledger.usage(id)).used;
        }
        assert.equal(used, received, what);
        assert.deepEqual([...statuses.keys()].sort(), [200, 503], `${what}; ${unexpected}`);
        assert.ok(slowestMs < answeredMs, what);
      }
      assert.deepEqual(await ledger.check(), []);
    } finally {
      // Whatever failed, nothing is left that keeps the test open.
      await Promise.allSettled(services.map(({ load }) => load.end()));
      await Promise.allSettled(services.map(({ served }) => served.stop()));
      await ledger.close();
    }
  });
} else {
  test('the service over a database that hangs', { skip: noPgbouncer }, () => {});
}
