/**
 * Sample permits into the raw store and from there into a release: rows a second, processor time and memory,
 * step by step, each command in its own process; and the disk space used.
 *
 *   node bench/dist/build.js [permits]… [--home DIRECTORY] [--touch GIBIBYTES]
 *
 * With --home the raw store of that installation is built, one number of permits is ignored, and the release
 * is removed afterwards. All rows are refined: what an earlier build kept is removed first. With --touch so much memory is touched before each build (see touch-memory.ts). The
 * limit is one thread that reads every raw row, parses it, writes it as JSON again and hashes it: no build
 * that keeps JSON can do less.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from 'lintel/dist/base/format-number.js';
import { openHome } from 'lintel/dist/base/home.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import type { CommandReport } from './build-command.js';
import { askOnce, cpuMs } from './child.js';
import { figure, print } from './figures.js';
import type { TouchReport } from './touch-memory.js';

/** Rows that the limit is measured on; more would only take longer. */
const limitRows = 200_000;

const megabytes = (bytes: number) => `${formatCount(Math.round(bytes / 1e6))} MB`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { home: { type: 'string' }, touch: { type: 'string', default: '0' } },
});
if (values.home !== undefined) await buildOnly(values.home);
else
  for (const permits of positionals.length > 0 ? positionals : ['50000'])
    await sampleAndBuild(Number(permits));

async function sampleAndBuild(permits: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
  try {
    print(`\nSample of ${formatCount(permits)} permits`);
    const sample = await run({ command: 'sample', home: directory, permits });
    report(sample, sample.rows);
    await buildOnly(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function buildOnly(directory: string): Promise<void> {
  const home = openHome(directory);
  const limit = limitPerCpuSecond(home.raw);
  await touchMemory(Number(values.touch));
  rmSync(home.refined, { force: true });
  const build = await run({ command: 'build', home: directory });
  print(`\nBuild of ${formatCount(build.permits)} permits`);
  report(build, build.permits);
  const perCpuSecond = (build.rows / build.cpuMs) * 1000;
  print(
    `rows a CPU-second: ${figure(perCpuSecond)}, ${(perCpuSecond / limit).toFixed(3)} of parsing, writing and hashing them (${figure(limit)})`,
  );
  const release = join(home.releases, build.release);
  print(
    `disk: raw store ${megabytes(bytesIn(directory, /^raw\./))}, release ${megabytes(bytesIn(release, /./))}`,
  );
  rmSync(release, { recursive: true });
}

async function touchMemory(gibibytes: number): Promise<void> {
  if (gibibytes === 0) return;
  const { firstMs, againMs } = await askOnce<TouchReport>('./touch-memory.js', { gibibytes });
  print(
    `touched ${gibibytes} GiB: ${figure(firstMs)} ms of processor time a GiB, once more ${figure(againMs)} ms`,
  );
}

function run(order: object): Promise<CommandReport> {
  return askOnce('./build-command.js', order);
}

function report({ steps, seconds, cpuMs: cpu, peakBytes }: CommandReport, rows: number): void {
  const cells = steps.map((step) => [
    step.name,
    step.done === 0 ? '' : `${formatCount(step.done)} ${step.unit}`,
    step.seconds.toFixed(1),
    (step.cpuMs / 1000).toFixed(1),
    step.done === 0 ? '' : figure(step.done / step.seconds),
    (step.residentBytes / 2 ** 20).toFixed(0),
  ]);
  print(table(['step', 'done', 'seconds', 'CPU seconds', 'a second', 'MiB at its end'], cells));
  print(
    `${seconds.toFixed(1)} s: ${figure(rows / seconds)} a second, ${figure((rows / cpu) * 1000)} a CPU-second, peak memory ${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
  );
}

function limitPerCpuSecond(path: string): number {
  const store = openRawStore(path);
  const hash = createHash('sha256');
  const before = cpuMs();
  let rows = 0;
  for (const { source } of store.totals()) {
    for (const { body } of store.rows(source)) {
      if (rows >= limitRows) break;
      hash.update(JSON.stringify(JSON.parse(body)));
      rows += 1;
    }
  }
  store.close();
  return (rows / (cpuMs() - before)) * 1000;
}

/** Size of the files of a directory whose names fit. */
function bytesIn(directory: string, names: RegExp): number {
  const files = readdirSync(directory).filter((name) => names.test(name));
  return files.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}
