/**
 * The ledger's storage in one SQLite file, for any number of processes of one machine.
 *
 * One connection serves everything: work runs from its first statement to its last without letting go of the thread,
 * so two pieces never mix. When another process holds the lock, a charge is tried again from the event loop after a
 * moment, never by a long sleep inside SQLite, and given up after a limit of time with nothing charged.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isBusy, type Statement as Prepared, transaction } from '../base/sqlite.js';
import { openLedgerFile } from './sqlite-file.js';
import { type Row, run, type Storage, type Work } from './storage.js';
import { LedgerUnavailable } from './unavailable.js';

/** Milliseconds that SQLite itself may sleep for a lock during a charge: this long the event loop stands still. */
const chargeSleepMs = 3;
/** Milliseconds that administration waits for a lock. */
const writeSleepMs = 10_000;
/** Milliseconds between two tries of a charge, at most; the wait is random so that processes take turns. */
const retryMs = 4;
/** Milliseconds after which a charge that never got the lock is given up. */
const giveUpMs = 10_000;

export interface SqliteStorage extends Storage {
  /** Runs work in one transaction at once, for programs that have nothing else to do meanwhile. */
  writeNow<T>(work: () => Work<T>): T;
}

/** Opens the storage; creates the file when missing. `clock` gives milliseconds since 1970 UTC. */
export function openSqliteStorage(path: string, clock: () => number = Date.now): SqliteStorage {
  const database = openLedgerFile(path);
  const drive = driver(database);
  database.exec(`PRAGMA busy_timeout = ${chargeSleepMs}`);

  function writeNow<T>(work: () => Work<T>): T {
    database.exec(`PRAGMA busy_timeout = ${writeSleepMs}`);
    try {
      return transaction(database, () => drive(work()));
    } finally {
      database.exec(`PRAGMA busy_timeout = ${chargeSleepMs}`);
    }
  }

  function readNow<T>(work: () => Work<T>): T {
    database.exec('BEGIN');
    try {
      return drive(work());
    } finally {
      database.exec('COMMIT');
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
        if (performance.now() - begun > giveUpMs) {
          throw new LedgerUnavailable('Another process holds the ledger for too long.', { cause: error });
        }
      }
      await delay(Math.random() * retryMs);
    }
  }

  return {
    ask: (work) => retrying(() => drive(work())),
    read: (work) => retrying(() => readNow(work)),
    write: async (work) => writeNow(work),
    writeNow,
    commit: (work) => retrying(() => transaction(database, () => drive(work()))),
    *now() {
      yield* run();
      return Math.floor(clock());
    },
    *thenNow(statements) {
      const rows = yield statements;
      return { rows, nowMs: Math.floor(clock()) };
    },
    forUpdate: '',
    async close() {
      closeLedgerFile(database);
    },
  };
}

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
 * mode is what does it, because the binding ends a connection only when its statements are collected.
 */
export function closeLedgerFile(database: Database): void {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

/** Folds the journal of a ledger file in that no process has open any more. */
export function tidyLedgerFile(path: string): void {
  closeLedgerFile(openLedgerFile(path));
}
