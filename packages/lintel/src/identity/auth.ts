/**
 * The settings of the authentication library (better-auth), which does all of sign-in: passwords (scrypt), sessions,
 * two-factor codes, organizations, OpenID Connect. Its tables lie in the ledger. It calls no other host, except the
 * identity provider that the operator names. Each file beside this one sets up what its name says.
 */
import { betterAuth } from 'better-auth/minimal';
import { addressChange, provedAddress } from './address-change.js';
import { attemptLimits } from './attempt-limits.js';
import type { AuthOptions } from './auth-options.js';
import { authPath } from './auth-path.js';
import { beforeRequests } from './before-requests.js';
import { cookiesOf, sessionLife } from './cookies.js';
import { deletion } from './deletion.js';
import { identityProvider } from './identity-provider.js';
import { ledgerAdapter } from './ledger-adapter.js';
import { checkName } from './names.js';
import { organizationChecks } from './organization-limits.js';
import { organizations } from './organizations.js';
import { passwords } from './passwords.js';
import { withBoundedAnswers } from './provider-answers.js';
import { secondStep } from './second-step.js';

/** The library for one origin. */
export function openAuth(options: AuthOptions) {
  const { storage, origin, secret, oidc, log, mayJoin } = options;
  const library = betterAuth({
    appName: 'Lintel',
    baseURL: origin,
    basePath: authPath,
    secret,
    trustedOrigins: [origin],
    // The page says that signing in did not work.
    onAPIError: { errorURL: `${origin}/account/keys` },
    telemetry: { enabled: false },
    logger: {
      // At `error` the library would also print what it refuses people, beside the log.
      level: 'info',
      log: (level, message) => {
        if (level === 'error') log.error({ library: 'better-auth' }, message);
      },
    },
    database: ledgerAdapter(storage, organizationChecks),
    user: { modelName: 'auth_user', changeEmail: addressChange(options), deleteUser: deletion(options) },
    emailVerification: provedAddress(options),
    session: { modelName: 'auth_session', ...sessionLife },
    account: {
      modelName: 'auth_account',
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, allowDifferentEmails: false },
    },
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    emailAndPassword: passwords(options),
    rateLimit: attemptLimits,
    advanced: {
      ...cookiesOf(origin),
      // An answer that waited for the mail server would say whether the address has an account.
      backgroundTasks: { handler: () => {} },
      // The ledger makes the tables itself (ledger/tables.ts).
      database: { validateSchema: false },
    },
    hooks: { before: beforeRequests(storage) },
    databaseHooks: {
      user: {
        create: { before: async (user) => ((await mayJoin(user.email)) ? undefined : false) },
        update: { before: async ({ name }) => checkName(name) },
      },
    },
    plugins: [secondStep(), organizations(options), ...(oidc === null ? [] : [identityProvider(oidc)])],
  });
  if (oidc === null) return library;
  const handler = (request: Request) => withBoundedAnswers(log, () => library.handler(request));
  return { ...library, handler };
}

export type Auth = ReturnType<typeof openAuth>;
