/**
 * Rate limits (C18, C48): of each key, of all keys of an account together, of the work for an account, and of each
 * address without a valid key; files of the pages have a higher limit for each address. Every such answer has
 * `RateLimit` and `RateLimit-Policy` of the limit that is nearest; beyond a limit it is a 429 with `Retry-After`. A
 * valid key is never limited by its address. Visitors share a key and an account, so each address of theirs has the
 * rates of that key and account to itself; what an account does in the browser counts as a key.
 *
 * Who goes on after some refusals waits for the next ones: refusing costs time too, which a client that does not heed
 * them would take from others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Plan } from '../../ledger/ledger.js';
import { browserKeyId } from '../../ledger/owners.js';
import { type Count, type RateDecision, rateWindowMs } from '../../ledger/rate-limit.js';
import { visitorKeyId } from '../../ledger/visitors.js';
import { networkOf } from './client-network.js';
import type { ServiceContext } from './context.js';
import type { FairTurns } from './fair-turns.js';
import { HttpError } from './http-error.js';
import { filesPerRequest, promptRefusals, slowRefusalMs } from './limits.js';

/** The limits of a caller. Their quotas are requests, those of work milliseconds. */
const ofCaller = ['default', 'account', 'work'] as const;

/** What to do beyond a limit, where it is not only to wait. */
const advice: Readonly<Record<string, string>> = {
  account:
    'Too many requests with all keys of this account together. Wait for the seconds that Retry-After gives.',
  work: 'The questions of this account have taken all the time that its plan has in a minute. Wait for the seconds that Retry-After gives, and ask narrower questions: a place, a period, a smaller box, and filters by indexed properties.',
};

/** Whose account a request is for: visitors share one, and are told apart by their networks. */
export function holderOf({ accountId, keyId }: Caller, request: FastifyRequest): string {
  return keyId === visitorKeyId ? `${accountId} ${networkOf(request.ip)}` : accountId;
}

/** The limit of the work for an account: what it has taken is counted, and whether any is left is asked. */
export function workLimit(holder: string, { workMsPerMinute: limit }: Plan, turns: FairTurns): Count {
  return { ...spentWork(holder, turns.unreported(holder)), limit };
}

/** Work that an account has taken. */
export function spentWork(holder: string, spent: number): Count {
  return { key: `work ${holder}`, limit: Number.MAX_SAFE_INTEGER, units: 0, spent };
}

/** Counts a request of the caller, with its key and its account. */
export async function limitCaller(
  { limitRate: decide, turns }: ServiceContext,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { keyId, plan } = caller;
  const holder = holderOf(caller, request);
  const isShared = keyId === visitorKeyId || keyId === browserKeyId;
  const decision = await decide(
    { key: isShared ? `${keyId} ${holder}` : keyId, limit: plan.requestsPerMinute },
    { key: `account ${holder}`, limit: plan.accountRequestsPerMinute },
    workLimit(holder, plan, turns),
  );
  await slowDown(decision);
  applyRate(ofCaller[decision.which] ?? 'default', decision, reply);
}

/** Counts a request without a valid key for the address that it came from. */
export async function limitAddress(
  { limitRate: decide, config }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = `address ${networkOf(request.ip)}`;
  const decision = await decide({ key, limit: config.anonymous_requests_per_minute });
  await slowDown(decision);
  applyRate('anonymous', decision, reply);
}

/**
 * Counts a file of the pages for the address that asked for it, apart from its requests: people who share an address
 * load the same files again, each for a browser of their own.
 */
export async function limitFiles(
  { limitRate: decide, config }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = `files ${networkOf(request.ip)}`;
  const decision = await decide({ key, limit: filesPerRequest * config.anonymous_requests_per_minute });
  await slowDown(decision);
  applyRate('files', decision, reply);
}

/**
 * Waits before a refusal to a client that has not heeded several: not equally long, or those of a hundred connections
 * would be answered together, and the others wait for all of them.
 */
async function slowDown({ granted, refusals }: RateDecision): Promise<void> {
  if (!granted && refusals > promptRefusals) await delay(slowRefusalMs * (0.5 + Math.random()));
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
  if (granted) return;
  const detail = advice[policy];
  throw new HttpError('rate_limited', {
    ...(detail !== undefined && { detail }),
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });
}
