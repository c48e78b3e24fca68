/** Looks through a ledger file that nobody else has open: whether it is sound, and what it holds. */
import { UserError } from '../base/user-error.js';
import { openLedgerFile } from './sqlite-file.js';
import { closeLedgerFile } from './sqlite-storage.js';

/** What a ledger holds. */
export interface LedgerSummary {
  readonly accounts: number;
  readonly keys: number;
  /** The newest charge, milliseconds since 1970 UTC; null without any. */
  readonly lastChargeMs: number | null;
}

/** Opens a file as a ledger, which brings it up to date, and has SQLite look at every page. */
export function inspectLedger(path: string): LedgerSummary {
  const database = openLedgerFile(path, { mustExist: true });
  try {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    if (found !== 'ok') throw new UserError(`${path} is damaged: ${found}.`);
    const count = (table: string) =>
      (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    const last = database.prepare('SELECT max(at_ms) AS at FROM entry').get() as { at: number | null };
    return { accounts: count('account'), keys: count('key'), lastChargeMs: last.at };
  } finally {
    closeLedgerFile(database);
  }
}
