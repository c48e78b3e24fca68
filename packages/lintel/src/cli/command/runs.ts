/** `lintel runs`: what was read into the raw store, newest first, and what each run changed. */
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { wholeNumber } from '../terminal/option-value.js';
import { columnLines, runSummary, runText } from '../text/runs-text.js';

export function defineRuns(root: CommandGroup): void {
  root
    .define('runs [run]', 'List what was ingested and fetched, and what each run changed', 'lintel runs 12')
    .option('--source <id>', 'only runs of this source')
    .option('--limit <runs>', 'runs to list', '30')
    .run(async (installation, options: { source?: string; limit: string }, id?: string) => {
      const store = await installation.rawStore();
      const all = await store.runs();
      if (id !== undefined) {
        const wanted = wholeNumber('RUN', id, 1, Number.MAX_SAFE_INTEGER);
        const run = all.find((one) => one.id === wanted);
        if (run === undefined) throw noRun(wanted, all.length);
        return { data: run, text: runText(run) };
      }
      const limit = wholeNumber('--limit', options.limit, 1, 1_000_000);
      const chosen = all.filter(({ source }) => options.source === undefined || source === options.source);
      const runs = chosen.reverse().slice(0, limit);
      const more = chosen.length > runs.length ? `\n… and ${chosen.length - runs.length} more (--limit)` : '';
      const text = [`${runSummary(runs)}${more}`, ...runs.flatMap(columnLines)].join('\n');
      return { data: runs, text: runs.length === 0 ? 'No runs yet.' : text };
    });
}

function noRun(id: number, count: number): UserError {
  const hint = count === 0 ? 'There are none yet.' : 'lintel runs lists the runs.';
  return new UserError(`There is no run ${id}.`, { hint });
}
