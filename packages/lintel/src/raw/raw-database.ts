/**
 * The file of the raw store: its tables, and how it is opened.
 *
 * `row` holds bodies in order of first arrival, found by a unique index over (source, key). What changes with
 * every reading (content hash, run that saw the row last) is in the narrow table `version`, so that an
 * unchanged row costs about thirty bytes of writing, not its body. `header` has the columns of each run's
 * inputs, `earlier` the values that rows have from earlier headers only, `replaced` the rows that a run
 * has replaced, as they were (revert-run.ts), and `past` the states that rows had until a run changed them, for
 * good. A file that is not a raw store, or has another format, is refused by name.
 */

import { diskFullText, isDiskFull } from '../base/disk-space.js';
import { makePrivateFile } from '../base/private-file.js';
import { type Database, openDatabase, transaction } from '../base/sqlite.js';
import { sqliteTrouble } from '../base/sqlite-trouble.js';
import { errorCode, messageOf, UserError } from '../base/user-error.js';

/**
 * Rows of about 1 kB fill pages of 8 kB better than those of 4 kB: a tenth less disk, a quarter more speed.
 */
const pageBytes = 8192;
const schemaVersion = 6;
/** Marks the file as a raw store: "lraw" in ASCII. */
const applicationId = 0x6c726177;

/**
 * The history of columns: those of each run's inputs, and row values that only earlier inputs had
 * (earlier-values.ts).
 */
const historyTables = (fields: string) => `
  CREATE TABLE header (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, columns TEXT);
  CREATE INDEX header_run ON header (run);
  CREATE TABLE earlier (
    source INTEGER NOT NULL, row INTEGER NOT NULL, ${fields} TEXT NOT NULL, PRIMARY KEY (source, row)
  ) WITHOUT ROWID;
`;

/** What runs replaced. `keeps_replaced`: whether all of it is there; `bookmark_before`: that of the source. */
const revertTables = `
  ALTER TABLE run ADD COLUMN reverted_ms INTEGER;
  ALTER TABLE run ADD COLUMN keeps_replaced INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run ADD COLUMN bookmark_before TEXT;
  CREATE TABLE replaced (
    run INTEGER NOT NULL, source INTEGER NOT NULL, row INTEGER NOT NULL, hash BLOB NOT NULL,
    last_run INTEGER NOT NULL, said_ms INTEGER, vanished_run INTEGER, header INTEGER, body TEXT NOT NULL,
    fields TEXT, PRIMARY KEY (run, row)
  ) WITHOUT ROWID;
`;

/** What rows were, by the run that changed it: the small part of a row whose history is kept. */
const pastTable = `
  CREATE TABLE past (
    source INTEGER NOT NULL, row INTEGER NOT NULL, run INTEGER NOT NULL, state TEXT NOT NULL,
    PRIMARY KEY (source, row, run)
  ) WITHOUT ROWID;
  CREATE INDEX past_run ON past (run);
`;

const schema = `
  CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bookmark TEXT);
  CREATE TABLE run (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source, input TEXT NOT NULL,
    started_ms INTEGER NOT NULL, ended_ms INTEGER, message TEXT,
    kind TEXT NOT NULL DEFAULT 'ingest', as_of_ms INTEGER NOT NULL DEFAULT 0, details TEXT,
    older INTEGER NOT NULL DEFAULT 0, vanished INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'failed')),
    read INTEGER NOT NULL DEFAULT 0, new INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0, quarantined INTEGER NOT NULL DEFAULT 0,
    CHECK (read = new + changed + unchanged + quarantined)
  );
  CREATE TABLE row (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, first_run INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX row_key ON row (source, key);
  CREATE TABLE version (
    source INTEGER NOT NULL, row INTEGER NOT NULL, hash BLOB NOT NULL, last_run INTEGER NOT NULL,
    said_ms INTEGER, vanished_run INTEGER, header INTEGER,
    PRIMARY KEY (source, row)
  ) WITHOUT ROWID;
  CREATE TABLE quarantine (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, input TEXT NOT NULL, line INTEGER NOT NULL,
    hash BLOB NOT NULL, run INTEGER NOT NULL, reason TEXT NOT NULL, body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX quarantine_place ON quarantine (source, input, line, hash);
  ${historyTables('fields')}
  ${revertTables}
  ${pastTable}
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** What format 1 lacked. */
const upgradeFrom1 = `
  ALTER TABLE source ADD COLUMN bookmark TEXT;
  ALTER TABLE run ADD COLUMN kind TEXT NOT NULL DEFAULT 'ingest';
  ALTER TABLE run ADD COLUMN as_of_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run ADD COLUMN details TEXT;
  ALTER TABLE run ADD COLUMN older INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run ADD COLUMN vanished INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE version ADD COLUMN said_ms INTEGER;
  ALTER TABLE version ADD COLUMN vanished_run INTEGER;
  UPDATE run SET as_of_ms = started_ms;
  PRAGMA user_version = 2;
`;

/** What format 2 lacked. */
const upgradeFrom2 = `
  ALTER TABLE version ADD COLUMN header INTEGER;
  ${historyTables('told')}
  PRAGMA user_version = 3;
`;

/** Format 3 had another name for the values. */
const upgradeFrom3 = `
  ALTER TABLE earlier RENAME COLUMN told TO fields;
  PRAGMA user_version = 4;
`;

/** What format 4 lacked. */
const upgradeFrom4 = `
  ${revertTables}
  PRAGMA user_version = 5;
`;

/** What format 5 lacked. */
const upgradeFrom5 = `
  ${pastTable}
  PRAGMA user_version = 6;
`;

/** The migration from each earlier format to the next. */
const upgrades: ReadonlyMap<number, string> = new Map([
  [1, upgradeFrom1],
  [2, upgradeFrom2],
  [3, upgradeFrom3],
  [4, upgradeFrom4],
  [5, upgradeFrom5],
]);

/** Opens the database of a raw store; creates it, readable only by its owner, if it is missing. */
export function openRawDatabase(path: string): Database {
  let database: Database | null = null;
  try {
    makePrivateFile(path);
    database = openDatabase(path, { pageBytes });
    // NORMAL: a batch is whole or absent after a crash, and only the end of a run waits for the disk. The
    // log is folded into the file every 32 MB, so it stays small however long the run.
    database.exec(
      'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4096;',
    );
    database.exec('PRAGMA journal_size_limit = 67108864');
    createOrCheck(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw asFailure(error, 'open', path);
  }
}

function createOrCheck(database: Database, path: string): void {
  const version = () => Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  const isEmpty = () => database.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
  if (version() === 0 && isEmpty()) {
    transaction(database, () => {
      if (isEmpty()) database.exec(schema);
    });
  }
  const mark = Number(database.prepare('PRAGMA application_id').get()?.application_id ?? 0);
  if (mark !== applicationId) throw new UserError(`${path} is a database, but not a raw store.`);
  for (const [format, upgrade] of upgrades) {
    if (version() !== format) continue;
    transaction(database, () => {
      if (version() === format) database.exec(upgrade);
    });
  }
  if (version() !== schemaVersion) {
    throw new UserError(
      `${path} is a raw store of format ${version()}; this version of Lintel reads format ${schemaVersion}.`,
    );
  }
}

const fullHint =
  'Free some disk space, or choose a larger disk, and run the same command again: rows that were stored are not stored twice.';
const damagedHint =
  'The file is damaged: put a backup in its place, or read the sources again into a new one.';

/**
 * Turns SQLite's errors (disk full, damaged, not a database, locked) while doing `act` with the store at `path` into
 * messages a person can act on.
 */
export function asFailure(error: unknown, act: string, path: string): unknown {
  if (error instanceof UserError) return error;
  if (errorCode(error) !== 'ERR_SQLITE_ERROR') return error;
  if (isDiskFull(error, path)) {
    return new UserError(diskFullText(`the raw store ${path}`), { hint: fullHint, cause: error });
  }
  return new UserError(`Cannot ${act} the raw store ${path}: ${messageOf(error)}.`, {
    cause: error,
    ...(sqliteTrouble(error) === 'damaged' && { hint: damagedHint }),
  });
}
