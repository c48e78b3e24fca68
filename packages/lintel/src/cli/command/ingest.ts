/** `lintel ingest`: rows of a source's files into the raw store. */
import { type Failure, failureOf } from '../../base/failure.js';
import type { Run } from '../../raw/raw-store.js';
import { type CommandGroup, failureText, tracesOf } from '../define.js';
import { calendarDate } from '../option-value.js';
import { table } from '../outcome.js';
import { WrongUsage } from '../wrong-usage.js';

export function defineIngest(root: CommandGroup): void {
  root
    .define(
      'ingest <file...>',
      'Read files of a source into the raw store',
      'lintel ingest permits-2026-06.csv --source san-francisco-ca',
    )
    .requiredOption('--source <id>', 'the source that the files come from')
    .option(
      '--as-of <date>',
      'day as of which the files tell (default: now); rows stored as of later days stay',
    )
    .run(async (installation, options: { source: string; asOf?: string }, ...files: string[]) => {
      const asOf = options.asOf === undefined ? {} : { asOfMs: pastDay('--as-of', options.asOf) };
      const source = (await installation.catalog()).require(options.source);
      const { ingestFile } = await import('../../sources/ingest.js');
      const store = await installation.rawStore();
      const { progress, signal } = installation;
      const runs: Run[] = [];
      const problems: string[] = [];
      const failures: Failure[] = [];
      for (const path of files) {
        if (signal.aborted) break;
        try {
          runs.push(await ingestFile({ store, source, path, progress, signal, ...asOf }));
        } catch (error) {
          // One bad file does not keep the others out; what it gave before its fault is stored and counted.
          const failure = failureOf(error, path);
          failures.push(failure);
          problems.push(failureText(failure));
          runs.push(
            ...store
              .runs()
              .slice(-1)
              .filter((run) => run.input === path && run.state === 'failed'),
          );
        }
      }
      if (signal.aborted) problems.push('Interrupted: run the same command again for the rest.');
      const text = runs.length > 0 ? runTable(runs) : '';
      return { data: { runs, problems }, text, problems, traces: tracesOf(failures) };
    });
}

/** The end of a day in UTC, or now when it has not ended yet; a day to come is wrong usage. */
function pastDay(option: string, text: string): number {
  const start = Date.parse(`${calendarDate(option, text)}T00:00:00Z`);
  const now = Date.now();
  if (start > now) throw new WrongUsage(`${option} takes a day that has come, not "${text}".`);
  return Math.min(now, start + 86_399_999);
}

/** Runs as a table: what was read, and what became of it. */
export function runTable(runs: readonly Run[]): string {
  const cells = runs.map((run) => [
    run.source,
    run.input,
    run.counts.read,
    run.counts.new,
    run.counts.changed,
    run.counts.unchanged,
    run.older,
    run.counts.quarantined,
    run.state,
  ]);
  return table(
    ['source', 'input', 'read', 'new', 'changed', 'unchanged', 'of them older', 'quarantined', 'state'],
    cells,
  );
}
