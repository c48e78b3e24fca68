/**
 * The HTTP service as a Fastify instance, not yet listening: the endpoints of the contract over a shelf of releases
 * and a ledger. What is the same for every request (id, CORS, shape, errors, log) is set up here; a request to an
 * endpoint is answered in `answer.ts`. The caller closes shelf and ledger after the service.
 */
import type { SecureContextOptions } from 'node:tls';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from 'fastify';
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { rateLimiter } from '../ledger/rate-limit.js';
import type { ReleaseShelf } from '../release/store/release.js';
import { answer } from './answer.js';
import type { ServiceContext } from './context.js';
import { answerFailure, answerParserError, answerUnreadable } from './errors.js';
import { commonHeaders, requestId } from './headers.js';
import { type ConnectionLimits, connectionLimits, maxUrlLength } from './limits.js';
import { makeServer } from './listener.js';
import { refundUnanswered } from './metering.js';
import { type Metrics, noMetrics } from './metrics.js';
import { landing } from './operation/landing.js';
import { Refusal } from './refusal.js';
import { logRequest } from './request-log.js';
import { shapeCheck } from './request-shape.js';
import type { Route } from './route.js';
import { checkRoutes, routes } from './routes.js';
import { guardTransport } from './transport.js';

export interface ServiceOptions {
  readonly shelf: ReleaseShelf;
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
  readonly metrics?: Metrics;
  /** Certificate and key for TLS; plain HTTP without. */
  readonly certificate?: SecureContextOptions | null;
  /** What a connection may draw out; default: the limits of limits.ts. */
  readonly connections?: ConnectionLimits;
  /** Milliseconds since 1970 UTC, for rate limits. The ledger and the shelf have clocks of their own. */
  readonly now?: () => number;
}

/** Makes the service. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { shelf, ledger, config, secret, logger, now = Date.now, settings = () => config } = options;
  checkRoutes();
  let stopping = false;
  const context: ServiceContext = {
    shelf,
    ledger,
    get config() {
      return settings();
    },
    secret,
    limitRate: options.limitRate ?? rateLimiter(now),
    metrics: options.metrics ?? noMetrics,
    now,
    isStopping: () => stopping,
  };
  const setCommonHeaders = commonHeaders(context);
  const app = Fastify({
    ...serverOptions,
    ...(config.trusted_proxies.length === 0 ? {} : { trustProxy: config.trusted_proxies }),
    serverFactory: (handler) =>
      makeServer(handler, {
        certificate: options.certificate ?? null,
        trusted: config.trusted_proxies,
        limits: options.connections ?? connectionLimits,
      }),
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request, reply);
      answerUnreadable(error, request, reply);
    },
    ...(logger === undefined ? {} : { loggerInstance: logger }),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('credits', 0);
  app.decorateRequest('receipt', null);
  app.addHook('preClose', async () => {
    stopping = true;
  });
  closeConnectionsWhenStopping(app, context);
  addHooks(app, context, setCommonHeaders);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => answerFailure(new Refusal('not_found'), request, reply));
  app.get('/', landing);
  for (const route of routes) addRoute(app, context, route);
  return app;
}

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
  clientErrorHandler: answerParserError,
} as const satisfies FastifyHttpOptions<RawServerDefault>;

function addHooks(
  app: FastifyInstance,
  context: ServiceContext,
  setCommonHeaders: ReturnType<typeof commonHeaders>,
): void {
  const checkShape = shapeCheck(['/', ...routes.map((route) => route.endpoint.path)]);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    if (guardTransport(context.config, request, reply)) return;
    checkShape(request, reply);
    if (!reply.sent) done();
  });
  app.addHook('onResponse', async (request, reply) => {
    await refundUnanswered(context, request, reply);
    logRequest(context.metrics, request, reply);
  });
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
