/**
 * What more processes and more machines cost: the same requests come at the same rate to services of one, two, three and
 * four processes, each with its ledger in a file, and to one, two, three and four services of one process, each with a
 * home of its own and all with one ledger in PostgreSQL, in turns. Printed is the processor time of a request, by which
 * processes on the same cores can be compared, in the services and in PostgreSQL; medians of the rounds.
 *
 *   node bench/dist/processes.js [permits or directory of an installation] [--most 4] [--rate 100] [--seconds 4] [--rounds 5]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, median, print } from './figures.js';
import { type BenchHome, benchHome } from './home.js';
import { ask, askAtRate, type Target, targetAt, trafficOf } from './open-loop.js';
import { type Served, serve } from './serve.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '4' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
  },
});
const [most, rate, seconds, rounds] = [values.most, values.rate, values.seconds, values.rounds].map(
  Number,
) as [number, number, number, number];
/** Connections to each process; they go to the processes of a service in turn. */
const connections = 16;
/** Requests of each kind to each process before anything is measured: compilers warm up. */
const warming = 100;

const numbers = Array.from({ length: most }, (_, i) => i + 1);
const postgres = startPostgres({ flushes: true, connections: 100 });
const [server = ''] = readFileSync(join(postgres.directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
/** Requests that a busy machine did not answer; they cost little, and are left out. */
let refused = 0;
const homes: BenchHome[] = [];
const services: Served[] = [];

interface Subject {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly pids: readonly number[];
  readonly processes: number;
  /** CPU milliseconds of a request, a figure a round, by kind of traffic. */
  readonly own: Map<string, number[]>;
  readonly ledger: Map<string, number[]>;
}

async function start(argument: string, workers: number, settings = {}) {
  const home = benchHome(argument, { settings });
  homes.push(home);
  const service = await serve(home.directory, { workers });
  services.push(service);
  return { home, target: targetAt(service.url, home.key), pid: service.pid };
}

function subjectOf(
  name: string,
  started: readonly { target: Target; pid: number }[],
  processes: number,
): Subject {
  const [targets, pids] = [started.map(({ target }) => target), started.map(({ pid }) => pid)];
  return { name, targets, pids, processes, own: new Map(), ledger: new Map() };
}

const cpuOf = ({ pids }: Subject) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

/** Opens the connections, and asks until all code is compiled. */
async function warm({ targets, processes }: Subject, paths: readonly string[]): Promise<void> {
  const inFlight = (connections * processes) / targets.length;
  let next = 0;
  for (let sent = 0; sent < warming * processes; sent += inFlight * targets.length) {
    const each = targets.flatMap((target) => Array.from({ length: inFlight }, () => target));
    await Promise.all(each.map((target) => ask(target, String(paths[next++ % paths.length]))));
  }
}

async function measure(subject: Subject, kind: string, paths: readonly string[]): Promise<void> {
  const [own, ledger] = [cpuOf(subject), cpuSeconds(Number(server))];
  const { failed } = await askAtRate(subject.targets, paths, { rate, seconds });
  refused += failed;
  const add = (to: Map<string, number[]>, spent: number) =>
    to.set(kind, [...(to.get(kind) ?? []), (spent * 1_000) / (Math.round(rate * seconds) - failed)]);
  add(subject.own, cpuOf(subject) - own);
  add(subject.ledger, cpuSeconds(Number(server)) - ledger);
}

function report(
  title: string,
  subjects: readonly Subject[],
  of: 'own' | 'ledger',
  kinds: readonly string[],
): void {
  print(`\n${title}: CPU ms a request at ${rate} a second, and of that with one`);
  const medians = (kind: string) => subjects.map((subject) => median(subject[of].get(kind) ?? []));
  const cells = kinds.map((kind) => {
    const [first = Number.NaN, ...more] = medians(kind);
    return [kind, figure(first), ...more.map((each) => `${figure(each)} (${(each / first).toFixed(2)})`)];
  });
  print(table(['traffic', ...subjects.map(({ name }) => name)], cells));
}

try {
  const first = await start(positionals[0] ?? '50000', 1);
  const traffic = trafficOf(first.home.release);
  const processes = [subjectOf('1', [first], 1)];
  for (const count of numbers.slice(1)) {
    processes.push(subjectOf(`${count}`, [await start(first.home.directory, count)], count));
  }
  const ledger = { ledger_url: postgres.database() };
  const each: Awaited<ReturnType<typeof start>>[] = [];
  for (const _ of numbers) each.push(await start(first.home.directory, 1, ledger));
  const machines = numbers.map((count) => subjectOf(`${count}`, each.slice(0, count), count));
  const subjects = [...processes, ...machines];
  for (const paths of Object.values(traffic)) {
    for (const subject of [...processes, ...machines.slice(-1)]) await warm(subject, paths);
  }
  const idle = cpuSeconds(Number(server));
  await sleep(seconds * 1_000);
  const idleMs = ((cpuSeconds(Number(server)) - idle) * 1_000) / seconds;
  for (let round = 0; round < rounds; round++) {
    for (const [kind, paths] of Object.entries(traffic)) {
      for (const subject of subjects) await measure(subject, kind, paths);
    }
  }
  const kinds = Object.keys(traffic);
  print(`${first.home.permits.toLocaleString('en-US')} permits`);
  report('Processes of a service', processes, 'own', kinds);
  report('Services with one ledger in PostgreSQL, without it', machines, 'own', kinds);
  report('PostgreSQL for these services', machines, 'ledger', kinds);
  print(`not answered: ${refused}`);
  print(`PostgreSQL without requests: ${figure(idleMs)} CPU ms a second`);
  for (const { targets } of subjects) for (const { agent } of targets) agent.destroy();
} finally {
  for (const service of services) await service.stop();
  for (const home of homes.reverse()) home.remove();
  postgres.stop();
}
