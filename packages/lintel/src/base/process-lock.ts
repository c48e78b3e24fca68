/**
 * A lock between processes, exclusive or shared. The operating system releases it when the process ends, for
 * whatever reason.
 *
 * It is SQLite's own lock on an empty file, so it needs no process ids and cannot become stale. The holder of
 * the exclusive lock knows that any unfinished work belongs to a dead process.
 */
import { makePrivateFile } from './private-file.js';
import { createScratch, type Database, isBusy } from './sqlite.js';

export interface ProcessLock {
  release(): void;
}

/**
 * Takes the exclusive lock on the file at `path`; null if another process or connection holds either kind.
 */
export function takeProcessLock(path: string): ProcessLock | null {
  return take(path, 'BEGIN EXCLUSIVE');
}

/** Takes a shared lock on the file at `path`; null if another process holds the exclusive lock. */
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
