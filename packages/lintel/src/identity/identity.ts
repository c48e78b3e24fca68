/**
 * The accounts of people: who is signed in, how they get in, and mails to them. Sessions, limits of attempts and
 * organizations are rows beside the ledger: every serving process sees the same. The authentication library behind it
 * takes long to load, so it is opened when somebody comes.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { run, statement } from '../ledger/storage.js';
import type { Auth } from './auth.js';
import { deletePerson } from './delete-person.js';
import { mailFirstLink, mayJoin } from './joining.js';
import { type Log, mailSender, type SendMail } from './mail.js';
import { oauthScopes } from './oauth/oauth-scopes.js';
import { findSignedIn, mayBeSession, type SignedIn } from './signed-in.js';

/** Origins whose library is kept: one with a `public_url`, else the names of this machine. */
const maxOrigins = 8;

/** What access tokens are for: the address of `/mcp` at an origin. */
export const mcpResource = (origin: string) => `${origin}/mcp`;

export interface Identity {
  readonly ledger: Ledger;
  /** The tables of people. */
  readonly storage: Ledger['storage'];
  /** The authentication library for an origin. */
  auth(origin: string): Promise<Auth>;
  /** What lets apps connect by the address of `/mcp`. */
  authorizationServer(origin: string): Promise<Provider>;
  /** The key of the app that has this access token for `/mcp`; null if it is none, or has ended. */
  appOf(token: string, origin: string): Promise<string | null>;
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

interface IdentityOptions {
  readonly ledger: Ledger;
  /** The secret of the installation; 32 bytes, the same on every server. */
  readonly secret: Buffer;
  readonly settings: () => Config;
  readonly log: Log;
}

/** Opens the accounts of people. */
export function openIdentity({ ledger, secret, settings, log }: IdentityOptions): Identity {
  const { storage } = ledger;
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'lintel accounts', 32)).toString('base64url');
  const sendMail = mailSender(settings, log);
  const maySignUp = (email: string) => mayJoin(ledger, settings(), email);
  const auth = opened(async (origin) => {
    const { openAuth } = await import('./auth.js');
    return openAuth({
      ...{ storage, origin, secret: derived, oidc: settings().accounts.oidc, sendMail, log },
      mayJoin: maySignUp,
      onNewAddress: (user) => renameAccount(storage, user),
      beforeDelete: (user) => deletePerson(ledger, user),
    });
  });
  const authorizationServer = opened(async (origin) => {
    const { openAuthorizationServer } = await import('./oauth/authorization-server.js');
    const oauthSecret = Buffer.from(hkdfSync('sha256', secret, '', 'lintel oauth', 32)).toString('base64url');
    return openAuthorizationServer({
      ...{ ledger, origin, log, secret: oauthSecret, scopes: oauthScopes },
      resource: mcpResource(origin),
      allowedHosts: settings().watch.allow_hosts,
    });
  });
  return {
    authorizationServer,
    async appOf(token, origin) {
      const found = await (await authorizationServer(origin)).AccessToken.find(token);
      const isForHere = found !== undefined && [found.aud].flat().includes(mcpResource(origin));
      return isForHere && found.isValid ? found.accountId : null;
    },
    ledger,
    storage,
    auth,
    sendMail,
    browserMark: (email) =>
      createHmac('sha256', derived).update(`browser of ${email.toLowerCase()}`).digest('base64url'),
    async signedIn(cookie, origin) {
      if (!mayBeSession(cookie)) return null;
      return findSignedIn(ledger, await auth(origin), cookie, settings().accounts.plan);
    },
    async renew(cookie, origin) {
      const { api } = await auth(origin);
      const { headers } = await api.getSession({
        headers: new Headers({ cookie: cookie ?? '' }),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    signUp: async (email, origin) => mailFirstLink(await auth(origin), email, () => maySignUp(email)),
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

/** The libraries of a few origins, each opened once. */
function opened<Library>(open: (origin: string) => Promise<Library>): (origin: string) => Promise<Library> {
  const opened = new Map<string, Promise<Library>>();
  return (origin) => {
    const known = opened.get(origin);
    if (known !== undefined) return known;
    if (opened.size >= maxOrigins) opened.clear();
    const library = open(origin);
    opened.set(origin, library);
    return library;
  };
}

/** An account that is named by an address gets the new one. */
function renameAccount(
  storage: Ledger['storage'],
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  return storage.commit(() =>
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
