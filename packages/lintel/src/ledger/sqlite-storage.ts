/**
 * The ledger's storage in one SQLite file, for any number of processes of one machine.
 *
 * One connection serves everything. Work runs synchronously from its first statement to its last, so two
 * pieces never interleave. If another process holds the lock, a charge is tried again from the event loop,
 * never by a long sleep inside SQLite; after a time limit it is given up with nothing charged.
 *
 * Each transaction checks, before and after, that the file is still the one that was opened (file-guard.ts).
 * Errors of the disk or the file system are a LedgerUnavailable.
 */
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diskFullHint, diskFullText, freeBytes, minFreeBytes } from '../base/disk-space.js';
import { type Database, isBusy, type Statement as Prepared, transaction } from '../base/sqlite.js';
import { sqliteTrouble } from '../base/sqlite-trouble.js';
import { type FileGuard, guardLedgerFile } from './file-guard.js';
import { type OpenLedgerFileOptions, openLedgerFile } from './sqlite-file.js';
import {
  type Given,
  oneAtATime,
  run,
  type Statement,
  type Storage,
  type StoredRow,
  type Work,
} from './storage.js';
import { LedgerUnavailable, ledgerFileFailure } from './unavailable.js';

/** Milliseconds that SQLite itself may sleep for a lock during a charge. It blocks the event loop. */
const chargeSleepMs = 3;
/** Milliseconds that administrative writes wait for a lock. */
const writeSleepMs = 10_000;
/**
 * The longest pause between two attempts of a charge, in milliseconds; random, so that processes take turns.
 */
const retryMs = 4;
/** Milliseconds after which a charge that never got the lock is given up. */
const giveUpMs = 10_000;

interface SqliteStorage extends Storage {
  /** Runs work in one transaction synchronously, for programs that have nothing else to do meanwhile. */
  writeNow<T>(work: () => Work<T>): T;
}

interface SqliteStorageOptions extends OpenLedgerFileOptions {
  /** Milliseconds since 1970 UTC; default: the system's. */
  readonly clock?: (() => number) | undefined;
}

/** Opens the storage; creates the file if missing. */
export function openSqliteStorage(
  path: string,
  { clock = Date.now, ...options }: SqliteStorageOptions = {},
): SqliteStorage {
  const database = openLedgerFile(path, options);
  const guard = guardLedgerFile(path);
  const runWork = workRunner(database);
  database.exec(`PRAGMA busy_timeout = ${chargeSleepMs}`);
  let lastWriteFailed = false;

  /** Runs work in one transaction, provided that the path still leads to the opened file. */
  function commitNow<T>(work: () => Work<T>): T {
    try {
      guard.check();
      const result = transaction(database, () => runWork(work()));
      guard.check();
      lastWriteFailed = false;
      return result;
    } catch (error) {
      if (isBusy(error)) throw error;
      const failure = ledgerFileFailure(path, error);
      lastWriteFailed = failure instanceof LedgerUnavailable;
      throw failure;
    }
  }

  function writeNow<T>(work: () => Work<T>): T {
    database.exec(`PRAGMA busy_timeout = ${writeSleepMs}`);
    try {
      return commitNow(work);
    } catch (error) {
      throw ledgerFileFailure(path, error);
    } finally {
      database.exec(`PRAGMA busy_timeout = ${chargeSleepMs}`);
    }
  }

  /** Runs work that reads. It may notice a missing file up to a tenth of a second late. */
  function readNow<T>(work: () => Work<T>, isOneSnapshot: boolean): T {
    try {
      guard.checkSometimes();
      if (!isOneSnapshot) return runWork(work());
      database.exec('BEGIN');
      try {
        return runWork(work());
      } finally {
        database.exec('COMMIT');
      }
    } catch (error) {
      throw isBusy(error) ? error : ledgerFileFailure(path, error);
    }
  }

  return {
    ask: (work) => whenFree(path, () => readNow(work, false)),
    read: (work) => whenFree(path, () => readNow(work, true)),
    write: async (work) => writeNow(work),
    writeNow,
    commit: (work) => whenFree(path, () => commitNow(work)),
    *now() {
      yield* run();
      return Math.floor(clock());
    },
    *thenNow(statements) {
      const rows = yield statements;
      return { rows, nowMs: Math.floor(clock()) };
    },
    forUpdate: '',
    async probe() {
      guard.check();
      const free = freeBytes(dirname(path));
      // The next charges might not fit.
      if (free < minFreeBytes) {
        const what = `the ledger ${path}, which has ${free} bytes left,`;
        throw new LedgerUnavailable('full', diskFullText(what), { hint: diskFullHint });
      }
      // After a failed write, only another write shows whether the disk accepts writes again: there may be a
      // quota. This one writes a page without changing anything.
      if (lastWriteFailed) await whenFree(path, () => commitNow(() => run(oneAtATime)));
    },
    async close() {
      closeLedgerFile(database, guard);
    },
  };
}

/** Tries until no other process holds the lock of the ledger, without blocking the event loop. */
async function whenFree<T>(path: string, attempt: () => T): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - begun > giveUpMs) throw ledgerFileFailure(path, error);
    }
    await delay(Math.random() * retryMs);
  }
}

/** Runs the steps of work on a connection. Each statement is prepared once. */
function workRunner(database: Database): <T>(work: Work<T>) => T {
  const prepared = new Map<string, Prepared>();
  const prepare = ({ sql, given }: Statement) => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = database.prepare(given ? tableOf(given) + sql : sql);
    prepared.set(sql, fresh);
    return fresh;
  };
  function results(statement: Statement): StoredRow[] {
    const ready = prepare(statement);
    const { values, given } = statement;
    if (!given) return ready.all(...values) as StoredRow[];
    const rows: StoredRow[] = [];
    for (const row of given.rows) rows.push(...(ready.all(...row, ...values) as StoredRow[]));
    return rows;
  }
  return (work) => {
    let step = work.next();
    while (step.done !== true) step = work.next(step.value.map(results));
    return step.value;
  };
}

/** Defines the table `given` with one row of parameters. */
function tableOf({ columns }: Given): string {
  const names = Object.keys(columns);
  return `WITH given (${names.join()}) AS (VALUES (${names.map(() => '?').join()})) `;
}

/**
 * Closes the file. If no other process has it open, its write-ahead log is merged into it first, so that a
 * stopped ledger is one file. Changing the journal mode does this; closing alone does not, because the
 * binding ends a connection only when its statements are garbage-collected. If the file is no longer the one
 * that was opened, nothing is merged: that would remove the log of another file.
 */
export function closeLedgerFile(database: Database, guard?: FileGuard): void {
  try {
    if (guard === undefined || guard.isIntact())
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch (error) {
    // For example a full disk. The log stays, and the next opening reads it.
    if (sqliteTrouble(error) === null) throw error;
  } finally {
    database.close();
  }
}

/** Merges the write-ahead log into a ledger file that no process has open any more. */
export function mergeLedgerLog(path: string): void {
  closeLedgerFile(openLedgerFile(path));
}
