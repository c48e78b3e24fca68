/**
 * Authentication (C13). The key in `X-API-Key`, or else the bearer token, must be valid (401), its account
 * not suspended and the endpoint within its scopes (403). Of feeds, features, exports and aggregates the key may also be
 * the password of Basic credentials, for programs that can send nothing else (docs/decisions/074-keys-as-passwords.md).
 * Without a key only the service's own pages are answered, where the operator allows visitors (visitors.ts).
 */
import { type Endpoint, errors, scopeOf } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { appByToken, appChallenge } from './connected-app.js';
import type { ServiceContext } from './context.js';
import { HttpError } from './http-error.js';
import { limitAddress } from './rate-limiting.js';
import { mcpPath } from './request-shape.js';
import { visitorOf } from './visitors.js';

/** Names both ways to send a key (RFC 9110, section 11.6.1; RFC 6750). */
const apiKeyChallenge = 'ApiKey realm="lintel", header="X-API-Key"';
const challenge = { 'www-authenticate': `${apiKeyChallenge}, Bearer realm="lintel"` };

/** The same where the key may be a password. Basic comes first: programs that know one scheme only ask for a password. */
const basicChallenge = {
  'www-authenticate': `Basic realm="lintel", charset="UTF-8", ${challenge['www-authenticate']}`,
};

/** Headers that may carry a key. Caches must distinguish answers by them. */
export const keyHeaders = ['X-API-Key', 'Authorization'];

/** The caller of a request; throws a 401 or 403. */
export async function authenticate(
  context: ServiceContext,
  endpoint: Pick<Endpoint, 'path' | 'keyAsPassword'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { ledger } = context;
  const isMcp = endpoint.path === mcpPath;
  const isBasic = endpoint.keyAsPassword === true && !isFromScript(request);
  const key = keyOf(request) ?? (isBasic ? passwordOf(request) : null);
  // Tools ask with the key of the request, so an agent must send one.
  const visitor = async () => (isMcp ? null : visitorOf(context, request));
  const byKey = key === null ? await visitor() : await ledger.authenticate(key);
  const caller = byKey ?? (isMcp ? await appByToken(context, request) : null);
  if (!caller) {
    await limitAddress(context, request, reply);
    // So that the owner of a key that has ended sees which program still sends it.
    request.caller = key === null ? null : await ledger.endedKey(key);
    const app = isMcp ? appChallenge(context, request) : null;
    const headers = app === null ? challenge : { 'www-authenticate': `${app}, ${apiKeyChallenge}` };
    throw new HttpError('not_authenticated', { headers: isBasic ? basicChallenge : headers });
  }
  request.caller = caller;
  if (caller.suspended) throw new HttpError('forbidden');
  checkScope(caller, endpoint);
  return caller;
}

/**
 * Whose key came with a request that is refused before it is authenticated; null for none. It only serves to tell its
 * owner: without the ledger nobody is told.
 */
export async function holderOfKey(
  { ledger }: ServiceContext,
  request: FastifyRequest,
): Promise<FastifyRequest['caller']> {
  const key = keyOf(request);
  if (key === null) return null;
  try {
    return (await ledger.authenticate(key)) ?? (await ledger.endedKey(key));
  } catch {
    return null;
  }
}

/** The key as sent. A bearer token counts only without `X-API-Key`, so that a request has one key. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return typeof key === 'string' ? key : null;
  return /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null;
}

/**
 * Whether a script of a page asks. It sends keys in headers; a challenge would have the browser ask the visitor for a
 * password. Node sends a mode, but no site.
 */
function isFromScript({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
}

/**
 * The password of Basic credentials (RFC 7617). A browser sends those that it has stored with every request, so one
 * that another site caused does not count.
 */
function passwordOf({ headers }: FastifyRequest): string | null {
  if (headers['sec-fetch-site'] === 'cross-site') return null;
  const coded = /^basic +([\w+/=-]+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}

/** Throws a 403, which names the scopes, if those of the key leave the endpoint out. */
function checkScope({ scopes }: Caller, { path }: Pick<Endpoint, 'path'>): void {
  const scope = scopes === null ? null : scopeOf(path);
  if (scope === null || scopes === null || scopes.includes(scope)) return;
  const hint = `This key may ask for ${scopes.join(', ')}; this endpoint needs the scope ${scope}.`;
  throw new HttpError('forbidden', { body: { detail: errors.forbidden.detail, hint } });
}
