/**
 * A right that at most one process has, or that many share and none has alone, freed by the operating system when the
 * process ends in whatever way.
 *
 * It is SQLite's own lock on an empty file, so it needs no process ids and leaves nothing stale behind. Whoever
 * holds it knows that what looks unfinished belongs to a dead process.
 */
import { makePrivateFile } from './private-file.js';
import { createScratch, type Database, isBusy } from './sqlite.js';

export interface ProcessLock {
  release(): void;
}

/** Takes the lock that is the file at `path`, or gives null when another process or connection holds it in either way. */
export function takeProcessLock(path: string): ProcessLock | null {
  return take(path, 'BEGIN EXCLUSIVE');
}

/** Takes the lock together with others who share it, or gives null when somebody holds it alone. */
export function shareProcessLock(path: string): ProcessLock | null {
  // The first read takes the lock, and an open transaction keeps it.
  return take(path, 'BEGIN; SELECT count(*) FROM sqlite_master');
}

function take(path: string, lock: string): ProcessLock | null {
  let database: Database | null = null;
  try {
    makePrivateFile(path);
    database = createScratch(path);
    database.exec(lock);
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
