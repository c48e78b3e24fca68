/** The service as it is really served: TLS, reload, metrics, workers that count together, and clean ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { certificateFiles } from '@lintel/testing/http/certificate.js';
import { rawConnection } from '@lintel/testing/http/raw-connection.js';
import { type Config, defaultConfig } from '../base/config.js';
import { openHome } from '../base/home.js';
import { openLedger } from '../ledger/open-ledger.js';
import { type ServeOptions, serve } from './process/serve.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-hardening-'));
after(() => rmSync(root, { recursive: true, force: true }));

function options(config: Partial<Config> = {}): ServeOptions {
  const home = openHome(mkdtempSync(join(root, 'home-')));
  return {
    home,
    config: { ...defaultConfig, ...config },
    host: '127.0.0.1',
    port: 0,
    workers: 1,
    logLevel: 'silent',
  };
}

async function newKey({ home, config }: ServeOptions, plan = 'free'): Promise<string> {
  const ledger = openLedger({ path: home.ledger, plans: config.plans });
  const account = await ledger.createAccount({ name: 'A', plan });
  const { secret } = await ledger.createKey(account.id);
  await ledger.close();
  return secret;
}

const status = async (url: string, key: string) => {
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response.status;
};

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const first = certificateFiles(root, 'one');
const second = certificateFiles(root, 'two');
const rsa = certificateFiles(root, 'rsa', 'rsa');

/** The name in the certificate that a server shows. */
async function shownName(url: string): Promise<string> {
  const request = get(`${url}/healthz`, { rejectUnauthorized: false, agent: false });
  const [response] = await once(request, 'response');
  const { CN } = response.socket.getPeerCertificate().subject;
  response.resume();
  return CN;
}

test('TLS is spoken with the certificate of the files, which are read again on reload; plain HTTP gets nothing', {
  skip: first && second ? false : 'no openssl to make a certificate with',
}, async () => {
  assert.ok(first && second);
  let config = { ...defaultConfig, tls: first };
  const serving = await serve({ ...options(), config, readConfig: async () => config });
  assert.match(serving.url, /^https:/);
  assert.equal(await shownName(serving.url), 'one');
  config = { ...config, tls: second };
  process.emit('SIGHUP');
  while ((await shownName(serving.url)) !== 'two');
  await assert.rejects(fetch(serving.url.replace('https', 'http')));
  await serving.stop();
  const bad = { cert: first.cert, key: second.key };
  await assert.rejects(serve(options({ tls: bad })), /cannot be used/);
});

test('TLS 1.2 is spoken with forward secrecy and authenticated encryption only', {
  skip: rsa && first ? false : 'no openssl to make a certificate with',
}, async () => {
  assert.ok(rsa && first);
  for (const [tls, good, bad] of [
    [
      rsa,
      ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'],
      ['AES128-GCM-SHA256', 'AES128-SHA', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA'],
    ],
    [first, ['ECDHE-ECDSA-AES256-GCM-SHA384'], ['ECDHE-ECDSA-AES128-SHA256']],
  ] as const) {
    const serving = await serve(options({ tls }));
    for (const cipher of good) assert.equal(await agreedCipher(serving.url, cipher), cipher);
    for (const cipher of bad) assert.equal(await agreedCipher(serving.url, cipher), null, cipher);
    assert.match(String(await agreedCipher(serving.url, null)), /^TLS_/, 'no TLS 1.3');
    await serving.stop();
  }
});

/**
 * The cipher on which a client that knows one of TLS 1.2 agrees with the service, or one that knows TLS 1.3.
 */
function agreedCipher(url: string, ciphers: string | null): Promise<string | null> {
  const version = ciphers === null ? 'TLSv1.3' : 'TLSv1.2';
  return new Promise((resolve) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: Number(new URL(url).port),
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ...(ciphers === null ? {} : { ciphers }),
    });
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once('error', () => resolve(null));
  });
}

test('plain HTTP is redirected to the public address only, and not at all without one', async () => {
  const redirect = { plain_http: 'redirect' } as const;
  await assert.rejects(serve(options(redirect)), (error: Error & { hint?: string }) => {
    assert.match(error.message, /plain_http is redirect.*public_url/);
    assert.match(String(error.hint), /Set public_url.*https:/);
    return true;
  });
  const config = { ...defaultConfig, ...redirect, public_url: 'https://permits.example.org' };
  const serving = await serve(options(config));
  const { port } = new URL(serving.url);
  for (const [line, path] of [
    ['GET /v2/usage?x=1', '/v2/usage?x=1'],
    ['GET http://evil.example/v2/usage', '/v2/usage'],
    ['GET http://evil.example', '/'],
  ]) {
    const { socket, closed } = await rawConnection(Number(port));
    socket.write(`${line} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    const [answer] = await closed;
    assert.equal(answer?.status, 308);
    assert.equal(answer.headers.location, `https://permits.example.org${path}`);
  }
  await serving.stop();
});

test('a reload takes over plans, and settings that cannot be used change nothing', async () => {
  const given = options();
  const key = await newKey(given);
  const slow = { ...defaultConfig.plans, free: { credits: 500, requests_per_minute: 1 } };
  let read = async (): Promise<Config> => ({ ...defaultConfig, plans: slow });
  const serving = await serve({ ...given, readConfig: () => read() });
  assert.equal(await status(`${serving.url}/v2/usage`, key), 200);
  process.emit('SIGHUP');
  while ((await status(`${serving.url}/v2/usage`, key)) !== 429);
  let told = () => {};
  const wasRead = new Promise<void>((resolve) => {
    told = resolve;
  });
  read = async () => {
    setImmediate(told);
    return { ...defaultConfig, plans: {} };
  };
  process.emit('SIGHUP');
  await wasRead;
  assert.equal(await status(`${serving.url}/v2/usage`, key), 429);
  await serving.stop();
});

test('metrics have their own address, require their token, and reveal no key', async () => {
  const free = await freePort();
  const token = 'a token of some length';
  const given = options({ metrics_listen: `127.0.0.1:${free}`, metrics_token: token });
  const key = await newKey(given);
  const serving = await serve(given);
  await status(`${serving.url}/v2/usage`, key);
  const metrics = (authorization?: string) =>
    fetch(`http://127.0.0.1:${free}/metrics`, authorization ? { headers: { authorization } } : {});
  assert.equal((await metrics()).status, 401);
  assert.equal((await metrics('Bearer other')).status, 401);
  const text = await (await metrics(`Bearer ${token}`)).text();
  assert.match(text, /lintel_http_requests_total\{route="\/v2\/usage",status="200"\} 1/);
  assert.match(text, /lintel_ledger_batch_size_count \d/);
  assert.ok(!text.includes(key.slice(0, 7)));
  assert.equal(await status(`${serving.url}/metrics`, key), 404);
  await serving.stop();
  await assert.rejects(serve(options({ metrics_listen: '0.0.0.0:0' })), /no metrics_token/);
});

test('workers share one count of requests per minute, add up their metrics, and a clean stop leaves one ledger file', async () => {
  const port = await freePort();
  const given = options({
    plans: { ...defaultConfig.plans, free: { credits: 500, requests_per_minute: 30 } },
    metrics_listen: `127.0.0.1:${port}`,
  });
  const key = await newKey(given);
  const script = `
    import { serve } from '${pathToFileURL(join(import.meta.dirname, 'process', 'serve.js')).href}';
    const serving = await serve(${JSON.stringify({ ...given, workers: 3 })});
    process.stdout.write(serving.url + '\\n');
    await serving.stopped;
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  const statuses = await Promise.all(Array.from({ length: 60 }, () => status(`${url}/v2/usage`, key)));
  assert.equal(statuses.filter((each) => each === 200).length, 30);
  assert.equal(statuses.filter((each) => each === 429).length, 30);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(metrics, /lintel_http_requests_total\{route="\/v2\/usage",status="200"\} 30/);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  const beside = readdirSync(given.home.directory).filter((name) => name.startsWith('ledger.sqlite'));
  assert.deepEqual(beside, ['ledger.sqlite']);
});
