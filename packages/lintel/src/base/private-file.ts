/**
 * Files that are not for everyone: accounts and keys, what portals sent about persons, settings with passwords. Lintel
 * makes them readable for their owner only; the mode of a file that exists is the operator's choice and is never
 * changed, `lintel doctor` reports a wider one.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './user-error.js';

const privateMode = 0o600;
const othersMode = 0o077;

/** Makes an empty file for its owner only; one that exists stays as it is. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', privateMode));
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether users other than its owner may use the file: its mode lets them, and so does its directory's. */
export function isOpenToOthers(path: string): boolean {
  const open = (each: string) => (statSync(each).mode & othersMode) !== 0;
  return open(path) && open(dirname(path));
}
