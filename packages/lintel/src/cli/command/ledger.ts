/** `lintel ledger …`: repairs and moves of the ledger. */
import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { formatCount, formatTime } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { ChargesAhead } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { type Outcome, table } from '../terminal/outcome.js';

export function defineLedger(group: CommandGroup): void {
  defineCopy(group);
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

function defineCopy(group: CommandGroup): void {
  group
    .define(
      'copy',
      'Copy the ledger from its file into PostgreSQL, or back',
      'lintel ledger copy --to postgres://lintel@db.internal/lintel',
    )
    .requiredOption('--to <where>', 'a database, postgres://…, or a new file')
    .run(async ({ home, config: { ledger_url: url } }, { to }: { to: string }) => {
      const isDatabase = /^postgres(?:ql)?:/.test(to);
      if (isDatabase === (url !== null)) {
        throw new UserError(
          isDatabase
            ? 'The ledger is in PostgreSQL already (ledger_url).'
            : 'The ledger is in a file already.',
          { hint: isDatabase ? 'Give --to a file.' : 'Give --to a database: postgres://…' },
        );
      }
      const { copyLedgerIntoFile, copyLedgerIntoPostgres } = await import('../../ledger/copy-ledger.js');
      const actor = `${userInfo().username} (pid ${process.pid})`;
      const path = isAbsolute(to) ? to : resolve(to);
      const sums =
        url === null
          ? await copyLedgerIntoPostgres(home.ledger, to, actor)
          : await copyLedgerIntoFile(url, path, actor);
      const next = isDatabase
        ? 'Set ledger_url in lintel.json, or LINTEL_LEDGER_URL, to this address before the service starts again.'
        : `To use it, remove ledger_url (LINTEL_LEDGER_URL) and let it be ${home.ledger}.`;
      const parts = (
        [
          ['account', 'accounts'],
          ['key', 'keys'],
          ['credits', 'credits of the window'],
          ['watch', 'watches'],
          ['auth_user', 'people'],
          ['audit', 'lines of the audit log'],
        ] as const
      ).map(([name, what]) => `${formatCount(sums[name] ?? 0)} ${what}`);
      return {
        data: sums,
        text: `Copied ${parts.join(', ')}; all counts and sums are the same.\n${next}\nThe source stays as it is, and is no longer to be used.`,
      };
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
