/** `lintel ingest`: rows of a source's files into the raw store. */
import { Failure } from '../../base/failure.js';
import type { Run } from '../../raw/raw-store.js';
import { ingestFile } from '../../sources/ingest.js';
import type { CommandGroup } from '../define.js';
import { table } from '../outcome.js';

export function defineIngest(root: CommandGroup): void {
  root
    .define(
      'ingest <file...>',
      'Read files of a source into the raw store',
      'lintel ingest permits-2026-06.csv --source san-francisco-ca',
    )
    .requiredOption('--source <id>', 'the source that the files come from')
    .run(async ({ rawStore, catalog, progress, signal }, options: { source: string }, ...files: string[]) => {
      const source = catalog().get(options.source);
      if (!source) {
        const known = catalog().sources.map((s) => s.id);
        throw new Failure(`No source "${options.source}".`, { hint: `Known sources: ${known.join(', ')}.` });
      }
      const runs: Run[] = [];
      for (const path of files) {
        runs.push(await ingestFile({ store: rawStore(), source, path, progress, signal }));
        if (signal.aborted) break;
      }
      return {
        data: runs,
        text: runTable(runs),
        failed: runs.length < files.length || runs.some((run) => run.state !== 'finished'),
      };
    });
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
    run.counts.quarantined,
    run.state,
  ]);
  return table(['source', 'input', 'read', 'new', 'changed', 'unchanged', 'quarantined', 'state'], cells);
}
