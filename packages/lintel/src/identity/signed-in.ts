/** Who sends a request: the person behind the session's cookie, and in whose name they act. */
import type { Config } from '../base/config.js';
import type { Account, Ledger } from '../ledger/ledger.js';
import { first } from '../ledger/storage.js';
import type { Auth } from './auth.js';
import { sessionCookie } from './auth-path.js';

/** A role in an organization. Owners and administrators manage its keys and members. */
export type Role = 'owner' | 'admin' | 'member';

/** Somebody who is signed in, and in whose name they act now. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: {
    readonly id: string;
    /** Proved by its owner, in lower case. */
    readonly email: string;
    readonly name: string;
    readonly hasTwoFactor: boolean;
  };
  /** Whether they operate this service (`lintel operators`). */
  readonly isOperator: boolean;
  /** The account of the ledger that is charged: the organization's if one is chosen, else their own. */
  readonly account: Account;
  /** The organization in whose name they act; null for themselves. */
  readonly organization: { readonly id: string; readonly name: string; readonly role: Role } | null;
}

/** Whether a `Cookie` header could be that of a session, by which the library need not be loaded for others. */
export function mayBeSession(cookie: string | undefined): cookie is string {
  return cookie?.includes(sessionCookie) === true;
}

/** Who sends a request with this `Cookie` header; null if nobody is signed in. New accounts get the plan. */
export async function findSignedIn(
  ledger: Ledger,
  { api }: Auth,
  cookie: string,
  plan: Config['accounts']['plan'],
): Promise<SignedIn | null> {
  const found = await api.getSession({
    headers: new Headers({ cookie }),
    query: { disableRefresh: true },
  });
  if (found === null || !found.user.emailVerified) return null;
  const { user, session } = found;
  const email = user.email.toLowerCase();
  const organization =
    session.activeOrganizationId == null
      ? null
      : await membership(ledger, session.activeOrganizationId, user.id);
  const account =
    organization === null
      ? await ledger.accountOf({ kind: 'user', id: user.id }, { name: email, plan })
      : await ledger.accountOf(
          { kind: 'organization', id: organization.id },
          // Names of spaces were once allowed, and an account has none of them.
          { name: organization.name.trim() || 'Organization', plan },
        );
  return {
    sessionId: session.id,
    user: { id: user.id, email, name: user.name, hasTwoFactor: user.twoFactorEnabled === true },
    isOperator: await ledger.operators.has(email),
    account,
    organization,
  };
}

/** The organization and the role that somebody has in it; null if they are not a member (any more). */
async function membership(
  { storage }: Ledger,
  organizationId: string,
  userId: string,
): Promise<SignedIn['organization']> {
  const row = await storage.ask(() =>
    first<{ name: string; role: string }>(
      `SELECT auth_organization.name, auth_member.role FROM auth_member
       JOIN auth_organization ON auth_organization.id = auth_member."organizationId"
       WHERE auth_member."organizationId" = ? AND auth_member."userId" = ?`,
      organizationId,
      userId,
    ),
  );
  return row === undefined ? null : { id: organizationId, name: row.name, role: roleOf(row.role) };
}

/** The strongest of the roles that the library stores, separated by commas. */
function roleOf(stored: string): Role {
  const roles = stored.split(',');
  if (roles.includes('owner')) return 'owner';
  return roles.includes('admin') ? 'admin' : 'member';
}
