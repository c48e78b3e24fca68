/** Signing in through the identity provider that the operator names: OpenID Connect, code flow with PKCE. */
import { genericOAuth } from 'better-auth/plugins';
import type { Config } from '../base/config.js';

export function identityProvider(oidc: NonNullable<Config['accounts']['oidc']>) {
  return genericOAuth({
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
  });
}
