/**
 * SQLite: that of Node from 22.16 on, and a binding with the same interface before. Only this file names it
 * (docs/decisions/268-sqlite-of-node.md).
 *
 * Writers use WAL with synchronous=FULL: a committed transaction survives a power cut. Readers of an
 * immutable release keep one read transaction open, which saves the file locks of each statement.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { loadOptional } from './optional-package.js';
import { sqliteTrouble } from './sqlite-trouble.js';
import { messageOf, UserError } from './user-error.js';

type Sqlite = typeof import('@photostructure/sqlite');
export type Database = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

const { backup, DatabaseSync } = ownSqlite() ?? (await loadBinding());

/** Node's own, where it is new enough: older ones lack the copy of a database. */
function ownSqlite(): Sqlite | null {
  const { emitWarning } = process;
  // Node 22 warns on each start that it may change; what is used here is as Node 24 has it.
  process.emitWarning = () => {};
  try {
    const own: Partial<Sqlite> | undefined = process.getBuiltinModule('node:sqlite');
    return own?.backup === undefined ? null : (own as Sqlite);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function loadBinding(): Promise<Sqlite> {
  const what = 'SQLite, which Node has from 22.16 on';
  return loadOptional('@photostructure/sqlite', what, () => import('@photostructure/sqlite'));
}

/** Milliseconds that a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;

interface OpenDatabaseOptions {
  /** The page size of a new file; one that exists keeps its own. */
  readonly pageBytes?: number;
  /** Milliseconds that opening the file, and later each transaction, waits for another process. */
  readonly busyMs?: number;
}

/** Opens or creates a database for reading and durable writing. */
export function openDatabase(
  path: string,
  { pageBytes = 4096, busyMs = busyTimeoutMs }: OpenDatabaseOptions = {},
): Database {
  const database = open(path, false);
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec(
      `PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens an immutable file, memory-mapped, inside one read transaction. */
export function openImmutable(path: string): Database {
  const database = open(path, true);
  database.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 2147418112; PRAGMA cache_size = -16384; BEGIN;');
  database.prepare('SELECT count(*) FROM sqlite_master').get();
  return database;
}

/**
 * Creates a file for one fast transaction, without a flush and without a journal on disk. The binding forbids
 * `journal_mode = OFF`. An exclusive locking mode would outlast `close` until its statements are
 * garbage-collected.
 */
export function createScratch(path: string): Database {
  const database = open(path, false);
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
  return database;
}

/** Where the header of a file names the release of SQLite that wrote it last (sqlite.org/fileformat.html), to inform only. */
const writerAt = 96;

/** Makes the bytes of a closed database the same, whichever release of SQLite has written them. */
export function forgetWriter(path: string): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, Buffer.alloc(4), 0, 4, writerAt);
  } finally {
    closeSync(file);
  }
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteTrouble(error) === 'busy';
}

/** Pages copied in one step: 8 MiB of the larger ones. */
const copiedPages = 1024;

/**
 * Copies a snapshot of the database `from` into the file `to`, which is new or empty. An open read
 * transaction keeps later writes out of the copy. `copied` receives the share done, from 0 to 1; it may throw
 * to end the copy.
 */
export async function copyDatabase(
  from: string,
  to: string,
  copied: (share: number) => void = () => {},
): Promise<void> {
  const database = open(from, false);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; BEGIN; SELECT count(*) FROM sqlite_master`);
    await backup(database, to, {
      rate: copiedPages,
      progress: ({ totalPages, remainingPages }) =>
        copied(totalPages === 0 ? 1 : 1 - remainingPages / totalPages),
    });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** The row of a query that always has exactly one, such as a count. Throws if there is none. */
export function oneRow<R extends object>(database: Database, sql: string): R {
  const row: unknown = database.prepare(sql).get();
  if (row === undefined) throw new Error(`No row for: ${sql}`);
  return row as R;
}

/** Runs `work` in one immediate transaction; rolls back if it throws. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * A database that its statements keep alive, each of which is kept alive by its iterators. Those of the binding keep
 * nothing: collected as garbage too early, they are freed memory at the next step.
 */
class KeptDatabase extends DatabaseSync {
  override prepare(sql: string): Statement {
    const statement = super.prepare(sql);
    const iterate = statement.iterate.bind(statement);
    return Object.defineProperties(statement, {
      database: { value: this },
      iterate: {
        value: (...values: Parameters<Statement['iterate']>) =>
          Object.assign(iterate(...values), { statement }),
      },
    });
  }
}

function open(path: string, readOnly: boolean): Database {
  try {
    return new KeptDatabase(path, { readOnly });
  } catch (error) {
    throw new UserError(`Cannot open the database ${path}: ${messageOf(error)}`, { cause: error });
  }
}
