/**
 * The tables of the ledger file, and opening it. A file that is not a ledger, or is of a later version, is refused
 * by name. Any number of processes may open it at once: the first creates the tables in one transaction.
 */
import { closeSync, openSync } from 'node:fs';
import { Failure } from '../base/failure.js';
import { type Database, openDatabase, transaction } from '../base/sqlite.js';

/** `Lint` in ASCII: marks the file as ours in SQLite's header. */
const applicationId = 0x4c696e74;
const version = 1;

/**
 * `account.used` and `head_ms` are the running balance of window.ts; `entry` holds one row an account and moment,
 * `day` the sums by UTC day that usage reports. `state.generation` rises when a key or an account changes, so
 * that every process drops the callers it remembers.
 */
const tables = `
CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), generation INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (1, 1);
CREATE TABLE account (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  created_ms INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
  head_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE key (
  id TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (no),
  name TEXT,
  hint TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX key_account ON key (account);
CREATE TABLE entry (
  account INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  PRIMARY KEY (account, at_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE day (
  account INTEGER NOT NULL,
  day INTEGER NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${version};
`;

/** Opens the ledger file for reading and durable writing; creates it, for the owner's eyes only, when missing. */
export function openLedgerFile(path: string): Database {
  let database: Database | null = null;
  try {
    closeSync(openSync(path, 'a', 0o600));
    database = openDatabase(path);
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

function checkOrCreate(database: Database, path: string): void {
  if (pragma(database, 'user_version') === 0) {
    transaction(database, () => {
      const strange = database.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
      if (pragma(database, 'user_version') === 0 && strange.n === 0) database.exec(tables);
    });
  }
  if (pragma(database, 'application_id') !== applicationId) {
    throw new Failure(`${path} is a database, but not a Lintel ledger.`);
  }
  const found = pragma(database, 'user_version');
  if (found !== version) {
    throw new Failure(`${path} is a ledger of version ${found}; this program reads version ${version}.`, {
      hint: 'Use the version of Lintel that wrote it.',
    });
  }
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
