/**
 * Requests a minute (C18), told to the caller in the `RateLimit` and `RateLimit-Policy` fields of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers) on every answer to a good key; beyond the limit 429 with `Retry-After`.
 */
import type { FastifyReply } from 'fastify';
import type { Caller } from '../ledger/ledger.js';
import { rateWindowMs } from '../ledger/rate-limit.js';
import type { ServiceContext } from './context.js';
import { Refusal } from './refusal.js';

/** Counts a request of the caller. */
export function limitRate({ limitRate: decide }: ServiceContext, caller: Caller, reply: FastifyReply): void {
  const { granted, limit, remaining, resetMs } = decide(caller.keyId, caller.plan.requestsPerMinute);
  const seconds = Math.ceil(resetMs / 1000);
  reply.header('ratelimit-policy', `"default";q=${limit};w=${rateWindowMs / 1000}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds}`);
  if (!granted) {
    throw new Refusal('rate_limited', { headers: { 'retry-after': String(Math.max(1, seconds)) } });
  }
}
