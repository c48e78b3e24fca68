/**
 * `/mcp` has the authentication, rates and credits of `/v2`, and bears hostile clients: what is not a good request is
 * refused before it costs anything, and what could not be delivered is refunded.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { until } from '@lintel/testing/base/until.js';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { rawConnection, requestText } from '@lintel/testing/http/raw-connection.js';
import { type TestOptions, testService } from '@lintel/testing/http/service.js';

const plans = {
  free: { credits: 20, requests_per_minute: 100_000 },
  unlimited: { credits: null, requests_per_minute: 100_000 },
  few_requests: { credits: null, requests_per_minute: 3 },
};
const origin = 'https://explorer.example.org';
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

async function start(options: TestOptions = {}) {
  const service = testService({ ...options, config: { plans, cors_origins: [origin], ...options.config } });
  closing.push(service.close);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return { ...service, port, url: `http://127.0.0.1:${port}/mcp` };
}

const service = await start();

interface PostOptions {
  readonly url?: string;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function post(body: string, { url = service.url, key = service.key.secret, headers = {} }: PostOptions = {}) {
  const withKey = key === null ? {} : { 'x-api-key': key };
  return fetch(url, { method: 'POST', headers: { ...json, ...withKey, ...headers }, body });
}

const call = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

/** The result of a call, from the one event of its answer. */
async function resultOf(answered: Promise<Response>): Promise<ToolResult> {
  const response = await answered;
  assert.equal(response.status, 200);
  const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  return (JSON.parse(data) as { result: ToolResult }).result;
}

const used = async ({ ledger, account }: Pick<typeof service, 'ledger' | 'account'>) =>
  (await ledger.usage(account.id)).used;
const records = (ids: readonly string[]) => call('get_records', { kind: 'permits', ids });

test('a key is needed, as X-API-Key or bearer token, and the refusal says how to send one', async () => {
  for (const key of [null, 'lk_wrong']) {
    const refused = await post(list, { key });
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /Bearer .*ApiKey/);
    assert.match(((await refused.json()) as { hint: string }).hint, /X-API-Key/);
  }
  const bearer = await post(list, {
    key: null,
    headers: { authorization: `Bearer ${service.key.secret}` },
  });
  assert.equal(bearer.status, 200);
  await bearer.text();
});

test('a password or a visit is no key for tools, so that no agent gets in and is then refused by each of them', async () => {
  const password = Buffer.from(`any:${service.key.secret}`).toString('base64');
  for (const headers of [{ authorization: `Basic ${password}` }, { 'x-lintel-visitor': '1' }]) {
    const refused = await post(list, { key: null, headers });
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.headers.get('www-authenticate') ?? '', /Basic/);
  }
});

test('a tool is charged for its records, to the key of the request, and says what is left', async () => {
  const { account, key } = service.newKey('free');
  const { content } = await resultOf(post(records(permitIds.slice(0, 3)), { key: key.secret }));
  const answer = JSON.parse(content[0]?.text ?? '') as { items: object[]; credits: object };
  assert.equal(answer.items.length, 3);
  assert.deepEqual(answer.credits, { used: 3, remaining: 17 });
  assert.equal(await used({ ...service, account }), 3);
});

test('a call beyond the credits is a tool error that names the page that fits, and costs nothing', async () => {
  const { account, key } = service.newKey('free');
  const search = { geo_ids: 'NY', date_from: '2025-01-01', date_to: '2026-12-31', size: 50 };
  const { isError, content } = await resultOf(post(call('search_permits', search), { key: key.secret }));
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? '', /20 are left.*size=20.*Nothing was charged/s);
  assert.equal(await used({ ...service, account }), 0);
});

test('requests and the requests of their tools count for the rate of the key', async () => {
  const { key } = service.newKey('few_requests');
  // Two of three: the request and the one that its tool makes.
  const one = records(permitIds.slice(0, 1));
  assert.equal((await resultOf(post(one, { key: key.secret }))).isError, undefined);
  const { isError, content } = await resultOf(post(one, { key: key.secret }));
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? '', /Too many requests\. Wait \d+ seconds/);
  const refused = await post(list, { key: key.secret });
  assert.equal(refused.status, 429);
  assert.notEqual(refused.headers.get('retry-after'), null);
});

test('pages of other origins are refused, those of the settings may call', async () => {
  const refused = await post(list, { headers: { origin: 'https://evil.example' } });
  assert.equal(refused.status, 403);
  assert.equal(refused.headers.get('access-control-allow-origin'), null);
  const welcome = await post(list, { headers: { origin } });
  assert.equal(welcome.status, 200);
  assert.equal(welcome.headers.get('access-control-allow-origin'), origin);
  const preflight = await fetch(service.url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /MCP-Protocol-Version/);
});

test('/mcp answers no method but POST, and no other path takes a body', async () => {
  const headers = { 'x-api-key': service.key.secret };
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const refused = await fetch(service.url, { method, headers });
    assert.equal(refused.status, 405, method);
    assert.equal(refused.headers.get('allow'), 'POST, OPTIONS');
  }
  for (const path of ['/v2/permits', '/', '/mcp/']) {
    const refused = await fetch(new URL(path, service.url), { method: 'POST', headers, body: list });
    assert.ok([404, 405].includes(refused.status), path);
  }
});

test('a body that is too large, no JSON, of another type or for another protocol is refused, and costs nothing', async () => {
  const before = await used(service);
  const huge = 'x'.repeat(65_537);
  const cases: readonly (readonly [number, string, Readonly<Record<string, string>>])[] = [
    [413, huge, {}],
    [400, '{"jsonrpc":', {}],
    [400, '[]', {}],
    [400, '', {}],
    [415, list, { 'content-type': 'text/plain' }],
    [406, list, { accept: 'text/html' }],
    [400, list, { 'mcp-protocol-version': '1999-01-01' }],
  ];
  for (const [status, body, headers] of cases) {
    const refused = await post(body, { headers });
    const text = await refused.text();
    assert.equal(refused.status, status, text);
    assert.doesNotMatch(text, /node_modules|at .*\.js/);
  }
  assert.equal(await used(service), before);
  assert.equal((await post(list)).status, 200);
});

test('a session that does not exist is not needed: every process answers every request', async () => {
  const answered = await post(list, { headers: { 'mcp-session-id': 'of-another-process' } });
  assert.equal(answered.status, 200);
  assert.equal(answered.headers.get('mcp-session-id'), null);
  await answered.text();
});

test('a body of unknown length is read up to the limit, then the connection ends', async () => {
  const { socket, closed } = await rawConnection(service.port);
  const head = ['POST /mcp HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked'];
  const more = Object.entries({ ...json, 'x-api-key': service.key.secret }).map((pair) => pair.join(': '));
  socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`);
  const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`;
  for (let i = 0; i < 64 && socket.writable; i++) socket.write(chunk);
  const [answer] = await closed;
  assert.equal(answer?.status, 413);
});

test('an unknown tool, subscriptions and arguments of a wrong shape are errors, not failures', async () => {
  const wrong = await resultOf(post(call('search_permits', { geo_ids: { state: 'NY' } })));
  assert.match(wrong.content[0]?.text ?? '', /geo_ids: give text/);
  const tag = { geo_ids: 'NY', permit_tags: ['solr'], date_from: '2026-01-01', date_to: '2026-02-01' };
  const suggestion = await resultOf(post(call('search_permits', tag)));
  assert.match(suggestion.content[0]?.text ?? '', /did you mean 'solar'/);
  const named = await resultOf(
    post(call('search_permits', { ...tag, geo_ids: 'SPRING 3', permit_tags: [] })),
  );
  assert.match(named.content[0]?.text ?? '', /Did you mean geo_id \S+ \(city SPRING/);
  const compared = await resultOf(post(call('compare_places', { geo_ids: ['SPRING 3'] })));
  assert.match(compared.content[0]?.text ?? '', /Did you mean geo_id \S+ \(city SPRING/);
  const nowhere = await resultOf(post(call('search_permits', {})));
  assert.match(
    nowhere.content[0]?.text ?? '',
    /geo_ids: Field required, unless bbox, near, within or area is given/,
  );
  const old = await resultOf(post(call('search_permits', { geo_id: 'NY' })));
  assert.match(old.content[0]?.text ?? '', /no argument 'geo_id': it is called geo_ids/);
  const unknown = await (await post(call('delete_permits', {}))).text();
  assert.match(unknown, /delete_permits not found/);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': listen.method };
  assert.match(await (await post(JSON.stringify(listen), { headers })).text(), /"error"/);
});

test('a batch that cancels its own call is given up in time, and what another call of it cost is refunded', async () => {
  const hasty = await start({ connections: { toolsTimeoutMs: 2_000 } });
  const params = { name: 'get_records', arguments: { kind: 'permits', ids: permitIds.slice(0, 3) } };
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
  ];
  const refused = await post(JSON.stringify(batch), { url: hasty.url, key: hasty.key.secret });
  assert.equal(refused.status, 503);
  const asked = async () => (await post(list, { url: hasty.url, key: hasty.key.secret })).status;
  await until('the next call is answered', async () => (await asked()) === 200);
  await until('the call is refunded', async () => (await used(hasty)) === 0);
});

test('records that were charged and not delivered are refunded', async () => {
  let reached = () => {};
  const second = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let release = () => {};
  const gone = new Promise<void>((resolve) => {
    release = resolve;
  });
  let charges = 0;
  const held = await start({
    ledger: (ledger) => ({
      ...ledger,
      authenticate: (key) => ledger.authenticate(key),
      usage: (account) => ledger.usage(account),
      refund: (receipt) => ledger.refund(receipt),
      async charge(charge) {
        charges += 1;
        // The first place is answered and charged; the client hangs up before the second one is.
        if (charges === 2) {
          reached();
          await gone;
        }
        return ledger.charge(charge);
      },
    }),
  });
  const controller = new AbortController();
  const { url, key } = held;
  const answered = fetch(url, {
    method: 'POST',
    headers: { ...json, 'x-api-key': key.secret },
    body: call('compare_places', { geo_ids: ['NY', '00501'] }),
    signal: controller.signal,
  });
  await second;
  assert.equal(await used(held), 1);
  controller.abort();
  await assert.rejects(answered);
  release();
  await until('the call is refunded', async () => (await used(held)) === 0);
  assert.equal(charges, 2);
});

test('a caller who hangs up within a body is no failure of the service', async () => {
  const log = collectLog();
  let hungUp = Promise.resolve();
  const { app, port, key, url } = await start({
    logger: log.logger,
    ledger: (ledger) =>
      Object.assign(Object.create(ledger), {
        async authenticate(secret: string) {
          await hungUp;
          return ledger.authenticate(secret);
        },
      }),
  });
  const { socket } = await rawConnection(port);
  hungUp = new Promise((resolve) => {
    app.server.once('request', (_request, response) => {
      response.once('close', resolve);
      socket.resetAndDestroy();
    });
  });
  const headers = ['Content-Type: application/json', 'Content-Length: 100', `X-API-Key: ${key.secret}`];
  socket.write(`${requestText('POST /mcp', ...headers)}[{"jsonrpc":`);
  await log.finished(1);
  // A later answer comes after what became of the first.
  await post(list, { url, key: key.secret });
  assert.deepEqual(
    log.lines.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
