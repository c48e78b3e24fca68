/** `lintel build-worker`: helps the builds of other machines that read the same raw store in PostgreSQL. */
import { availableParallelism } from 'node:os';
import { formatCount } from '../../base/format-number.js';
import { type CommandGroup, failureText } from '../terminal/define.js';
import { wholeNumber } from '../terminal/option-value.js';
import type { Outcome } from '../terminal/outcome.js';

/** Worker processes that one command starts at most. */
export const maxWorkers = 64;

/** A day. */
const maxWaitMinutes = 1_440;

interface Options {
  readonly workers?: string;
  readonly once?: boolean;
  readonly wait: string;
}

export function defineBuildWorker(root: CommandGroup): void {
  root
    .define('build-worker', 'Help builds of other machines to clean rows', 'lintel build-worker --once')
    .option('--workers <number>', 'worker processes (default: one a core)')
    .option('--once', 'end with the first build, or when none begins')
    .option('--wait <minutes>', 'with --once: how long a build may take to begin', '10')
    .details(
      'Waits for builds of the raw store in PostgreSQL (raw_url) and helps each to its end, the oldest first. Both\nmachines need the same version of Lintel and the same definitions of sources.',
    )
    .run(async (installation, { workers, once = false, wait }: Options): Promise<Outcome> => {
      const count =
        workers === undefined
          ? Math.min(maxWorkers, availableParallelism())
          : wholeNumber('--workers', workers, 1, maxWorkers);
      const withinMs = wholeNumber('--wait', wait, 0, maxWaitMinutes) * 60_000;
      const { helpBuilds } = await import('../work/help-builds.js');
      const { builds, rows, failures } = await helpBuilds(installation, count, once ? withinMs : null);
      const text = `Refined ${formatCount(rows)} rows of ${builds} ${builds === 1 ? 'build' : 'builds'}.`;
      return { data: { builds, rows }, text, problems: failures.map(failureText) };
    });
}
