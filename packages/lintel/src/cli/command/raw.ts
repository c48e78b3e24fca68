/** `lintel raw …`: moves of the raw store. */
import { isAbsolute, resolve } from 'node:path';
import { formatCount } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';

export function defineRaw(group: CommandGroup): void {
  group
    .define(
      'copy',
      'Copy the raw store from its file into PostgreSQL, or back',
      'lintel raw copy --to postgres://lintel@db.internal/lintel',
    )
    .requiredOption('--to <where>', 'a database, postgres://…, or a new file')
    .run(async ({ home, config, progress, signal }, { to }: { to: string }) => {
      const isDatabase = /^postgres(?:ql)?:/.test(to);
      const { copyIntoFile, copyIntoPostgres } = await import('../../raw/copy-raw-store.js');
      if (isDatabase === (config.raw_url !== null)) throw alike(isDatabase);
      const path = isAbsolute(to) ? to : resolve(to);
      const counts =
        config.raw_url === null
          ? await copyIntoPostgres(home.raw, to, { progress, signal })
          : await copyIntoFile(config.raw_url, path, { progress, signal });
      const next = isDatabase
        ? 'Set raw_url in lintel.json, or LINTEL_RAW_URL, to this address; the file stays as it is.'
        : `To use it, remove raw_url (LINTEL_RAW_URL) and let it be ${home.raw}; the database stays as it is.`;
      const { source, run, row, quarantine } = counts;
      const text = `Copied ${formatCount(row)} rows of ${formatCount(source)} sources, with ${formatCount(run)} runs and ${formatCount(quarantine)} rows in quarantine.\n${next}`;
      return { data: { sources: source, runs: run, rows: row, quarantined: quarantine }, text };
    });
}

function alike(isDatabase: boolean): UserError {
  return isDatabase
    ? new UserError('The raw store is in PostgreSQL already.', {
        hint: 'To copy it into another database, use pg_dump --schema=lintel_raw.',
      })
    : new UserError('The raw store is a file already.', {
        hint: 'lintel backup copies it; --to postgres://… copies it into a database.',
      });
}
