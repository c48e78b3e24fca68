/**
 * The right to write into one raw store: held by at most one process, freed by the operating system when the
 * process ends in whatever way.
 *
 * It is SQLite's own exclusive lock on an empty file beside the store, so it needs no process ids and leaves
 * nothing stale behind. Whoever holds it knows that every run still marked as running belongs to a dead process.
 */
import { makePrivateFile } from '../base/private-file.js';
import { createScratch, type Database, isBusy } from '../base/sqlite.js';

export interface IngestLock {
  release(): void;
}

/** Takes the lock of the store at `path`, or gives null when another process or connection holds it. */
export function takeIngestLock(path: string): IngestLock | null {
  let database: Database | null = null;
  try {
    makePrivateFile(`${path}.lock`);
    database = createScratch(`${path}.lock`);
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
