/**
 * The secret that signs cursors: 32 random bytes in the installation's directory, made at the first start. Servers
 * that start at the same moment agree on one: the file is written whole beside its place and linked there, and only
 * the first link succeeds.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UserError } from '../../base/user-error.js';

const secretBytes = 32;

/** The secret at `path`; made when there is none. */
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
    hint: 'Remove the file; a new one is made, and cursors that were given out before become invalid.',
  });
}

function create(path: string): Buffer {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(secretBytes), { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new UserError(`Cannot write the secret ${path}: ${(error as Error).message}`, { cause: error });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = read(path);
  if (secret === null) throw new UserError(`The secret ${path} vanished while the server started.`);
  return secret;
}
