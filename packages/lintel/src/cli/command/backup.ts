/** `lintel backup` and `lintel restore`: keeping the ledger. */
import { resolve } from 'node:path';
import { Failure } from '../../base/failure.js';
import type { BackupSummary } from '../../ledger/backup.js';
import type { CommandGroup } from '../define.js';
import type { Installation } from '../installation.js';
import { formatCount, formatTime } from '../outcome.js';

export function defineBackup(root: CommandGroup): void {
  root
    .define(
      'backup <file>',
      'Copy the ledger into a new file, also while it serves',
      'lintel backup ledger-backup.sqlite',
    )
    .run(async (installation, _options: object, file: string) => {
      refuseShared(installation);
      const { backUpLedger } = await import('../../ledger/backup.js');
      const summary = backUpLedger(installation.home.ledger, resolve(file));
      return {
        data: { file: resolve(file), ...wire(summary) },
        text: `Wrote ${file}: ${describe(summary)}.`,
      };
    });

  root
    .define(
      'restore <file>',
      'Put a backup in the place of the ledger',
      'lintel restore ledger-backup.sqlite',
    )
    .run(async (installation, _options: object, file: string) => {
      refuseShared(installation);
      const { restoreLedger } = await import('../../ledger/backup.js');
      const { keptAs, ...summary } = restoreLedger(resolve(file), installation.home.ledger, Date.now());
      const kept = keptAs === null ? '' : `\nThe ledger that was there is kept as ${keptAs}.`;
      return {
        data: { ...wire(summary), kept_as: keptAs },
        text: `Restored ${describe(summary)}.${kept}`,
      };
    });
}

function refuseShared({ config }: Installation): void {
  if (config.ledger_url === null) return;
  throw new Failure('The ledger of this installation is in PostgreSQL.', {
    hint: 'Back it up with pg_dump --schema=lintel_ledger, and restore it with psql.',
  });
}

function wire({ accounts, keys, lastChargeMs }: BackupSummary) {
  const last = lastChargeMs === null ? null : new Date(lastChargeMs).toISOString();
  return { accounts, keys, last_charge_at: last };
}

function describe({ accounts, keys, lastChargeMs }: BackupSummary): string {
  const last = lastChargeMs === null ? 'no charge' : `the last charge of ${formatTime(lastChargeMs)}`;
  return `${formatCount(accounts)} accounts, ${formatCount(keys)} keys, ${last}`;
}
