/**
 * Who asks (C13): the key of `X-API-Key`, or the bearer token where there is none, must be good, else 401; its account
 * in good standing and the endpoint among its scopes, else 403.
 */
import type { Endpoint } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { scopeOf } from '../../ledger/scopes.js';
import type { ServiceContext } from './context.js';
import { HttpError } from './http-error.js';
import { limitAddress } from './rate-limiting.js';

/** Names both ways to send a key (RFC 9110, section 11.6.1; RFC 6750). */
const challenge = { 'www-authenticate': 'ApiKey realm="lintel", header="X-API-Key", Bearer realm="lintel"' };

/** Headers that a key may come in, which caches must tell answers apart by. */
export const keyHeaders = ['X-API-Key', 'Authorization'];

/** The caller of a request to an endpoint. */
export async function authenticate(
  context: ServiceContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { ledger } = context;
  const key = keyOf(request);
  const caller = key === null ? null : await ledger.authenticate(key);
  if (!caller) {
    await limitAddress(context, request, reply);
    throw new HttpError('not_authenticated', { headers: challenge });
  }
  if (caller.suspended || !isInScope(caller, endpoint)) throw new HttpError('forbidden');
  return caller;
}

/** The key as it was sent. A bearer token counts only without `X-API-Key`, so that a request has one key. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return typeof key === 'string' ? key : null;
  return /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? null;
}

function isInScope({ scopes }: Caller, { path }: Endpoint): boolean {
  const scope = scopes === null ? null : scopeOf(path);
  return scope === null || scopes === null || scopes.includes(scope);
}
