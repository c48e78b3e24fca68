/**
 * How many mails others can have sent to somebody who did not ask for them. They are counted by the rows that they
 * leave, so the counts hold over all serving processes, from whatever addresses people ask. Those of invitations are
 * among the limits of organizations.
 */
import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.js';
import { one, oneAtATime, run, statement } from '../ledger/storage.js';

/** Links to choose a password or to delete the account, to one address in an hour. Each works for that long. */
const linksAnHour = 5;
/** Changes of the address in a day: by one person, to one new address, and mails to that. */
const newAddressesADay = 5;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whether the link that was just made for somebody may be mailed. */
export async function mayMailLink(storage: Ledger['storage'], userId: string): Promise<boolean> {
  const anHourAgo = new Date(Date.now() - hourMs).toISOString();
  const { count } = await storage.ask(() =>
    one<{ count: number }>(
      'SELECT count(*) AS count FROM auth_verification WHERE value = ? AND "createdAt" > ?',
      userId,
      anHourAgo,
    ),
  );
  return Number(count) <= linksAnHour;
}

/**
 * Whether a person may ask for a new address. It counts whether or not the address has an account, which the answer
 * must not say.
 */
export function mayAskForAddress(
  storage: Ledger['storage'],
  userId: string,
  newEmail: string,
): Promise<boolean> {
  return countMail(storage, [
    `new address asked by ${userId}`,
    `new address asked for ${newEmail.toLowerCase()}`,
  ]);
}

/**
 * Whether a new address may get the link that proves it: the link before it, to the present address, can be opened
 * again and again within its hour.
 */
export function mayMailNewAddress(storage: Ledger['storage'], newEmail: string): Promise<boolean> {
  return countMail(storage, [`new address mailed to ${newEmail.toLowerCase()}`]);
}

/**
 * Counts a mail under each name, unless it is one too many under any of them. Its rows lie among the links of the
 * authentication library, whose own names are hashes, and are removed with them when they expire.
 */
function countMail(storage: Ledger['storage'], names: readonly string[]): Promise<boolean> {
  const now = new Date().toISOString();
  const inADay = new Date(Date.now() + dayMs).toISOString();
  return storage.commit(function* () {
    yield* run(oneAtATime);
    for (const name of names) {
      const sql = 'SELECT count(*) AS count FROM auth_verification WHERE identifier = ? AND "expiresAt" > ?';
      const { count } = yield* one<{ count: number }>(sql, name, now);
      if (Number(count) >= newAddressesADay) return false;
    }
    yield* run(
      ...names.map((name) =>
        statement(
          `INSERT INTO auth_verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
           VALUES (?, ?, '', ?, ?, ?)`,
          randomUUID(),
          name,
          inADay,
          now,
          now,
        ),
      ),
    );
    return true;
  });
}
