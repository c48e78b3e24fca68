/** What an error of SQLite means, without loading SQLite. */

/**
 * Why SQLite cannot use a file: another connection's lock, a full disk, damage, or an error of the file
 * system.
 */
type SqliteTrouble = 'busy' | 'full' | 'damaged' | 'refused';

/** By primary result code and by message: not every error of the binding has its code. */
const troubles: readonly (readonly [number, string, SqliteTrouble])[] = [
  [5, 'database is locked', 'busy'],
  [8, 'attempt to write a readonly database', 'refused'],
  [10, 'disk I/O error', 'refused'],
  [11, 'database disk image is malformed', 'damaged'],
  [13, 'database or disk is full', 'full'],
  [14, 'unable to open database file', 'refused'],
  [26, 'file is not a database', 'damaged'],
];

/** The trouble that an error reports; null for any other error. */
export function sqliteTrouble(error: unknown): SqliteTrouble | null {
  const { code, errcode, message } = (error ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    message?: unknown;
  };
  if (code !== 'ERR_SQLITE_ERROR') return null;
  // Extended codes carry the primary one in their low byte.
  const primary = typeof errcode === 'number' ? errcode & 0xff : null;
  const found = troubles.find(([number, text]) => number === primary || text === message);
  return found?.[2] ?? null;
}
