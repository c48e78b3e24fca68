/**
 * What it costs to load a release into PostgreSQL, step by step: by the clock, in processor time of this process and of the
 * server, which must be on this machine; then what each table holds. Every run has a database of its own.
 *
 *   node bench/dist/publish-to.js HOME postgres://… [runs]
 *
 * Processor time does not depend on other work on the machine; the clock does.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openHome } from 'lintel/dist/base/home.js';
import { connect } from 'lintel/dist/base/postgres-connection.js';
import type { Progress } from 'lintel/dist/base/progress.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { publishInDatabase } from 'lintel/dist/postgres/publish-release.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, print } from './figures.js';
import { postmastersOf } from './postmasters.js';

const [argument = '', server = '', runs = '1'] = process.argv.slice(2);
const home = openHome(argument);
const directory = join(home.releases, currentReleaseId(home) ?? '');
const { permits } = readManifest(directory).info.counts;
const name = `lintel_bench_${process.pid}`;
const address = server.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
const application = { application_name: 'lintel bench' };

/** Milliseconds by the clock, of this process and of the server. */
type Times = readonly [clock: number, own: number, server: number];

/** Adds up what each step takes. */
class Measuring implements Progress {
  readonly steps: { name: string; times: Times }[] = [];
  readonly #postmasters: readonly number[];
  #last: Times;

  constructor(postmasters: readonly number[]) {
    this.#postmasters = postmasters;
    this.#last = this.now();
  }

  now(): Times {
    const { user, system } = process.cpuUsage();
    const serverMs = this.#postmasters.reduce((sum, pid) => sum + cpuSeconds(pid) * 1_000, 0);
    return [performance.now(), (user + system) / 1000, serverMs];
  }

  step(name: string): void {
    this.#end();
    this.steps.push({ name, times: [0, 0, 0] });
  }

  advance(): void {}

  done(): void {
    this.#end();
  }

  #end(): void {
    const now = this.now();
    const step = this.steps.at(-1);
    if (step !== undefined) step.times = difference(now, this.#last);
    this.#last = now;
  }
}

const difference = (after: Times, before: Times): Times => [
  after[0] - before[0],
  after[1] - before[1],
  after[2] - before[2],
];

const inSeconds = (times: Times) => times.map((ms) => figure(ms / 1000));

/** Publishes once; prints its steps. */
async function run(postmasters: readonly number[]): Promise<void> {
  const measuring = new Measuring(postmasters);
  const { signal } = new AbortController();
  const before = measuring.now();
  await publishInDatabase(address, directory, { force: false, keep: 1, progress: measuring, signal });
  const all = difference(measuring.now(), before);
  const rate = (ms: number) => figure((permits / ms) * 1000);
  const rows = [
    ...measuring.steps.map((step) => [step.name, ...inSeconds(step.times)]),
    ['everything', ...inSeconds(all)],
    ['permits/s', ...all.map(rate)],
  ];
  print(table(['', 'clock', 'client', 'server'], rows));
  const mib = process.resourceUsage().maxRSS / 1024;
  const perCpu = rate(all[1] + all[2]);
  print(`${perCpu} permits for each second of both processors; ${figure(mib)} MiB of the client at most`);
  print(`load average ${figure(loadavg()[0] ?? Number.NaN)}\n`);
}

/** Prints what each table takes, with its indexes. */
async function printSizes(): Promise<void> {
  const { sql, close } = connect(address, application);
  const tables = await sql`
    SELECT t.relname AS name, pg_relation_size(t.oid) AS rows, pg_indexes_size(t.oid) AS indexes,
      coalesce(pg_total_relation_size(nullif(t.reltoastrelid, 0)), 0) AS apart
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname LIKE 'lintel\_%' AND t.relkind = 'r' ORDER BY pg_total_relation_size(t.oid) DESC`;
  const indexes = await sql`
    SELECT i.relname AS name, pg_relation_size(i.oid) AS bytes
    FROM pg_class i JOIN pg_namespace n ON n.oid = i.relnamespace
    WHERE n.nspname LIKE 'lintel\_%' AND i.relkind = 'i' ORDER BY bytes DESC LIMIT 30`;
  await close();
  const mb = (bytes: unknown) => figure(Number(bytes) / 1e6);
  print(
    table(
      ['MB', 'rows', 'long values', 'indexes'],
      tables.map(({ name, rows, apart, indexes }) => [String(name), mb(rows), mb(apart), mb(indexes)]),
    ),
  );
  print('');
  print(
    table(
      ['index', 'MB'],
      indexes.map(({ name, bytes }) => [String(name), mb(bytes)]),
    ),
  );
}

const administrator = connect(server, application);
try {
  const postmasters = await postmastersOf(administrator.sql);
  for (let number = 1; number <= Number(runs); number++) {
    await administrator.sql.unsafe(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
    await run(postmasters);
    if (number === Number(runs)) await printSizes();
    await administrator.sql.unsafe(`DROP DATABASE ${name}`);
  }
} finally {
  await administrator.sql.unsafe(`DROP DATABASE IF EXISTS ${name}`);
  await administrator.close();
}
