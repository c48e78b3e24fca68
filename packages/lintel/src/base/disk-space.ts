/** Free space on a disk. */
import { statfsSync } from 'node:fs';

/** The free bytes that this user may write on the disk of a directory. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
