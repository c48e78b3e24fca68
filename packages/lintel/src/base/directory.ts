/** Directories whose entries must survive a crash. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes the entries of a directory to disk, so that they survive a crash. */
export function syncDirectory(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
