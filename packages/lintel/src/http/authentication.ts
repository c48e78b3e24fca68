/** Who asks (C13): the key of `X-API-Key` must be good, else 401, and its account in good standing, else 403. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../ledger/ledger.js';
import type { ServiceContext } from './context.js';
import { Refusal } from './refusal.js';

const challenge = { 'www-authenticate': 'ApiKey realm="lintel", header="X-API-Key"' };

/** The caller of a request. */
export function authenticate({ ledger }: ServiceContext, request: FastifyRequest): Caller {
  const key = request.headers['x-api-key'];
  const caller = typeof key === 'string' ? ledger.authenticate(key) : null;
  if (!caller) throw new Refusal('not_authenticated', { headers: challenge });
  if (caller.suspended) throw new Refusal('forbidden');
  return caller;
}
