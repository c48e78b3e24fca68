/** `lintel ledger …`: repairs of the ledger. */

import { formatTime } from '../../base/format-number.js';
import type { ChargesAhead } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { type Outcome, table } from '../terminal/outcome.js';

export function defineLedger(group: CommandGroup): void {
  group
    .define(
      'mend-clock',
      'Move charges that a wrong clock dated in the future to now',
      'lintel ledger mend-clock --dry-run',
    )
    .option('--dry-run', 'only list the charges')
    .run(async ({ ledger }, options: { dryRun?: boolean }) => {
      const opened = await ledger();
      const isDry = options.dryRun === true;
      const ahead = isDry ? await opened.chargesAhead() : await opened.mendClock();
      return listing(ahead, isDry);
    });
}

function listing(ahead: readonly ChargesAhead[], isDry: boolean): Outcome {
  const data = {
    mended: !isDry,
    accounts: ahead.map(({ accountId, credits, untilMs }) => ({
      account: accountId,
      credits,
      until: new Date(untilMs).toISOString(),
    })),
  };
  if (ahead.length === 0) return { data, text: 'No charge is dated in the future.' };
  const rows = ahead.map(({ accountId, credits, untilMs }) => [accountId, credits, formatTime(untilMs)]);
  const now = formatTime(Date.now());
  const what = isDry
    ? `It is ${now}. If that is right, lintel ledger mend-clock moves these charges to now:`
    : `Moved these charges to now (${now}); lintel audit has a line for each account:`;
  return { data, text: `${what}\n${table(['account', 'credits', 'dated up to'], rows)}` };
}
