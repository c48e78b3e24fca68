/** `lintel refine`: a filter. Raw records in, one a line; refined records out, one for each line, in order. */
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { calendarDate } from '../terminal/option-value.js';
import { printProblem } from '../terminal/print.js';

export function defineRefine(root: CommandGroup): void {
  root
    .define(
      'refine',
      'Refine records from standard input to standard output, one JSON object a line',
      'lintel refine < records.ndjson > refined.ndjson\n\n' +
        'A line of records.ndjson: {"description": "Reroof", "address": "12 N 03RD ST #4", "state": "TX"}',
    )
    .option('--source <id>', 'the source whose words, place and time zone apply (default: none)')
    .option('--as-of <date>', 'the day that counts as today (default: today, UTC)')
    .run(async (installation, options: { source?: string; asOf?: string }) => {
      const today =
        options.asOf === undefined
          ? new Date().toISOString().slice(0, 10)
          : calendarDate('--as-of', options.asOf);
      const source =
        options.source === undefined ? null : (await installation.catalog()).require(options.source).context;
      const geography = await installation.geography();
      const { filterLines } = await import('../work/filter-lines.js');
      const { RefineFilter } = await import('../work/refine-blocks.js');
      const { signal, ownSources } = installation;
      const order = { source: options.source ?? null, sources: ownSources, today };
      const filter = new RefineFilter({ geography, source, today }, order);
      const refused = await filterLines(process.stdin, process.stdout, signal, filter).finally(() =>
        filter.close(),
      );
      if (refused > 0) {
        printProblem(`lines that could not be refined: ${refused}; each says why in its place.`);
        process.exitCode = 1;
      }
      if (signal.aborted) throw new UserError('Interrupted: not all lines were read.');
      return null;
    });
}
