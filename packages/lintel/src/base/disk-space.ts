/** Free space on a disk, and the words for one that has none. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sqliteTrouble } from './sqlite-trouble.js';
import { errorCode, UserError } from './user-error.js';

/** Below this many free bytes a disk counts as full. */
export const minFreeBytes = 1024 * 1024;

/** The free bytes that this user may write on the disk of a directory. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** Whether the file at `path` could not be written because its disk, or the user's share of it, is full. */
export function isDiskFull(error: unknown, path: string): boolean {
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return true;
  const trouble = sqliteTrouble(error);
  // Of its journal and its shared memory SQLite says only that there was an error.
  return trouble === 'full' || (trouble === 'refused' && freeBytes(dirname(path)) < minFreeBytes);
}

/** What is said of a full disk; `what` is the file that could not be written, and what it holds. */
export const diskFullText = (what: string): string => `The disk is full: ${what} could not be written.`;

export const diskFullHint =
  'Free some disk space, or choose a larger disk, and try again; nothing was changed.';

/** The failure to write a file on a full disk. */
export function diskFull(what: string, error: unknown): UserError {
  return new UserError(diskFullText(what), { hint: diskFullHint, cause: error });
}
