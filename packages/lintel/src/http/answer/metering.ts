/**
 * Charges a page (C15, C16): the resource's price for each record, when the page is ready and before it is
 * sent. A page over the limit is refused with a 402, which says what would fit, and costs nothing. Records
 * that could not be sent are refunded (settlement.ts). A request with the same id is charged once within a
 * minute.
 */
import { createHash } from 'node:crypto';
import { type CreditShortfall, creditLimitBody, type Endpoint, type MeteredResource } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Charge } from '../../ledger/ledger.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';

/** The price of a page of records. */
interface PagePrice {
  readonly records: number;
  /** Credits of the page. */
  readonly credits: number;
  /** The credits that this request pays: 0 for HEAD, which delivers no record. */
  readonly due: number;
}

/** The price of a page of records of the resource; null is free. */
export function priceOf(
  { config }: ServiceContext,
  { plan }: Caller,
  resource: MeteredResource | null,
  records: number,
  method: string,
): PagePrice {
  const credits = resource === null ? 0 : records * (plan.prices[resource] ?? config.prices[resource]);
  return { records, credits, due: method === 'HEAD' ? 0 : credits };
}

/** Charges the page and sets the credit headers (interface 8). Resolves when the charge is durable. */
export async function chargePage(
  { ledger, config }: ServiceContext,
  { accountId, keyId, plan, budget }: Caller,
  endpoint: Endpoint,
  price: PagePrice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const charge = await ledger.charge({
    accountId,
    keyId,
    budget,
    endpoint: endpoint.id,
    credits: price.due,
    records: { from: 0, to: price.records },
    requestHash: price.due === 0 ? null : hashOf(accountId, keyId, request),
  });
  const refusal = () => creditRefusal({ config }, { plan }, price, charge, 'limit' in endpoint.parameters);
  if (!charge.granted) throw refusal();
  if (price.due > 0) request.receipts = [charge.receipt];
  request.credits = charge.receipt.credits;
  reply.headers({ 'x-credits-request': String(price.credits), ...balanceHeaders(charge) });
}

/** What a plan allows and what of it is left; nothing on an unlimited plan. */
export function balanceHeaders({ used, limit }: Charge): Record<string, string> {
  if (limit === null) return {};
  return { 'x-credits-limit': String(limit), 'x-credits-remaining': String(Math.max(0, limit - used)) };
}

const budgetMessage = 'The monthly budget of this app or link is used up.';
const renewal = 'It begins anew with the next month (UTC); its owner can set another one at /account.';

/** The refusal of a charge that does not fit (interface 7.3). */
export function creditRefusal(
  { config }: Pick<ServiceContext, 'config'>,
  { plan }: Pick<Caller, 'plan'>,
  price: PagePrice,
  charge: Charge,
  isOfGroups = false,
): HttpError {
  const limit = charge.limit ?? 0;
  const isBudget = !charge.granted && charge.isBudget === true;
  const shortfall = shortfallOf(price, Math.max(0, limit - charge.used), isOfGroups, isBudget);
  const message = isBudget ? budgetMessage : (plan.overageMessage ?? undefined);
  const body = creditLimitBody(limit, plan.upgradeUrl ?? config.upgrade_url, message, shortfall);
  return new HttpError('credit_limit', {
    body,
    headers: { 'x-credits-request': '0', ...balanceHeaders(charge) },
  });
}

/** What a caller without enough credits can request instead. */
function shortfallOf(
  { records, credits }: PagePrice,
  remaining: number,
  isOfGroups: boolean,
  isBudget: boolean,
): CreditShortfall {
  const credit = credits === 1 ? 'credit' : 'credits';
  const costs = `This page costs ${credits} ${credit} and ${remaining} ${remaining === 1 ? 'is' : 'are'} left.`;
  // An endpoint without `size` answers with one record: no smaller page exists.
  const fitting = Math.floor((remaining * records) / credits);
  const smaller = isOfGroups ? groupsFitting(fitting) : `A page of ${fitting} fits: size=${fitting}.`;
  const isFitting = fitting > (isOfGroups ? 1 : 0);
  const otherwise = isBudget ? renewal : 'GET /v2/usage says when credits return.';
  const advice = isFitting ? smaller : otherwise;
  return { needed: credits, remaining, hint: `${costs} ${advice}` };
}

/** The groups of an aggregate that fit, of which the row of all others is one. */
const groupsFitting = (rows: number) => `${rows} rows fit: limit=${rows - 1}.`;

/**
 * Identifies a repeated request by its account, its key, its X-Request-Id, path and query; null if the caller sent no
 * id. The key alone would not do: all accounts in browsers have the same.
 */
function hashOf(accountId: string, keyId: string, request: FastifyRequest): Uint8Array | null {
  if (request.headers['x-request-id'] !== request.id) return null;
  const same = JSON.stringify([accountId, keyId, request.id, request.raw.url]);
  return createHash('sha256').update(same).digest().subarray(0, 16);
}
