/**
 * The ledger's storage in one SQLite file, for any number of processes of one machine.
 *
 * One connection serves everything: work runs from its first statement to its last without letting go of the thread,
 * so two pieces never mix. When another process holds the lock, a charge is tried again from the event loop after a
 * moment, never by a long sleep inside SQLite, and given up after a limit of time with nothing charged.
 *
 * Each transaction looks, before and after, whether the file is still the one that was opened (file-guard.ts). What the
 * disk or the file system refuses is a LedgerUnavailable.
 */
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freeBytes } from '../base/disk-space.js';
import {
  type Database,
  isBusy,
  type Statement as Prepared,
  sqliteTrouble,
  transaction,
} from '../base/sqlite.js';
import { type FileGuard, guardLedgerFile } from './file-guard.js';
import { type OpenLedgerFileOptions, openLedgerFile } from './sqlite-file.js';
import { type Row, run, type Storage, statement, type Work } from './storage.js';
import { LedgerUnavailable, ledgerFileFailure } from './unavailable.js';

/** Milliseconds that SQLite itself may sleep for a lock during a charge: this long the event loop stands still. */
const chargeSleepMs = 3;
/** Milliseconds that administration waits for a lock. */
const writeSleepMs = 10_000;
/** Milliseconds between two tries of a charge, at most; the wait is random so that processes take turns. */
const retryMs = 4;
/** Milliseconds after which a charge that never got the lock is given up. */
const giveUpMs = 10_000;
/** Free bytes below which the disk counts as full: the next charges may not fit any more. */
const leastFreeBytes = 1024 * 1024;

export interface SqliteStorage extends Storage {
  /** Runs work in one transaction at once, for programs that have nothing else to do meanwhile. */
  writeNow<T>(work: () => Work<T>): T;
}

export interface SqliteStorageOptions extends OpenLedgerFileOptions {
  /** Milliseconds since 1970 UTC; default: the system's. */
  readonly clock?: (() => number) | undefined;
}

/** Opens the storage; creates the file when missing. */
export function openSqliteStorage(
  path: string,
  { clock = Date.now, ...options }: SqliteStorageOptions = {},
): SqliteStorage {
  const database = openLedgerFile(path, options);
  const guard = guardLedgerFile(path);
  const drive = driver(database);
  database.exec(`PRAGMA busy_timeout = ${chargeSleepMs}`);
  let lastWriteFailed = false;

  /** Runs work in one transaction of the file that was opened, and of no other. */
  function commitNow<T>(work: () => Work<T>): T {
    try {
      guard.check();
      const result = transaction(database, () => drive(work()));
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

  /** Runs work that reads; a reader may see up to a tenth of a second late that the file is gone. */
  function readNow<T>(work: () => Work<T>, isOneSnapshot: boolean): T {
    try {
      guard.checkNowAndThen();
      if (!isOneSnapshot) return drive(work());
      database.exec('BEGIN');
      try {
        return drive(work());
      } finally {
        database.exec('COMMIT');
      }
    } catch (error) {
      throw isBusy(error) ? error : ledgerFileFailure(path, error);
    }
  }

  /** Tries until no other process is in the way, letting the event loop run meanwhile. */
  async function retrying<T>(attempt: () => T): Promise<T> {
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

  return {
    ask: (work) => retrying(() => readNow(work, false)),
    read: (work) => retrying(() => readNow(work, true)),
    write: async (work) => writeNow(work),
    writeNow,
    commit: (work) => retrying(() => commitNow(work)),
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
      if (free < leastFreeBytes) {
        throw new LedgerUnavailable('full', `The disk of the ledger ${path} has ${free} bytes left.`, {
          hint: 'Free some disk space.',
        });
      }
      // Only a write tells whether a disk that refused one takes the next: there are quotas too.
      if (lastWriteFailed) await retrying(() => commitNow(() => run(touch)));
    },
    async close() {
      closeLedgerFile(database, guard);
    },
  };
}

/** Writes a page and changes nothing. */
const touch = statement('UPDATE state SET generation = generation');

/** Runs the steps of work on a connection, each statement prepared once. */
function driver(database: Database): <T>(work: Work<T>) => T {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = database.prepare(sql);
    prepared.set(sql, fresh);
    return fresh;
  };
  return (work) => {
    let step = work.next();
    while (step.done !== true) {
      step = work.next(step.value.map(({ sql, values }) => prepare(sql).all(...values) as Row[]));
    }
    return step.value;
  };
}

/**
 * Closes the file and, when nobody else has it open, folds its journal in: a stopped ledger is one file. The journal
 * mode is what does it, because the binding ends a connection only when its statements are collected. Where the file
 * is not the one that was opened, nothing is folded: that would remove the journal of whatever lies there now.
 */
export function closeLedgerFile(database: Database, guard?: FileGuard): void {
  try {
    if (guard === undefined || guard.isIntact())
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch (error) {
    // A full disk: the journal stays, and the next opening reads it.
    if (sqliteTrouble(error) === null) throw error;
  } finally {
    database.close();
  }
}

/** Folds the journal of a ledger file in that no process has open any more. */
export function tidyLedgerFile(path: string): void {
  closeLedgerFile(openLedgerFile(path));
}
