/**
 * The ledger's SQLite file: opening it, creating it, and upgrading one of an earlier version. A file that is
 * not a ledger, or has a later version, is a UserError that names it. Any number of processes may open it at
 * once: the first one creates or upgrades the tables in one transaction.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { makePrivateFile } from '../base/private-file.js';
import { type Database, isBusy, oneRow, openDatabase, transaction } from '../base/sqlite.js';
import { sqliteTrouble } from '../base/sqlite-trouble.js';
import { messageOf, UserError } from '../base/user-error.js';
import { ledgerVersion, sqliteTypes, tablesOfVersion1, upgradesOf } from './tables.js';
import { ledgerFileFailure } from './unavailable.js';

/** `Lint` in ASCII: marks the file as a ledger in SQLite's header. */
const applicationId = 0x4c696e74;
/** Milliseconds that opening waits for other processes: in all, in one attempt, and between two attempts. */
const openWaitMs = 10_000;
const openTryMs = 500;
const openRetryMs = 20;

export interface OpenLedgerFileOptions {
  /** Throws if the file is missing: it existed before, and a new one would hide the loss. */
  readonly mustExist?: boolean;
}

/**
 * Opens the ledger file for reading and durable writing. A missing one is created, readable by its owner
 * only.
 */
export function openLedgerFile(path: string, { mustExist = false }: OpenLedgerFileOptions = {}): Database {
  refuseLoss(path, mustExist);
  const isNew = !existsSync(path);
  makePrivateFile(path);
  let database: Database | null = null;
  try {
    database = openWaiting(path);
    checkOrCreate(database, path);
    return database;
  } catch (error) {
    if (isNew) removeEmpty(path, database);
    database?.close();
    if (error instanceof UserError) throw error;
    const known = sqliteTrouble(error) === 'damaged' ? error : ledgerFileFailure(path, error);
    if (known instanceof UserError) throw known;
    throw new UserError(`Cannot use ${path} as the ledger: ${messageOf(error)}`, {
      hint: 'Move the file away to start with an empty ledger, or restore it from a backup.',
      cause: error,
    });
  }
}

/**
 * Removes a file that was just made and in which nobody has written a table yet, so that a failed start leaves none.
 * Where the journal has a part of them, the lock of a writer keeps others from writing meanwhile.
 */
function removeEmpty(path: string, database: Database | null): void {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const remove = () => {
    for (const each of ['', '-wal', '-shm']) rmSync(`${path}${each}`, { force: true });
  };
  if (bytesOf(path) === 0 || (bytesOf(`${path}-wal`) === 0 && userVersionOf(path) === 0)) {
    remove();
    return;
  }
  if (database === null) return;
  try {
    transaction(database, () => {
      if (pragma(database, 'user_version') === 0) remove();
    });
  } catch {
    // Another process is writing, so it is not empty; or nothing can be read, and nothing is removed.
  }
}

/** The version in the header of a database file (https://www.sqlite.org/fileformat.html, section 1.3). */
function userVersionOf(path: string): number {
  const header = readFileSync(path).subarray(0, 100);
  return header.length < 100 ? 0 : header.readUInt32BE(60);
}

/**
 * Throws where a ledger was lost, instead of starting an empty one: SQLite would also discard the remaining
 * journal.
 */
function refuseLoss(path: string, mustExist: boolean): void {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? null;
  const bytes = bytesOf(path);
  if (bytes !== null && bytes > 0) return;
  const what = bytes === null ? 'is gone' : 'is empty';
  if ((bytesOf(`${path}-wal`) ?? 0) > 0) {
    throw new UserError(`The ledger ${path} ${what}, but its journal ${path}-wal is there.`, {
      hint: 'Stop every process that still uses it, then put the file back or restore a backup: lintel restore.',
    });
  }
  if (!mustExist) return;
  throw new UserError(`The ledger ${path} ${what}.`, {
    hint: 'Put the file back or restore a backup: lintel restore.',
  });
}

/**
 * Opens the database, waiting for a process that is just opening or closing it: SQLite's own busy timeout
 * does not cover every change of the journal mode.
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
      const tables = oneRow<{ n: number }>(database, 'SELECT count(*) AS n FROM sqlite_master');
      if (pragma(database, 'user_version') !== 0 || tables.n > 0) return;
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

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return oneRow<{ value: number }>(database, `SELECT ${name} AS value FROM pragma_${name}`).value;
}
