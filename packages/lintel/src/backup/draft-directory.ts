/**
 * A directory under construction: next to its final place, with the process id in its name. The next process
 * removes one that a killed process left behind.
 */

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../base/directory.js';
import { isAlive } from '../base/process-alive.js';
import { messageOf, UserError } from '../base/user-error.js';

let drafts = 0;

/**
 * Makes an empty directory in `parent` whose name begins with `.NAME.draft-`, and removes those of dead
 * processes.
 */
export function makeDraft(parent: string, name: string): string {
  const prefix = `.${name}.draft-`;
  drafts += 1;
  const path = join(parent, `${prefix}${process.pid}-${drafts}`);
  try {
    for (const each of readdirSync(parent)) {
      const pid = each.startsWith(prefix) ? Number.parseInt(each.slice(prefix.length), 10) : Number.NaN;
      if (pid > 0 && pid !== process.pid && !isAlive(pid)) removeDraft(join(parent, each));
    }
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw new UserError(`Cannot write into ${parent}: ${messageOf(error)}`, { cause: error });
  }
  return path;
}

/** Removes a draft that is not completed. */
export function removeDraft(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Makes the entries of a directory, and of its subdirectories, durable. */
export function syncDirectories(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncDirectories(join(path, entry.name));
  }
  syncDirectory(path);
}
