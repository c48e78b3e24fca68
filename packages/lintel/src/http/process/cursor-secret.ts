/**
 * The secret that signs cursors and sessions: 32 random bytes in the home directory, created at the first start. Servers
 * that start at the same moment agree on one secret: each writes a temporary file and links it into place,
 * and only the first link succeeds.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFailure } from '../../base/files/file-writer.js';
import { UserError } from '../../base/user-error.js';

const secretBytes = 32;

/** The secret at `path`, created if there is none. */
export function cursorSecret(path: string): Buffer {
  return read(path) ?? create(path);
}

function read(path: string): Buffer | null {
  let secret: Buffer;
  try {
    secret = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UserError(`Cannot read the secret ${path}: ${(error as Error).message}`, { cause: error });
  }
  if (secret.length === secretBytes) return secret;
  throw new UserError(`The secret ${path} has ${secret.length} bytes instead of ${secretBytes}.`, {
    hint: 'Remove the file. A new one is created; cursors become invalid, and everybody is signed out.',
  });
}

function create(path: string): Buffer {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(secretBytes), { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeFailure(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = read(path);
  if (secret === null) throw new UserError(`The secret ${path} vanished while the server started.`);
  return secret;
}
