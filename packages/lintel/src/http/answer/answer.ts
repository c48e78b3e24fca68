/**
 * The life of a request, in this order: read it (400), authenticate (401, 403), limit the rate (429), check
 * the parameters (422), find the answer (404, 503), compare the entity tag (304), charge (402), and send.
 *
 * Everything that can fail comes before the charge, so that only what is sent is charged (C16). A large answer is sent
 * in pieces (pieces.ts), a stream of records is also charged bit by bit (stream.ts).
 */
import { errors, type RawParameters } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../ledger/ledger.js';
import { AccountWork, uncounted } from '../request/account-work.js';
import { authenticate, keyHeaders } from '../request/authentication.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { readParameters } from '../request/parameters.js';
import { limitAddress, limitCaller } from '../request/rate-limiting.js';
import { addressOf } from '../request/request-address.js';
import { chooseCoding } from './compression.js';
import { entityTag, isNotModified } from './conditional.js';
import { nextLink } from './link.js';
import { chargePage, priceOf } from './metering.js';
import { piecesOf, sendPieces } from './pieces.js';
import { retirementHeaders } from './retirement.js';
import type { PreparedAnswer, Route } from './route.js';
import { sendStream } from './stream.js';
import type { PreparedStream, StreamRoute } from './stream-route.js';

/** Answers a request to a route. Throws the error that the caller receives. */
export async function answer(
  context: ServiceContext,
  route: Route | StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { stability, retires } = route.endpoint;
  if (stability !== undefined) reply.header('x-stability', stability);
  if (retires !== undefined) reply.headers(retirementHeaders(retires));
  const parameters = readParameters(request);
  const caller = await callerOf(context, route, request, reply);
  if ('open' in route) return answerStream(context, route, parameters, caller, request, reply);
  const work = caller && new AccountWork(context, caller, request, reply);
  const prepared = await prepare(context, route, parameters, caller, work, request);
  reply.headers(prepared.headers);
  const coding = chooseCoding(request.headers['accept-encoding'], prepared.body.length);
  const tag = prepared.validator === null ? null : entityTag(prepared.validator, coding, prepared.isWeak);
  const { modifiedMs } = prepared;
  if (modifiedMs !== undefined) reply.header('last-modified', new Date(modifiedMs).toUTCString());
  if (tag !== null && isNotModified(request.headers, tag, modifiedMs)) {
    setCacheHeaders(reply, caller, tag);
    reply.code(304).send();
    return;
  }
  const pieces = await piecesOf(prepared, coding, work ?? uncounted);
  if (!(await charge(context, route, prepared, caller, request, reply))) {
    // Nobody is left to answer, so the reply is never sent; settlement.ts refunds what was charged.
    reply.hijack();
    return;
  }
  setCacheHeaders(reply, caller, tag);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (prepared.next !== null) reply.header('link', nextLink(request.raw.url ?? '', prepared.next));
  reply.header('content-type', prepared.mediaType ?? 'application/json; charset=utf-8');
  await sendPieces(context, pieces, request, reply);
}

/**
 * Authenticates the caller and limits the rate; null for an endpoint without a key. Health probes are not
 * counted.
 */
async function callerOf(
  context: ServiceContext,
  { endpoint }: Pick<Route, 'endpoint'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  if (endpoint.authenticated) {
    const caller = await authenticate(context, endpoint, request, reply);
    await limitCaller(context, caller, request, reply);
    return caller;
  }
  if (endpoint.statuses.includes(errors.rate_limited.status)) await limitAddress(context, request, reply);
  return null;
}

/** How caches may use the answer (C19). An answer without a tag may change at any time and is not stored. */
function setCacheHeaders(reply: FastifyReply, caller: Caller | null, tag: string | null): void {
  vary(reply, [...(caller ? keyHeaders : []), 'Accept-Encoding']);
  const scope = caller ? 'private' : 'public';
  reply.header('cache-control', tag === null ? `${scope}, no-store` : `${scope}, no-cache`);
  if (tag !== null) reply.header('etag', tag);
}

/** Finds the answer; that of a caller as work for the account. */
async function prepare(
  context: ServiceContext,
  route: Route,
  parameters: RawParameters,
  caller: Caller | null,
  work: AccountWork | null,
  request: FastifyRequest,
): Promise<PreparedAnswer> {
  const read = route.read(parameters);
  const address = addressOf(context.config, request);
  if (work === null) return read(context, caller, address);
  return work.find(() => read(work.context, caller, address));
}

/** Sends a stream of records, whose parts are work for the account. */
export async function answerStream(
  context: ServiceContext,
  route: StreamRoute,
  parameters: RawParameters,
  caller: Caller | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (caller === null) throw new Error(`${route.endpoint.id} needs a key`);
  const open = route.open(parameters);
  const work = new AccountWork(context, caller, request, reply);
  const stream = await work.find(() => open(work.context, caller, request));
  const counted: PreparedStream = {
    ...stream,
    find: (...part) => work.findMore(() => stream.find(...part)),
    bytes: (records) => work.during(() => stream.bytes(records)),
  };
  return sendStream(work.context, route, counted, caller, request, reply);
}

/** Charges a page of records, unless the caller has hung up. Returns whether the answer can still be sent. */
async function charge(
  context: ServiceContext,
  { endpoint }: Route,
  { recordEnds }: PreparedAnswer,
  caller: Caller | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (recordEnds === null || caller === null || endpoint.answer.kind === 'object') return true;
  if (reply.raw.destroyed) return false;
  const price = priceOf(context, caller, endpoint.answer.resource, recordEnds.length, request.method);
  // If the caller hangs up meanwhile, the settlement waits for the charge.
  request.charging = chargePage(context, caller, endpoint, price, request, reply).finally(() => {
    request.charging = null;
  });
  await request.charging;
  return !reply.raw.destroyed;
}
