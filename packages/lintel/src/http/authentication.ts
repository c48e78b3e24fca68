/**
 * Who asks (C13): the key of `X-API-Key` must be good, else 401; its account in good standing and the endpoint among
 * its scopes, else 403.
 */
import type { Endpoint } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../ledger/ledger.js';
import { scopeOf } from '../ledger/scopes.js';
import type { ServiceContext } from './context.js';
import { limitAddress } from './rate-limiting.js';
import { Refusal } from './refusal.js';

const challenge = { 'www-authenticate': 'ApiKey realm="lintel", header="X-API-Key"' };

/** The caller of a request to an endpoint. */
export async function authenticate(
  context: ServiceContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { ledger } = context;
  const key = request.headers['x-api-key'];
  const caller = typeof key === 'string' ? await ledger.authenticate(key) : null;
  if (!caller) {
    await limitAddress(context, request, reply);
    throw new Refusal('not_authenticated', { headers: challenge });
  }
  if (caller.suspended || !mayAsk(caller, endpoint)) throw new Refusal('forbidden');
  return caller;
}

function mayAsk({ scopes }: Caller, { path }: Endpoint): boolean {
  const scope = scopes === null ? null : scopeOf(path);
  return scope === null || scopes === null || scopes.includes(scope);
}
