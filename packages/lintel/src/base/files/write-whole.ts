/** Small files that are replaced while others read them, such as which release is published. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '../directory.js';
import { writeFailure } from './file-writer.js';

/**
 * Writes or replaces a file at once: a reader finds the old text or the new one, also after a crash. Throws a
 * UserError, and leaves the old one, if the new one cannot be written.
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, path);
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw writeFailure(path, error);
  }
}
