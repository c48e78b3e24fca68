/**
 * How long a release takes to build from sample permits, how much memory, and what reading 50 records by id costs
 * against reading the same bytes with nothing around it.
 *
 *   node bench/dist/release-build.js [permits] [threads]
 */
import { mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from 'lintel/dist/base/home.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { type BuiltRelease, buildRelease } from 'lintel/dist/release/build/build-release.js';
import { openRelease } from 'lintel/dist/release/store/open-release.js';
import { writeSample } from 'lintel/dist/sample/write.js';
import { loadCatalog } from 'lintel/dist/sources/load-catalog.js';

const [permits = 100_000, threads] = process.argv.slice(2).map(Number);
const asOf = '2026-06-30';
const idsPerPage = 50;
const pages = 4000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
try {
  const built = await build();
  measureReads(built);
} finally {
  rmSync(directory, { recursive: true });
}

async function build(): Promise<BuiltRelease> {
  const home = openHome(directory);
  const store = openRawStore(home.raw);
  const catalog = loadCatalog();
  await writeSample({ store, catalog, permits, seed: '1', today: asOf });
  const begun = performance.now();
  let step = { name: 'begin', begun };
  const next = (name: string) => {
    print(`  ${step.name.padEnd(12)} ${((performance.now() - step.begun) / 1000).toFixed(1)} s`);
    step = { name, begun: performance.now() };
  };
  const used = process.cpuUsage();
  const built = await buildRelease({
    home,
    store,
    catalog,
    geography: loadGeography(),
    asOf,
    refineModule: new URL(import.meta.resolve('lintel/dist/cli/build-thread.js')),
    ...(threads === undefined ? {} : { refineThreads: threads }),
    progress: { step: next, advance() {}, done: () => next('') },
  });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1e6;
  const memory = process.resourceUsage().maxRSS / 1024;
  print(`${permits} permits in ${seconds.toFixed(1)} s: ${(permits / seconds).toFixed(0)} permits/s`);
  print(`${(permits / cpu).toFixed(0)} permits a CPU-second, peak memory ${memory.toFixed(0)} MiB`);
  store.close();
  return built;
}

function measureReads(built: BuiltRelease): void {
  const path = join(built.directory, 'permits.ndjson');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const rows: { id: string; offset: number; length: number }[] = [];
  let offset = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    rows.push({ id: line.slice(7, 23), offset, length });
    offset += length + 1;
  }
  const begun = performance.now();
  const release = openRelease(built.directory);
  print(`opened in ${(performance.now() - begun).toFixed(1)} ms`);
  const fd = openSync(path, 'r');
  const page = Buffer.alloc(1 << 20);
  const pick = () => rows[Math.floor(Math.random() * rows.length)] ?? { id: '', offset: 0, length: 0 };
  const bare = () => {
    for (let i = 0; i < idsPerPage; i++) {
      const row = pick();
      readSync(fd, page, 0, row.length, row.offset);
    }
  };
  const byId = () =>
    release.records(
      'permits',
      Array.from({ length: idsPerPage }, () => pick().id),
    );
  for (let round = 0; round < 3; round++) {
    const limit = cpuMicros(bare);
    const ours = cpuMicros(byId);
    print(
      `50 records: bare reads ${limit.toFixed(0)} µs, by id ${ours.toFixed(0)} µs, ratio ${(limit / ours).toFixed(2)}`,
    );
  }
  release.close();
}

/** Processor time of one call, in microseconds. */
function cpuMicros(work: () => unknown): number {
  const begun = process.cpuUsage();
  for (let i = 0; i < pages; i++) work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / pages;
}
