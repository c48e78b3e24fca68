/** Where the endpoints of the authorization server lie; apart from it, since the library takes long to load. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/keys',
} as const;

/** Metadata of the authorization server (RFC 8414) and of `/mcp` (RFC 9728). */
export const wellKnown = {
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource/mcp',
  resourceOfHost: '/.well-known/oauth-protected-resource',
} as const;
