/**
 * What a night costs whose rows have hardly changed, in processor time beside a build of all rows: sample permits are
 * built, a share of the raw rows changes, and they are built with the refined rows that the first build kept, then
 * without them. Both must be the same release.
 *
 *   node bench/dist/nightly-changed.js [permits] [--share SHARE] [--home DIRECTORY]
 *
 * An empty directory that is given stays, with the last release.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from 'lintel/dist/base/format-number.js';
import { openHome } from 'lintel/dist/base/home.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import type { CommandReport } from './build-command.js';
import { changeRows } from './change-rows.js';
import { askOnce } from './child.js';
import { print } from './figures.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '0.01' }, home: { type: 'string' } },
});
const directory = values.home ?? mkdtempSync(join(tmpdir(), 'lintel-night-'));
try {
  await measure(Number(positionals[0] ?? 50_000), Number(values.share));
} finally {
  if (values.home === undefined) rmSync(directory, { recursive: true, force: true });
}

async function measure(permits: number, share: number): Promise<void> {
  const home = openHome(directory);
  const run = (command: string) =>
    askOnce<CommandReport>('./build-command.js', { home: directory, command, permits });
  await run('sample');
  await run('build');
  const { size } = statSync(home.refined);
  const changed = changeRows(directory, share);
  const night = await run('build');
  rmSync(home.refined);
  const all = await run('build');
  if (night.release !== all.release) throw new Error(`${night.release} is not ${all.release}`);
  print(
    `${formatCount(all.permits)} permits, ${formatCount(changed)} of ${formatCount(all.rows)} rows changed`,
  );
  print(`kept: ${formatCount(Math.round(size / 1e6))} MB, ${Math.round(size / all.rows)} bytes a row`);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const cells = all.steps.map(({ name, cpuMs }, i) => [
    name,
    seconds(cpuMs),
    seconds(night.steps[i]?.cpuMs ?? 0),
    `${((cpuMs / all.cpuMs) * 100).toFixed(0)} %`,
  ]);
  print(table(['step', 'all rows, CPU s', 'the night, CPU s', 'share of all'], cells));
  print(
    `CPU: ${seconds(all.cpuMs)} s all rows, ${seconds(night.cpuMs)} s the night: ${(night.cpuMs / all.cpuMs).toFixed(2)}`,
  );
  print(`time: ${all.seconds.toFixed(1)} s and ${night.seconds.toFixed(1)} s; both are ${all.release}`);
}
