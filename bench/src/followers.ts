/**
 * Three services that follow a store in S3, each with a home of its own, behind nginx, with one ledger in PostgreSQL:
 * callers ask without pause while releases are published and rolled back, followers killed, the store hung, stopped and
 * damaged, a disk full. Every answer is compared, and at the end the ledger with what was received. Ends with 1 when an
 * answer was wrong or never came, or when a credit was charged that no answer cost.
 *
 *   node bench/dist/followers.js [directory of an installation, default: a sample of 1,000 permits]
 *     [--away 20] [--pause 0]
 *
 * The store is away for so many seconds; a caller rests so many milliseconds before each page. A full disk needs the
 * right to mount one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mountDisk } from '@lintel/testing/base/small-disk.js';
import { until } from '@lintel/testing/base/until.js';
import { jsonOf, type Running, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { startS3 } from '@lintel/testing/release/s3-server.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { changeCatalog } from 'lintel/dist/replication/catalog.js';
import { openObjects } from 'lintel/dist/replication/objects.js';
import { figure, print, quantile } from './figures.js';
import { benchPlan } from './home.js';

const clients = 12;
const followers = 3;
const pageSize = 20;
/** A request is given up after so many tries, each with the same X-Request-Id. */
const tries = 40;
/** Of the disk of the last follower: what is kept free, and some releases. */
const diskKibibytes = 800_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { away: { type: 'string', default: '20' }, pause: { type: 'string', default: '0' } },
});
const awaySeconds = Number(values.away);
const pauseMs = Number(values.pause);

const root = mkdtempSync(join(tmpdir(), 'lintel-followers-'));
const source = join(root, 'source');
const [installation] = positionals;
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
let s3 = await startS3(s3Directory);
Object.assign(process.env, s3.env);
const store = `s3://${s3.bucket}/lintel`;
const settings = { ledger_url: postgres.database(), plans: { bench: benchPlan } };
const secret = randomBytes(32);
const disk = mountDisk(diskKibibytes);
const homes = Array.from({ length: followers }, (_, number) =>
  disk !== null && number === followers - 1 ? join(disk.path, 'home') : join(root, `follower${number}`),
);
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
    await sleep(pauseMs);
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
  await storeAway();

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
  await otherFormat();
  await fullDisk();
}

/** Nobody listens where the store was, and what was published there last is served as soon as it is back. */
async function storeAway(): Promise<void> {
  const { port } = s3;
  await s3.stop();
  await sleep(awaySeconds * 1_000);
  if (homes.some((home) => currentIn(home) !== second)) throw new Error('a follower lost its release');
  s3 = await startS3(s3Directory, port);
  await timed(`rolled back after the store was away for ${awaySeconds} s`, rollback, first);
  await push(second);
  await everywhere(second);
}

/** A release that these services cannot read is published, and then one that they can. */
async function otherFormat(): Promise<void> {
  await rollback();
  await everywhere(first);
  const objects = await openObjects(store, new AbortController().signal);
  const formats = new Map<string, number>();
  await changeCatalog(objects, (catalog) => {
    for (const { id, format } of catalog.releases) formats.set(id, format);
    return {
      ...catalog,
      releases: catalog.releases.map((release) => ({ ...release, format: 1 })),
      publications: [...catalog.publications, { id: second, at: new Date().toISOString(), by: 'bench' }],
    };
  });
  await Promise.all(running.map(({ says }) => says(/has format 1; this version reads/)));
  if (homes.some((home) => currentIn(home) !== first)) throw new Error('another format was followed');
  await timed(
    'a release of another format was published, then mended',
    async () => {
      await changeCatalog(objects, (catalog) => ({
        ...catalog,
        releases: catalog.releases.map((release) => ({
          ...release,
          format: formats.get(release.id) ?? release.format,
        })),
      }));
    },
    second,
  );
}

/** The last follower has no room for the next release, and serves the one before until it has. */
async function fullDisk(): Promise<void> {
  if (disk === null) return print('no disk could be mounted: a full one was not tried');
  await rollback();
  await everywhere(first);
  forget(second);
  disk.fill();
  await push(second);
  await running[followers - 1]?.says(/disk is full/);
  await until('the others serve it', () => homes.slice(0, -1).every((home) => currentIn(home) === second));
  if (currentIn(String(homes.at(-1))) !== first) throw new Error('a release is published on a full disk');
  await timed('the disk of one was full, then had room', async () => disk.free(), second);
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
  disk?.unmount();
  rmSync(root, { recursive: true, force: true });
}
