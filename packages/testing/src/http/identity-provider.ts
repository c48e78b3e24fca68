/** An identity provider (OpenID Connect) for tests, on this machine: it signs in the person that a test names. */
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** What is wrong with the next tokens of a provider that lies. */
interface Lie {
  /** In the place of what is true. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** By nobody, with `alg` none, or by a key that the provider does not publish. Default: its own. */
  readonly signed?: 'nobody' | 'another key';
  /** Gives no ID token at all, but says at `/userinfo` who signs in. */
  readonly hasNoToken?: boolean;
  /** Whom `/userinfo` names; default: who signs in. */
  readonly userInfo?: Claims;
  /** Does not answer at these paths. */
  readonly silentAt?: string;
  /** Sends an answer at these paths that never ends. */
  readonly endlessAt?: string;
}

const endless = Object.fromEntries(
  ['/keys', '/token', '/userinfo'].map((endlessAt) => [
    `an endless answer at ${endlessAt}`,
    // Who signs in is asked at /userinfo if the token does not say it.
    { endlessAt, ...(endlessAt === '/userinfo' && { claims: { email: undefined } }) },
  ]),
);

const past = Math.floor(Date.now() / 1000) - 3600;

/** What no token may say, by what it is. */
export const lies: Readonly<Record<string, Lie>> = {
  // Before any key is known.
  ...endless,
  'another issuer': { claims: { iss: 'https://other.example.org' } },
  'no issuer': { claims: { iss: undefined } },
  'another audience': { claims: { aud: 'somebody' } },
  'no audience': { claims: { aud: undefined } },
  expired: { claims: { iat: past - 60, exp: past } },
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'no signature': { signed: 'nobody' },
  'a signature of another key': { signed: 'another key' },
  'no subject': { claims: { sub: undefined } },
  'no token': { hasNoToken: true },
  'an address that it does not vouch for': { claims: { email_verified: false } },
  'another subject at /userinfo': {
    claims: { email: undefined },
    userInfo: { sub: 'another', email: 'another@example.org', email_verified: true },
  },
};

/** JSON that does not end, as fast as it is taken. */
function sendForEver(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":"');
  const piece = 'a'.repeat(65_536);
  const more = () => {
    while (response.write(piece));
  };
  response.on('drain', more);
  more();
}

export class IdentityProvider {
  readonly issuer: string;
  /** What it calls itself. */
  stated: string;
  lie: Lie = {};
  /** Whom it lets in next. */
  claims: Claims = { sub: '1', email: 'none@example.org', email_verified: false };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.stated = this.issuer;
  }

  static async start(): Promise<IdentityProvider> {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
    const challenges = new Map<string, { challenge: string; nonce: string | null }>();
    let provider: IdentityProvider | null = null;
    const server = createServer((request, response) => {
      const own = provider as IdentityProvider;
      const url = new URL(request.url ?? '/', own.issuer);
      const send = (body: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url.pathname === own.lie.silentAt) return;
      if (url.pathname === own.lie.endlessAt) return sendForEver(response);
      if (url.pathname === '/.well-known/openid-configuration') {
        send({
          issuer: own.stated,
          authorization_endpoint: `${own.issuer}/authorize`,
          token_endpoint: `${own.issuer}/token`,
          jwks_uri: `${own.issuer}/keys`,
          userinfo_endpoint: `${own.issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
      } else if (url.pathname === '/keys') send({ keys: [jwk] });
      else if (url.pathname === '/userinfo') send(own.lie.userInfo ?? own.claims);
      else if (url.pathname === '/authorize') {
        const code = `code${challenges.size}`;
        challenges.set(code, {
          challenge: url.searchParams.get('code_challenge') ?? '',
          nonce: url.searchParams.get('nonce'),
        });
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        response.writeHead(302, { location: back.href }).end();
      } else {
        let text = '';
        request.on('data', (piece) => {
          text += piece;
        });
        request.on('end', () => {
          const form = new URLSearchParams(text);
          const verifier = createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url');
          const asked = challenges.get(form.get('code') ?? '');
          challenges.delete(form.get('code') ?? '');
          if (asked?.challenge !== verifier) return send({ error: 'invalid_grant' }, 400);
          const now = Math.floor(Date.now() / 1000);
          const { signed, claims, hasNoToken } = own.lie;
          if (hasNoToken) return send({ access_token: 'a', token_type: 'Bearer' });
          const parts = [
            signed === 'nobody' ? { alg: 'none' } : { alg: 'RS256', kid: 'test' },
            {
              iss: own.stated,
              aud: 'lintel',
              iat: now,
              exp: now + 60,
              ...(asked.nonce === null ? {} : { nonce: asked.nonce }),
              ...own.claims,
              ...claims,
            },
          ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
          const key = signed === undefined ? privateKey : otherKey;
          const signature =
            signed === 'nobody'
              ? ''
              : createSign('RSA-SHA256').update(parts.join('.')).sign(key, 'base64url');
          send({ access_token: 'a', token_type: 'Bearer', id_token: [...parts, signature].join('.') });
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider = new IdentityProvider(server);
    return provider;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
