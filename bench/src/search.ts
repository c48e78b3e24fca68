/**
 * Pages of 50 of each kind of search, common and worst cases, over a release and over PostgreSQL with the same permits:
 * p50 and p99, and pages a second of processor time. Times of the release are processor time, which other work on the
 * machine does not change; those of PostgreSQL are by the clock, and its processor time is that of its process and of the
 * client.
 *
 *   node bench/dist/search.js [permits or directory of an installation]… [--queries 200] [--no-peer]
 *
 * PostgreSQL is kept beside an installation that was given (in `peer`), so that the next run need not fill it. Both must
 * find the same permits in the same order. With several installations the p99 of the last is compared with the first's.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/outcome.js';
import { openRelease } from 'lintel/dist/release/store/open-release.js';
import type { Release } from 'lintel/dist/release/store/release.js';
import { RowReader } from 'lintel/dist/release/store/segment-reader.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import { type Peer, startPeer } from './postgres-peer.js';
import {
  type After,
  askPeer,
  peerDirectory,
  queryOf,
  type SearchCase,
  searchKinds,
} from './search-queries.js';

const pageSize = 50;
/** Searches before those that are counted: of each kind. */
const warmUp = 20;
/** Milliseconds after which no further search of a kind is asked of the peer. */
const peerMs = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '200' },
    'no-peer': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const queries = Number(values.queries);

interface Timed {
  readonly timesMs: number[];
  readonly perCpuSecond: number;
}

/** A search with where its page begins, for the release and for the peer. */
interface Asked {
  readonly one: SearchCase;
  readonly row: number;
  readonly after: After | null;
}

const p99s: Map<string, number>[] = [];
for (const argument of positionals.length === 0 ? ['50000'] : positionals) await measure(argument);
compare();

async function measure(argument: string): Promise<void> {
  const home = benchHome(argument);
  const release = openRelease(home.release);
  const rows = new RowReader(home.release, 'permits');
  const kept = existsSync(argument) ? argument : home.directory;
  let peer: Peer | null = null;
  try {
    if (!values['no-peer']) {
      mkdirSync(peerDirectory(kept), { recursive: true });
      peer = await startPeer(peerDirectory(kept), home.release);
    }
    print(`\n${home.permits.toLocaleString('en-US')} permits, ${queries} pages of ${pageSize} of each kind`);
    const cells: (string | number)[][] = [];
    const p99 = new Map<string, number>();
    for (const { name, make } of searchKinds(home.release, numbers(Number(values.seed)))) {
      const asked = Array.from({ length: queries + warmUp }, () => startOf(release, rows, make()));
      const own = timeOwn(release, asked);
      const other = peer === null ? null : await timePeer(peer, release, asked);
      p99.set(name, quantile(own.timesMs, 0.99));
      cells.push([
        name,
        ...timesOf(own),
        ...(other === null ? [] : [...timesOf(other), figure(own.perCpuSecond / other.perCpuSecond)]),
      ]);
    }
    p99s.push(p99);
    const heads = ['search', 'p50 CPU ms', 'p99 CPU ms', 'pages/CPU-s'];
    print(
      table(
        peer === null ? heads : [...heads, 'PostgreSQL p50 ms', 'p99 ms', 'pages/CPU-s', 'times as many'],
        cells,
      ),
    );
  } finally {
    await peer?.stop();
    rows.close();
    release.close();
    home.remove();
  }
}

function timesOf({ timesMs, perCpuSecond }: Timed): string[] {
  return [figure(quantile(timesMs, 0.5)), figure(quantile(timesMs, 0.99)), figure(perCpuSecond)];
}

/** A page in the depth of a search begins at a row there, for both. */
function startOf(release: Release, rows: RowReader, one: SearchCase): Asked {
  if (one.depth === 0) return { one, row: 0, after: null };
  const row = Math.floor(one.depth * rows.rows * 0.98);
  const { items } = release.searchPermits(queryOf(one), row, 1);
  const first =
    items[0] === undefined ? null : (JSON.parse(items[0].toString()) as { start_date: string; id: string });
  if (first === null) return { one, row: 0, after: null };
  return {
    one,
    row,
    after: { date: first.start_date, id: one.of === 'permits' ? idBefore(first.id) : first.id },
  };
}

/** The id just below: the page of the peer begins behind it. */
function idBefore(id: string): string {
  return (BigInt(`0x${id}`) - 1n).toString(16).padStart(16, '0');
}

function ask(release: Release, { one, row }: Asked): Buffer[] {
  if (one.of === 'permits') return release.searchPermits(queryOf(one), row, pageSize).items;
  return release.searchContractors({ ...queryOf(one), include_tallies: true }, row, pageSize).items;
}

function timeOwn(release: Release, asked: readonly Asked[]): Timed {
  for (const each of asked.slice(0, warmUp)) ask(release, each);
  const timesMs: number[] = [];
  const before = cpuMs();
  for (const each of asked.slice(warmUp)) {
    const begun = cpuMs();
    ask(release, each);
    timesMs.push(cpuMs() - begun);
  }
  return { timesMs, perCpuSecond: (timesMs.length / (cpuMs() - before)) * 1000 };
}

async function timePeer(peer: Peer, release: Release, asked: readonly Asked[]): Promise<Timed> {
  const timesMs: number[] = [];
  const end = performance.now() + peerMs;
  for (const each of asked.slice(0, warmUp)) {
    const docs = await askPeer(peer.sql, each.one, each.after, pageSize);
    if (each.one.of === 'permits')
      assert.deepEqual(docs, ask(release, each).map(String), JSON.stringify(each));
    if (performance.now() > end) break;
  }
  const before = cpuMs() + peer.cpuMs();
  for (const { one, after } of asked.slice(warmUp)) {
    const begun = performance.now();
    await askPeer(peer.sql, one, after, pageSize);
    timesMs.push(performance.now() - begun);
    if (performance.now() > end) break;
  }
  return { timesMs, perCpuSecond: (timesMs.length / Math.max(1, cpuMs() + peer.cpuMs() - before)) * 1000 };
}

function compare(): void {
  const [first, last] = [p99s[0], p99s.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const cells = [...last].map(([name, p99]) => [name, (p99 / (first.get(name) ?? Number.NaN)).toFixed(2)]);
  print(`\np99 of the last in place of the first`);
  print(table(['search', 'times'], cells));
}

/** Numbers in [0, 1) from a seed (mulberry32), so that runs ask the same. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
