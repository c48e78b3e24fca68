/**
 * The ledger's SQLite file: opening, creating, and bringing one of an earlier version up to date. A file that is not
 * a ledger, or is of a later version, is refused by name. Any number of processes may open it at once: the first
 * creates or changes the tables in one transaction.
 */
import { closeSync, openSync } from 'node:fs';
import { Failure } from '../base/failure.js';
import { type Database, isBusy, openDatabase, transaction } from '../base/sqlite.js';
import { ledgerVersion, sqliteTypes, tablesOfVersion1, tablesSince1 } from './tables.js';

/** `Lint` in ASCII: marks the file as ours in SQLite's header. */
const applicationId = 0x4c696e74;
const openTries = 100;
const openRetryMs = 20;

/** Opens the ledger file for reading and durable writing; creates it, for the owner's eyes only, when missing. */
export function openLedgerFile(path: string): Database {
  let database: Database | null = null;
  try {
    closeSync(openSync(path, 'a', 0o600));
    database = openWaiting(path);
    checkOrCreate(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot use ${path} as the ledger: ${(error as Error).message}`, {
      hint: 'Move the file away to begin with an empty ledger, or restore it from a backup.',
      cause: error,
    });
  }
}

/**
 * Opens the database, waiting for a process that just begins or ends to share it: SQLite's own waiting does not cover
 * every change of the journal's mode.
 */
function openWaiting(path: string): Database {
  for (let left = openTries; ; left--) {
    try {
      return openDatabase(path);
    } catch (error) {
      if (left === 0 || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openRetryMs);
    }
  }
}

function checkOrCreate(database: Database, path: string): void {
  if (pragma(database, 'user_version') === 0) {
    transaction(database, () => {
      const strange = database.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
      if (pragma(database, 'user_version') !== 0 || strange.n > 0) return;
      database.exec(`${tablesOfVersion1(sqliteTypes)} ${tablesSince1(sqliteTypes)}`);
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${ledgerVersion};`);
    });
  }
  if (pragma(database, 'application_id') !== applicationId) {
    throw new Failure(`${path} is a database, but not a Lintel ledger.`);
  }
  if (pragma(database, 'user_version') === 1) {
    transaction(database, () => {
      if (pragma(database, 'user_version') !== 1) return;
      database.exec(`${tablesSince1(sqliteTypes)} PRAGMA user_version = ${ledgerVersion};`);
    });
  }
  const found = pragma(database, 'user_version');
  if (found !== ledgerVersion) {
    throw new Failure(`${path} is a ledger of version ${found}; this program reads up to ${ledgerVersion}.`, {
      hint: 'Use the version of Lintel that wrote it.',
    });
  }
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
