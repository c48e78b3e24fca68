/**
 * The one place that names the SQLite binding (see docs/decisions/002-sqlite-binding.md).
 *
 * Writers use WAL with synchronous=FULL: a committed transaction survives a power cut. Readers of an
 * immutable release hold one read transaction open, which saves the file locks of every statement.
 */
import {
  backup,
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import { UserError } from './user-error.js';

export type Database = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

/** Milliseconds that a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;

export interface OpenDatabaseOptions {
  /** The page size of a new file; one that exists keeps its own. */
  readonly pageBytes?: number;
  /** Milliseconds that opening, and later each transaction, waits for another process. */
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

/** Opens a finished file that nobody writes any more, memory-mapped, inside one read transaction. */
export function openImmutable(path: string): Database {
  const database = open(path, true);
  database.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 2147418112; PRAGMA cache_size = -16384; BEGIN;');
  database.prepare('SELECT count(*) FROM sqlite_master').get();
  return database;
}

/**
 * Creates a file that is written once, in one transaction, and fast: no flush, and no journal on the disk. The binding
 * forbids `journal_mode = OFF`, and an exclusive locking mode would outlive `close` until its statements are collected.
 */
export function createScratch(path: string): Database {
  const database = open(path, false);
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
  return database;
}

/**
 * What keeps SQLite from working on a file: another connection's lock, a full disk, damage, or a file system that
 * refuses.
 */
export type SqliteTrouble = 'busy' | 'full' | 'damaged' | 'refused';

/** By primary result code and by text: not every error of the binding carries its number. */
const troubles: readonly (readonly [number, string, SqliteTrouble])[] = [
  [5, 'database is locked', 'busy'],
  [8, 'attempt to write a readonly database', 'refused'],
  [10, 'disk I/O error', 'refused'],
  [11, 'database disk image is malformed', 'damaged'],
  [13, 'database or disk is full', 'full'],
  [14, 'unable to open database file', 'refused'],
  [26, 'file is not a database', 'damaged'],
];

/** The trouble that an error tells of; null when it is another error. */
export function sqliteTrouble(error: unknown): SqliteTrouble | null {
  const { code, errcode, message } = (error ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    message?: unknown;
  };
  if (code !== 'ERR_SQLITE_ERROR') return null;
  // Extended codes carry the primary one in their low byte.
  const primary = typeof errcode === 'number' ? errcode & 0xff : null;
  const found = troubles.find(([number, text]) => number === primary || text === message);
  return found?.[2] ?? null;
}

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteTrouble(error) === 'busy';
}

/** Pages that a copy takes at once: 8 MiB of the larger ones. */
const copiedPages = 1024;

/**
 * Copies the database `from`, as it is at this moment, into the file `to`, which is new or empty, while others write to
 * it: the read transaction that stays open keeps what they write from the copy. `copied` is told the share done, from 0
 * to 1, and ends the copy by throwing.
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

/** Runs `work` in one immediate transaction; rolls back when it throws. */
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

function open(path: string, readOnly: boolean): Database {
  try {
    return new DatabaseSync(path, { readOnly });
  } catch (error) {
    throw new UserError(`Cannot open the database ${path}: ${(error as Error).message}`, { cause: error });
  }
}
