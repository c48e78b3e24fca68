/** `lintel quarantine`: the rows that could not be used, each with its reason. */
import type { CommandGroup } from '../define.js';
import { formatCount, table } from '../outcome.js';
import { wholeNumber } from '../wrong-usage.js';

export function defineQuarantine(root: CommandGroup): void {
  root
    .define(
      'quarantine',
      'List rows that could not be used, with the reason',
      'lintel quarantine --source san-francisco-ca',
    )
    .option('--source <id>', 'only rows of this source')
    .option('--limit <rows>', 'rows to list', '100')
    .run(async ({ rawStore }, options: { source?: string; limit: string }) => {
      const limit = wholeNumber('--limit', options.limit, 1, 1_000_000);
      const rows = [];
      let total = 0;
      for (const row of (await rawStore()).quarantined(options.source)) {
        if (rows.length < limit) rows.push(row);
        total += 1;
      }
      const cells = rows.map((row) => [row.source, row.input, row.line, row.reason, row.body.slice(0, 60)]);
      const more = total > rows.length ? `\n… and ${formatCount(total - rows.length)} more (--limit)` : '';
      return {
        data: { total, rows },
        text:
          total === 0
            ? 'No row is in quarantine.'
            : `${table(['source', 'input', 'line', 'reason', 'row'], cells)}${more}`,
      };
    });
}
