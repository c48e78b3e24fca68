/**
 * A right that at most one process has, freed by the operating system when the process ends in whatever way.
 *
 * It is SQLite's own exclusive lock on an empty file, so it needs no process ids and leaves nothing stale behind. Whoever
 * holds it knows that what looks unfinished belongs to a dead process.
 */
import { makePrivateFile } from './private-file.js';
import { createScratch, type Database, isBusy } from './sqlite.js';

export interface ProcessLock {
  release(): void;
}

/** Takes the lock that is the file at `path`, or gives null when another process or connection holds it. */
export function takeProcessLock(path: string): ProcessLock | null {
  let database: Database | null = null;
  try {
    makePrivateFile(path);
    database = createScratch(path);
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
