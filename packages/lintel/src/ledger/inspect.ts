/** Checks a ledger file that no other process has open, and summarises what it holds. */

import { oneRow } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { openLedgerFile } from './sqlite-file.js';
import { closeLedgerFile } from './sqlite-storage.js';

/** The contents of a ledger in numbers. */
export interface LedgerSummary {
  readonly accounts: number;
  readonly keys: number;
  /** The newest charge, milliseconds since 1970 UTC; null without any. */
  readonly lastChargeMs: number | null;
}

/** Opens a file as a ledger, which upgrades it if needed, and has SQLite check every page. */
export function inspectLedger(path: string): LedgerSummary {
  const database = openLedgerFile(path, { mustExist: true });
  try {
    // With limit 1, SQLite stops at the first problem; a sound file gives `ok`.
    const { integrity_check: problem } = oneRow<{ integrity_check: string }>(
      database,
      'PRAGMA integrity_check(1)',
    );
    if (problem !== 'ok') throw new UserError(`${path} is damaged: ${problem}.`);
    const count = (table: string) => oneRow<{ n: number }>(database, `SELECT count(*) AS n FROM ${table}`).n;
    const last = oneRow<{ at: number | null }>(database, 'SELECT max(at_ms) AS at FROM entry');
    return { accounts: count('account'), keys: count('key'), lastChargeMs: last.at };
  } finally {
    closeLedgerFile(database);
  }
}
