/**
 * Who is signed in. People sign up with an address alone; the link in the mail that it gets proves the address and
 * lets its owner choose a password, so nobody can prepare an account for somebody else's address. Sessions, limits of
 * attempts and organizations are rows beside the ledger: every serving process sees the same.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../base/config.js';
import type { Account, Ledger } from '../ledger/ledger.js';
import { first, run, statement } from '../ledger/storage.js';
import type { Auth } from './auth.js';
import { deletePerson } from './delete-person.js';
import { type Log, mailSender, type SendMail } from './mail.js';

/** The name of the session's cookie, behind the prefix that secure cookies have. */
const sessionCookie = 'lintel.session_token';

/** Origins whose library is kept: one with a `public_url`, else the names of this machine. */
const maxOrigins = 8;

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

export interface Identity {
  readonly ledger: Ledger;
  /** The tables of people. */
  readonly storage: Ledger['storage'];
  /** The authentication library for an origin. */
  auth(origin: string): Promise<Auth>;
  /** Who sends a request with this `Cookie` header; null if nobody is signed in. */
  signedIn(cookie: string | undefined, origin: string): Promise<SignedIn | null>;
  /** The session's cookie anew if it is old enough, for `Set-Cookie`. */
  renew(cookie: string | undefined, origin: string): Promise<readonly string[]>;
  /** Mails a link to choose a password to somebody who wants an account. Whether they may is not told. */
  signUp(email: string, origin: string): Promise<void>;
  /**
   * Uses the token of a mail about another address: `asked` when the present address has agreed and the new one is
   * asked, `changed` when the new one is proved.
   */
  confirmAddress(
    token: string,
    cookie: string | undefined,
    origin: string,
  ): Promise<'asked' | 'changed' | 'useless'>;
  /** The value by which a browser is known in which the owner of this address has given the password. */
  browserMark(email: string): string;
  /** Sends a mail, or logs it. */
  readonly sendMail: SendMail;
}

export interface IdentityOptions {
  readonly ledger: Ledger;
  /** The secret of the installation; 32 bytes, the same on every server. */
  readonly secret: Buffer;
  readonly settings: () => Config;
  readonly log: Log;
}

/** Opens the accounts of people. The library is loaded when somebody comes. */
export function openIdentity({ ledger, secret, settings, log }: IdentityOptions): Identity {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'lintel accounts', 32)).toString('base64url');
  const sendMail = mailSender(settings, log);
  const libraries = new Map<string, Promise<Auth>>();

  async function openLibrary(origin: string): Promise<Auth> {
    const { openAuth } = await import('./auth.js');
    return openAuth({
      storage: ledger.storage,
      origin,
      secret: derived,
      oidc: settings().accounts.oidc,
      sendMail,
      log,
      mayJoin,
      onNewAddress,
      beforeDelete: (user) => deletePerson(ledger, user),
    });
  }

  /** An account that is named by an address gets the new one. */
  async function onNewAddress(user: { readonly id: string; readonly email: string }): Promise<void> {
    await ledger.storage.commit(() =>
      run(
        statement(
          `UPDATE account SET name = ? WHERE name LIKE '%@%' AND id IN
             (SELECT account FROM account_owner WHERE owner = ?)`,
          user.email,
          user.id,
        ),
      ),
    );
  }

  function auth(origin: string): Promise<Auth> {
    const known = libraries.get(origin);
    if (known !== undefined) return known;
    if (libraries.size >= maxOrigins) libraries.clear();
    const opened = openLibrary(origin);
    libraries.set(origin, opened);
    return opened;
  }

  /** Everybody, if sign-up is open to those who get here; else operators, and people with an open invitation. */
  async function mayJoin(email: string): Promise<boolean> {
    const { accounts, public_url } = settings();
    // Without a `public_url` only people on this machine get here.
    if (accounts.sign_up === 'open' || (accounts.sign_up === 'local' && public_url === null)) return true;
    const address = email.toLowerCase();
    if (await ledger.operators.has(address)) return true;
    const invited = await ledger.storage.ask(() =>
      first(
        `SELECT id FROM auth_invitation WHERE email = ? AND status = 'pending' AND "expiresAt" > ?`,
        address,
        new Date().toISOString(),
      ),
    );
    return invited !== undefined;
  }

  return {
    ledger,
    storage: ledger.storage,
    auth,
    sendMail,
    browserMark: (email) =>
      createHmac('sha256', derived).update(`browser of ${email.toLowerCase()}`).digest('base64url'),
    async signedIn(cookie, origin) {
      if (cookie === undefined || !cookie.includes(sessionCookie)) return null;
      const { api } = await auth(origin);
      const found = await api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: true },
      });
      if (found === null || !found.user.emailVerified) return null;
      const { user, session } = found;
      const person = {
        id: user.id,
        email: user.email.toLowerCase(),
        name: user.name,
        hasTwoFactor: user.twoFactorEnabled === true,
      };
      const organization =
        session.activeOrganizationId == null
          ? null
          : await membership(ledger, session.activeOrganizationId, user.id);
      const { plan } = settings().accounts;
      const account =
        organization === null
          ? await ledger.accountOf({ kind: 'user', id: user.id }, { name: person.email, plan })
          : await ledger.accountOf(
              { kind: 'organization', id: organization.id },
              { name: organization.name, plan },
            );
      return {
        sessionId: session.id,
        user: person,
        isOperator: await ledger.operators.has(person.email),
        account,
        organization,
      };
    },
    async renew(cookie, origin) {
      const { api } = await auth(origin);
      const { headers } = await api.getSession({
        headers: new Headers({ cookie: cookie ?? '' }),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    async signUp(email, origin) {
      const address = email.toLowerCase();
      const library = await auth(origin);
      const { internalAdapter } = await library.$context;
      const known = await internalAdapter.findUserByEmail(address);
      if (known === null) {
        if (!(await mayJoin(address))) return;
        await internalAdapter.createUser(
          { email: address, name: '', emailVerified: false },
          { method: 'email-password' },
        );
      }
      await library.api.requestPasswordReset({ body: { email: address } });
    },
    async confirmAddress(token, cookie, origin) {
      const [{ api }, { APIError }] = await Promise.all([auth(origin), import('better-auth/api')]);
      try {
        const answer = await api.verifyEmail({
          query: { token },
          headers: new Headers(cookie === undefined ? {} : { cookie }),
        });
        return answer !== undefined && 'user' in answer ? 'changed' : 'asked';
      } catch (error) {
        if (error instanceof APIError) return 'useless';
        throw error;
      }
    },
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
