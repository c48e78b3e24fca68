/** Space on the disk. */
import { statfsSync } from 'node:fs';

/** Bytes that this user may still write on the disk of a directory. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
