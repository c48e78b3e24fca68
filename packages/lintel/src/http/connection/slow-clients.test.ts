/** Clients that hold a connection without using it, over real sockets: each is cut off and delays nobody. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@lintel/testing/base/until.js';
import { certificateFiles } from '@lintel/testing/http/certificate.js';
import { hugeBytes, hugePage, storeWithHugePage } from '@lintel/testing/http/huge-page.js';
import { requestText } from '@lintel/testing/http/raw-connection.js';
import { type TestOptions, testService } from '@lintel/testing/http/service.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-slow-'));
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
  rmSync(root, { recursive: true, force: true });
});

/** Short limits; what a client does here takes a fraction of them or never ends. */
const quick = { headersTimeoutMs: 300, requestTimeoutMs: 600, answerTimeoutMs: 300, checkMs: 50 };
/** Limits for what others are asked meanwhile, on a machine that does something else for some seconds. */
const unhurried = { ...quick, headersTimeoutMs: 6_000, requestTimeoutMs: 9_000 };
/** Milliseconds after which a client should long have been cut off. */
const patienceMs = 60_000;

interface Listening {
  readonly port: number;
  /** The server's ends of the connections that are open. */
  readonly open: Set<Socket>;
  /** The server's end of a client's connection, once it is accepted, which may be after the client is told. */
  readonly endOf: (client: Socket) => Promise<Socket>;
  readonly key: string;
}

async function listening(options: TestOptions): Promise<Listening> {
  const service = testService(options);
  closing.push(service.close);
  const open = new Set<Socket>();
  const ends = new Map<number | undefined, Socket>();
  service.app.server.on('connection', (socket: Socket) => {
    ends.set(socket.remotePort, socket);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const endOf = async ({ localPort }: Socket) => {
    await until('a connection is accepted', () => ends.has(localPort));
    return ends.get(localPort) ?? assert.fail();
  };
  return { port, open, endOf, key: service.key.secret };
}

interface Client {
  readonly socket: Socket;
  /** What was received until the connection closed. */
  readonly ended: Promise<string>;
}

async function client(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  const ended = once(socket, 'close').then(() => received);
  await once(socket, 'connect');
  return { socket, ended };
}

/** Sends byte by byte, for ever and a little at a time, until the other end has enough. */
async function dribble({ socket, ended }: Client, text: string, everyMs = 10): Promise<string> {
  let isOver = false;
  const received = ended.finally(() => {
    isOver = true;
  });
  for (let i = 0; !isOver; i++) {
    socket.write(text[i] ?? 'x');
    await delay(everyMs);
  }
  return received;
}

/** Milliseconds that a request of somebody else takes meanwhile. */
async function waitOfAnother(port: number): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  return performance.now() - begun;
}

test('a client that sends its request byte by byte gets 408, and a hundred of them delay nobody', async () => {
  const { port, open } = await listening({ connections: unhurried });
  const slow = await Promise.all(Array.from({ length: 100 }, () => client(port)));
  const answers = Promise.all(slow.map((each) => dribble(each, 'GET /healthz HTTP/1.1\r\nX-Filler: ', 100)));
  const waits = [await waitOfAnother(port), await waitOfAnother(port), await waitOfAnother(port)];
  const inTime = await Promise.race([answers, delay(patienceMs, null, { ref: false })]);
  assert.ok(inTime, 'clients that send slowly are still connected');
  for (const answer of inTime) {
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /"detail":"/);
    assert.match(answer, /connection: close/i);
  }
  assert.ok(Math.min(...waits) < unhurried.headersTimeoutMs / 2, `others waited ${waits} ms`);
  // What may be left are the connections of the others, kept for their next requests.
  const deadline = performance.now() + patienceMs;
  while (open.size > waits.length && performance.now() < deadline) await delay(10);
  assert.ok(open.size <= waits.length, `${open.size} connections are still open`);
});

test('a client that keeps sending after its 408 is cut off too', async () => {
  const { port, endOf } = await listening({ connections: quick });
  const deaf = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  deaf.on('error', () => {});
  deaf.resume();
  await once(deaf, 'connect');
  const serverSide = await endOf(deaf);
  const sending = setInterval(() => deaf.write('x'), 10);
  await until('it is cut off', () => serverSide.destroyed);
  clearInterval(sending);
  deaf.destroy();
});

test('a client that says nothing, or nothing more after its first answer, is cut off', async () => {
  // Each waits for one thing only; for what else it does it has time, also while the machine does something else.
  const [hasty, short, long] = [
    await listening({ connections: quick }),
    await listening({ connections: { ...unhurried, keepAliveTimeoutMs: 200 } }),
    await listening({ connections: { ...unhurried, keepAliveTimeoutMs: 600_000 } }),
  ];
  const silent = await client(hasty.port);
  const answered = await client(short.port);
  answered.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const slowLater = await client(long.port);
  slowLater.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(slowLater.socket, 'data');
  const later = dribble(slowLater, 'GET /healthz HTTP/1.1\r\nX-Filler: ', 100);
  const all = Promise.all([silent.ended, answered.ended, later]);
  const [first = '', second = '', third = ''] =
    (await Promise.race([all, delay(patienceMs, null, { ref: false })])) ?? [];
  assert.match(first, /^HTTP\/1\.1 408 /);
  assert.match(second, /^HTTP\/1\.1 200 [\s\S]*\{[^}]*\}$/);
  assert.match(third, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 408 /);
});

/** Requests a page larger than the socket buffers, and does not read it. */
async function unread(port: number, key: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(requestText(`GET ${hugePage}`, `X-API-Key: ${key}`));
  return socket;
}

test('a client that does not read its answer is cut off, whatever it still sends', async () => {
  const { port, open, endOf, key } = await listening({ connections: quick, releases: storeWithHugePage() });
  const socket = await unread(port, key);
  socket.write(requestText('GET /healthz'));
  await endOf(socket);
  await until('it is cut off', () => open.size === 0);
  socket.destroy();
});

test('an answer that is taken slowly but in time is not cut off', async () => {
  const { port } = await listening({ connections: { ...unhurried, answerTimeoutMs: patienceMs } });
  const reader = await client(port);
  reader.socket.write('GET /v2/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  reader.socket.pause();
  await delay(3 * quick.checkMs);
  reader.socket.resume();
  assert.match(await reader.ended, /^HTTP\/1\.1 200 [\s\S]*\}$/);
});

test('when unread answers take too much, those that wait longest are cut off, and others are served', async () => {
  const { port, endOf, key } = await listening({
    connections: { maxUnreadBytes: 2.5 * hugeBytes },
    releases: storeWithHugePage(),
  });
  const sockets: Socket[] = [];
  const serverSides: Socket[] = [];
  for (let i = 0; i < 4; i++) {
    const socket = await unread(port, key);
    sockets.push(socket);
    serverSides.push(await endOf(socket));
    // The page is made and waits when the first bytes of it are here.
    await once(socket, 'readable');
    await waitOfAnother(port);
  }
  assert.deepEqual(
    serverSides.map(({ destroyed }) => destroyed),
    [true, true, false, false],
  );
  const last = sockets[3];
  assert.ok(last);
  let received = 0;
  last.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  last.resume();
  while (received < hugeBytes) await once(last, 'data');
  for (const socket of sockets) socket.destroy();
});

/** Whether a connection is answered; false when it is closed at once. */
async function isServed(port: number): Promise<{ served: boolean; socket: Socket }> {
  const { socket, ended } = await client(port);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const served = await Promise.race([once(socket, 'data').then(() => true), ended.then(() => false)]);
  return { served, socket };
}

for (const [what, options, most] of [
  ['in all', { connections: { maxConnections: 3 } }, 3],
  ['from one address', { connections: { maxConnectionsAnAddress: 2 } }, 2],
] as const) {
  test(`connections ${what} beyond the limit are closed at once, and there is room again when one ends`, async () => {
    const { port, endOf } = await listening(options);
    const first = await isServed(port);
    const serverSide = await endOf(first.socket);
    const tries = [first];
    for (let i = 1; i < most + 2; i++) tries.push(await isServed(port));
    assert.deepEqual(
      tries.map(({ served }) => served),
      tries.map((_, i) => i < most),
    );
    first.socket.destroy();
    await until('its place is free', () => serverSide.destroyed);
    const again = await isServed(port);
    assert.equal(again.served, true);
    for (const { socket } of [...tries, again]) socket.destroy();
  });
}

test('a trusted proxy may have any number of connections', async () => {
  const { port } = await listening({
    config: { trusted_proxies: ['10.0.0.0/8', '127.0.0.1'] },
    connections: { maxConnectionsAnAddress: 1 },
  });
  for (let i = 0; i < 4; i++) {
    const { served, socket } = await isServed(port);
    assert.equal(served, true);
    after(() => socket.destroy());
  }
});

const files = certificateFiles(root, 'slow');

test('over TLS a client that never ends its handshake is cut off', {
  skip: files === null ? 'no openssl to make a certificate with' : false,
}, async () => {
  assert.ok(files);
  const certificate = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const { port, endOf } = await listening({ certificate, connections: quick });
  const silent = await client(port);
  const nonsense = await client(port);
  // The head of a greeting whose rest never comes.
  nonsense.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
  const serverSides = [await endOf(silent.socket), await endOf(nonsense.socket)];
  await until('both are cut off', () => serverSides.every(({ destroyed }) => destroyed));
  await Promise.all([silent.ended, nonsense.ended]);
});
