/**
 * Rate limits (C18) for each key, and for each address without a valid key. Every such answer has `RateLimit`
 * and `RateLimit-Policy`; beyond the limit it is a 429 with `Retry-After`. A valid key is never limited by
 * its address. Visitors share a key, so each address of theirs has the rate of that key to itself; so has each account
 * in the browser.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { browserKeyId } from '../../ledger/owners.js';
import { type RateDecision, rateWindowMs } from '../../ledger/rate-limit.js';
import { visitorKeyId } from '../../ledger/visitors.js';
import { networkOf } from './client-network.js';
import type { ServiceContext } from './context.js';
import { HttpError } from './http-error.js';

/** Counts a request of the caller. */
export async function limitKey(
  { limitRate: decide }: ServiceContext,
  { keyId, accountId, plan }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const shared = { [visitorKeyId]: networkOf(request.ip), [browserKeyId]: accountId }[keyId];
  const key = shared === undefined ? keyId : `${keyId} ${shared}`;
  applyRate('default', await decide(key, plan.requestsPerMinute), reply);
}

/** Counts a request without a valid key for the address that it came from. */
export async function limitAddress(
  { limitRate: decide, config }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = `address ${networkOf(request.ip)}`;
  applyRate('anonymous', await decide(key, config.anonymous_requests_per_minute), reply);
}

/** Sets the headers of a decision; throws a 429 if it was not granted. */
export function applyRate(
  policy: string,
  { granted, limit, remaining, resetMs }: RateDecision,
  reply: FastifyReply,
): void {
  const seconds = Math.ceil(resetMs / 1000);
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${rateWindowMs / 1000}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${seconds}`);
  if (!granted) {
    throw new HttpError('rate_limited', { headers: { 'retry-after': String(Math.max(1, seconds)) } });
  }
}
