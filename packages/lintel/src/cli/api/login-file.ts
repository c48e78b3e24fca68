/**
 * The service that `lintel login` stored: its address and key, in `lintel/login.json` of the user's configuration
 * directory (XDG Base Directory Specification). Only the user may read the file.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { writeFailure } from '../../base/files/file-writer.js';
import { writeWhole } from '../../base/files/write-whole.js';
import { errorCode, messageOf, UserError } from '../../base/user-error.js';

interface Login {
  readonly url: string;
  readonly key: string;
}

/** Where the login is stored. */
export function loginPath(): string {
  const { XDG_CONFIG_HOME: configured = '' } = process.env;
  // The specification ignores relative paths.
  const directory = isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(directory, 'lintel', 'login.json');
}

/** The stored login; null without one. */
export function readLogin(): Login | null {
  const path = loginPath();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw new UserError(`Cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
  const login = parsed(text);
  if (login !== null) return login;
  throw new UserError(`${path} is damaged.`, { hint: 'Run lintel login again, or lintel logout.' });
}

function parsed(text: string): Login | null {
  try {
    const { url, key } = JSON.parse(text) as Record<string, unknown>;
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : null;
  } catch {
    return null;
  }
}

/** Stores the login in place of an earlier one; returns where. */
export function writeLogin(login: Login): string {
  const path = loginPath();
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw writeFailure(path, error);
  }
  writeWhole(path, `${JSON.stringify(login, null, 2)}\n`, 0o600);
  return path;
}

/** Removes the login; returns whether there was one. */
export function removeLogin(): boolean {
  const path = loginPath();
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw new UserError(`Cannot remove ${path}: ${messageOf(error)}`, { cause: error });
  }
}
