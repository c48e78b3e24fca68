/**
 * Pages of 50 of each kind of search, common and worst cases, counts and metrics, on a release and on
 * PostgreSQL with the same permits: p50 and p99, and answers per second of processor time. Times of the
 * release are processor time, the least of three per query; those of PostgreSQL are wall time, measured once.
 * The processor time of answers is all that was used for them when each was asked for the first time, that of
 * PostgreSQL's process and of its client together. Before that, both are asked as many other questions of the
 * kind, for a second and a half: a service has been running for longer.
 *
 *   node bench/dist/search.js [permits or directory of an installation]… [--queries 100] [--peer-permits 2000000] [--no-peer]
 *
 * PostgreSQL is kept beside an installation that was given (in `peer`), so that the next run need not fill
 * it; more than `--peer-permits` are not put into it. Of permits, counts and metrics both must give the same.
 * With several installations the figures of the last are compared with the first's.
 */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import { type Peer, startPeer } from './postgres-peer.js';
import { samplePermits } from './search-queries.js';
import { type Question, questionKinds } from './search-questions.js';

/** For how many milliseconds at least other questions of a kind, as many, are asked before those that are counted. */
const warmUpMs = 1500;
/** Of them the first, whose answers are compared. */
const compared = 20;
/** How often each query is run on the release. */
const rounds = 3;
/** Milliseconds after which no further query of a kind is run on the peer. */
const peerMs = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '100' },
    'peer-permits': { type: 'string', default: '2000000' },
    'no-peer': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const queries = Number(values.queries);

interface Timed {
  readonly timesMs: readonly number[];
  readonly perCpuSecond: number;
}

const measured: ReadonlyMap<string, Timed>[] = [];
for (const argument of positionals.length === 0 ? ['50000'] : positionals) {
  measured.push(await measure(argument));
}
compare(measured[0], measured.at(-1));

async function measure(argument: string): Promise<ReadonlyMap<string, Timed>> {
  const home = benchHome(argument);
  const release = openRelease(home.release);
  const rows = new RowReader(home.release, 'permits');
  const own = new Map<string, Timed>();
  const isGiven = existsSync(argument);
  const peerDirectory = isGiven ? join(argument, 'peer') : temporaryPeer();
  let peer: Peer | null = null;
  try {
    const hasPeer = !values['no-peer'] && home.permits <= Number(values['peer-permits']);
    if (hasPeer) peer = await startPeer(peerDirectory, home.release);
    print(`\n${home.permits.toLocaleString('en-US')} permits, ${queries} questions of each kind`);
    const cells: string[][] = [];
    const chance = syntheticNumbers(Number(values.seed));
    const permits = samplePermits(home.release, chance);
    for (const { name, make } of questionKinds(release, rows, permits, chance)) {
      const asked = Array.from({ length: queries * 2 }, make);
      const timed = timeOwn(release, asked);
      own.set(name, timed);
      cells.push([
        name,
        ...timesOf(timed),
        ...(peer === null ? [] : await peerCells(peer, release, asked, timed)),
      ]);
    }
    const heads = ['question', 'p50 CPU ms', 'p99 CPU ms', 'answers/CPU-s'];
    const peerHeads = ['PostgreSQL p50 ms', 'p99 ms', 'answers/CPU-s', 'times as many'];
    print(table(peer === null ? heads : [...heads, ...peerHeads], cells));
    return own;
  } finally {
    await peer?.stop();
    rows.close();
    release.close();
    home.remove();
    if (!isGiven) rmSync(peerDirectory, { recursive: true, force: true });
  }
}

/** A directory that the user that PostgreSQL runs as may enter. */
function temporaryPeer(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-peer-'));
  chmodSync(directory, 0o755);
  return directory;
}

function timesOf({ timesMs, perCpuSecond }: Timed): string[] {
  return [figure(quantile(timesMs, 0.5)), figure(quantile(timesMs, 0.99)), figure(perCpuSecond)];
}

/** Each query is run several times and the least counts: other work on the machine makes no page cheaper. */
function timeOwn(release: Release, asked: readonly Question[]): Timed {
  const counted = asked.slice(queries);
  for (const end = performance.now() + warmUpMs; performance.now() < end; ) {
    for (const each of asked.slice(0, queries)) each.own(release);
  }
  const before = cpuMs();
  for (const each of counted) each.own(release);
  const perCpuSecond = (counted.length / (cpuMs() - before)) * 1000;
  const timesMs = counted.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, each] of counted.entries()) {
      const begun = cpuMs();
      each.own(release);
      timesMs[i] = Math.min(timesMs[i] ?? Number.POSITIVE_INFINITY, cpuMs() - begun);
    }
  }
  return { timesMs, perCpuSecond };
}

async function peerCells(
  peer: Peer,
  release: Release,
  asked: readonly Question[],
  own: Timed,
): Promise<string[]> {
  const other = await timePeer(peer, release, asked);
  return [...timesOf(other), figure(own.perCpuSecond / other.perCpuSecond)];
}

async function timePeer(peer: Peer, release: Release, asked: readonly Question[]): Promise<Timed> {
  const timesMs: number[] = [];
  const end = performance.now() + peerMs;
  for (const each of asked.slice(0, compared)) {
    const told = await each.peer(peer.sql);
    if (each.isSame) assert.deepEqual(told, each.own(release).map(textOrNumber), 'the peer tells otherwise');
    if (performance.now() > end) break;
  }
  const warm = performance.now() + warmUpMs;
  for (let i = 0; performance.now() < warm; i++) await asked[i % queries]?.peer(peer.sql);
  const before = cpuMs() + peer.cpuMs();
  for (const each of asked.slice(queries)) {
    const begun = performance.now();
    await each.peer(peer.sql);
    timesMs.push(performance.now() - begun);
    if (performance.now() > end + peerMs) break;
  }
  return { timesMs, perCpuSecond: (timesMs.length / (cpuMs() + peer.cpuMs() - before)) * 1000 };
}

function textOrNumber(one: Buffer | number): string | number {
  return typeof one === 'number' ? one : one.toString();
}

function compare(
  first: ReadonlyMap<string, Timed> | undefined,
  last: ReadonlyMap<string, Timed> | undefined,
): void {
  if (first === undefined || last === undefined || first === last) return;
  const cells = [...last].map(([name, timed]) => {
    const before = first.get(name);
    const times = (share: number) => quantile(timed.timesMs, share) / quantile(before?.timesMs ?? [], share);
    return [name, times(0.5).toFixed(2), times(0.99).toFixed(2)];
  });
  print('\nthe last in place of the first');
  print(table(['question', 'times p50', 'times p99'], cells));
}
