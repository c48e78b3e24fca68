/**
 * Private files: accounts and keys, personal data from portals, settings with passwords. Lintel creates them
 * readable by their owner only. It never changes the mode of an existing file, which is the operator's
 * choice; `lintel doctor` reports one that others may read.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskFull, isDiskFull } from './disk-space.js';
import { messageOf, UserError } from './user-error.js';

const privateMode = 0o600;
const othersMode = 0o077;

/** Creates an empty file for its owner only. An existing file stays as it is. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', privateMode));
  } catch (error) {
    if (isDiskFull(error, path)) throw diskFull(path, error);
    throw new UserError(`Cannot write ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Whether users other than the owner may access the file: both its mode and that of its directory allow it.
 */
export function isOpenToOthers(path: string): boolean {
  const open = (each: string) => (statSync(each).mode & othersMode) !== 0;
  return open(path) && open(dirname(path));
}
