/**
 * The settings of the authentication library (better-auth), which does all of sign-in: passwords (scrypt), sessions,
 * two-factor codes, organizations, OpenID Connect. Its tables lie in the ledger. It calls no other host, except the
 * identity provider that the operator names.
 */
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, organization, twoFactor } from 'better-auth/plugins';
import { Kysely } from 'kysely';
import type { Config } from '../base/config.js';
import { printableLine } from '../base/printable.js';
import type { Ledger } from '../ledger/ledger.js';
import { run, statement } from '../ledger/storage.js';
import { addressHeader, authPath } from './auth-path.js';
import { ledgerDialect } from './ledger-dialect.js';
import type { Log, SendMail } from './mail.js';
import { mayAskForAddress, mayInvite, mayMailLink, mayMailNewAddress } from './mail-limits.js';
import { deletionMail, invitationMail, newAddressMail, passwordMail, proveAddressMail } from './mails.js';

export const passwordLength = { least: 10, most: 128 };

/** How long sessions and links last, in seconds. */
const sessionSeconds = 14 * 86_400;
const renewSeconds = 86_400;
const linkSeconds = 3_600;
const invitationSeconds = 7 * 86_400;

/** Organizations of one person, and people and open invitations of one organization. */
const maxOrganizations = 10;
const maxMembers = 100;
const maxInvitations = 50;

/** Characters of the name of a person or an organization. */
const maxNameLength = 100;

export interface AuthOptions {
  readonly storage: Ledger['storage'];
  /** At which people open the pages, such as `https://permits.example.org`. */
  readonly origin: string;
  /** Signs cookies and encrypts the secrets of two-factor codes. */
  readonly secret: string;
  readonly oidc: Config['accounts']['oidc'];
  readonly sendMail: SendMail;
  readonly log: Log;
  /** Whether somebody of this address may have an account now, who comes through the identity provider. */
  mayJoin(email: string): Promise<boolean>;
  /** Called when a person has another address. */
  onNewAddress(user: { readonly id: string; readonly email: string }): Promise<void>;
  /** Prepares the deletion of a person; the result says why it cannot be, or is null. */
  beforeDelete(user: { readonly id: string; readonly email: string }): Promise<string | null>;
}

/** The library for one origin. */
export function openAuth(options: AuthOptions) {
  const { storage, origin, secret, oidc, sendMail, log, mayJoin } = options;
  return betterAuth({
    appName: 'Lintel',
    baseURL: origin,
    basePath: authPath,
    secret,
    trustedOrigins: [origin],
    // The page says that signing in did not work.
    onAPIError: { errorURL: `${origin}/account/keys` },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => log.error({ library: 'better-auth' }, message),
    },
    database: kyselyAdapter(new Kysely({ dialect: ledgerDialect(storage) }), { type: 'sqlite' }),
    user: {
      modelName: 'auth_user',
      // The present address agrees first, then the new one is proved.
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) =>
          sendMail(newAddressMail({ origin, to: user.email, newAddress: newEmail, token })),
      },
      deleteUser: {
        enabled: true,
        deleteTokenExpiresIn: linkSeconds,
        sendDeleteAccountVerification: async ({ user, token }) => {
          if (!(await mayMailLink(storage, user.id))) return;
          await sendMail(deletionMail({ origin, to: user.email, token }));
        },
        beforeDelete: async (user) => {
          const reason = await options.beforeDelete(user);
          if (reason !== null) throw new APIError('BAD_REQUEST', { message: reason });
        },
      },
    },
    // Only for a new address: sign-up has a link of its own.
    emailVerification: {
      expiresIn: linkSeconds,
      sendVerificationEmail: async ({ user, token }) => {
        if (!(await mayMailNewAddress(storage, user.email))) return;
        await sendMail(proveAddressMail({ origin, to: user.email, token }));
      },
      afterEmailVerification: (user) => options.onNewAddress(user),
    },
    session: {
      modelName: 'auth_session',
      expiresIn: sessionSeconds,
      updateAge: renewSeconds,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'auth_account',
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, allowDifferentEmails: false },
    },
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // People sign up by `identity.ts`: they choose a password only with the link that was mailed to them.
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      // The link went to the address, so whoever has opened it has proved to own it.
      onPasswordReset: async ({ user }) => {
        await storage.commit(() =>
          run(statement('UPDATE auth_user SET "emailVerified" = 1 WHERE id = ?', user.id)),
        );
      },
      sendResetPassword: async ({ user, token }) => {
        if (!(await mayMailLink(storage, user.id))) return;
        await sendMail(passwordMail({ origin, to: user.email, token, isNew: !user.emailVerified }));
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limit',
      window: 60,
      max: 60,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/reset-password': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 10 },
        '/organization/invite-member': { window: 60, max: 10 },
        '/change-email': { window: 60, max: 3 },
        '/delete-user': { window: 60, max: 10 },
      },
    },
    advanced: {
      cookiePrefix: 'lintel',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/' },
      // People come back from the identity provider by a link of another site.
      cookies: { state: { attributes: { sameSite: 'lax' } } },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The ledger makes the tables itself (ledger/tables.ts).
      database: { validateSchema: false },
    },
    hooks: {
      // Here, since the library calls nothing of ours when the new address has an account already.
      before: createAuthMiddleware(async (asked) => {
        if (asked.path !== '/change-email') return;
        const found = await getSessionFromCtx(asked);
        const { newEmail } = asked.body;
        if (found === null || typeof newEmail !== 'string') return;
        if (await mayAskForAddress(storage, found.user.id, newEmail)) return;
        throw new APIError('BAD_REQUEST', {
          message: 'There were too many mails about a new address today. Try again tomorrow.',
        });
      }),
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ((await mayJoin(user.email)) ? undefined : false),
        },
        update: {
          before: async ({ name }) => checkName(name),
        },
      },
    },
    plugins: [
      twoFactor({ issuer: 'Lintel', schema: { twoFactor: { modelName: 'auth_two_factor' } } }),
      organization({
        organizationLimit: maxOrganizations,
        membershipLimit: maxMembers,
        invitationLimit: maxInvitations,
        invitationExpiresIn: invitationSeconds,
        cancelPendingInvitationsOnReInvite: true,
        requireEmailVerificationOnInvitation: true,
        // Its account has charges, which stay in the ledger.
        disableOrganizationDeletion: true,
        organizationHooks: {
          beforeCreateOrganization: async ({ organization: { name } }) => checkName(name),
          beforeUpdateOrganization: async ({ organization: { name } }) => checkName(name),
          beforeCreateInvitation: async ({ invitation, inviter }) => {
            if (await mayInvite(storage, inviter.id, invitation.email)) return;
            throw new APIError('BAD_REQUEST', {
              message: 'There were too many invitations today. Try again tomorrow.',
            });
          },
        },
        sendInvitationEmail: ({ id, email, organization: { name }, inviter }) =>
          sendMail(
            invitationMail({ origin, to: email, id, organization: name, inviter: inviter.user.email }),
          ),
        schema: {
          organization: { modelName: 'auth_organization' },
          member: { modelName: 'auth_member' },
          invitation: { modelName: 'auth_invitation' },
        },
      }),
      ...(oidc === null
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: 'oidc',
                  name: oidc.name,
                  discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
                  clientId: oidc.client_id,
                  clientSecret: oidc.client_secret,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                },
              ],
            }),
          ]),
    ],
  });
}

/** Refuses a name that others could not read. */
function checkName(name: string | undefined): void {
  if (name === undefined || (name.length <= maxNameLength && name === printableLine(name))) return;
  throw new APIError('BAD_REQUEST', { message: `A name has at most ${maxNameLength} letters, in one line.` });
}

export type Auth = ReturnType<typeof openAuth>;
