/**
 * Pages of 50 permits by id through the real service, with authentication and durable metering, against the same
 * framework answering the same bytes from memory. Figures are requests a second of the server's processor time, so
 * the load and other work on the machine do not count; rounds alternate between the servers and medians are printed.
 *
 *   node bench/dist/pages.js [permits or directory of an installation]… [--rounds 7] [--seconds 2] [--connections 1,8,48]
 *     [--charges] [--profile]
 *
 * With several installations the p99 of the last is compared with that of the first. `--charges` measures only what
 * charges cost, not the maps. `--profile` tells where the time of the service goes, by function. Default: 50000 permits, 8 connections.
 */
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { Child } from './child.js';
import { figure, median, print, quantile } from './figures.js';
import { type BenchHome, benchHome } from './home.js';
import type { LoadResult } from './page-load.js';
import type { ServerKind, ServerUsage } from './page-server.js';
import type { FunctionShare } from './profile.js';
import { randomPages } from './random-pages.js';

const names: Readonly<Record<ServerKind, string>> = {
  service: 'the service',
  unmetered: 'the service without charges',
  records: 'a map of records, joined',
  pages: 'a map of finished pages',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '8' },
    charges: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connectionCounts = values.connections.split(',').map(Number);
const kinds: readonly ServerKind[] = values.profile
  ? ['service']
  : values.charges
    ? ['service', 'unmetered']
    : ['service', 'unmetered', 'records', 'pages'];

interface Subject {
  readonly home: BenchHome;
  readonly kind: ServerKind;
  readonly paths: readonly string[];
  readonly server: Child;
  readonly url: string;
  /** A figure a round. */
  perCpuSecond: number[];
  perSecond: number[];
  timesMs: number[];
  bytesAnAnswer: number;
}

const homes = (positionals.length === 0 ? ['50000'] : positionals).map((argument) => benchHome(argument));
const load = new Child('./page-load.js');
const subjects: Subject[] = [];
try {
  for (const home of homes) {
    const paths = randomPages(home.release);
    for (const kind of kinds) subjects.push(await start(home, kind, paths));
  }
  for (const connections of connectionCounts) {
    for (const subject of subjects) Object.assign(subject, { perCpuSecond: [], perSecond: [], timesMs: [] });
    if (values.profile) {
      for (const subject of subjects) await profile(subject, connections);
      continue;
    }
    // The first round, which warms caches and compilers up, is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const subject of subjects) await measure(subject, connections, round > 0);
    }
    for (const home of homes) {
      report(
        subjects.filter((subject) => subject.home === home),
        connections,
      );
    }
    compare(subjects.filter(({ kind }) => kind === 'service'));
  }
} finally {
  await Promise.all([load, ...subjects.map(({ server }) => server)].map((child) => child.stop()));
  for (const home of homes) home.remove();
}

async function start(home: BenchHome, kind: ServerKind, paths: readonly string[]): Promise<Subject> {
  const server = new Child('./page-server.js');
  const url = await server.ask<string>({ ask: 'start', kind, home: home.directory, paths });
  return { home, kind, paths, server, url, perCpuSecond: [], perSecond: [], timesMs: [], bytesAnAnswer: 0 };
}

async function measure(subject: Subject, connections: number, isCounted: boolean): Promise<void> {
  const { server, url, paths, home } = subject;
  const before = await server.ask<ServerUsage>({ ask: 'usage' });
  const { requests, bytes, timesMs } = await load.ask<LoadResult>({
    url,
    paths,
    key: home.key,
    connections,
    seconds,
  });
  const after = await server.ask<ServerUsage>({ ask: 'usage' });
  if (!isCounted) return;
  subject.perCpuSecond.push((requests / (after.cpuMs - before.cpuMs)) * 1000);
  subject.perSecond.push(requests / seconds);
  for (const time of timesMs) subject.timesMs.push(time);
  subject.bytesAnAnswer = Math.round(bytes / requests);
}

/** Prints where the time of the service goes, after as long a load that warms it up. */
async function profile(subject: Subject, connections: number): Promise<void> {
  const { server } = subject;
  for (const isMeasured of [false, true]) {
    if (isMeasured) await server.ask({ ask: 'start profile' });
    for (let round = 0; round < rounds; round++) await measure(subject, connections, isMeasured);
  }
  const shares = await server.ask<FunctionShare[]>({ ask: 'end profile' });
  print(`\n${subject.home.permits.toLocaleString('en-US')} permits, ${connections} connections`);
  print(`${figure(median(subject.perCpuSecond))} requests a CPU-second while it was profiled`);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const told = shares.filter(({ own, whole }) => own >= 0.01 || whole >= 0.03);
  print(
    table(
      ['function', 'own', 'with what it calls'],
      told.map(({ name, own, whole }) => [name, percent(own), percent(whole)]),
    ),
  );
}

function report(measured: readonly Subject[], connections: number): void {
  const [service, unmetered] = measured;
  if (service === undefined || unmetered === undefined) return;
  const speed = median(service.perCpuSecond);
  print(`\n${service.home.permits.toLocaleString('en-US')} permits, ${connections} connections`);
  const rows = measured.map(({ kind, perCpuSecond, perSecond, timesMs, bytesAnAnswer }) => [
    names[kind],
    figure(median(perCpuSecond)),
    kind === 'service' ? '' : (speed / median(perCpuSecond)).toFixed(2),
    figure(median(perSecond)),
    figure(median(timesMs)),
    figure(quantile(timesMs, 0.99)),
    bytesAnAnswer,
  ]);
  const columns = ['requests/CPU-s', 'service reaches', 'requests/s', 'p50 ms', 'p99 ms', 'bytes'];
  print(table(['answered by', ...columns], rows));
  // Less than nothing is possible: charges that wait for one another also send their answers together.
  const cpu = shareOf(service.perCpuSecond, unmetered.perCpuSecond);
  const wall = shareOf(service.perSecond, unmetered.perSecond);
  print(
    `charges take ${figure(cpu * 100)} % of a page's processor time, ${figure(wall * 100)} % of its time`,
  );
}

/**
 * How far speeds fall short of others in the same rounds, which other work on the machine affects equally.
 */
function shareOf(speeds: readonly number[], others: readonly number[]): number {
  return median(speeds.map((speed, i) => 1 - speed / (others[i] ?? Number.NaN)));
}

/** How much slower the slowest hundredth is at the largest size. */
function compare(services: readonly Subject[]): void {
  const [first, last] = [services[0], services.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const ratio = quantile(last.timesMs, 0.99) / quantile(first.timesMs, 0.99);
  print(
    `\np99 at ${last.home.permits.toLocaleString('en-US')} permits is ${ratio.toFixed(2)} of that at ${first.home.permits.toLocaleString('en-US')}`,
  );
}
