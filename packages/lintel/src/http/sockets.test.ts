/** What comes over a real socket: broken requests, raw bytes in URLs, stopping while requests are in flight, the log. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { permitIds } from './fixture/memory-records.js';
import { testService, urlOf } from './fixture/service.js';
import { maxRequestHeadBytes } from './limits.js';

const service = testService();
after(() => service.close());
await service.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = service.app.server.address() as AddressInfo;

/** Sends bytes and reads until the server closes the connection. */
async function send(...parts: (string | Buffer)[]): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (const part of parts) socket.write(part);
  await closed;
  const text = Buffer.concat(received).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.slice(9, 12)), head, body };
}

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

test('what is no HTTP gets 400 in the shape of every error', async () => {
  for (const text of [
    'nonsense\r\n\r\n',
    request('GE T /'),
    request('GET /', 'bad header'),
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    const { status, head, body } = await send(text);
    assert.equal(status, 400, text);
    assert.match(String(JSON.parse(body).detail), /not valid HTTP/);
    assert.match(head, /x-request-id: /i);
    assert.match(head, /application\/json/);
  }
});

test('headers that are far too large get 431 and a URL that is far too long 414', async () => {
  const filler = 'a'.repeat(maxRequestHeadBytes + 1000);
  const large = await send(request('GET /v2/usage', `X-Filler: ${filler}`));
  assert.equal(large.status, 431);
  assert.deepEqual(JSON.parse(large.body), { detail: 'Request Header Fields Too Large' });
  const long = await send(`GET /v2/usage?${filler}`);
  assert.ok(long.status === 414 || long.status === 431, String(long.status));
});

test('raw bytes in a URL are refused: text in a URL is percent-encoded', async () => {
  for (const bytes of ['é', '\u0000', '\u007f']) {
    assert.equal((await send(request(`GET /v2/addresses/search?q=maple${bytes}`))).status, 400);
  }
});

test('a body is refused unread and the connection closed', async () => {
  const chunked = await send(
    request('GET /healthz', 'Transfer-Encoding: chunked'),
    '5\r\nhello\r\n0\r\n\r\n',
  );
  assert.equal(chunked.status, 400);
  const posted = await send(request('POST /v2/permits', 'Content-Length: 1000000000'));
  assert.equal(posted.status, 405);
  assert.match(posted.head, /connection: close/i);
});

test('requests in flight are answered and charged before the service stops, and it is no longer ready', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reached = () => {};
  const charging = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const stopping = testService({
    ledger: (ledger) => ({
      ...ledger,
      async charge(order) {
        reached();
        await held;
        return ledger.charge(order);
      },
    }),
  });
  let address = '';
  let ready = 200;
  stopping.app.addHook('preClose', async () => {
    ready = (await fetch(`${address}/readyz`)).status;
    letGo();
  });
  address = await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const asked = fetch(address + urlOf('/v2/permits', { id: permitIds.slice(0, 5) }), {
    headers: { 'x-api-key': stopping.key.secret },
  });
  await charging;
  const closed = stopping.app.close();
  const response = await asked;
  assert.equal(response.status, 200);
  assert.equal(((await response.json()) as { size: number }).size, 5);
  await closed;
  assert.equal(ready, 503);
  assert.equal((await stopping.ledger.usage(stopping.account.id)).used, 5);
  await stopping.close();
});

test('the log has a line a request, without key, query or header, and the cause of a 500', async () => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const logged = testService({
    logger: pino({ level: 'info' }, sink),
    ledger: (ledger) => ({ ...ledger, charge: () => Promise.reject(new Error('disk full')) }),
  });
  await logged.ask('/v2/meta/release?note=private-note', {
    headers: { 'x-request-id': 'r-1', cookie: 'c-1' },
  });
  await logged.ask('/v2/list/tags');
  await logged.close();
  const text = JSON.stringify(lines);
  for (const hidden of [logged.key.secret, 'private-note', 'c-1']) assert.ok(!text.includes(hidden), hidden);
  const [first] = lines.filter((line) => line.msg === 'request');
  assert.equal(first?.request_id, 'r-1');
  assert.equal(first?.route, '/v2/meta/release');
  assert.equal(first?.status, 200);
  assert.equal(first?.account_id, logged.account.id);
  assert.equal(typeof first?.latency_ms, 'number');
  assert.ok(lines.some((line) => JSON.stringify(line.err ?? '').includes('disk full')));
});
