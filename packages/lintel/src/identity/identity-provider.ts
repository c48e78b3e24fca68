/**
 * Signing in through the identity provider that the operator names: OpenID Connect, code flow with PKCE. The provider is
 * asked for its addresses when somebody signs in through it, for ten seconds at most, and not before: one that does not
 * answer keeps nobody from signing in with a password.
 */
import type { AuthContext } from 'better-auth';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins';
import type { Config } from '../base/config.js';

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '');

export function identityProvider(oidc: NonNullable<Config['accounts']['oidc']>) {
  const config: GenericOAuthConfig = {
    providerId: 'oidc',
    name: oidc.name,
    discoveryUrl: `${withoutSlash(oidc.issuer)}/.well-known/openid-configuration`,
    clientId: oidc.client_id,
    clientSecret: oidc.client_secret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    accountSubject: ({ tokens }) => subjectOf(tokens.idToken, oidc.issuer),
  };
  const plugin = genericOAuth({ config: [config] });
  return {
    ...plugin,
    // The library's own asks at once, without a limit of time, and all requests wait for it. What it could not reach it
    // keeps here, and asks again in time.
    init: async ({ socialProviders }: AuthContext): ReturnType<typeof plugin.init> => ({
      context: { socialProviders, genericOAuthPendingDiscovery: new Map([[config.providerId, config]]) },
    }),
  };
}

/**
 * The subject of a verified ID token; empty, so that nobody is let in, without a token or if its issuer is another one
 * than the operator names: what the provider says of itself is not enough (OpenID Connect Discovery 1.0, section 4.3).
 */
function subjectOf(idToken: string | undefined, issuer: string): string {
  const claims = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString();
  if (claims === '') return '';
  const { iss, sub } = JSON.parse(claims) as { readonly iss?: unknown; readonly sub?: unknown };
  const isNamed = typeof iss === 'string' && withoutSlash(iss) === withoutSlash(issuer);
  return isNamed && typeof sub === 'string' ? sub : '';
}
