/**
 * Locks between processes: held until they are let go or the process ends in whatever way, because they are the
 * operating system's. They are SQLite's own locks on an empty file, so they need no process ids and leave nothing stale
 * behind. Who holds one knows that what looks unfinished belongs to a dead process.
 */
import { makePrivateFile } from './private-file.js';
import { createScratch, type Database, isBusy } from './sqlite.js';

export interface ProcessLock {
  release(): void;
}

/** Takes a lock that nobody else can hold at the same time; null when another process or connection holds any. */
export function takeProcessLock(path: string): ProcessLock | null {
  return take(path, (database) => database.exec('BEGIN EXCLUSIVE'));
}

/** Takes a lock that any number may hold at the same time; null when one is held that nobody else can hold. */
export function shareProcessLock(path: string): ProcessLock | null {
  return take(path, (database) => {
    // The first read takes the lock, and an open transaction keeps it.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  });
}

function take(path: string, lock: (database: Database) => void): ProcessLock | null {
  makePrivateFile(path);
  let database: Database | null = null;
  try {
    database = createScratch(path);
    lock(database);
    const held = database;
    return {
      release() {
        held.exec('ROLLBACK');
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
