/**
 * Charging a page (C15, C16): one credit a record at the resource's price, charged when the page is ready and before it
 * is sent. A page that does not fit is refused with 402, which says what would fit, and costs nothing; one that could not
 * be sent is taken back (settlement.ts); and a request that the caller named and repeats within a minute is charged once.
 */
import { createHash } from 'node:crypto';
import { type CreditShortfall, creditLimitBody, type Endpoint, type MeteredResource } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';

/** What a page of records costs. */
export interface PagePrice {
  readonly records: number;
  /** Credits of the page. */
  readonly credits: number;
  /** The part of them that this request pays: nothing for HEAD, which delivers no record. */
  readonly due: number;
}

/** The price of a page of records of the resource. */
export function priceOf(
  { config }: ServiceContext,
  { plan }: Caller,
  resource: MeteredResource,
  records: number,
  method: string,
): PagePrice {
  const credits = records * (plan.prices[resource] ?? config.prices[resource]);
  return { records, credits, due: method === 'HEAD' ? 0 : credits };
}

/** Charges the page and sets the credit headers (interface 8). Resolves when the charge is durable. */
export async function chargePage(
  { ledger, config }: ServiceContext,
  { accountId, keyId, plan }: Caller,
  endpoint: Endpoint,
  price: PagePrice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const charge = await ledger.charge({
    accountId,
    keyId,
    endpoint: endpoint.id,
    credits: price.due,
    requestHash: price.due === 0 ? null : hashOf(keyId, request),
  });
  const { used, limit } = charge;
  const remaining = limit === null ? null : Math.max(0, limit - used);
  const headers = {
    'x-credits-request': String(charge.granted ? price.credits : 0),
    ...(limit === null ? {} : { 'x-credits-limit': String(limit), 'x-credits-remaining': String(remaining) }),
  };
  if (!charge.granted) {
    const shortfall = shortfallOf(price, remaining ?? 0);
    const message = plan.overageMessage ?? undefined;
    const body = creditLimitBody(charge.limit, plan.upgradeUrl ?? config.upgrade_url, message, shortfall);
    throw new HttpError('credit_limit', { body, headers });
  }
  if (price.due > 0) request.receipt = charge.receipt;
  request.credits = charge.repeated ? 0 : price.due;
  reply.headers(headers);
}

/** What a caller who cannot pay for a page can ask for instead. */
function shortfallOf({ records, credits }: PagePrice, remaining: number): CreditShortfall {
  const credit = credits === 1 ? 'credit' : 'credits';
  const costs = `This page costs ${credits} ${credit} and ${remaining} ${remaining === 1 ? 'is' : 'are'} left.`;
  // Only an answer of one record has no size, and of one record nothing fits.
  const fitting = Math.floor((remaining * records) / credits);
  const advice =
    fitting > 0 ? `A page of ${fitting} fits: size=${fitting}.` : '/v2/usage tells when credits return.';
  return { needed: credits, remaining, hint: `${costs} ${advice}` };
}

/** What makes a request the same one again: its key, the id that its caller gave it, path and query. */
function hashOf(keyId: string, request: FastifyRequest): Uint8Array | null {
  if (request.headers['x-request-id'] !== request.id) return null;
  const same = JSON.stringify([keyId, request.id, request.raw.url]);
  return createHash('sha256').update(same).digest().subarray(0, 16);
}
