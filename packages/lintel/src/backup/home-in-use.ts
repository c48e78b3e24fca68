/**
 * Finds out whether a home is in use: by a service, an ingest or fetch, a build, or any command that has the
 * ledger or the raw store open. A restore checks this before it moves anything, and keeps others out until it
 * is done.
 */

import { statSync } from 'node:fs';
import { diskFull, isDiskFull } from '../base/disk-space.js';
import type { Home } from '../base/home.js';
import { type ProcessLock, takeProcessLock } from '../base/process-lock.js';
import { type Database, openDatabase } from '../base/sqlite.js';
import { sqliteTrouble } from '../base/sqlite-trouble.js';
import { messageOf, UserError } from '../base/user-error.js';
import { buildLock } from '../builder/building-directory.js';

/** Locks a home until it is released. Throws a UserError that says what is using it. */
export function holdAlone(home: Home): ProcessLock {
  const held: ProcessLock[] = [];
  const release = () => {
    for (const lock of held.splice(0)) lock.release();
  };
  const hold = (lock: ProcessLock | null, who: string, what: string) => {
    if (lock !== null) {
      held.push(lock);
      return;
    }
    throw new UserError(`${home.directory} is in use: ${who}.`, { hint: `${what} first, then restore.` });
  };
  try {
    hold(takeProcessLock(home.served), 'it is served', 'Stop the service');
    hold(
      takeProcessLock(`${home.raw}.lock`),
      'rows are read into its raw store',
      'Wait for that to end, or stop it,',
    );
    hold(takeDatabase(home.ledger), 'its ledger is open', 'Stop the service or the command that uses it');
    hold(
      takeDatabase(home.raw),
      'its raw store is open',
      'Wait for the build or the command that reads it to end',
    );
    hold(takeProcessLock(buildLock(home)), 'a release is built', 'Wait for the build to end');
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Locks a database so that no other process can open it; null when one has it open. A missing one counts as
 * free.
 */
function takeDatabase(path: string): ProcessLock | null {
  const free: ProcessLock = { release() {} };
  // Opening an empty one would discard the journal that may be left of it.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return free;
  let database: Database | null = null;
  try {
    database = openDatabase(path, { busyMs: 0 });
    // Only the sole connection to a file may leave the shared (WAL) mode.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const held = database;
    return {
      release() {
        held.exec('ROLLBACK');
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    const trouble = sqliteTrouble(error);
    if (trouble === 'busy') return null;
    // A damaged database is not in use: it is put aside with the rest.
    if (trouble === 'damaged') return free;
    if (isDiskFull(error, path)) throw diskFull(path, error);
    throw new UserError(`Cannot open ${path}: ${messageOf(error)}`, { cause: error });
  }
}
