/**
 * How many mails others can have sent to somebody who did not ask for them. They are counted by the rows that they
 * leave, so the counts hold over all serving processes, from whatever addresses people ask.
 */
import type { Ledger } from '../ledger/ledger.js';
import { first } from '../ledger/storage.js';

/** Links to choose a password, to one address in an hour. Each of them works for that long. */
const linksAnHour = 5;
/** Invitations in a day, by one person and to one address. */
const invitationsADayBy = 50;
const invitationsADayTo = 5;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whether the link that was just made for somebody may be mailed. */
export async function mayMailLink(storage: Ledger['storage'], userId: string): Promise<boolean> {
  const sql = 'SELECT count(*) AS count FROM auth_verification WHERE value = ? AND "createdAt" > ?';
  return (await countOf(storage, sql, userId, hourMs)) <= linksAnHour;
}

/** Whether somebody may invite the owner of an address, whatever became of the invitations before. */
export async function mayInvite(
  storage: Ledger['storage'],
  inviterId: string,
  email: string,
): Promise<boolean> {
  const invitations = (column: string) =>
    `SELECT count(*) AS count FROM auth_invitation WHERE ${column} = ? AND "createdAt" > ?`;
  const [by, to] = await Promise.all([
    countOf(storage, invitations('"inviterId"'), inviterId, dayMs),
    countOf(storage, invitations('email'), email.toLowerCase(), dayMs),
  ]);
  return by < invitationsADayBy && to < invitationsADayTo;
}

async function countOf(
  storage: Ledger['storage'],
  sql: string,
  of: string,
  withinMs: number,
): Promise<number> {
  const row = await storage.ask(() =>
    first<{ count: number }>(sql, of, new Date(Date.now() - withinMs).toISOString()),
  );
  return Number(row?.count ?? 0);
}
