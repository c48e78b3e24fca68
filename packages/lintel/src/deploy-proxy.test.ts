/** The proxies of deploy/proxy in front of a service: TLS, streams as they come, the client's own address. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { until } from '@lintel/testing/base/until.js';
import { jsonOf, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { certificateFiles } from '@lintel/testing/http/certificate.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-proxy-'));
const started: ChildProcess[] = [];
after(async () => {
  await Promise.all(
    started.map(async (child) => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }),
  );
  rmSync(directory, { recursive: true, force: true });
});

const name = 'permits.example.org';
const isMissing = (program: string, flag: string) => spawnSync(program, [flag]).error !== undefined;
const certificate = certificateFiles(directory, name);
const skip =
  (isMissing('nginx', '-v') && 'nginx is missing: it comes with Debian’s package nginx-light') ||
  (certificate === null && 'openssl is missing');

/** Two that differ: a port that was closed may be given again. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createSocket(), createSocket()] as const;
  const ports = servers.map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  });
  const [one = 0, other = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [one, other];
}

/** Starts nginx with the file of deploy/proxy, on free ports and with a certificate of the test. */
async function startNginx(upstream: number): Promise<number> {
  const place = mkdtempSync(join(directory, 'nginx-'));
  const [plain, tls] = await freePorts();
  const site = readFileSync(resolve('deploy/proxy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate?.cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate?.key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(place, kind));
    return `${kind}_temp_path ${join(place, kind)};`;
  });
  writeFileSync(join(place, 'site.conf'), site);
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
events {}
http { access_log off; ${temporary.join(' ')} include ${place}/site.conf; }`,
  );
  const child = spawn('nginx', ['-p', place, '-c', 'nginx.conf', '-e', join(place, 'error.log')]);
  started.push(child);
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(place, 'error.log'), 'utf8'));
    return (await ask(tls, '/').catch(() => null)) !== null;
  });
  return tls;
}

/** Starts Caddy with the file of deploy/proxy, on free ports and with a certificate of the test. */
async function startCaddy(upstream: number): Promise<number> {
  const place = mkdtempSync(join(directory, 'caddy-'));
  const [plain, tls] = await freePorts();
  const ofTest = `admin off\n http_port ${plain}\n https_port ${tls}\n auto_https disable_redirects`;
  const site = readFileSync(resolve('deploy/proxy/Caddyfile'), 'utf8')
    .replace('servers {', `${ofTest}\n servers {`)
    .replace(`\n${name} {`, `\n${name} {\n bind 127.0.0.1\n tls ${certificate?.cert} ${certificate?.key}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`);
  const file = join(place, 'Caddyfile');
  writeFileSync(file, site);
  const env = { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  await until('Caddy answers', async () => {
    if (child.exitCode !== null) throw new Error(said);
    return (await ask(tls, '/').catch(() => null)) !== null;
  });
  return tls;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address that the client has. */
  readonly from?: string;
}

/** The head of an answer through the proxy; its body is still to be read. */
function ask(port: number, path: string, { method, headers, body, from }: Asked = {}) {
  return new Promise<IncomingMessage>((answered, failed) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: method ?? 'GET',
        headers: { host: name, ...headers },
        rejectUnauthorized: false,
        agent: false,
        localAddress: from ?? '127.0.0.1',
      },
      answered,
    )
      .on('error', failed)
      .end(body);
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece;
  return text;
}

test('behind nginx the service gives pages, exports and tools, and counts each client by its own address', {
  skip,
}, async () => {
  const home = join(directory, 'home');
  await copySampleHome(home);
  const settings = JSON.parse(readFileSync(resolve('deploy/proxy/lintel.json'), 'utf8')) as object;
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ ...settings, anonymous_requests_per_minute: 5 }));
  const create = ['accounts', 'create', '--name', 'A', '--plan', 'unlimited'];
  const { id } = await jsonOf<{ id: string }>(home, ...create);
  const { key } = await jsonOf<{ key: string }>(home, 'keys', 'create', '--account', id);
  const service = startLintel(home, 'serve', '--port', '0');
  started.push(service.child);
  const [, port = ''] = await service.says(/Lintel serves http:\S+:(\d+)/);
  const direct = await fetch(`http://127.0.0.1:${port}/v2/usage`);
  assert.equal(direct.status, 403, 'a request past the proxy is answered');
  const tls = await startNginx(Number(port));

  const page = await ask(tls, '/', { headers: { Accept: 'text/html' } });
  assert.match(await textOf(page), /<div id="root">|<!doctype html>/i);
  assert.ok(page.headers['strict-transport-security'], 'the service does not know of TLS');
  const headers = { 'X-API-Key': key };
  const exported = await ask(tls, '/v2/export/permits', { headers });
  const records = (await textOf(exported)).trimEnd().split('\n');
  assert.ok(records.length >= 1_000, `${records.length}`);
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const asked = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const tools = await ask(tls, '/mcp', { method: 'POST', headers: { ...headers, ...asked }, body });
  assert.match(await textOf(tools), /search_permits/);

  const statusOf = async (from: string, given = {}) => {
    const answer = await ask(tls, '/v2/usage', { from, headers: given });
    answer.resume();
    return answer.statusCode;
  };
  const statuses: unknown[] = [];
  for (let n = 0; n < 6; n++)
    statuses.push(await statusOf('127.0.0.2', { 'X-Forwarded-For': `10.0.0.${n}` }));
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  assert.equal(await statusOf('127.0.0.3'), 401, 'one client uses up what others have');
});

const proxies = [
  { proxy: 'nginx', start: startNginx, skip },
  { proxy: 'Caddy', start: startCaddy, skip: isMissing('caddy', 'version') && 'caddy is missing' },
];
for (const { proxy, start, skip } of proxies)
  test(`${proxy} names the client and the scheme, and passes on each piece of a stream before the next one is there`, {
    skip: skip || (certificate === null && 'openssl is missing'),
    timeout: 120_000,
  }, async () => {
    let seen = () => {};
    const upstream = createServer(({ url, headers }, answer) => {
      if (url === '/')
        return answer.end(JSON.stringify([headers['x-forwarded-for'], headers['x-forwarded-proto']]));
      answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
      answer.write('data: 1\n\n');
      seen = () => answer.end('data: 2\n\n');
    }).listen(0, '127.0.0.1');
    after(() => upstream.close());
    await once(upstream, 'listening');
    const tls = await start((upstream.address() as AddressInfo).port);
    const said = await ask(tls, '/', { from: '127.0.0.2', headers: { 'X-Forwarded-For': '10.0.0.1' } });
    assert.deepEqual(JSON.parse(await textOf(said)), ['127.0.0.2', 'https']);
    const answer = await ask(tls, '/events');
    const [first] = (await once(answer.setEncoding('utf8'), 'data')) as [string];
    assert.equal(first, 'data: 1\n\n');
    seen();
    assert.equal(await textOf(answer), 'data: 2\n\n');
  });

test('Caddy finds its file well formed', {
  skip: isMissing('caddy', 'version') && 'caddy is missing',
}, () => {
  const file = resolve('deploy/proxy/Caddyfile');
  const formatted = spawnSync('caddy', ['fmt', file], { encoding: 'utf8' });
  assert.equal(formatted.stdout, readFileSync(file, 'utf8'));
});
