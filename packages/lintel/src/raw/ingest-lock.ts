/**
 * The right to write into one raw store: held by at most one process, freed by the operating system when the
 * process ends in whatever way. Whoever holds it knows that every run still marked as running belongs to a dead process.
 */
import { type FileLock, takeLock } from '../base/file-lock.js';

export type IngestLock = FileLock;

/** Takes the lock of the store at `path`, or gives null when another process or connection holds it. */
export function takeIngestLock(path: string): IngestLock | null {
  return takeLock(`${path}.lock`);
}
