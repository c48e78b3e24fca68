/** `serve` on real ports, in one process and in workers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { defaultConfig } from '../../base/config.js';
import { linkBase } from '../../base/files/served-address.js';
import { openHome } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { cursorSecret } from './cursor-secret.js';
import { checkListening } from './listening.js';
import { type ServeOptions, serve } from './serve.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-serve-'));
after(() => rmSync(root, { recursive: true, force: true }));

function options(more: Partial<ServeOptions> = {}): ServeOptions {
  const home = openHome(mkdtempSync(join(root, 'home-')));
  return { home, config: defaultConfig, host: '127.0.0.1', port: 0, workers: 1, logLevel: 'silent', ...more };
}

test('serve answers on a free port, is not ready before a release, and stops', async () => {
  const serving = await serve(options());
  assert.match(serving.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${serving.url}/healthz`)).status, 200);
  assert.equal((await fetch(`${serving.url}/readyz`)).status, 503);
  await serving.stop();
  await serving.stopped;
  await assert.rejects(fetch(`${serving.url}/healthz`));
});

test('an account made while the server runs can use it at once', async () => {
  const given = options();
  const serving = await serve(given);
  const ledger = openLedger({ path: given.home.ledger, plans: defaultConfig.plans });
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const key = await ledger.createKey(account.id);
  const usage = () => fetch(`${serving.url}/v2/usage`, { headers: { 'x-api-key': key.secret } });
  assert.equal((await usage()).status, 200);
  await ledger.revokeKey(key.id);
  assert.equal((await usage()).status, 401);
  await ledger.close();
  await serving.stop();
});

test('an address that cannot be used is refused with a hint', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  for (const workers of [1, 2]) {
    await assert.rejects(serve(options({ port, workers })), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /already in use/);
      assert.match(error.hint ?? '', /--port/);
      return true;
    });
  }
  await assert.rejects(checkListening('127.0.0.1', port), /already in use/);
  taken.close();
  await once(taken, 'close');
  await checkListening('127.0.0.1', port);
  await assert.rejects(serve(options({ host: '192.0.2.1' })), /not an address of this machine/);
  await assert.rejects(serve(options({ workers: 0 })), /1 to 64/);
  await assert.rejects(serve(options({ port: 70_000 })), /70000 is not a port/);
});

test('the secret is made once, for its owner only, and a damaged one is refused by name', () => {
  const { home } = options();
  const secret = cursorSecret(home.secret);
  assert.equal(secret.length, 32);
  assert.deepEqual(cursorSecret(home.secret), secret);
  assert.equal(statSync(home.secret).mode & 0o077, 0);
  writeFileSync(home.secret, 'short');
  assert.throws(() => cursorSecret(home.secret), /secret has 5 bytes instead of 32/);
});

/** A process that serves with two workers, prints its address and ends when the service has stopped. */
function serveInChild(given: ServeOptions) {
  const script = `
    import { serve } from '${pathToFileURL(join(import.meta.dirname, 'serve.js')).href}';
    const serving = await serve(${JSON.stringify({ ...given, workers: 2 })});
    process.stdout.write(serving.url + '\\n');
    await serving.stopped;
    process.stdout.write('stopped\\n');
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('links name the public address, else where the home is served, else a guess that is called one', async () => {
  const given = options();
  const baseOf = (publicUrl: string | null = null) => linkBase(given.home, publicUrl);
  const usual = { url: 'http://127.0.0.1:8080', isGuess: true };
  assert.deepEqual(baseOf(), usual);
  const child = serveInChild(given);
  assert.ok(child.stdout);
  const [first] = await once(createInterface(child.stdout), 'line');
  assert.deepEqual(baseOf(), { url: first, isGuess: false });
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  assert.equal(existsSync(given.home.servedAddress), true);
  assert.deepEqual(baseOf(), usual, 'the address that a killed service left behind was taken for one');
  const second = await serve(given);
  try {
    assert.deepEqual(baseOf(), { url: second.url, isGuess: false });
    const url = 'https://permits.example.org';
    assert.deepEqual(baseOf(`${url}/`), { url, isGuess: false });
    const third = serveInChild(given);
    assert.ok(third.stdout);
    const [last] = await once(createInterface(third.stdout), 'line');
    assert.deepEqual(baseOf(), { url: last, isGuess: false });
    const stopped = once(third, 'exit');
    third.kill('SIGTERM');
    await stopped;
    assert.deepEqual(baseOf(), { url: second.url, isGuess: false }, 'the one that still serves');
  } finally {
    await second.stop();
  }
  assert.equal(existsSync(given.home.servedAddress), false);
});

test('workers share one address, see one ledger, and SIGTERM drains them all', async () => {
  const given = options();
  const child = serveInChild(given);
  assert.ok(child.stdout);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  const ledger = openLedger({ path: given.home.ledger, plans: defaultConfig.plans });
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const key = await ledger.createKey(account.id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${url}/v2/usage`, { headers: { 'x-api-key': key.secret } })),
  );
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  await ledger.close();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.equal((await lines.next()).value, 'stopped');
  assert.deepEqual(await exited, [0, null]);
  await assert.rejects(fetch(`${url}/healthz`));
});
