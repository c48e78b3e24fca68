/** `lintel audit`: what operators did, and who. */

import { formatTime } from '../../base/format-number.js';
import type { CommandGroup } from '../terminal/define.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';

export function defineAudit(root: CommandGroup): void {
  root
    .define(
      'audit',
      'Show what was done to accounts, keys, releases and runs, and by whom',
      'lintel audit --limit 20',
    )
    .option('--limit <number>', 'changes to show, newest first', '50')
    .run(async ({ ledger }, options: { limit: string }) => {
      const acts = await (await ledger()).audit(wholeNumber('--limit', options.limit, 1, 100_000));
      const rows = acts.map(({ atMs, actor, act, subject, detail }) => [
        formatTime(atMs),
        actor,
        act,
        subject,
        detail === '' ? null : detail,
      ]);
      return {
        data: acts.map(({ atMs, ...rest }) => ({ at: new Date(atMs).toISOString(), ...rest })),
        text: acts.length > 0 ? table(['at', 'who', 'act', 'what', 'detail'], rows) : 'No changes yet.',
      };
    });
}
