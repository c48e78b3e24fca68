/** Requests that a client sends ahead of their answers, over real sockets: the first is answered, no other is begun. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { after, test } from 'node:test';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { rawConnection, requestText } from '@lintel/testing/http/raw-connection.js';
import { type TestOptions, testService, urlOf } from '@lintel/testing/http/service.js';
import type { Ledger } from '../../ledger/ledger.js';

const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

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

for (const count of [2, 1_000]) {
  test(`of ${count} requests sent at once the first is answered and charged, no other is begun, and the connection ends`, async () => {
    const gate = held();
    const { port, page, service, log } = await listening({ ledger: gate.wrap });
    const { socket, closed } = await rawConnection(port);
    socket.write(page(5).repeat(count));
    await gate.first;
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
    gate.letGo();
    const answers = await closed;
    assert.deepEqual(
      answers.map(({ headers }) => headers['x-credits-request']),
      ['5'],
    );
    assert.equal(gate.begun(), 1);
    assert.deepEqual(
      log.requests().map(({ route, credits, refunded = 0 }) => [route, credits, refunded]),
      [
        ['/healthz', 0, 0],
        ['/v2/permits', 5, 0],
      ],
    );
    assert.equal((await service.ledger.usage(service.account.id)).used, 5);
  });
}

test('of thousands of requests in one read only the first two cost time and memory', async () => {
  const { port, service } = await listening();
  let made = 0;
  service.app.server.on('request', () => {
    made += 1;
  });
  const { socket, closed } = await rawConnection(port);
  socket.write(requestText('GET /nope').repeat(1_900));
  assert.equal((await closed).length, 1);
  assert.equal(made, 2);
});

test('a client that sends requests for ever and reads nothing is not read for ever', async () => {
  const gate = held();
  const { port, page, service } = await listening({ ledger: gate.wrap });
  const serverSide = once(service.app.server, 'connection');
  const { socket } = await rawConnection(port);
  const [end] = (await serverSide) as [Socket];
  socket.write(page(5).repeat(100_000));
  for (let i = 0; i < 20; i++) await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
  assert.ok(end.bytesRead < 4_000_000, `${end.bytesRead} bytes were read`);
  gate.letGo();
  socket.destroy();
});

test('requests one after the other are answered on one connection', async () => {
  const { port, page } = await listening();
  const connection = await rawConnection(port);
  for (let i = 1; i <= 20; i++) {
    connection.socket.write(page(1 + (i % 5)));
    while (connection.answers().length < i) await connection.more();
  }
  assert.equal(connection.answers().length, 20);
  connection.socket.destroy();
});

test('what cannot be read ends the connection: with an error, or with the answer before it', async () => {
  const { port, page } = await listening();
  for (const nonsense of ['nonsense\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n']) {
    const { socket, closed } = await rawConnection(port);
    socket.write(page(3) + nonsense + page(1));
    const answers = await closed;
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    );
    const alone = await rawConnection(port);
    alone.socket.write(nonsense);
    const [answer] = await alone.closed;
    assert.equal(answer?.status, nonsense.startsWith('CONNECT') ? 405 : 400);
  }
});

test('requests of one connection count for the rate of its address, unknown paths and broken requests too', async () => {
  const rate = 5;
  const { port, service } = await listening({ config: { anonymous_requests_per_minute: rate } });
  const { socket, closed, more, answers: answersSoFar } = await rawConnection(port);
  const lines = [
    'GET /nope',
    'GET /v2/nope',
    'DELETE /nope',
    'POST /v2/permits',
    'GET /%zz',
    'GET /nope',
    'GET /',
  ];
  for (const [i, line] of lines.entries()) {
    socket.write(requestText(line));
    while (answersSoFar().length <= i) await more();
  }
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
