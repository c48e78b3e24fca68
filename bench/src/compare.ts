/**
 * What the comparison of two releases costs beside the build of one, in processor time of the same run: sample permits
 * are built, a share of the raw rows changes (half of these other values, half other keys) and they are built again.
 *
 *   node bench/dist/compare.js [permits] [--share SHARE]
 *
 * The limit is reading the records of both releases once, byte by byte: nothing that looks at them all can do less.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from 'lintel/dist/base/format-number.js';
import { openHome } from 'lintel/dist/base/home.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import type { CommandReport } from './build-command.js';
import { changeRows } from './change-rows.js';
import { askOnce, cpuMs } from './child.js';
import type { ComparisonReport } from './compare-command.js';
import { figure, print } from './figures.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '0.001' } },
});
const directory = mkdtempSync(join(tmpdir(), 'lintel-compare-'));
try {
  await measure(Number(positionals[0] ?? 50_000), Number(values.share));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measure(permits: number, share: number): Promise<void> {
  await ask<CommandReport>('./build-command.js', { command: 'sample', permits });
  const from = await ask<CommandReport>('./build-command.js', { command: 'build' });
  const changed = changeRows(directory, share);
  const to = await ask<CommandReport>('./build-command.js', { command: 'build' });
  const compared = await ask<ComparisonReport>('./compare-command.js', {
    from: from.release,
    to: to.release,
  });
  print(
    `${formatCount(to.permits)} permits, ${formatCount(changed)} of ${formatCount(to.rows)} rows changed`,
  );
  const cells = compared.counts.map(({ kind, changes }) => [kind, formatCount(changes)]);
  print(table(['kind', 'changes'], cells));
  const ratio = (of: number, to: number) => (of / to).toFixed(4);
  print(
    `CPU: build of all rows ${figure(from.cpuMs)} ms, comparison ${figure(compared.cpuMs)} ms (${figure(compared.seconds)} s): ${ratio(compared.cpuMs, from.cpuMs)} of the build`,
  );
  const readMs = cpuOfReading([from.release, to.release]);
  print(
    `reading the records of both ${figure(readMs)} ms; the comparison is ${ratio(compared.cpuMs, readMs)} of that`,
  );
}

function ask<Answer>(program: string, order: object): Promise<Answer> {
  return askOnce<Answer>(program, { home: directory, ...order });
}

function cpuOfReading(releases: readonly string[]): number {
  const before = cpuMs();
  for (const release of releases) {
    for (const kind of ['permits', 'properties', 'contractors', 'decisions'])
      readFileSync(join(openHome(directory).releases, release, `${kind}.ndjson`)).indexOf('\0');
  }
  return cpuMs() - before;
}
