/**
 * `lintel refine`: a filter. Raw records in, one a line; refined records out, one for each line, in order.
 */
import { formatCount } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { calendarDate } from '../terminal/option-value.js';
import { printProblem } from '../terminal/print.js';

export function defineRefine(root: CommandGroup): void {
  root
    .define(
      'refine',
      'Refine JSON lines from standard input to standard output',
      'lintel refine < records.ndjson > refined.ndjson',
    )
    .details(
      'A line of records.ndjson:\n  {"description": "Reroof", "address": "12 N 03RD ST #4", "state": "TX"}',
    )
    .option('--source <id>', 'use the status words, place and time zone of this source')
    .option('--as-of <date>', 'date to take as today (default: today, UTC)')
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
        printProblem(
          `${formatCount(refused)} ${refused === 1 ? 'line' : 'lines'} could not be refined; the output says why in its place.`,
        );
        process.exitCode = 1;
      }
      if (signal.aborted) throw new UserError('Interrupted: not all lines were read.');
      return null;
    });
}
