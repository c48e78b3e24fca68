/**
 * Charging a page (C15, C16): one credit a record at the resource's price, charged when the page is ready and before it
 * is sent. A page that does not fit is refused with 402 and costs nothing; one that could not be sent is taken back; and
 * a request that the caller named and repeats within a minute is charged once.
 */
import { createHash } from 'node:crypto';
import { creditLimitBody, type Endpoint, type MeteredResource } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../ledger/ledger.js';
import type { ServiceContext } from './context.js';
import { Refusal } from './refusal.js';

/** What a page of records costs. A HEAD request delivers no record and costs nothing. */
export function priceOf(
  { config }: ServiceContext,
  { plan }: Caller,
  resource: MeteredResource,
  records: number,
  method: string,
): number {
  return method === 'HEAD' ? 0 : records * (plan.prices[resource] ?? config.prices[resource]);
}

/** Charges the credits and sets the credit headers (interface 8). Resolves when the charge is durable. */
export async function chargePage(
  { ledger, config }: ServiceContext,
  { accountId, keyId, plan }: Caller,
  endpoint: Endpoint,
  credits: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const charge = await ledger.charge({
    accountId,
    keyId,
    endpoint: endpoint.id,
    credits,
    requestHash: credits === 0 ? null : hashOf(keyId, request),
  });
  if (!charge.granted) {
    const { upgradeUrl, overageMessage } = plan;
    const body = creditLimitBody(
      charge.limit,
      upgradeUrl ?? config.upgrade_url,
      ...(overageMessage === null ? [] : [overageMessage]),
    );
    throw new Refusal('credit_limit', { body });
  }
  const { used, limit, repeated, receipt } = charge;
  if (credits > 0) request.receipt = receipt;
  request.credits = repeated ? 0 : credits;
  reply.header('x-credits-request', String(credits));
  if (limit === null) return;
  reply.header('x-credits-limit', String(limit));
  reply.header('x-credits-remaining', String(Math.max(0, limit - used)));
}

/** Takes back the charge of an answer that was not given: it failed, or its caller was gone before it began. */
export async function refundUnanswered(
  { ledger, metrics }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { receipt } = request;
  if (receipt === null || (reply.statusCode === 200 && reply.raw.headersSent)) return;
  request.receipt = null;
  request.credits = 0;
  try {
    await ledger.refund(receipt);
    metrics.refunded(receipt.credits);
  } catch (error) {
    request.log.error(
      { err: error, receipt: { ...receipt, requestHash: null } },
      'a charge was not taken back',
    );
  }
}

/** What makes a request the same one again: its key, the id that its caller gave it, path and query. */
function hashOf(keyId: string, request: FastifyRequest): Uint8Array | null {
  if (request.headers['x-request-id'] !== request.id) return null;
  const same = JSON.stringify([keyId, request.id, request.raw.url]);
  return createHash('sha256').update(same).digest().subarray(0, 16);
}
