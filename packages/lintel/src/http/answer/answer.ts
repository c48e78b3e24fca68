/**
 * How a request is answered, in this order: read it (400), who asks (401, 403), how often (429), what is asked
 * (422), the answer (404, 503), whether the caller has it already (304), the charge (402), and sending it.
 *
 * Everything that can fail stands before the charge, so that only what is sent is charged (C16).
 */
import { errors } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { authenticate, keyHeaders } from '../request/authentication.js';
import { chooseCoding, compress } from './compression.js';
import { entityTag, matches } from './conditional.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { nextLink } from './link.js';
import { chargePage, priceOf } from './metering.js';
import { readParameters } from '../request/parameters.js';
import { limitAddress, limitRate } from '../request/rate-limiting.js';
import type { Prepared, Route } from './route.js';

/** Answers a request to a route. Throws what the caller is to be told. */
export async function answer(
  context: ServiceContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { stability } = route.endpoint;
  if (stability !== undefined) reply.header('x-stability', stability);
  const parameters = readParameters(request);
  const caller = await callerOf(context, route, request, reply);
  request.caller = caller;
  const prepared = await route.read(parameters)(context, caller);
  reply.headers(prepared.headers);
  const coding = chooseCoding(request.headers['accept-encoding'], prepared.body.length);
  const tag = prepared.validator === null ? null : entityTag(prepared.validator, coding);
  if (tag !== null && matches(request.headers['if-none-match'], tag)) {
    setCacheHeaders(reply, caller, tag);
    reply.code(304).send();
    return;
  }
  const body = await compress(prepared.body, coding);
  await charge(context, route, prepared, caller, request, reply);
  if (reply.sent) return;
  setCacheHeaders(reply, caller, tag);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (prepared.next !== null) reply.header('link', nextLink(request.raw.url ?? '', prepared.next));
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Who asks, counted against their rate; null at an endpoint that needs no key. Probes of health are never counted. */
async function callerOf(
  context: ServiceContext,
  { endpoint }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  if (endpoint.authenticated) {
    const caller = await authenticate(context, endpoint, request, reply);
    await limitRate(context, caller, reply);
    return caller;
  }
  if (endpoint.statuses.includes(errors.rate_limited.status)) await limitAddress(context, request, reply);
  return null;
}

/** What caches may do with the answer (C19). One without a tag changes at any time and is not kept. */
function setCacheHeaders(reply: FastifyReply, caller: Caller | null, tag: string | null): void {
  vary(reply, [...(caller ? keyHeaders : []), 'Accept-Encoding']);
  const who = caller ? 'private' : 'public';
  reply.header('cache-control', tag === null ? `${who}, no-store` : `${who}, no-cache`);
  if (tag !== null) reply.header('etag', tag);
}

/**
 * Charges a page of records. A caller who has hung up is charged nothing: nobody would receive the page. What is charged
 * for an answer that cannot be given is taken back in `settlement.ts`.
 */
async function charge(
  context: ServiceContext,
  { endpoint }: Route,
  { records }: Prepared,
  caller: Caller | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (records === null || caller === null || endpoint.answer.kind === 'object') return;
  if (!reply.raw.destroyed) {
    const price = priceOf(context, caller, endpoint.answer.resource, records, request.method);
    // Known to the settlement, which must wait for it when the caller hangs up meanwhile.
    request.charging = chargePage(context, caller, endpoint, price, request, reply).finally(() => {
      request.charging = null;
    });
    await request.charging;
  }
  if (reply.raw.destroyed) reply.hijack();
}
