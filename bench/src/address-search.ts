/**
 * Recall and processor time of the address search over made-up addresses, by kind of query.
 *
 *   node bench/dist/address-search.js [addresses] [queries a kind] [seed]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@lintel/contract';
import { type AddressIndex, openAddressIndex } from 'lintel/dist/release/search/address-index.js';
import { createAddressIndex } from 'lintel/dist/release/search/address-index-writer.js';
import { madeUpAddresses, randomNumbers } from 'lintel/dist/release/search/made-up-addresses.js';
import { type QueryKind, queryKinds } from './address-queries.js';

interface Target {
  readonly row: number;
  readonly address: Address;
}

const [count = 100_000, queries = 300, seed = 1] = process.argv.slice(2).map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
try {
  const path = join(directory, 'addresses.idx');
  const targets = build(path);
  const begun = performance.now();
  const index = openAddressIndex(path);
  const { names, streets, words, bytes } = index.info;
  print(
    `opened in ${(performance.now() - begun).toFixed(0)} ms: ${names} names, ${streets} streets, ${words} words`,
  );
  print(`${(bytes / 1e6).toFixed(1)} MB, ${(bytes / count).toFixed(1)} bytes an address`);
  print('kind              recall@1 recall@10   p50 ms   p99 ms   max ms');
  warmUp(index, targets);
  for (const [name, kind] of Object.entries(queryKinds)) measure(index, name, kind, targets);
  index.close();
} finally {
  rmSync(directory, { recursive: true });
}

/** Builds the index and keeps evenly spread addresses to search for. */
function build(path: string): Target[] {
  const targets: Target[] = [];
  const step = Math.max(1, Math.floor(count / queries));
  const begun = performance.now();
  const writer = createAddressIndex(path);
  let row = 0;
  for (const address of madeUpAddresses(count, seed)) {
    writer.add(address);
    if (row % step === step >> 1) targets.push({ row, address });
    row += 1;
  }
  const added = performance.now();
  writer.finish();
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  const done = performance.now();
  print(
    `${count} addresses: made and added in ${seconds(begun, added)} s, finished in ${seconds(added, done)} s`,
  );
  print(`resident memory ${memory} MB`);
  return targets;
}

/** Lets the compiler see every kind of query first, as in a server that has run for a minute. */
function warmUp(index: AddressIndex, targets: readonly Target[]): void {
  const random = randomNumbers(seed + 3);
  for (const { address } of targets) {
    for (const kind of Object.values(queryKinds)) index.search(kind(address, random) ?? '', 0, 10);
  }
}

/** Times are of the processor, not the clock, so that other work on the machine does not count. */
function measure(index: AddressIndex, name: string, kind: QueryKind, targets: readonly Target[]): void {
  const random = randomNumbers(seed + 7);
  const asked = targets.flatMap(({ row, address }) => {
    const query = kind(address, random);
    return query === null ? [] : [{ row, query }];
  });
  const times: number[] = [];
  let first = 0;
  let ten = 0;
  for (const { row, query } of asked) {
    const begun = process.cpuUsage();
    const { rows } = index.search(query, 0, 10);
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
    if (rows[0] === row) first += 1;
    if (rows.includes(row)) ten += 1;
    else if (process.env.SHOW_MISSES) print(`  missed ${row}: ${query}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(3).padStart(8);
  const share = (found: number) => (found / asked.length).toFixed(3).padStart(9);
  print(`${name.padEnd(17)}${share(first)} ${share(ten)} ${at(0.5)} ${at(0.99)} ${at(1)}`);
}
