/**
 * Credits over HTTP are exact (C15 to C17): under concurrency, over several servers, over time, and when
 * things fail.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { cursorSecret, noon, testService, urlOf } from '@lintel/testing/http/service.js';
import { defaultConfig } from '../base/config.js';
import { openLedger } from '../ledger/open-ledger.js';
import { CommitUnknown, LedgerUnavailable } from '../ledger/unavailable.js';
import { windowMs } from '../ledger/window.js';
import { createService } from './service.js';

const plans = {
  free: { credits: 500, requests_per_minute: 100_000 },
  unlimited: { credits: null, requests_per_minute: 100_000 },
};
const closing: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

function start(options: Parameters<typeof testService>[0] = {}) {
  const service = testService({ ...options, config: { plans, ...options.config } });
  closing.unshift(service.close);
  return service;
}

const permits = (count: number) => urlOf('/v2/permits', { id: permitIds.slice(0, count) });

interface Page {
  items: unknown[];
}

/**
 * 64 clients that ask for pages of mixed sizes until one is refused; returns the records that they were
 * given.
 */
async function drain(addresses: readonly string[], key: string): Promise<number> {
  let records = 0;
  const client = async (number: number) => {
    for (let i = 0; ; i++) {
      const address = addresses[(number + i) % addresses.length] ?? '';
      const response = await fetch(address + permits(1 + ((number + i) % 7)), {
        headers: { 'x-api-key': key },
      });
      if (response.status === 402) {
        await response.arrayBuffer();
        return;
      }
      assert.equal(response.status, 200);
      const page = (await response.json()) as Page;
      assert.equal(response.headers.get('x-credits-request'), String(page.items.length));
      assert.equal(response.headers.get('x-credits-limit'), '500');
      assert.ok(Number(response.headers.get('x-credits-remaining')) >= 0);
      records += page.items.length;
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, number) => client(number)));
  return records;
}

test('64 clients on one key of 500 credits get 500 records, over two servers, to the last credit', async () => {
  const service = start();
  const ledger = openLedger({ path: service.ledgerPath, plans, now: () => noon });
  const second = createService({ ...service, ledger, secret: cursorSecret, now: () => noon });
  closing.unshift(
    () => ledger.close(),
    () => second.close(),
  );
  const addresses = [await service.app.listen({ port: 0 }), await second.listen({ port: 0 })];
  let records = await drain(addresses, service.key.secret);
  assert.ok(records <= 500, `${records} records`);
  while ((await service.ask(permits(1))).status === 200) records += 1;
  assert.equal(records, 500);
  assert.equal((await service.ledger.usage(service.account.id)).used, 500);
});

test('a page that fits exactly is served, one record more is refused, and an empty page is always free', async () => {
  const { ask, key } = start();
  for (let i = 0; i < 9; i++) await ask(permits(50));
  assert.equal((await ask(permits(50))).headers['x-credits-remaining'], '0');
  assert.equal((await ask(permits(1))).status, 402);
  const empty = await ask('/v2/permits?id=0000000000000000');
  assert.equal(empty.status, 200);
  assert.equal(empty.headers['x-credits-request'], '0');
  assert.equal(empty.headers['x-credits-remaining'], '0');
  const usage = await ask('/v2/usage');
  assert.equal(usage.status, 200);
  assert.deepEqual(usage.body, {
    credits_used: 500,
    credit_limit: 500,
    is_over_limit: true,
    available_at: '2026-02-14',
    daily_usage: [{ date: '2026-01-15', credits: 500, expires: '2026-02-14' }],
    usage_by_key: [{ key_id: key.id, requests: 10, credits: 500 }],
    usage_by_endpoint: [{ endpoint: 'permits_by_id', requests: 10, credits: 500 }],
  });
  assert.equal((await ask('/v2/meta/release')).status, 200, 'free objects answer over the limit');
});

test('a credit comes back thirty days after its use, to the second', async () => {
  const { ask, advance } = start();
  for (let i = 0; i < 9; i++) await ask(permits(50));
  advance(1000);
  await ask(permits(50));
  advance(windowMs - 2000);
  assert.equal((await ask(permits(1))).status, 402);
  advance(1000);
  assert.equal((await ask(permits(1))).headers['x-credits-remaining'], '449');
  advance(1000);
  assert.equal((await ask(permits(1))).headers['x-credits-remaining'], '498');
});

test('an unlimited plan reports what a request cost and no limit', async () => {
  const service = start();
  const { account, key } = service.newKey('unlimited');
  const { headers } = await service.ask(permits(3), { key: key.secret });
  assert.equal(headers['x-credits-request'], '3');
  assert.equal(headers['x-credits-limit'], undefined);
  assert.equal(headers['x-credits-remaining'], undefined);
  const usage = (await service.ask('/v2/usage', { key: key.secret })).body as Record<string, unknown>;
  assert.deepEqual(
    [usage.credits_used, usage.credit_limit, usage.is_over_limit, usage.available_at],
    [3, null, false, null],
  );
  assert.equal((await service.ledger.usage(account.id)).used, 3);
});

test('a resource that the operator gives away costs nothing', async () => {
  const { ask } = start({ config: { prices: { ...defaultConfig.prices, tags: 0 } } });
  const { headers } = await ask('/v2/list/tags');
  assert.equal(headers['x-credits-request'], '0');
  assert.equal(headers['x-credits-remaining'], '500');
});

test('a charge that cannot be written fails the request and is not made', async () => {
  const service = start({
    ledger: (ledger) => ({ ...ledger, charge: () => Promise.reject(new Error('disk full')) }),
  });
  assert.equal((await service.ask(permits(3))).status, 500);
  assert.equal((await service.ledger.usage(service.account.id)).used, 0);
});

test('while the ledger cannot be used a request gets 503 with a time to try again, and says why without internals', async () => {
  const away = () =>
    Promise.reject(new LedgerUnavailable('unreachable', 'connect ECONNREFUSED 10.0.0.1:5432'));
  for (const wrapped of [{ authenticate: away }, { charge: away }]) {
    const { ask } = start({ ledger: (ledger) => ({ ...ledger, ...wrapped }) });
    const { status, headers, body } = await ask(permits(3));
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
    assert.deepEqual(body, { detail: 'Keys and credits cannot be checked for now. Nothing was charged.' });
  }
});

test('a caller who hung up before the charge is not charged', async () => {
  let inHandler: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    inHandler = resolve;
  });
  const service = start();
  const abort = new AbortController();
  service.app.addHook('preHandler', async (request) => {
    inHandler();
    await new Promise<void>((resolve) => request.raw.socket.once('close', () => setImmediate(resolve)));
  });
  const address = await service.app.listen({ port: 0 });
  const asked = fetch(address + permits(3), {
    headers: { 'x-api-key': service.key.secret },
    signal: abort.signal,
  });
  await reached;
  abort.abort();
  await assert.rejects(asked);
  await service.app.close();
  assert.equal((await service.ledger.usage(service.account.id)).used, 0);
});

test('an answer that fails after its charge is refunded, and its error carries nothing of the page', async () => {
  const log = collectLog();
  const service = start({ logger: log.logger });
  let isBroken = true;
  service.app.addHook('onSend', async (_request, reply) => {
    if (isBroken && reply.statusCode === 200) throw new Error('cannot be sent');
  });
  const failed = await service.ask(permits(5), { headers: { 'accept-encoding': 'gzip' } });
  isBroken = false;
  assert.equal(failed.status, 500);
  assert.deepEqual(failed.body, { detail: 'Internal Server Error' });
  for (const name of ['x-credits-request', 'x-credits-remaining', 'etag', 'content-encoding', 'link']) {
    assert.equal(failed.headers[name], undefined, name);
  }
  await log.finished(1);
  assert.equal((await service.ask(permits(5))).headers['x-credits-remaining'], '495');
  const [line] = log.requests();
  assert.deepEqual([line?.status, line?.credits, line?.refunded], [500, 5, 5]);
});

test('a refund that the ledger cannot write is tried again until it can', async () => {
  let failures = 2;
  const log = collectLog();
  const service = start({
    logger: log.logger,
    ledger: (ledger) => ({
      ...ledger,
      async refund(receipt) {
        if (failures-- > 0) throw new LedgerUnavailable('unreachable', 'away');
        return ledger.refund(receipt);
      },
    }),
  });
  failPages(service);
  assert.equal((await service.ask(permits(3))).status, 500);
  await log.finished(1);
  assert.equal((await service.ledger.usage(service.account.id)).used, 0);
  assert.equal(log.requests()[0]?.refunded, 3);
});

test('a refund of unknown fate is not made twice, and its receipt is in the log', async () => {
  let tries = 0;
  const log = collectLog();
  const service = start({
    logger: log.logger,
    ledger: (ledger) => ({
      ...ledger,
      refund() {
        tries += 1;
        return Promise.reject(new CommitUnknown('nobody knows'));
      },
    }),
  });
  failPages(service);
  assert.equal((await service.ask(permits(3))).status, 500);
  await log.finished(1);
  assert.equal(tries, 1);
  const lost = log.lines.find(({ msg }) => msg === 'a refund is lost');
  assert.equal((lost?.receipt as { credits?: number } | undefined)?.credits, 3);
  assert.equal(log.requests()[0]?.refunded, undefined);
});

/** Makes answers fail after their charge. */
function failPages({ app }: ReturnType<typeof start>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) throw new Error('cannot be sent');
  });
}

test('a page that does not fit says how many credits are left and which page would fit', async () => {
  const service = start({ config: { plans: { free: { credits: 7, requests_per_minute: 1000 } } } });
  await service.ask(permits(5));
  const ask = async (url: string) => {
    const { status, headers, body } = await service.ask(url);
    assert.equal(status, 402);
    assert.deepEqual(
      ['request', 'limit', 'remaining'].map((name) => headers[`x-credits-${name}`]),
      ['0', '7', '2'],
    );
    return body as { detail: object; credits_needed: number; credits_remaining: number; hint: string };
  };
  const tags = await ask('/v2/list/tags');
  assert.deepEqual(Object.keys(tags.detail), ['error', 'limit', 'upgrade_url']);
  assert.equal(tags.credits_remaining, 2);
  assert.match(tags.hint, /costs \d+ credits and 2 are left\. A page of 2 fits: size=2\.$/);
  assert.equal(
    (await service.ask('/v2/list/tags?size=2', { method: 'HEAD' })).headers['x-credits-request'],
    '2',
  );
  const ids = await ask(permits(3));
  assert.deepEqual([ids.credits_needed, ids.credits_remaining], [3, 2]);
  assert.equal(ids.hint, 'This page costs 3 credits and 2 are left. A page of 2 fits: size=2.');
  assert.equal((await service.ask('/v2/list/tags?size=2')).status, 200, 'the page that was said to fit');
  const { body } = await service.ask(permits(1));
  assert.match((body as { hint: string }).hint, /1 credit and 0 are left. GET \/v2\/usage says/);
});

test('HEAD reports what a GET would cost, and what is left, without a charge, even over the limit', async () => {
  const service = start({ config: { plans: { free: { credits: 7, requests_per_minute: 1000 } } } });
  await service.ask(permits(5));
  const { status, headers } = await service.ask(permits(50), { method: 'HEAD' });
  assert.equal(status, 200);
  assert.equal(headers['x-credits-request'], '50');
  assert.equal(headers['x-credits-remaining'], '2');
  assert.equal((await service.ledger.usage(service.account.id)).used, 5);
});

test('an aggregate costs a credit a row, and a refusal names the limit that fits', async () => {
  const { ask } = start({ config: { plans: { free: { credits: 6, requests_per_minute: 100 } } } });
  const byContractor = (limit: number) =>
    `/v2/permits/aggregate?geo_id=NY&group_by=contractor&limit=${limit}`;
  const answered = await ask(byContractor(2));
  const { rows } = answered.body as { rows: { others: boolean }[] };
  assert.deepEqual(
    rows.map(({ others }) => others),
    [false, false, true],
  );
  assert.equal(answered.headers['x-credits-request'], '3');
  const refused = await ask(byContractor(4));
  assert.equal(refused.status, 402);
  assert.match(JSON.stringify(refused.body), /3 rows fit: limit=2\./);
  const nothing = await ask('/v2/permits/aggregate?geo_id=WY&group_by=contractor');
  assert.equal(nothing.headers['x-credits-request'], '0');
});
