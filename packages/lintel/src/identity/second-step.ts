/**
 * The second step of signing in: codes of an authenticator app, or backup codes. The library lets a code in for as long
 * as it is the one of the moment; here its first try uses it up (RFC 6238, section 5.2), so that whoever saw it typed
 * cannot use it too.
 */
import { randomUUID } from 'node:crypto';
import { twoFactor } from 'better-auth/plugins';
import type { Ledger } from '../ledger/ledger.js';
import { first, oneAtATime, run, statement } from '../ledger/storage.js';

/** Milliseconds for which a code is kept: longer than it could be right. */
const keptMs = 300_000;

export const secondStep = () =>
  twoFactor({ issuer: 'Lintel', schema: { twoFactor: { modelName: 'auth_two_factor' } } });

/** Uses up a code of a person; false if it was used before. The row is removed with expired links. */
export function useUpCode(storage: Ledger['storage'], userId: string, code: string): Promise<boolean> {
  const name = `code ${code.replace(/\D/g, '')} of ${userId}`;
  const now = Date.now();
  const at = (ms: number) => new Date(ms).toISOString();
  return storage.commit(function* () {
    yield* run(oneAtATime);
    const sql = 'SELECT id FROM auth_verification WHERE identifier = ? AND "expiresAt" > ?';
    if ((yield* first(sql, name, at(now))) !== undefined) return false;
    yield* run(
      statement(
        `INSERT INTO auth_verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
         VALUES (?, ?, '', ?, ?, ?)`,
        ...[randomUUID(), name, at(now + keptMs), at(now), at(now)],
      ),
    );
    return true;
  });
}
