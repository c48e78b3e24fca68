/**
 * Three services that follow a store in S3, each with a home of its own, behind nginx, with one ledger in PostgreSQL:
 * callers ask without pause while releases are published and rolled back, followers killed, the store hung, stopped and
 * damaged. Every answer is compared, and at the end the ledger with what was received. Ends with 1 when an answer was
 * wrong or never came, or when a credit was charged that no answer cost.
 *
 *   node bench/dist/followers.js [directory of an installation, default: a sample of 1,000 permits]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@lintel/testing/base/until.js';
import { jsonOf, type Running, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { startS3 } from '@lintel/testing/release/s3-server.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { figure, print, quantile } from './figures.js';
import { benchPlan } from './home.js';

const clients = 12;
const followers = 3;
const pageSize = 20;
/** A request is given up after so many tries, each with the same X-Request-Id. */
const tries = 40;

const root = mkdtempSync(join(tmpdir(), 'lintel-followers-'));
const source = join(root, 'source');
const [installation] = process.argv.slice(2);
if (installation === undefined) await copySampleHome(source);
else cpSync(join(installation, 'releases'), join(source, 'releases'), { recursive: true });
const currentIn = (home: string) => {
  try {
    return readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  } catch {
    return '';
  }
};
const first = currentIn(source);
const second = redatedRelease(join(source, 'releases', first), '2099-01-01');

const postgres = startPostgres({ flushes: true, connections: 100 });
const s3Directory = join(root, 's3');
const s3 = await startS3(s3Directory);
Object.assign(process.env, s3.env);
const store = `s3://${s3.bucket}/lintel`;
const settings = { ledger_url: postgres.database(), plans: { bench: benchPlan } };
const secret = randomBytes(32);
const homes = Array.from({ length: followers }, (_, number) => join(root, `follower${number}`));
for (const home of [source, ...homes]) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'lintel.json'), JSON.stringify(settings));
  writeFileSync(join(home, 'secret'), secret, { mode: 0o600 });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const ports = await Promise.all(homes.map(freePort));
const running: Running[] = [];
const begin = (number: number) => {
  running[number] = startLintel(
    String(homes[number]),
    'serve',
    '--follow',
    store,
    '--port',
    String(ports[number]),
  );
};

/** nginx with the file of deploy/docker, on these ports. */
async function startProxy(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const place = join(root, 'nginx');
  mkdirSync(place);
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join('\n  ');
  const site = readFileSync('deploy/docker/followers.conf', 'utf8')
    .replace(/server follower:8080.*;/, servers)
    .replace(/resolver .*;/, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  writeFileSync(join(place, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(place, kind));
    return `${kind}_temp_path ${join(place, kind)};`;
  });
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
events {}
http { access_log off; ${temporary.join(' ')} include ${place}/site.conf; }`,
  );
  const child = spawn('nginx', ['-p', place, '-c', 'nginx.conf', '-e', join(place, 'error.log')]);
  return { child, url: `http://127.0.0.1:${port}` };
}

const seen = { answers: 0, wrong: 0, lost: 0, retries: 0, records: 0 };
const times: number[] = [];
const statuses = new Map<number, number>();

interface Answer {
  readonly status: number;
  readonly body: string;
}

function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: '' });
    const request = get(url, { agent, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', fail);
  });
}

/** What every page must have: the records do not differ between the releases. */
const records = new RowReader(join(source, 'releases', first), 'permits');
const texts = Array.from({ length: Math.min(records.rows, 5_000) }, (_, row) => records.row(row).toString());
records.close();
const ids = texts.map((text) => String((JSON.parse(text) as { id: string }).id));

let isOver = false;
async function client(url: string, key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  while (!isOver) {
    const from = Math.floor(Math.random() * (ids.length - pageSize));
    const query = ids
      .slice(from, from + pageSize)
      .map((id) => `id=${id}`)
      .join('&');
    const headers = { 'x-api-key': key, 'x-request-id': randomUUID() };
    const begunMs = performance.now();
    let answer: Answer = { status: 0, body: '' };
    for (let attempt = 0; attempt < tries && answer.status !== 200; attempt++) {
      if (attempt > 0) {
        seen.retries += 1;
        await sleep(250);
      }
      answer = await ask(agent, `${url}/v2/permits?${query}`, headers);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    times.push(performance.now() - begunMs);
    if (answer.status !== 200) seen.lost += 1;
    else {
      seen.answers += 1;
      seen.records += pageSize;
      const isRight = texts.slice(from, from + pageSize).every((text) => answer.body.includes(text));
      if (!isRight) seen.wrong += 1;
    }
  }
  agent.destroy();
}

const everywhere = (id: string) =>
  until(`all serve ${id}`, () => homes.every((home) => currentIn(home) === id));
const command = async (...args: string[]) => {
  const { status, stderr } = await runLintel(source, ...args);
  if (status !== 0) throw new Error(`lintel ${args.join(' ')}: ${stderr}`);
};
const push = (id: string) => command('releases', 'push', store, id);
const rollback = () => command('rollback', '--in', store);

/** Does something and prints how long it took until all followers serve the release. */
async function timed(what: string, act: () => Promise<void>, id: string): Promise<void> {
  await act();
  const startedMs = performance.now();
  await everywhere(id);
  print(`${what}: all followers after ${figure((performance.now() - startedMs) / 1_000)} s`);
}

const objectsIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gz._S3rver_object'),
  );

/** Lets every object of the store lie, half of them cut and half with a wrong byte, until it is called. */
function damageStore(): () => void {
  const directory = join(s3Directory, s3.bucket);
  const saved = objectsIn(directory).map((name) => {
    const path = join(directory, name);
    return { path, bytes: readFileSync(path) };
  });
  if (saved.length === 0) throw new Error('the store has no objects');
  saved.forEach(({ path, bytes }, number) => {
    const wrong = Buffer.from(bytes);
    if (wrong.length > 20) wrong.writeUInt8(wrong.readUInt8(15) ^ 1, 15);
    writeFileSync(path, number % 2 === 0 ? wrong : bytes.subarray(0, bytes.length / 2));
  });
  return () => {
    for (const { path, bytes } of saved) writeFileSync(path, bytes);
  };
}

/** Lets followers forget all but what they serve, so that the next release is fetched whole. */
function forget(id: string): void {
  for (const home of homes) {
    rmSync(join(home, 'releases', id), { recursive: true, force: true });
    rmSync(join(home, 'releases', '.lists'), { recursive: true, force: true });
  }
}

async function faults(): Promise<void> {
  await timed('published', () => push(second), second);
  await timed('rolled back', rollback, first);
  await sleep(3_000);

  for (let number = 0; number < followers; number++) {
    running[number]?.child.kill('SIGKILL');
    await sleep(2_000);
    begin(number);
    await running[number]?.says(/Lintel serves/);
    await sleep(2_000);
  }
  print('each follower was killed and started again');

  await timed(
    'published while one is killed',
    async () => {
      running[0]?.child.kill('SIGKILL');
      await push(second);
      begin(0);
    },
    second,
  );

  s3.hang();
  await sleep(20_000);
  s3.goOn();
  print('the store hung for 20 s');

  await rollback();
  await everywhere(first);
  forget(second);
  const mend = damageStore();
  // The catalog alone is written.
  await sleep(1_000);
  const pushed = push(second);
  await sleep(15_000);
  if (homes.some((home) => currentIn(home) !== first)) throw new Error('a damaged release was published');
  mend();
  await pushed;
  await timed('the store was damaged for 15 s, then mended', async () => {}, second);

  await rollback();
  await everywhere(first);
  const old = catalogFiles.map((path) => readFileSync(path));
  await push(second);
  await everywhere(second);
  const now = catalogFiles.map((path) => readFileSync(path));
  const show = (texts: readonly Buffer[]) => {
    for (const [i, text] of texts.entries()) writeFileSync(String(catalogFiles[i]), text);
  };
  show(old);
  await sleep(8_000);
  if (homes.some((home) => currentIn(home) !== second)) throw new Error('an old catalog was followed');
  show(now);
  print('an old catalog was shown for 8 s: nobody followed it');
}

/** The object and its mark, as the server keeps them. */
const catalogFiles = ['', '.md5'].map((end) =>
  join(s3Directory, s3.bucket, 'lintel', `catalog.json._S3rver_object${end}`),
);

try {
  await push(first);
  for (const number of homes.keys()) begin(number);
  await everywhere(first);
  const { id } = await jsonOf<{ id: string }>(source, 'accounts', 'create', '--name', 'A', '--plan', 'bench');
  const { key } = await jsonOf<{ key: string }>(source, 'keys', 'create', '--account', id);
  const { child: proxy, url } = await startProxy();
  const agent = new Agent();
  await until('a page comes', async () => {
    return (await ask(agent, `${url}/readyz`, {})).status === 200;
  });
  const startedMs = performance.now();
  const callers = Array.from({ length: clients }, () => client(url, key));
  await sleep(5_000);
  await faults();
  await sleep(3_000);
  isOver = true;
  await Promise.all(callers);
  const seconds = (performance.now() - startedMs) / 1_000;
  agent.destroy();
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  proxy.kill();
  const { stdout } = await runLintel(source, 'accounts', 'usage', '--json');
  const usage = JSON.parse(stdout) as readonly { readonly credits: number }[];
  const charged = usage.reduce((sum, row) => sum + row.credits, 0);
  times.sort((a, b) => a - b);
  print(`${figure(seconds)} s, ${seen.answers} pages of ${pageSize}, ${figure(seen.answers / seconds)}/s`);
  print(
    `milliseconds: median ${figure(quantile(times, 0.5))}, 99 % ${figure(quantile(times, 0.99))}, at most ${figure(times.at(-1) ?? 0)}`,
  );
  print(
    `${seen.wrong} wrong, ${seen.lost} lost, ${seen.retries} asked again; statuses ${JSON.stringify([...statuses])}`,
  );
  print(`records received ${seen.records}, credits charged ${charged}`);
  if (seen.wrong > 0 || seen.lost > 0 || charged !== seen.records) process.exitCode = 1;
} finally {
  isOver = true;
  for (const { child } of running) child.kill('SIGKILL');
  s3.goOn();
  await s3.stop();
  postgres.stop();
  rmSync(root, { recursive: true, force: true });
}
