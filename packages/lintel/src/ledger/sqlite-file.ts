/**
 * The ledger's SQLite file: opening, creating, and bringing one of an earlier version up to date. A file that is not
 * a ledger, or is of a later version, is refused by name. Any number of processes may open it at once: the first
 * creates or changes the tables in one transaction.
 */
import { statSync } from 'node:fs';
import { makePrivateFile } from '../base/private-file.js';
import { type Database, isBusy, openDatabase, sqliteTrouble, transaction } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { ledgerVersion, sqliteTypes, tablesOfVersion1, upgradesOf } from './tables.js';
import { ledgerFileFailure } from './unavailable.js';

/** `Lint` in ASCII: marks the file as ours in SQLite's header. */
const applicationId = 0x4c696e74;
/** Milliseconds that opening waits for other processes in all, and for each try. */
const openWaitMs = 10_000;
const openTryMs = 500;
const openRetryMs = 20;

export interface OpenLedgerFileOptions {
  /** Refuses a file that is missing, where it was there before and an empty one would hide the loss. */
  readonly mustExist?: boolean;
}

/** Opens the ledger file for reading and durable writing; creates it, for the owner's eyes only, when missing. */
export function openLedgerFile(path: string, { mustExist = false }: OpenLedgerFileOptions = {}): Database {
  refuseLoss(path, mustExist);
  makePrivateFile(path);
  let database: Database | null = null;
  try {
    database = openWaiting(path);
    checkOrCreate(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof UserError) throw error;
    const known = sqliteTrouble(error) === 'damaged' ? error : ledgerFileFailure(path, error);
    if (known instanceof UserError) throw known;
    throw new UserError(`Cannot use ${path} as the ledger: ${(error as Error).message}`, {
      hint: 'Move the file away to begin with an empty ledger, or restore it from a backup.',
      cause: error,
    });
  }
}

/** Refuses to begin an empty ledger where one was lost: SQLite would also discard the journal that is left of it. */
function refuseLoss(path: string, mustExist: boolean): void {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? null;
  const bytes = bytesOf(path);
  if (bytes !== null && bytes > 0) return;
  const what = bytes === null ? 'is gone' : 'is empty';
  if ((bytesOf(`${path}-wal`) ?? 0) > 0) {
    throw new UserError(`The ledger ${path} ${what}, but its journal ${path}-wal is there.`, {
      hint: 'Stop what still uses it, then put the file back or restore a backup: lintel restore.',
    });
  }
  if (!mustExist) return;
  throw new UserError(`The ledger ${path} ${what}.`, {
    hint: 'Put the file back or restore a backup: lintel restore.',
  });
}

/**
 * Opens the database, waiting for a process that just begins or ends to share it: SQLite's own waiting does not cover
 * every change of the journal's mode.
 */
function openWaiting(path: string): Database {
  const endMs = performance.now() + openWaitMs;
  for (;;) {
    try {
      return openDatabase(path, { busyMs: openTryMs });
    } catch (error) {
      if (performance.now() >= endMs || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openRetryMs);
    }
  }
}

function checkOrCreate(database: Database, path: string): void {
  if (pragma(database, 'user_version') === 0) {
    transaction(database, () => {
      const strange = database.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
      if (pragma(database, 'user_version') !== 0 || strange.n > 0) return;
      database.exec(`${tablesOfVersion1(sqliteTypes)} ${upgradesOf(sqliteTypes, 1)}`);
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${ledgerVersion};`);
    });
  }
  if (pragma(database, 'application_id') !== applicationId) {
    throw new UserError(`${path} is a database, but not a Lintel ledger.`);
  }
  const version = pragma(database, 'user_version');
  if (version > 0 && version < ledgerVersion) {
    transaction(database, () => {
      const since = pragma(database, 'user_version');
      if (since >= ledgerVersion) return;
      database.exec(`${upgradesOf(sqliteTypes, since)} PRAGMA user_version = ${ledgerVersion};`);
    });
  }
  const found = pragma(database, 'user_version');
  if (found !== ledgerVersion) {
    throw new UserError(
      `${path} is a ledger of version ${found}; this program reads up to ${ledgerVersion}.`,
      {
        hint: 'Use the version of Lintel that wrote it.',
      },
    );
  }
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
