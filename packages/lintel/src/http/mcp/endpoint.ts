/**
 * `POST /mcp`: the tools of `@lintel/mcp` for agents, over MCP's streamable HTTP. They ask this same service in process
 * with the caller's key, so scopes, rate limits, credits and answers are those of `/v2`. The request itself counts for
 * the rate of the key, and so does each request that a tool makes.
 *
 * Nothing is kept between requests: any serving process answers any of them. What tools were charged is refunded when
 * nothing of the answer could be delivered. Errors before the protocol begins (401, 403, 429) are answered as everywhere.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from '../answer/compression.js';
import { atOnce, piecesOf, sendPieces } from '../answer/pieces.js';
import { chargedRecords, chargeTo } from '../answer/settlement.js';
import { type Fetch, fetchFrom } from '../connection/fetch-from.js';
import { AccountWork } from '../request/account-work.js';
import { authenticate, keyHeaders, keyOf } from '../request/authentication.js';
import { CallerGone } from '../request/caller-gone.js';
import { appOf, askAsApp } from '../request/connected-app.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { type ConnectionLimits, toolsBytesAMs, toolsWorkMs } from '../request/limits.js';
import { limitCaller } from '../request/rate-limiting.js';
import { mcpPath } from '../request/request-shape.js';

/** Names the service to the client in process, which needs some address. */
const inProcessUrl = 'http://lintel.invalid';

export function addMcp(
  app: FastifyInstance,
  context: ServiceContext,
  { toolsTimeoutMs }: Pick<ConnectionLimits, 'toolsTimeoutMs'>,
): void {
  app.post(mcpPath, async (request, reply) => {
    checkOrigin(context, request);
    const caller = await authenticate(context, { path: mcpPath }, request, reply);
    await limitCaller(context, caller, request, reply);
    const work = new AccountWork(context, caller, request, reply);
    // The questions of the tools have turns of their own.
    await work.find(() => work.add(toolsWorkMs));
    await answer(app, work, toolsTimeoutMs, request, reply);
    return reply;
  });
}

/**
 * Refuses pages of origins that may not call. MCP demands this against DNS rebinding; programs send no Origin.
 */
function checkOrigin({ config }: ServiceContext, { headers: { origin } }: FastifyRequest): void {
  const { cors_origins: origins } = config;
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return;
  throw new HttpError('forbidden', { detail: 'Pages of this origin may not call this service.' });
}

/** Lets the tools answer, and sends their answer. */
async function answer(
  app: FastifyInstance,
  work: AccountWork,
  toolsTimeoutMs: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // The SDK and its schemas take a tenth of a second to load: not before an agent comes.
  const { answerMcp } = await import('@lintel/mcp');
  // The rest of its body can never be read.
  if (request.raw.destroyed) throw new CallerGone();
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const connected = appOf(request);
  // The token of an app is for this endpoint alone: tools ask in its name.
  const key = connected === undefined ? (keyOf(request) ?? undefined) : undefined;
  const fetch = oneAtATime(
    fetchFrom(app, {
      remoteAddress: request.ip,
      onRequest(inner) {
        chargeTo(request, inner);
        if (connected !== undefined) askAsApp(inner, connected);
      },
    }),
  );
  const service = { baseUrl: inProcessUrl, key, fetch, retries: 0 };
  const onError = (error: Error) => request.log.info({ err: error }, 'an MCP request was refused');
  // A request that a message of the same batch cancels is never answered, and so the batch is not either.
  const late = AbortSignal.timeout(toolsTimeoutMs);
  const signal = AbortSignal.any([gone.signal, late]);
  const response = await answerMcp(webRequest(request, signal), service, onError).catch((error) => {
    if (!signal.aborted) throw error;
    return null;
  });
  const body = response === null ? null : Buffer.from(await response.arrayBuffer());
  if (late.aborted && !gone.signal.aborted) throw new HttpError('unavailable');
  // A batch of a hundred questions is one request, and its answer tells what it took.
  work.add((body?.length ?? 0) / toolsBytesAMs);
  if (response === null || body === null) {
    reply.hijack();
    return;
  }
  // An unread rest of a body is not waited for: the connection ends with the answer.
  if (request.raw.complete) reply.removeHeader('connection');
  vary(reply, [...keyHeaders, 'Accept-Encoding']);
  reply.code(response.status).header('cache-control', 'private, no-store');
  const type = response.headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  const coding = chooseCoding(request.headers['accept-encoding'], body.length);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  const recordEnds = atOnce(chargedRecords(request));
  await sendPieces(work.context, await piecesOf({ body, recordEnds }, coding, work), request, reply);
}

/** Requests one after the other, each in a turn of its own: a batch of calls does not hold up other callers. */
function oneAtATime(fetch: Fetch): Fetch {
  let last: Promise<unknown> = Promise.resolve();
  return (input, init) => {
    const answered = last.then(() => nextTurn()).then(() => fetch(input, init));
    last = answered.catch(() => {});
    return answered;
  };
}

/** Headers of the protocol, and what describes the body. */
const passedHeaders = /^(?:accept|content-length|content-type|mcp-.*)$/;

/** The request as the handler takes it, its body still unread. */
function webRequest({ raw, headers }: FastifyRequest, signal: AbortSignal): Request {
  const passed = Object.entries(headers).filter(([name]) => passedHeaders.test(name));
  return new Request(`${inProcessUrl}${mcpPath}`, {
    method: 'POST',
    headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
    body: Readable.toWeb(raw) as ReadableStream<Uint8Array>,
    duplex: 'half',
    signal,
  });
}
