/**
 * The authorization server for apps that connect to `/mcp` by its address: OAuth 2.1 as the Model Context Protocol asks,
 * done by `oidc-provider` (docs/decisions/271-oidc-provider-over-the-ledger.md). Apps are public clients: they register
 * themselves, or are named by the address of their own metadata document. Codes need PKCE with S256, tokens are for
 * `/mcp` alone. Whom a token stands for is the key of the app (`ledger/keys.ts`), made when its owner agrees: charges,
 * budget, scopes, usage and revocation are those of keys.
 */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import Provider, {
  type Adapter,
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
} from 'oidc-provider';
import { Agent, fetch as fetchByUndici } from 'undici';
import { escapeHtml } from '../../base/escape-html.js';
import { publicHostsConnector } from '../../base/public-hosts.js';
import type { Ledger } from '../../ledger/ledger.js';
import { oauthPaths } from './oauth-paths.js';
import { oauthRecords } from './oauth-records.js';

// The library wants Node 22; of what it uses, this is all that Node 20 lacks.
if (!('parse' in URL)) {
  Object.defineProperty(URL, 'parse', {
    value: (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : null),
  });
}

/** Seconds. A token is short, what renews it is used once. */
const ttl = {
  AccessToken: 900,
  AuthorizationCode: 60,
  Grant: 400 * 86_400,
  Interaction: 1_800,
  RefreshToken: 90 * 86_400,
  Session: 600,
};
/** Seconds that the metadata document of a client is kept. */
const cacheDuration = { min: 60, max: 3_600 };

export interface AuthorizationServerOptions {
  readonly ledger: Ledger;
  /** Who issues tokens, such as `https://permits.example.org`. */
  readonly origin: string;
  /** What tokens are for: the address of `/mcp`. */
  readonly resource: string;
  readonly scopes: readonly string[];
  /** Signs cookies. */
  readonly secret: string;
  /** Hosts of the inner network from which metadata documents may come. */
  readonly allowedHosts: readonly string[];
  readonly log: { error(fields: object, message: string): void };
}

export function openAuthorizationServer(options: AuthorizationServerOptions): Provider {
  const { origin, log } = options;
  const server = new Provider(origin, configurationOf(options));
  // The caller says what it was asked by, whatever the proxy in front does (http/oauth).
  server.proxy = true;
  server.on('server_error', (_context, error) =>
    log.error({ err: error }, 'the authorization server failed'),
  );
  return server;
}

function configurationOf(options: AuthorizationServerOptions): Configuration {
  const { ledger, resource, secret, scopes, allowedHosts } = options;
  const dispatcher = new Agent({ connect: publicHostsConnector({ allowed: allowedHosts }) });
  return {
    adapter: (kind: string): Adapter => oauthRecords(ledger, kind),
    routes: oauthPaths,
    ttl,
    scopes: [...scopes, 'offline_access'],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    // Never used: nobody gets an ID token. The library wants a key nevertheless.
    jwks: { keys: [unusedKey()] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    cookies: {
      keys: [secret],
      names: {
        interaction: 'lintel_connect',
        resume: 'lintel_connect_resume',
        session: 'lintel_connect_session',
      },
      short: { httpOnly: true, sameSite: 'lax', path: '/account/api' },
      long: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration } as never,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, asked) {
          if (asked.replace(/\/$/, '') !== resource) throw new errors.InvalidTarget();
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
    fetch: ((url: string, init: object) =>
      fetchByUndici(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch,
    findAccount: async (_context, id) =>
      (await ledger.authenticateApp(id)) === null
        ? undefined
        : { accountId: id, claims: () => ({ sub: id }) },
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : oidc.provider.Grant.find(id);
    },
    interactions: { policy: askEveryTime(), url: (_context, { uid }) => `/account/connect?request=${uid}` },
    renderError: (context, _out, error) => {
      const says = 'error_description' in error ? String(error.error_description) : 'Something went wrong.';
      context.type = 'html';
      context.body = `<!doctype html><meta charset="utf-8"><title>Not connected</title>
<style>body{font:1rem/1.5 system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem}</style>
<h1>The app could not be connected</h1><p>It asked for something that cannot be: ${escapeHtml(says)}.</p>
<p>Start again in the app. If it happens again, whoever makes the app can mend it.</p>`;
    },
  };
}

/** Somebody must agree each time: nothing is remembered of earlier visits. */
function askEveryTime(): interactionPolicy.Prompt[] {
  const { Prompt, Check } = interactionPolicy;
  const agreed = new Check('agreement', 'its owner must agree', 'consent_required', ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, agreed),
  ];
}

function unusedKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/** Whether the client is named by a document at its own address, and so cannot take the name of another one. */
export const isDocumented = ({ clientId }: Pick<Client, 'clientId'>) => clientId.startsWith('https://');
