/**
 * The OWASP API Security Top 10 of 2023, one by one: what each would mean here, and that it does not happen.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { endpoints, errors } from '@lintel/contract';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { Person } from '@lintel/testing/http/person.js';
import { endpointIds, goodUrls } from '@lintel/testing/http/requests.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { maxQueryParameters } from './request/limits.js';

const plans = {
  free: { credits: 500, requests_per_minute: 10_000 },
  tight: { credits: 5, requests_per_minute: 10_000 },
};
const service = testService({ config: { plans } });
after(() => service.close());
const permits = (count: number) => urlOf('/v2/permits', { id: permitIds.slice(0, count) });

test('API1 broken object level authorization: a key sees the usage of its own account only', async () => {
  const other = service.newKey('free');
  await service.ask(permits(5), { key: other.key.secret });
  const asked = [
    '/v2/usage',
    `/v2/usage?account=${other.account.id}`,
    `/v2/usage?account_id=${other.account.id}&key=${other.key.id}`,
  ];
  for (const url of asked) {
    const { body } = await service.ask(url, { headers: { 'x-account-id': other.account.id } });
    assert.equal((body as { credits_used: number }).credits_used, 0, url);
  }
});

test('API2 broken authentication: guesses look all alike, are slowed down, and a key is taken from its headers only', async () => {
  const guarded = testService({ config: { plans, anonymous_requests_per_minute: 3 } });
  const { key } = guarded.newKey('free');
  await guarded.ledger.revokeKey(key.id);
  const guesses = [key.secret, 'lk_nonsense', `lk_${'0'.repeat(36)}`];
  const answers = [];
  for (const guess of guesses) answers.push(await guarded.ask('/v2/usage', { key: guess }));
  assert.deepEqual(
    [...new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))],
    [
      `401 ${JSON.stringify({ detail: errors.not_authenticated.detail, hint: errors.not_authenticated.hint })}`,
    ],
  );
  const fourth = await guarded.ask('/v2/usage', { key: 'lk_nonsense' });
  assert.equal(fourth.status, 429);
  assert.equal(fourth.headers['retry-after'], '60');
  assert.equal((await guarded.ask('/v2/usage')).status, 200, 'a good key is not held up by its address');
  await guarded.close();
  for (const [url, headers] of [
    [`/v2/usage?api_key=${service.key.secret}&X-API-Key=${service.key.secret}`, {}],
    ['/v2/usage', { authorization: `Basic ${service.key.secret}` }],
    ['/v2/usage', { cookie: `X-API-Key=${service.key.secret}` }],
  ] as const) {
    assert.equal((await service.ask(url, { key: null, headers })).status, 401, url);
  }
});

test('API3 broken object property level authorization: answers hold what the contract names, and parameters set nothing', async () => {
  // Every answer in these tests is held against the OpenAPI document, which forbids further properties.
  const { body } = await service.ask('/v2/usage?plan=unlimited&credit_limit=999999');
  assert.equal((body as { credit_limit: number }).credit_limit, 500);
  const text = JSON.stringify(body);
  for (const hidden of [service.account.id, service.key.id, service.account.name]) {
    assert.ok(!text.includes(hidden), hidden);
  }
});

test('API4 unrestricted resource consumption: pages, ids, parameters, bodies and rates have limits', async () => {
  assert.equal((await service.ask(`${permits(1)}&size=101`)).status, 422);
  const ids = Array.from({ length: 51 }, (_, i) => `id=${String(i).padStart(16, '0')}`).join('&');
  assert.equal((await service.ask(`/v2/permits?${ids}`)).status, 422);
  const many = Array.from({ length: maxQueryParameters + 1 }, () => 'a=1').join('&');
  assert.equal((await service.ask(`/v2/list/tags?${many}`)).status, 400);
  assert.equal((await service.ask(permits(1), { headers: { 'content-length': '5' } })).status, 400);
  // NUL, which PostgreSQL refuses.
  const stranger = new Person(service.app);
  assert.equal((await stranger.ask('POST', '/sign-up', { email: 'a\0@example.org' })).status, 400);
  assert.equal((await stranger.ask('GET', '/auth/organization/get-invitation?id=%00')).status, 400);
  const limited = testService({ config: { plans: { free: { credits: 5, requests_per_minute: 2 } } } });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await limited.ask('/v2/usage')).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  await limited.close();
});

test('API5 broken function level authorization: a key reaches only its scopes, and administration has no endpoint', async () => {
  const key = await service.ledger.createKey(service.account.id, { scopes: ['permits', 'list'] });
  const ask = async (url: string) => (await service.ask(url, { key: key.secret })).status;
  for (const id of endpointIds) {
    const { path, authenticated } = endpoints[id];
    const open =
      /^\/v2\/(?:permits|list|usage|meta\/(?:release|releases|coverage|quality))\b/.test(path) ||
      !authenticated;
    assert.equal(await ask(goodUrls[id]), open ? 200 : 403, id);
  }
  for (const path of [
    '/metrics',
    '/admin',
    '/v2/accounts',
    '/v2/keys',
    '/v2/admin/keys',
    '/debug',
    '/.env',
  ]) {
    assert.equal(await ask(path), 404, path);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    assert.equal((await service.ask('/v2/usage', { method })).status, 405);
  }
});

test('API6 unrestricted access to sensitive business flows: many keys, repeats and parallel requests harvest nothing for free', async () => {
  const { account } = service.newKey('tight');
  const keys = [
    await service.ledger.createKey(account.id),
    await service.ledger.createKey(account.id),
    await service.ledger.createKey(account.id),
  ];
  // The same request id with another page is another request, and with another key too.
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      service.ask(`${permits(1)}&n=${i}`, {
        key: keys[i % 3]?.secret ?? null,
        headers: { 'x-request-id': 'same' },
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  assert.equal((await service.ledger.usage(account.id)).used, 5);
  const again = await service.ask(`${permits(1)}&n=0`, {
    key: keys[0]?.secret ?? null,
    headers: { 'x-request-id': 'same' },
  });
  assert.equal(again.status, 200, 'a repeat is answered over the limit');
  assert.equal((await service.ledger.usage(account.id)).used, 5);
});

test('API7 server side request forgery: no parameter or header makes the service connect anywhere', async () => {
  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as { port: number };
  const target = `http://127.0.0.1:${port}/`;
  for (const id of endpointIds) {
    const url = goodUrls[id];
    const more = ['url', 'callback', 'q', 'id', 'geo_id', 'cursor'].map(
      (name) => `${name}=${encodeURIComponent(target)}`,
    );
    await service.ask(`${url}${url.includes('?') ? '&' : '?'}${more.join('&')}`, {
      headers: { referer: target, origin: target, 'x-forwarded-host': `127.0.0.1:${port}` },
    });
  }
  trap.close();
  assert.equal(connections, 0);
});

test('API8 security misconfiguration: security headers on every answer, no internals in errors, plain HTTP can be refused', async () => {
  for (const url of ['/', '/nothing', '/v2/usage', '/healthz', '/v2/permits?size=x', '/%']) {
    const { headers, body } = await service.ask(url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/, url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
    assert.equal(headers['x-powered-by'], undefined);
    assert.equal(headers.server, undefined);
    assert.doesNotMatch(JSON.stringify(body), /node_modules|at .*\.js:|SQLITE|fastify/i);
  }
  const strict = testService({ config: { plans, plain_http: 'refuse', trusted_proxies: ['10.0.0.0/8'] } });
  const through = (remoteAddress: string) =>
    strict.app.inject({
      url: '/v2/usage',
      remoteAddress,
      headers: { 'x-api-key': strict.key.secret, 'x-forwarded-proto': 'https' },
    });
  assert.equal((await strict.app.inject('/v2/usage')).statusCode, 403);
  assert.equal((await strict.app.inject('/healthz')).statusCode, 200);
  assert.equal((await through('203.0.113.9')).statusCode, 403, 'anybody may claim TLS');
  const trusted = await through('10.1.2.3');
  assert.equal(trusted.statusCode, 200);
  assert.match(String(trusted.headers['strict-transport-security']), /max-age=\d{8}/);
  await strict.close();
  const redirecting = testService({
    config: { plans, plain_http: 'redirect', public_url: 'https://api.example/permits/' },
  });
  for (const [url, to] of [
    ['/v2/usage?a=1', '/v2/usage?a=1'],
    ['//evil.example/x', '//evil.example/x'],
    ['/', '/'],
  ] as const) {
    const { statusCode, headers } = await redirecting.app.inject({ url, headers: { host: 'evil.example' } });
    assert.equal(statusCode, 308);
    assert.equal(headers.location, `https://api.example/permits${to}`);
  }
  await redirecting.close();
});

test('API9 improper inventory management: what is served is what the OpenAPI document lists, in one version', async () => {
  const { body } = await service.ask('/v2/openapi.json', { key: null });
  const listed = Object.keys((body as { paths: object }).paths).sort();
  assert.deepEqual(
    listed,
    Object.values(endpoints)
      .map(({ path }) => path)
      .sort(),
  );
  for (const path of listed) {
    const url = path.replace(/\{([^}]*)\}$/, ':$1(^.+$)').replace(/\{([^}]*)\}/g, ':$1');
    assert.ok(service.app.hasRoute({ method: 'GET', url }), path);
  }
  for (const old of ['/v1/permits', '/v3/permits', '/permits', '/V2/permits', '/v2/permits//']) {
    assert.equal((await service.ask(old)).status, 404, old);
  }
});

test('API10 unsafe consumption of APIs: what a proxy says about the caller is believed of trusted proxies only', async () => {
  const behind = testService({
    config: { plans, anonymous_requests_per_minute: 1, trusted_proxies: ['10.0.0.1'] },
  });
  const from = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await behind.app.inject({ url: '/v2/usage', remoteAddress, headers })).statusCode;
  };
  assert.deepEqual([await from('203.0.113.1', '1.1.1.1'), await from('203.0.113.1', '2.2.2.2')], [401, 429]);
  assert.deepEqual([await from('10.0.0.1', '1.1.1.1'), await from('10.0.0.1', '2.2.2.2')], [401, 401]);
  assert.deepEqual(
    [await from('10.0.0.1', '3.3.3.3, 2.2.2.2'), await from('10.0.0.1', '2.2.2.2')],
    [429, 429],
  );
  const network = ['2001:db8:1:2::1', '2001:db8:1:2:aaaa::2', '2001:db8:1:3::1'];
  const statuses = [];
  for (const address of network) statuses.push(await from(address, '9.9.9.9'));
  assert.deepEqual(statuses, [401, 429, 401], 'addresses of one /64 count together');
  await behind.close();
});
