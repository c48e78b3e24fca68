/** `lintel runs`: what was read into the raw store, newest first, what each run changed, and taking runs back. */
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { RevertedRun, Run } from '../../raw/raw-store.js';
import { noRun } from '../../raw/revert-run.js';
import type { CommandDefinition, CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';
import { columnLines, runSummary, runText } from '../text/runs-text.js';
import { noteAct } from '../work/note-act.js';

export function defineRuns(root: CommandGroup): void {
  const runs = root
    .define('runs [run]', 'List what was ingested and fetched, and what each run changed', 'lintel runs 12')
    .option('--source <id>', 'only runs of this source')
    .option('--limit <runs>', 'runs to list', '30');
  runs.run(async (installation, options: { source?: string; limit: string }, id?: string) => {
    const store = await installation.rawStore();
    const all = await store.runs();
    if (id !== undefined) {
      const run = foundRun(all, id);
      return { data: run, text: runText(run) };
    }
    const limit = wholeNumber('--limit', options.limit, 1, 1_000_000);
    const chosen = all.filter(({ source }) => options.source === undefined || source === options.source);
    const shown = chosen.reverse().slice(0, limit);
    const more = chosen.length > shown.length ? `\n… and ${chosen.length - shown.length} more (--limit)` : '';
    const text = [`${runSummary(shown)}${more}`, ...shown.flatMap(columnLines)].join('\n');
    return { data: shown, text: shown.length === 0 ? 'No runs yet.' : text };
  });
  defineRevert(runs);
}

interface RevertOptions {
  readonly source?: string;
  readonly later?: boolean;
}

function defineRevert(runs: CommandDefinition): void {
  runs
    .beneath(
      'revert [run]',
      'Take a run back: its rows become what they were before it',
      'lintel runs revert 17 --later',
    )
    .option('--source <id>', 'without a run: the last one of this source')
    .option('--later', 'also all later runs of its source, the last one first')
    .details('What a run replaced is kept for 30 days. Releases stay as they are: build and\npublish again.')
    .run(async (installation, options: RevertOptions, id?: string) => {
      const store = await installation.rawStore();
      const chosen = chosenRuns(await store.runs(), options, id);
      const reverted: RevertedRun[] = [];
      const problems: string[] = [];
      for (const run of chosen) {
        const done = await store.revertRun(run.id);
        reverted.push(done);
        problems.push(...(await noteAct(installation, 'run.revert', `run ${run.id}`, revertedText(done))));
      }
      const cells = reverted.map(({ run, source, restored, removed, found }) => [
        String(run),
        source,
        restored,
        removed,
        found,
      ]);
      const text = table(['run', 'source', 'as before', 'removed', 'no longer vanished'], cells);
      return {
        data: reverted,
        text: `${text}\n\n${nextStep(installation, 'build --publish')}`,
        problems,
      };
    });
}

/** The runs to take back, in this order. */
function chosenRuns(all: readonly Run[], { source, later }: RevertOptions, id?: string): Run[] {
  if (id === undefined && source === undefined)
    throw new UsageError('Name a run, or a source with --source for its last one.');
  const standing = all.filter(({ state }) => state !== 'reverted');
  const run = id === undefined ? standing.findLast((one) => one.source === source) : foundRun(all, id);
  if (run === undefined) {
    throw new UserError(`There is no run of ${source} to revert.`, { hint: 'lintel runs lists the runs.' });
  }
  if (source !== undefined && run.source !== source)
    throw new UsageError(`Run ${run.id} is one of ${run.source}, not of ${source}.`);
  if (later !== true) return [run];
  const since = standing.filter((one) => one.source === run.source && one.id > run.id);
  return [...since.reverse(), run];
}

function foundRun(all: readonly Run[], id: string): Run {
  const wanted = wholeNumber('RUN', id, 1, Number.MAX_SAFE_INTEGER);
  const run = all.find((one) => one.id === wanted);
  if (run === undefined) throw noRun(wanted, all.length);
  return run;
}

function revertedText({ source, restored, removed, found }: RevertedRun): string {
  const counts = `${formatCount(restored)} rows as before, ${formatCount(removed)} removed`;
  return `${source}: ${counts}, ${formatCount(found)} no longer vanished`;
}
