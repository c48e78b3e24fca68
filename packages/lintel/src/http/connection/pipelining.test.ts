/**
 * Requests that a client sends ahead of their answers, over real sockets: in turn, a few at a time, and never
 * for ever.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { rawConnection, requestText } from '@lintel/testing/http/raw-connection.js';
import { type TestOptions, testService, urlOf } from '@lintel/testing/http/service.js';
import type { Ledger } from '../../ledger/ledger.js';
import { connectionLimits } from '../request/limits.js';

const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** As many as are answered at once: one is under way, the others wait. */
const most = 1 + connectionLimits.maxWaitingRequests;

async function listening(options: TestOptions = {}) {
  const log = collectLog();
  const service = testService({ logger: log.logger, ...options });
  closing.push(service.close);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const page = (count: number, ...headers: string[]) =>
    requestText(
      `GET ${urlOf('/v2/permits', { id: permitIds.slice(0, count) })}`,
      `X-API-Key: ${service.key.secret}`,
      ...headers,
    );
  return { service, log, port, page };
}

/** A ledger whose charges wait until they are let go. */
function held(): {
  wrap: (ledger: Ledger) => Ledger;
  begun: () => number;
  letGo: () => void;
  first: Promise<void>;
} {
  let begun = 0;
  let letGo = () => {};
  let onFirst = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const wrap = (ledger: Ledger): Ledger => ({
    ...ledger,
    async charge(order) {
      begun += 1;
      onFirst();
      await gate;
      return ledger.charge(order);
    },
  });
  return { wrap, begun: () => begun, letGo, first };
}

test('requests sent ahead are answered in order, and the next begins when the one before was handed over', async () => {
  const gate = held();
  const { port, page, service } = await listening({ ledger: gate.wrap });
  const { socket, closed } = await rawConnection(port);
  const sizes = Array.from({ length: most }, (_, i) => 1 + (i % 5));
  const texts = sizes.map((size, i) => page(size, `Connection: ${i === most - 1 ? 'close' : 'keep-alive'}`));
  socket.write(texts.join(''));
  await gate.first;
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
  assert.equal(gate.begun(), 1, 'a second request was begun before the first was answered');
  gate.letGo();
  const answers = await closed;
  assert.deepEqual(
    answers.map(({ headers }) => Number(headers['x-credits-request'])),
    sizes,
  );
  assert.equal(
    (await service.ledger.usage(service.account.id)).used,
    sizes.reduce((a, b) => a + b),
  );
});

test('a connection that sends too many ahead is closed: one request was begun, and nothing is charged', async () => {
  const gate = held();
  const { port, page, log, service } = await listening({ ledger: gate.wrap });
  const { socket, closed } = await rawConnection(port);
  socket.write(page(5).repeat(most + 1));
  assert.deepEqual(await closed, []);
  gate.letGo();
  await service.app.close();
  assert.equal(gate.begun(), 1);
  assert.deepEqual(
    log.requests().map(({ credits, refunded, delivered }) => [credits, refunded, delivered]),
    [[5, 5, false]],
  );
  assert.equal((await service.ledger.usage(service.account.id)).used, 0);
});

test('requests after the last one of a connection are not started', async () => {
  const { port, page, log } = await listening();
  const { socket, closed } = await rawConnection(port);
  socket.write(page(1) + page(2, 'Connection: close') + page(3) + page(4));
  assert.deepEqual(
    (await closed).map(({ headers }) => headers['x-credits-request']),
    ['1', '2'],
  );
  assert.deepEqual(
    log.requests().map(({ credits }) => credits),
    [1, 2],
  );
});

test('what cannot be read is refused after the answers to the requests before it, and ends the connection', async () => {
  const { port, page } = await listening();
  for (const nonsense of ['nonsense\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n']) {
    const { socket, closed } = await rawConnection(port);
    socket.write(page(3) + page(2) + nonsense + page(1));
    const answers = await closed;
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, nonsense.startsWith('CONNECT') ? 405 : 400],
    );
  }
});

test('requests of one connection count for the rate of its address, unknown paths and broken requests too', async () => {
  const rate = 5;
  const { port, service } = await listening({ config: { anonymous_requests_per_minute: rate } });
  const { socket, closed } = await rawConnection(port);
  const lines = [
    'GET /nope',
    'GET /v2/nope',
    'DELETE /nope',
    'POST /v2/permits',
    'GET /%zz',
    'GET /nope',
    'GET /',
  ];
  socket.write(lines.map((line) => requestText(line)).join(''));
  socket.end(requestText('GET /v2/permits', 'Connection: close'));
  const answers = await closed;
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 405, 400, 429, 429, 429],
  );
  assert.equal(answers[5]?.headers['retry-after'], '60');
  const { status } = await service.ask('/healthz', { key: null });
  assert.equal(status, 200, 'a probe of health is never counted');
  assert.equal((await service.ask('/v2/usage')).status, 200, 'a good key is never held up by its address');
});
