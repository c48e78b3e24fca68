/** Directories whose entries must survive a crash. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the entries of a directory durable. */
export function syncDirectory(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
