/**
 * Installations to measure: made by the command itself (`lintel sample`, `lintel build --publish`) in a
 * temporary directory, or an existing one, of which only the releases are used: ledger and keys are always
 * new, so a benchmark leaves no trace.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHome } from 'lintel/dist/base/home.js';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { print } from './figures.js';

/** The `lintel` command. */
export const lintelCommand = fileURLToPath(new URL('../../packages/lintel/bin/lintel.js', import.meta.url));

/** A plan whose limits are checked but never reached. */
export const benchPlan = {
  credits: 1e12,
  requests_per_minute: 1_000_000,
  work_seconds_per_minute: 1_000_000,
};

export interface BenchHome {
  readonly directory: string;
  /** Directory of the published release. */
  readonly release: string;
  readonly permits: number;
  /** The secret of a key on `benchPlan`. */
  readonly key: string;
  remove(): void;
}

/** Runs the command in the installation; gives the document that it prints. */
function lintel<T>(home: string, ...args: readonly string[]): T {
  const run = spawnSync(process.execPath, [lintelCommand, ...args, '--json', '--home', home], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`lintel ${args.join(' ')} failed: ${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as T;
}

interface BenchHomeOptions {
  /** Settings of `lintel.json` besides the plan. */
  readonly settings?: object;
  /** Receives a line about what is being done; default: prints it. */
  readonly tell?: (line: string) => void;
}

/** The installation for an argument: a number of sample permits to make, or the directory of one. */
export function benchHome(
  argument: string,
  { settings = {}, tell = print }: BenchHomeOptions = {},
): BenchHome {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const config = { plans: { bench: benchPlan }, ...settings };
    writeFileSync(join(directory, 'lintel.json'), JSON.stringify(config));
    if (/^\d+$/.test(argument)) {
      tell(`making a release of ${argument} sample permits`);
      lintel(directory, 'sample', '--permits', argument);
      lintel(directory, 'build', '--publish');
    } else {
      symlinkSync(realpathSync(join(argument, 'releases')), join(directory, 'releases'));
    }
    const home = openHome(directory);
    const release = join(home.releases, currentReleaseId(home) ?? '');
    const { permits } = readManifest(release).info.counts;
    const { id } = lintel<{ id: string }>(
      directory,
      'accounts',
      'create',
      '--name',
      'Bench',
      '--plan',
      'bench',
    );
    const { key } = lintel<{ key: string }>(directory, 'keys', 'create', '--account', id);
    return { directory, release, permits, key, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
