/**
 * `GET /account/api/session`: who is signed in, and in whose name. Each visit of the pages asks for it, which keeps the
 * session alive. `/sessions`: everywhere that somebody is signed in.
 */
import type { Session } from '@lintel/contract/account';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { all, statement } from '../../ledger/storage.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';

export const session = accountRoute(
  'GET /session',
  async ({ identity, origin, request, reply, signedIn }) => {
    for (const cookie of await identity.renew(request.headers.cookie, origin)) {
      reply.header('set-cookie', cookie);
    }
    return profileOf(signedIn);
  },
);

export function profileOf({ user, isOperator, account, organization }: SignedIn): Session {
  return {
    user: { id: user.id, email: user.email, name: user.name, two_factor: user.hasTwoFactor },
    operator: isOperator,
    account: { id: account.id, name: account.name, plan: account.plan, suspended: account.suspended },
    organization,
  };
}

/** Sessions that are listed, the last used first. */
const maxSessions = 50;

interface StoredSession {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export const sessions = accountRoute('GET /sessions', ({ identity, signedIn }) =>
  sessionsOf(identity, signedIn),
);

/** Where somebody is signed in, the last used first. */
export async function sessionsOf(identity: Identity, { user, sessionId }: SignedIn) {
  const stored = await identity.storage.ask(() =>
    all<StoredSession>(
      `SELECT id, "createdAt", "updatedAt", "ipAddress", "userAgent" FROM auth_session
       WHERE "userId" = ? AND "expiresAt" > ? ORDER BY "updatedAt" DESC LIMIT ${maxSessions}`,
      user.id,
      new Date().toISOString(),
    ),
  );
  return stored.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    current: id === sessionId,
    created_at: createdAt,
    used_at: updatedAt,
    address: ipAddress,
    browser: userAgent,
  }));
}

export const endSession = accountRoute('DELETE /sessions/{id}', async ({ identity, id, signedIn }) => {
  const ended = await identity.storage.commit(function* () {
    const [rows] = yield [
      statement('DELETE FROM auth_session WHERE id = ? AND "userId" = ? RETURNING id', id, signedIn.user.id),
    ];
    return rows ?? [];
  });
  if (ended.length === 0) throw new HttpError('not_found');
});
