/** Whether a process still runs, for those who find its id in the name of a file it left. */
import { errorCode } from './user-error.js';

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is there.
    return errorCode(error) === 'EPERM';
  }
}

/** The process that writes a draft with such a name, `….PID.tmp`; 0 for another name. */
export function writerOf(name: string): number {
  return Number(/\.(\d+)\.tmp$/.exec(name)?.[1] ?? 0);
}
