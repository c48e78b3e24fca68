/**
 * Recall and processor time of the address search by kind of query, of a release's own addresses among many
 * others, and the same queries of PostgreSQL.
 *
 *   node bench/dist/address-search.js [HOME|-] [addresses] [queries a kind] [seed] [directory for PostgreSQL] [its queries]
 *
 * HOME is the directory of an installation; its published release is read, never written. Made-up addresses
 * fill it up to the requested number; with `-` all are made up. Without a directory PostgreSQL is left out.
 * SHOW_MISSES=1 prints each query that missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '@lintel/testing/release/synthetic-addresses.js';
import { openHome } from 'lintel/dist/base/home.js';
import { createAddressIndex } from 'lintel/dist/format/address-index/address-index-writer.js';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { type AddressIndex, openAddressIndex } from 'lintel/dist/search/address-search.js';
import { startAddressPeer } from './address-peer.js';
import { complete, queryKinds, shortestPrefix } from './address-queries.js';
import { addressesOf, collectTargets, compareWith, fewEnough, type Target } from './address-targets.js';
import { figure, print, quantile } from './figures.js';

/** A query, and the rows that answer it; null when nothing should. */
interface Asked {
  readonly query: string;
  readonly right: ReadonlySet<number> | null;
}

interface Found {
  readonly rows: readonly number[];
  readonly ms: number;
}

const [homeArgument = '-', ...rest] = process.argv.slice(2);
const [count = 100_000, queries = 300, seed = 1] = rest.slice(0, 3).map(Number);
const [peerDirectory, peerQueries = '20'] = rest.slice(3);
const release = releaseOf(homeArgument);
/** As in a server that has run for a minute: the compiler has seen every kind of query several times. */
const warmUps = 3;
const scratch = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
try {
  await run(join(scratch, 'addresses.idx'));
} finally {
  rmSync(scratch, { recursive: true });
}

async function run(path: string): Promise<void> {
  const own = release === null ? 0 : readManifest(release).info.counts.addresses;
  const targets = collectTargets(addressesOf(release, count, seed), own === 0 ? count : own, queries);
  build(path, targets);
  const index = openAddressIndex(path);
  const kinds = askedByKind(targets);
  for (let round = 0; round < warmUps; round++)
    for (const asked of kinds.values())
      for (const { query } of asked.slice(0, 300)) index.search(query, 0, 10);
  print(`${'query'.padEnd(34)}   asked  recall@1  recall@10   p50 ms   p99 ms   max ms`);
  const found = new Map<string, Found[]>();
  for (const [kind, asked] of kinds) {
    const answers = asked.map(({ query }) => timed(index, query));
    found.set(kind, answers);
    report(kind, asked, answers);
  }
  index.close();
  if (peerDirectory !== undefined) await compare(kinds, found, peerDirectory);
}

function releaseOf(argument: string): string | null {
  if (argument === '-') return null;
  const home = openHome(argument);
  return join(home.releases, currentReleaseId(home) ?? '');
}

function build(path: string, targets: readonly Target[]): void {
  const compare = compareWith(targets);
  const begun = performance.now();
  const writer = createAddressIndex(path);
  let row = 0;
  for (const address of addressesOf(release, count, seed)) {
    writer.add(address);
    compare(row++, address);
  }
  const { addresses, names, streets, words, bytes } = writer.finish();
  const seconds = (performance.now() - begun) / 1000;
  print(`${addresses} addresses, ${names} street names, ${streets} streets, ${words} words`);
  print(
    `made, compared and indexed in ${figure(seconds)} s; ${(bytes / addresses).toFixed(1)} bytes an address`,
  );
  const opening = performance.now();
  openAddressIndex(path).close();
  print(
    `opened in ${figure(performance.now() - opening)} ms; ${figure(process.memoryUsage().rss / 1e6)} MB resident`,
  );
}

/** Every kind's queries with their right answers, and every prefix of the targets. */
function askedByKind(targets: readonly Target[]): Map<string, Asked[]> {
  const kinds = new Map<string, Asked[]>();
  for (const [name, { ask, right, placeless = false }] of Object.entries(queryKinds)) {
    const random = randomNumbers(seed + 7);
    const asked = targets.flatMap((target): Asked[] => {
      const query = placeless && target.sameLine > fewEnough ? null : ask(target.address, random);
      if (query === null) return [];
      return [{ query, right: right === 'none' ? null : right === 'street' ? target.street : target.same }];
    });
    kinds.set(name, asked);
  }
  const prefixes = targets.flatMap((target) => {
    const text = complete(target.address);
    const lengths = Array.from({ length: text.length - shortestPrefix + 1 }, (_, i) => i + shortestPrefix);
    return lengths.map((n) => ({
      query: text.slice(0, n),
      right: target.same,
      few: (target.beginAlike[n] ?? 0) <= fewEnough,
    }));
  });
  kinds.set(
    `prefix of at most ${fewEnough} addresses`,
    prefixes.filter(({ few }) => few),
  );
  kinds.set(
    'prefix of more',
    prefixes.filter(({ few }) => !few),
  );
  return kinds;
}

/** Times are of the processor, not the clock, so that other work on the machine does not count. */
function timed(index: AddressIndex, query: string): Found {
  const begun = process.cpuUsage();
  const { items } = index.search(query, 0, 10);
  const { user, system } = process.cpuUsage(begun);
  return { rows: items.map(({ row }) => row), ms: (user + system) / 1000 };
}

function isRight({ right }: Asked, rows: readonly number[]): boolean {
  return right === null ? rows.length === 0 : rows.some((row) => right.has(row));
}

function recall(asked: readonly Asked[], found: readonly Found[], depth: number): number {
  const hits = asked.filter((one, i) => isRight(one, found[i]?.rows.slice(0, depth) ?? []));
  return hits.length / Math.max(1, asked.length);
}

function report(kind: string, asked: readonly Asked[], found: readonly Found[]): void {
  const times = found.map(({ ms }) => ms);
  const share = (depth: number) => recall(asked, found, depth).toFixed(3);
  const at = (part: number) => quantile(times, part).toFixed(3).padStart(8);
  print(
    `${kind.padEnd(34)}${String(asked.length).padStart(8)} ${share(1).padStart(9)} ${share(10).padStart(10)} ${at(0.5)} ${at(0.99)} ${at(1)}`,
  );
  if (!process.env.SHOW_MISSES) return;
  for (const [i, one] of asked.entries())
    if (!isRight(one, found[i]?.rows ?? [])) print(`  missed: ${one.query}`);
}

/** A few queries of each kind, evenly spread, of both; ours as they were answered above. */
async function compare(
  kinds: ReadonlyMap<string, readonly Asked[]>,
  found: ReadonlyMap<string, readonly Found[]>,
  directory: string,
): Promise<void> {
  const peer = await startAddressPeer(directory, addressesOf(release, count, seed));
  const means: { ours: number; theirs: number }[] = [];
  try {
    print(`${'query'.padEnd(34)}  recall@10: ours, theirs      mean ms: ours, theirs     ratio`);
    for (const [kind, all] of kinds) {
      const step = Math.max(1, Math.floor(all.length / Number(peerQueries)));
      const isChosen = (_: unknown, i: number) => i % step === 0 && i / step < Number(peerQueries);
      const asked = all.filter(isChosen);
      const ours = (found.get(kind) ?? []).filter(isChosen);
      const theirs: Found[] = [];
      for (const { query } of asked) theirs.push(await peer.search(query));
      const both = { ours: mean(found.get(kind) ?? []), theirs: mean(theirs) };
      means.push(both);
      const shares = [ours, theirs].map((answers) => recall(asked, answers, 10).toFixed(2).padStart(12));
      printRatio(kind, shares.join(''), both);
    }
    const total = (side: 'ours' | 'theirs') =>
      means.reduce((sum, both) => sum + both[side], 0) / means.length;
    printRatio('all kinds alike', ' '.repeat(24), { ours: total('ours'), theirs: total('theirs') });
  } finally {
    await peer.stop();
  }
}

function mean(found: readonly Found[]): number {
  return found.reduce((sum, { ms }) => sum + ms, 0) / found.length;
}

function printRatio(kind: string, shares: string, { ours, theirs }: { ours: number; theirs: number }): void {
  const times = [ours, theirs].map((ms) => figure(ms).padStart(12)).join('');
  print(`${kind.padEnd(34)}${shares}${times}${figure(theirs / ours).padStart(10)}`);
}
