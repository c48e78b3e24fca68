/**
 * What holds of organizations whatever is asked at once: how many people, open invitations and organizations there may
 * be, and that somebody owns each. The authentication library looks first and changes afterwards, so simultaneous
 * requests could all find room; these checks are made in the transaction of the change itself, one after another, and
 * undo it by throwing.
 */
import { APIError } from 'better-auth/api';
import { one, type StoredRow, type Work } from '../ledger/storage.js';
import type { Check } from './ledger-adapter.js';

/** Organizations of one person, and people and open invitations of one organization. */
export const maxOrganizations = 10;
export const maxMembers = 100;
export const maxInvitations = 50;

/** Invitations in a day, by one person and to one address, whatever became of them: each is a mail. */
const invitationsADayBy = 50;
const invitationsADayTo = 5;
const dayMs = 86_400_000;

/** The checks after each change of a table. */
export const organizationChecks: Readonly<Record<string, Check>> = {
  auth_member: checkMembers,
  auth_invitation: checkInvitations,
};

function* checkMembers(rows: readonly StoredRow[], isNew: boolean): Work<void> {
  for (const { organizationId, userId } of rows.map(textsOf)) {
    const { members, owners } = yield* one<{ members: number; owners: number }>(
      `SELECT count(*) AS members, count(CASE WHEN role LIKE '%owner%' THEN 1 END) AS owners
       FROM auth_member WHERE "organizationId" = ?`,
      organizationId,
    );
    if (Number(members) > 0 && Number(owners) === 0) {
      throw refused('An organization needs an owner. Make another member its owner first.');
    }
    if (!isNew) continue;
    if (Number(members) > maxMembers) {
      throw refused(`An organization has at most ${maxMembers} members.`);
    }
    // Who is invited to one organization more may join it; nobody makes one more.
    const ofPerson = yield* count('auth_member WHERE "userId" = ?', userId);
    if (Number(members) === 1 && ofPerson > maxOrganizations) {
      throw refused(`One person can be in ${maxOrganizations} organizations and make no more.`);
    }
  }
}

function* checkInvitations(rows: readonly StoredRow[], isNew: boolean): Work<void> {
  if (!isNew) return;
  const now = new Date();
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  for (const { organizationId, email, inviterId } of rows.map(textsOf)) {
    const open = `auth_invitation WHERE status = 'pending' AND "expiresAt" > ? AND "organizationId" = ?`;
    const of = [now.toISOString(), organizationId] as const;
    const member = `auth_member JOIN auth_user ON auth_user.id = auth_member."userId"
      WHERE auth_user.email = ? AND auth_member."organizationId" = ?`;
    if ((yield* count(member, email, organizationId)) > 0) {
      throw refused(`${email} is a member of the organization already.`);
    }
    if ((yield* count(`${open} AND email = ?`, ...of, email)) > 1) {
      throw refused(`${email} is invited already. To mail another link, take the invitation back first.`);
    }
    if ((yield* count(open, ...of)) > maxInvitations) {
      throw refused(`An organization has at most ${maxInvitations} open invitations. Take one back first.`);
    }
    const recent = 'auth_invitation WHERE "createdAt" > ? AND';
    const by = yield* count(`${recent} "inviterId" = ?`, yesterday, inviterId);
    const to = yield* count(`${recent} email = ?`, yesterday, email);
    if (by > invitationsADayBy || to > invitationsADayTo) {
      throw refused('There were too many invitations today. Try again tomorrow.');
    }
  }
}

/** The columns of a changed row that say what it is about. */
function textsOf(
  row: StoredRow,
): Readonly<Record<'organizationId' | 'userId' | 'email' | 'inviterId', string>> {
  const text = (column: string) => String(row[column] ?? '');
  return {
    organizationId: text('organizationId'),
    userId: text('userId'),
    email: text('email'),
    inviterId: text('inviterId'),
  };
}

function* count(from: string, ...values: readonly string[]): Work<number> {
  const row = yield* one<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values);
  return Number(row.count);
}

function refused(message: string): APIError {
  return new APIError('BAD_REQUEST', { message });
}
