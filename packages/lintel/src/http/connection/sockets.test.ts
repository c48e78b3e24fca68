/**
 * What comes over a real socket: broken requests, raw bytes in URLs, stopping while requests are in flight,
 * the log.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { errors } from '@lintel/contract';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import {
  type RawAnswer,
  rawConnection,
  requestText as request,
} from '@lintel/testing/http/raw-connection.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { maxHeadersCount, maxRequestHeadBytes } from '../request/limits.js';

const service = testService();
after(() => service.close());
await service.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = service.app.server.address() as AddressInfo;

/** Sends bytes and reads the one answer until the server closes the connection. */
async function send(...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { socket, closed } = await rawConnection(port);
  for (const part of parts) socket.write(part);
  const [answer, ...others] = await closed;
  assert.ok(answer, `no answer to ${parts[0]?.toString().slice(0, 100)}`);
  assert.equal(others.length, 0);
  return answer;
}

/** Whatever is refused gets the body of its error, a type and an id, and the connection is closed. */
function isRefusal({ status, headers, body }: RawAnswer, expected: number, detail: RegExp): void {
  assert.equal(status, expected);
  assert.match(String(JSON.parse(body).detail), detail);
  assert.match(String(headers['content-type']), /application\/json/);
  assert.ok(headers['x-request-id']);
  assert.equal(headers.connection, 'close');
}

test('anything but HTTP gets 400 in the common error shape', async () => {
  for (const text of [
    'nonsense\r\n\r\n',
    request('GE T /'),
    request('GET /', 'bad header'),
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    isRefusal(await send(text), 400, /not valid HTTP/);
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
  assert.equal(posted.headers.connection, 'close');
});

test('a request names one Host: none, or two of them, even of the same name, get 400', async () => {
  const line = 'GET /healthz HTTP/1.1\r\n';
  isRefusal(await send(`${line}\r\n`), 400, /one Host.*none/);
  for (const second of ['Host: y', 'Host: x', 'hOST: y']) {
    isRefusal(await send(`${line}Host: x\r\n${second}\r\n\r\n`), 400, /one Host.*has 2/);
  }
  assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200, 'HTTP/1.0 needs none');
});

test('an unknown expectation gets 417, and 100-continue is answered without waiting for a body', async () => {
  isRefusal(await send(request('GET /healthz', 'Expect: coffee')), 417, /Expect/);
  const goOn = ['Expect: 100-continue', 'Connection: close'];
  assert.equal((await send(request('GET /healthz', ...goOn))).status, 200);
  const posted = await send(request('POST /v2/permits', 'Content-Length: 1000000', ...goOn));
  isRefusal(posted, 405, /Not Allowed/);
});

test('CONNECT gets 405 like every method that is not allowed', async () => {
  const answer = await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
  isRefusal(answer, 405, /Not Allowed/);
  assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
});

test('more headers than allowed get 431, whatever follows them', async () => {
  const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1`);
  // One of them is the Host.
  const close = 'Connection: close';
  assert.equal((await send(request('GET /healthz', close, ...headers(maxHeadersCount - 2)))).status, 200);
  for (const hidden of ['Content-Length: 5', 'Host: y', `X-Filler: ${'a'.repeat(30_000)}`]) {
    const answer = await send(request('GET /healthz', ...headers(maxHeadersCount), hidden));
    isRefusal(answer, 431, new RegExp(errors.headers_too_large.detail));
  }
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

test('the log has a line per request, without key, query or header, and the cause of a 500', async () => {
  const { logger, lines } = collectLog();
  const logged = testService({
    logger,
    ledger: (ledger) => ({ ...ledger, charge: () => Promise.reject(new Error('disk full')) }),
  });
  await logged.ask('/v2/meta/release?note=private-note', {
    headers: { 'x-request-id': 'r-1', cookie: 'private-cookie' },
  });
  await logged.ask('/v2/list/tags');
  await logged.close();
  const text = JSON.stringify(lines);
  for (const hidden of [logged.key.secret, 'private-note', 'private-cookie'])
    assert.ok(!text.includes(hidden), hidden);
  const [first] = lines.filter((line) => line.msg === 'request');
  assert.equal(first?.request_id, 'r-1');
  assert.equal(first?.route, '/v2/meta/release');
  assert.equal(first?.status, 200);
  assert.equal(first?.account_id, logged.account.id);
  assert.equal(typeof first?.latency_ms, 'number');
  assert.ok(lines.some((line) => JSON.stringify(line.err ?? '').includes('disk full')));
});
