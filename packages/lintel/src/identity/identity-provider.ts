/** Signing in through the identity provider that the operator names: OpenID Connect, code flow with PKCE. */
import { genericOAuth } from 'better-auth/plugins';
import type { Config } from '../base/config.js';

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '');

export function identityProvider(oidc: NonNullable<Config['accounts']['oidc']>) {
  return genericOAuth({
    config: [
      {
        providerId: 'oidc',
        name: oidc.name,
        discoveryUrl: `${withoutSlash(oidc.issuer)}/.well-known/openid-configuration`,
        clientId: oidc.client_id,
        clientSecret: oidc.client_secret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        accountSubject: ({ tokens }) => subjectOf(tokens.idToken, oidc.issuer),
      },
    ],
  });
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
