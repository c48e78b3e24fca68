/**
 * The HTTP service as a Fastify instance, not yet listening: the endpoints of the contract over a releases of releases
 * and a ledger. What is the same for every request (id, CORS, shape, errors, log) is set up here; a request to an
 * endpoint is answered in `answer.ts`. The caller closes releases and ledger after the service.
 */
import type { SecureContextOptions } from 'node:tls';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { monotonicClock, rateLimiter } from '../ledger/rate-limit.js';
import type { ReleaseStore } from '../releases/release.js';
import { answer } from './answer/answer.js';
import { answerFailure, answerUnreadable } from './answer/errors.js';
import type { Route } from './answer/route.js';
import { type Settlement, settleAnswers } from './answer/settlement.js';
import { makeServer } from './connection/listener.js';
import { watchUnread } from './connection/unread-answers.js';
import { landing } from './operation/landing.js';
import type { ServiceContext } from './request/context.js';
import { type Counters, noCounters } from './request/counters.js';
import { commonHeaders, requestId } from './request/headers.js';
import { HttpError } from './request/http-error.js';
import { ledgerHealth } from './request/ledger-health.js';
import { type ConnectionLimits, connectionLimits, maxUrlLength } from './request/limits.js';
import { limitAddress } from './request/rate-limiting.js';
import { isProbe, shapeCheck } from './request/request-shape.js';
import { guardTransport } from './request/transport.js';
import { checkRoutes, routes } from './routes.js';

export interface ServiceOptions {
  readonly releases: ReleaseStore;
  readonly ledger: Ledger;
  readonly config: Config;
  /** The settings as they are now, where they may change; `config` decides what cannot change. */
  readonly settings?: () => Config;
  /** Signs cursors; 32 bytes, the same on every server of the installation. */
  readonly secret: Buffer;
  /** Where requests and faults are logged; nowhere without it. */
  readonly logger?: FastifyBaseLogger;
  /** Counts requests a minute; by default for this service alone. */
  readonly limitRate?: ServiceContext['limitRate'];
  readonly counters?: Counters;
  /** Certificate and key for TLS; plain HTTP without. */
  readonly certificate?: SecureContextOptions | null;
  /** What a connection may draw out; default: the limits of limits.ts. */
  readonly connections?: ConnectionLimits;
  /** Milliseconds since 1970 UTC. The ledger and the releases have clocks of their own. */
  readonly now?: () => number;
  /** Milliseconds of a clock that is never set, for rate limits. */
  readonly monotonic?: () => number;
}

/** Makes the service. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { releases, ledger, config, secret, logger, now = Date.now, settings = () => config } = options;
  checkRoutes();
  let stopping = false;
  const context: ServiceContext = {
    releases,
    ledger,
    get config() {
      return settings();
    },
    secret,
    limitRate: options.limitRate ?? rateLimiter(options.monotonic ?? monotonicClock),
    counters: options.counters ?? noCounters,
    ledgerHealth: ledgerHealth(ledger, logger),
    now,
    isStopping: () => stopping,
  };
  const { counters } = context;
  const limits = options.connections ?? connectionLimits;
  const settlement = settleAnswers(context);
  const begin = beginAnswer(context, settlement);
  const app = Fastify({
    ...serverOptions,
    ...(config.trusted_proxies.length === 0 ? {} : { trustProxy: config.trusted_proxies }),
    serverFactory: (handler) =>
      makeServer(handler, {
        certificate: options.certificate ?? null,
        trusted: config.trusted_proxies,
        limits,
        onPipelined: () => counters.connectionCut('pipelined'),
      }),
    frameworkErrors(error, request, reply) {
      // Fastify does not decorate what it cannot route.
      begin(Object.assign(request, uncharged), reply);
      limitAddress(context, request, reply).then(
        () => answerUnreadable(error, request, reply),
        (refusal) => answerFailure(refusal, request, reply),
      );
    },
    ...(logger === undefined ? {} : { loggerInstance: logger }),
  });
  for (const [name, value] of Object.entries(uncharged)) app.decorateRequest(name, value);
  app.addHook('preClose', async () => {
    stopping = true;
  });
  closeConnectionsWhenStopping(app, context);
  limitUnread(app, context, limits);
  addHooks(app, context, begin);
  app.addHook('onClose', settlement.finish);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => refuse(context, new HttpError('not_found'), request, reply));
  app.get('/', async (request, reply) => {
    await limitAddress(context, request, reply);
    landing(request, reply);
    return reply;
  });
  for (const route of routes) addRoute(app, context, route);
  return app;
}

/** What a request begins with. */
const uncharged = { caller: null, credits: 0, receipt: null, charging: null };

function noSchemas(): never {
  throw new Error('routes have no Fastify schemas');
}

const serverOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
  genReqId: requestId,
  // Parameters are read from the URL by parameters.ts, strictly.
  routerOptions: { maxParamLength: maxUrlLength, querystringParser: () => ({}) },
  // The contract's schemas are checked by the contract; without these, Fastify loads two compilers at every start.
  schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  // The listener answers these, after the answers that come before.
  clientErrorHandler() {},
} as const satisfies FastifyHttpOptions<RawServerDefault>;

type Begin = (request: FastifyRequest, reply: FastifyReply) => void;

/** What is done first for every request, whatever becomes of it. */
function beginAnswer(context: ServiceContext, settlement: Settlement): Begin {
  const setCommonHeaders = commonHeaders(context);
  return (request, reply) => {
    settlement.follow(request, reply);
    setCommonHeaders(request, reply);
  };
}

function addHooks(app: FastifyInstance, context: ServiceContext, begin: Begin): void {
  const checkShape = shapeCheck(['/', ...routes.map((route) => route.endpoint.path)]);
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    try {
      if (guardTransport(context.config, request, reply)) return;
      checkShape(request, reply);
    } catch (error) {
      refuse(context, error, request, reply).catch(done);
      return;
    }
    if (!reply.sent) done();
  });
}

/** Refuses a request that came without a good key: it counts for its address, and beyond the limit gets 429 instead. */
async function refuse(
  context: ServiceContext,
  refusal: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  if (!isProbe(request)) await limitAddress(context, request, reply);
  throw refusal;
}

/** Bounds the bytes of answers that no client has taken. */
function limitUnread(app: FastifyInstance, { counters }: ServiceContext, limits: ConnectionLimits): void {
  const unread = watchUnread(limits, counters.connectionCut);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (Buffer.isBuffer(payload) && request.method !== 'HEAD') unread.add(reply.raw, payload.length);
    done();
  });
  app.addHook('onClose', async () => unread.close());
}

/** Connections that clients keep alive must not hold up the stop: each is closed after its last answer. */
function closeConnectionsWhenStopping(app: FastifyInstance, { isStopping }: ServiceContext): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isStopping()) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}

function addRoute(app: FastifyInstance, context: ServiceContext, route: Route): void {
  const path = route.endpoint.path.replace(/\{([^}]*)\}$/, ':$1(^.+$)').replace(/\{([^}]*)\}/g, ':$1');
  app.get(path, async (request, reply) => {
    await answer(context, route, request, reply);
    return reply;
  });
}
