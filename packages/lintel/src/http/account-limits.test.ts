/** Limits of an account (C48): requests with all its keys together, and the work for its questions. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '@lintel/testing/base/until.js';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { rawConnection, requestText } from '@lintel/testing/http/raw-connection.js';
import { goodUrls } from '@lintel/testing/http/requests.js';
import { type TestService, testService } from '@lintel/testing/http/service.js';
import type { Release, ReleaseStore } from '../releases/release.js';
import { promptRefusals, slowRefusalMs } from './request/limits.js';

/** Releases whose searches of permits take a time by the clock of the service. */
function slowReleases(take: () => void): ReleaseStore {
  const store = memoryReleaseStore();
  const slow = <R extends Release | null>(release: R): R =>
    release &&
    new Proxy(release, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'searchPermits' || typeof value !== 'function') return value;
        return (...asked: unknown[]) => {
          take();
          return Reflect.apply(value, target, asked);
        };
      },
    });
  return Object.assign(Object.create(store), {
    current: () => slow(store.current()),
    get: (id: string) => slow(store.get(id)),
    close: () => store.close(),
  });
}

/** A service on which a search takes 250 ms of work, and a minute allows one second. */
function slowService(): TestService {
  const plans = {
    free: { credits: null, requests_per_minute: 1000, work_seconds_per_minute: 1 },
  };
  const service: TestService = testService({
    config: { plans },
    releases: slowReleases(() => service.advance(250)),
  });
  return service;
}

const search = goodUrls.permit_search;

test('an account has twice the requests of a key, however many keys it has', async () => {
  const service = testService({ config: { plans: { free: { credits: 500, requests_per_minute: 5 } } } });
  const keys = [service.key.secret];
  for (let i = 0; i < 9; i++) keys.push((await service.ledger.createKey(service.account.id, {})).secret);
  const statuses: number[] = [];
  for (const key of keys) statuses.push((await service.ask('/v2/usage', { key })).status);
  assert.deepEqual(
    statuses,
    Array.from({ length: 10 }, () => 200),
  );
  const refused = await service.ask('/v2/usage');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['ratelimit-policy'], '"account";q=10;w=60');
  assert.equal(refused.headers.ratelimit, '"account";r=0;t=60');
  assert.match(String((refused.body as { detail: string }).detail), /all keys of this account together/);
  const other = service.newKey('free');
  assert.equal((await service.ask('/v2/usage', { key: other.key.secret })).status, 200, 'others go on');
  service.advance(60_000);
  assert.equal((await service.ask('/v2/usage')).status, 200);
  await service.close();
});

test('requests that one key is refused do not count for the other keys of its account', async () => {
  const service = testService({ config: { plans: { free: { credits: 500, requests_per_minute: 5 } } } });
  const { secret } = await service.ledger.createKey(service.account.id, {});
  for (let i = 0; i < 12; i++) await service.ask('/v2/usage');
  for (let i = 0; i < 5; i++) assert.equal((await service.ask('/v2/usage', { key: secret })).status, 200);
  await service.close();
});

test('a plan may set the requests of an account', async () => {
  const free = { credits: 500, requests_per_minute: 5, account_requests_per_minute: 2 };
  const service = testService({ config: { plans: { free } } });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await service.ask('/v2/usage')).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  await service.close();
});

test('work is refused when the time of a minute is used up, also by HEAD, empty pages and other keys', async () => {
  const service = slowService();
  const { secret } = await service.ledger.createKey(service.account.id, {});
  assert.equal((await service.ask(search, { method: 'HEAD' })).status, 200);
  assert.equal((await service.ask(`${search}&permit_q=nothing+has+this`)).status, 200);
  assert.equal((await service.ask(search)).status, 200);
  assert.equal((await service.ask(search, { key: secret })).status, 200);
  for (const key of [service.key.secret, secret]) {
    const refused = await service.ask('/v2/usage', { key });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['ratelimit-policy'], '"work";q=1000;w=60');
    // The oldest quarter of a second leaves the minute 59 s after the last of four.
    assert.equal(refused.headers['retry-after'], '60');
    assert.match(String((refused.body as { detail: string }).detail), /narrower questions/);
  }
  const other = service.newKey('free');
  assert.equal((await service.ask(search, { key: other.key.secret })).status, 200, 'others go on');
  service.advance(60_000);
  assert.equal((await service.ask(search)).status, 200);
  await service.close();
});

test('of requests sent at once, only those are worked on that the account has time for', async () => {
  const service = slowService();
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.ask(search)));
  const worked = answers.filter(({ status }) => status === 200);
  assert.equal(worked.length, 4);
  await service.close();
});

test('a wait that a refusal names is long enough, for several pieces of work that were too much', async () => {
  const service = slowService();
  for (let i = 0; i < 4; i++) await service.ask(search);
  const refused = await service.ask(search);
  service.advance(Number(refused.headers['retry-after']) * 1000);
  assert.equal((await service.ask(search)).status, 200);
  await service.close();
});

test('without work left, whatever takes time without giving records is refused', async () => {
  const service = slowService();
  for (let i = 0; i < 4; i++) await service.ask(search);
  const { permit_tile, permit_bins, address_search, state_metrics_monthly, export_permits } = goodUrls;
  const urls = [permit_tile, permit_bins, address_search, state_metrics_monthly, export_permits];
  for (const url of [
    ...urls,
    '/ogc/collections/permits/items?filter=city%20=%20%27x%27',
    '/feeds/permits.atom?geo_id=TX',
  ]) {
    assert.equal((await service.ask(url)).status, 429, url);
  }
  const agent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  assert.equal((await service.ask('/mcp', { method: 'POST', headers: agent })).status, 429);
  await service.close();
});

test('a client that does not heed refusals waits for them, until a request is granted again', async () => {
  const service = testService({ config: { plans: { free: { credits: 500, requests_per_minute: 1 } } } });
  await service.ask('/v2/usage');
  const timeOf = async () => {
    const begun = performance.now();
    await service.ask('/v2/usage');
    return performance.now() - begun;
  };
  for (let i = 0; i < promptRefusals; i++) await service.ask('/v2/usage');
  assert.ok((await timeOf()) >= slowRefusalMs / 2 - 50);
  service.advance(60_000);
  assert.equal((await service.ask('/v2/usage')).status, 200);
  // Whatever else the machine does: of several prompt refusals one is prompt.
  const prompt: number[] = [];
  while (prompt.length < promptRefusals / 2) prompt.push(await timeOf());
  assert.ok(Math.min(...prompt) < slowRefusalMs / 2, `${prompt}`);
  await service.close();
});

test('who hangs up while waiting for the turn of the account costs nothing: nothing is sought, charged or a failure', async () => {
  let [asked, open] = [0, () => {}];
  const begun = new Promise<void>((resolve) => {
    open = resolve;
  });
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const releases = slowReleases(() => {
    asked += 1;
  });
  const log = collectLog();
  const service = testService({
    logger: log.logger,
    releases: Object.assign(Object.create(releases), {
      // A question that takes long, such as those to a database.
      async askedBy<T>(_name: string, find: () => T | Promise<T>) {
        open();
        await gate;
        return find();
      },
    }),
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const text = requestText(`GET ${search}`, `X-API-Key: ${service.key.secret}`);
  const first = await rawConnection(port);
  first.socket.write(text);
  await begun;
  const left: Promise<unknown>[] = [];
  service.app.server.on('request', (_request, response) => {
    left.push(new Promise((resolve) => response.once('close', resolve)));
  });
  const others = await Promise.all(Array.from({ length: 5 }, () => rawConnection(port)));
  for (const { socket } of others) socket.write(text);
  await until('all have come', () => left.length === others.length);
  await until('all wait', async () => (await service.ask('/healthz')).status === 200);
  for (const { socket } of others) socket.resetAndDestroy();
  await Promise.all(left);
  service.advance(50);
  goOn();
  await until('the first is answered', () => first.answers().length === 1);
  first.socket.destroy();
  assert.equal(first.answers()[0]?.status, 200);
  assert.equal((await service.ask('/v2/usage')).status, 200, 'the account goes on');
  assert.equal(asked, 1);
  assert.ok(
    log.requests().every(({ status = 0 }) => status < 500),
    JSON.stringify(log.requests()),
  );
  assert.equal(log.requests().filter(({ credits = 0 }) => credits > 0).length, 1);
  await service.close();
});

test('a batch of an agent is one request, and counts for the work that its answer takes', async () => {
  const plans = { free: { credits: null, requests_per_minute: 1000, work_seconds_per_minute: 1 } };
  const service = testService({ config: { plans } });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    'x-api-key': service.key.secret,
  };
  const messages = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(messages) });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429], statuses.join());
  await service.close();
});
