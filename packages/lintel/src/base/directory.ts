/** Making directory entries durable, and finding out whether the process that left a directory behind still runs. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { errorCode } from './user-error.js';

/** Flushes the entries of a directory to disk, so that they survive a crash. */
export function syncDirectory(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
