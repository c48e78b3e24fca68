/**
 * Authentication (C13). The key in `X-API-Key`, or else the bearer token, must be valid (401), its account
 * not suspended and the endpoint within its scopes (403). Without a key only the service's own pages are
 * answered, where the operator allows visitors (visitors.ts).
 */
import type { Endpoint } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { scopeOf } from '../../ledger/scopes.js';
import type { ServiceContext } from './context.js';
import { HttpError } from './http-error.js';
import { limitAddress } from './rate-limiting.js';
import { visitorOf } from './visitors.js';

/** Names both ways to send a key (RFC 9110, section 11.6.1; RFC 6750). */
const challenge = { 'www-authenticate': 'ApiKey realm="lintel", header="X-API-Key", Bearer realm="lintel"' };

/** Headers that may carry a key. Caches must distinguish answers by them. */
export const keyHeaders = ['X-API-Key', 'Authorization'];

/** The caller of a request; throws a 401 or 403. */
export async function authenticate(
  context: ServiceContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { ledger } = context;
  const key = keyOf(request);
  const caller = key === null ? await visitorOf(context, request) : await ledger.authenticate(key);
  if (!caller) {
    await limitAddress(context, request, reply);
    throw new HttpError('not_authenticated', { headers: challenge });
  }
  if (caller.suspended || !isInScope(caller, endpoint)) throw new HttpError('forbidden');
  return caller;
}

/** The key as sent. A bearer token counts only without `X-API-Key`, so that a request has one key. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return typeof key === 'string' ? key : null;
  return /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null;
}

function isInScope({ scopes }: Caller, { path }: Endpoint): boolean {
  const scope = scopes === null ? null : scopeOf(path);
  return scope === null || scopes === null || scopes.includes(scope);
}
