/**
 * The one place that names the SQLite binding (see docs/decisions/002-sqlite-binding.md).
 *
 * Writers use WAL with synchronous=FULL: a committed transaction survives a power cut. Readers of an
 * immutable release hold one read transaction open, which saves the file locks of every statement.
 */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { Failure } from './failure.js';

export type Database = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

/** Milliseconds that a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;
/** SQLITE_BUSY; extended codes carry it in their low byte. */
const busyCode = 5;

/**
 * Opens or creates a database for reading and durable writing. `pageBytes` is the page size of a new file; one
 * that exists keeps its own.
 */
export function openDatabase(path: string, pageBytes = 4096): Database {
  const database = open(path, false);
  database.exec(`PRAGMA page_size = ${pageBytes}`);
  database.exec(
    `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`,
  );
  return database;
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

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & 0xff) === busyCode;
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
    throw new Failure(`Cannot open the database ${path}: ${(error as Error).message}`, { cause: error });
  }
}
