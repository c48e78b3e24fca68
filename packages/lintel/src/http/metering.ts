/**
 * Charging a page (C15, C16): one credit a record at the resource's price, charged when the page is ready and
 * before it is sent. A page that does not fit is refused with 402 and costs nothing.
 */
import { creditLimitBody, type MeteredResource } from '@lintel/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../ledger/ledger.js';
import type { ServiceContext } from './context.js';
import { Refusal } from './refusal.js';

/** What a page of records costs. A HEAD request delivers no record and costs nothing. */
export function priceOf(
  { config }: ServiceContext,
  resource: MeteredResource,
  records: number,
  method: string,
): number {
  return method === 'HEAD' ? 0 : records * config.prices[resource];
}

/** Charges the credits and sets the credit headers (interface 8). Resolves when the charge is durable. */
export async function chargePage(
  { ledger, config }: ServiceContext,
  caller: Caller,
  credits: number,
  reply: FastifyReply,
): Promise<void> {
  const { granted, used, limit } = await ledger.charge(caller.accountId, credits);
  if (!granted) throw new Refusal('credit_limit', { body: creditLimitBody(limit, config.upgrade_url) });
  reply.header('x-credits-request', String(credits));
  if (limit === null) return;
  reply.header('x-credits-limit', String(limit));
  reply.header('x-credits-remaining', String(limit - used));
}
