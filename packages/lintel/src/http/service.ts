/**
 * The HTTP service as a Fastify instance that does not listen yet: the endpoints of the contract over a store
 * of releases and a ledger. Everything common to all requests (id, CORS, shape, errors, log) is set up here;
 * `answer/answer.ts` answers a request to an endpoint. Fastify only routes
 * (docs/decisions/058-fastify-as-a-router.md). The caller closes the store and the ledger after the service.
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
import { provenanceReader } from '../explain/provenance.js';
import { RowGroupPool } from '../export/row-group-pool.js';
import type { Identity } from '../identity/identity.js';
import { oauthPaths } from '../identity/oauth/oauth-paths.js';
import type { Meter } from '../ledger/ledger.js';
import { monotonicClock, rateLimiter } from '../ledger/rate-limit.js';
import type { ServedReleases } from '../releases/release.js';
import { addAccountRoutes } from './account/account-route.js';
import { accountRoutes } from './account/routes.js';
import { answer } from './answer/answer.js';
import { answerError, answerUnreadable } from './answer/errors.js';
import type { Route } from './answer/route.js';
import { type Settlement, settleAnswers } from './answer/settlement.js';
import type { StreamRoute } from './answer/stream-route.js';
import { streamSlots } from './answer/stream-slots.js';
import { makeServer } from './connection/listener.js';
import { type UnreadAnswers, watchUnread } from './connection/unread-answers.js';
import { Embeds, embedPaths, withDiscovery } from './embed/embeds.js';
import { addLinks, linkPath } from './links/links.js';
import { addMcp } from './mcp/endpoint.js';
import { addOAuth, metadataPaths } from './oauth/oauth.js';
import { landing } from './operation/landing.js';
import { operatorRoutes } from './operator/routes.js';
import { uncounted } from './request/account-work.js';
import { holderOfKey } from './request/authentication.js';
import type { OperatorTools, ServiceContext } from './request/context.js';
import { type Counters, noCounters } from './request/counters.js';
import { FairTurns, turnClock } from './request/fair-turns.js';
import { commonHeaders, requestId } from './request/headers.js';
import { ledgerHealth } from './request/ledger-health.js';
import { type ConnectionLimits, connectionLimits, maxUrlLength } from './request/limits.js';
import { limitAddress, limitFiles, spentWork } from './request/rate-limiting.js';
import { recentRequests } from './request/recent-requests.js';
import { isProbe, shapeCheck } from './request/request-shape.js';
import { guardTransport } from './request/transport.js';
import { unknownPath } from './request/unknown-path.js';
import { checkRoutes, routes } from './routes.js';
import { documentationPaths, sendDocumentation } from './web/documentation.js';
import { webFiles } from './web/files.js';
import { FirstScreen } from './web/first-screen.js';
import { documentOf, foundPaths, sendIcon, sendRobots, sendSecurity } from './web/found.js';
import { withMissingPage } from './web/missing-page.js';
import { pageFiles, pagePaths } from './web/page-files.js';
import {
  accountPagePaths,
  filePaths,
  isForPage,
  isNamedByContent,
  operatorPath,
  sendAsset,
  sendPage,
  sendSettings,
  wantsPage,
} from './web/pages.js';
import { picturePaths, sendPicture } from './web/picture.js';
import { isPassing, sendRefusal } from './web/refusal.js';
import { releaseFilePath, sendReleaseFile } from './web/release-files.js';
import { sendSiteMap } from './web/site-map.js';
import { sendStreetTiles, streetTilesPath } from './web/street-tiles.js';

export interface ServiceOptions {
  readonly releases: ServedReleases;
  readonly ledger: Meter;
  /** People who sign in; default: nobody can. */
  readonly identity?: Identity;
  /** The home, for the operator view; default: there is none. */
  readonly operate?: OperatorTools;
  readonly config: Config;
  /** The current settings, if they may be reloaded; `config` decides what cannot change. */
  readonly settings?: () => Config;
  /** Signs cursors; 32 bytes, the same on every server of the installation. */
  readonly secret: Buffer;
  /** Logs requests and errors; default: no log. */
  readonly logger?: FastifyBaseLogger;
  /** The rate limiter; default: one for this service alone. */
  readonly limitRate?: ServiceContext['limitRate'];
  readonly counters?: Counters;
  /** Certificate and key for TLS; null for plain HTTP. */
  readonly certificate?: SecureContextOptions | null;
  /** Limits of connections; default: those of limits.ts. */
  readonly connections?: ConnectionLimits;
  /** Where values of permits come from; default: by the bundled definitions of sources. */
  readonly provenanceOf?: ServiceContext['provenanceOf'];
  /** Milliseconds since 1970 UTC. The ledger and the store of releases have their own clocks. */
  readonly now?: () => number;
  /** A monotonic clock in milliseconds, for limits of rates and work. */
  readonly monotonic?: () => number;
}

/** Creates the service. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { releases, ledger, config, secret, logger, now = Date.now, settings = () => config } = options;
  const { monotonic = monotonicClock } = options;
  checkRoutes();
  const limitRate = options.limitRate ?? rateLimiter(monotonic);
  const stopping = new AbortController();
  const limits = options.connections ?? connectionLimits;
  const counters = options.counters ?? noCounters;
  const unread = watchUnread(limits, counters.connectionCut);
  const context: ServiceContext = {
    releases,
    ledger,
    identity: options.identity ?? null,
    operate: options.operate ?? null,
    get config() {
      return settings();
    },
    secret,
    limitRate,
    // Turns share out the time of this process, whatever clock limits are counted by.
    turns: new FairTurns(turnClock(monotonicClock), (holder, ms) => void limitRate(spentWork(holder, ms))),
    work: uncounted,
    counters,
    recent: recentRequests(),
    ledgerHealth: ledgerHealth(ledger, logger),
    unread,
    streams: streamSlots(limits.checkMs),
    rowGroups: new RowGroupPool({ threads: 1, smallBytes: 0 }),
    provenanceOf: options.provenanceOf ?? provenanceReader(null),
    now,
    monotonic,
    isStopping: () => stopping.signal.aborted,
    stopping: stopping.signal,
  };
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
      // Fastify does not decorate a request that it cannot route.
      begin(Object.assign(request, uncharged), reply);
      limitAddress(context, request, reply).then(
        () => answerUnreadable(error, request, reply),
        (refusal) => answerError(refusal, request, reply),
      );
    },
    ...(logger === undefined ? {} : { loggerInstance: logger }),
  });
  for (const [name, value] of Object.entries(uncharged)) app.decorateRequest(name, value);
  leaveBodiesUnread(app);
  app.addHook('preClose', async () => {
    stopping.abort();
  });
  closeConnectionsWhenStopping(app, context);
  limitUnread(app, unread);
  addHooks(app, context, begin);
  app.addHook('onClose', settlement.finish);
  app.addHook('onClose', async () => context.streams.close());
  app.addHook('onClose', () => context.rowGroups.close());
  app.setErrorHandler((error, request, reply) => {
    if (isForPage(request) && isPassing(error)) sendRefusal(error, reply);
    else answerError(error, request, reply);
  });
  const withFiles = pageFiles(webFiles('site'));
  addPages(app, context, withFiles);
  answerUnknownPaths(app, context, withFiles);
  for (const route of routes) addRoute(app, context, route);
  addMcp(app, context, limits);
  addLinks(app, context);
  addOAuth(app, context);
  addAccountRoutes(app, context, [...accountRoutes, ...operatorRoutes]);
  return app;
}

/** Whoever takes a body, the tools for agents and the accounts, reads it within a limit of its own. */
function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The metering state of a new request. */
const uncharged = {
  caller: null,
  refusal: null,
  credits: 0,
  receipts: null,
  charging: null,
  cut: null,
  workMs: 0,
};

function noSchemas(): never {
  throw new Error('routes have no Fastify schemas');
}

const serverOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
  genReqId: requestId,
  // parameters.ts reads them from the URL, strictly.
  routerOptions: {
    ignoreTrailingSlash: true,
    maxParamLength: maxUrlLength,
    querystringParser: () => ({}),
  },
  // The contract checks its schemas itself. Without these functions Fastify loads two compilers at every
  // start.
  schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  // The listener answers these, in order after the earlier answers.
  clientErrorHandler() {},
} as const satisfies FastifyHttpOptions<RawServerDefault>;

type Begin = (request: FastifyRequest, reply: FastifyReply) => void;

/** The first step for every request, whatever its outcome. */
function beginAnswer(context: ServiceContext, settlement: Settlement): Begin {
  const setCommonHeaders = commonHeaders(context);
  return (request, reply) => {
    settlement.follow(request, reply);
    setCommonHeaders(request, reply);
  };
}

function addHooks(app: FastifyInstance, context: ServiceContext, begin: Begin): void {
  const checkShape = shapeCheck([
    '/',
    ...pagePaths,
    ...accountPagePaths,
    operatorPath,
    ...filePaths,
    ...Object.values(foundPaths),
    ...picturePaths,
    ...Object.values(embedPaths),
    linkPath,
    ...metadataPaths,
    oauthPaths.authorization,
    `${oauthPaths.authorization}/{request}`,
    ...documentationPaths,
    ...routes.map((route) => route.endpoint.path),
  ]);
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

/** Refuses a request without a valid key. It counts for its address, and beyond that limit becomes a 429. */
async function refuse(
  context: ServiceContext,
  refusal: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  if (!isProbe(request)) await limitAddress(context, request, reply);
  request.caller = await holderOfKey(context, request);
  throw refusal;
}

/** Limits the bytes of unread answers. */
function limitUnread(app: FastifyInstance, unread: UnreadAnswers): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (Buffer.isBuffer(payload) && request.method !== 'HEAD') unread.add(reply.raw, payload.length);
    done();
  });
  app.addHook('onClose', async () => unread.close());
}

/** Closes each kept-alive connection after its last answer, so that it cannot delay the stop. */
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

type WithFiles = ReturnType<typeof pageFiles>;

/** The pages for people, and at `/` the description for programs. */
function addPages(app: FastifyInstance, context: ServiceContext, withFiles: WithFiles): void {
  const files = webFiles('site');
  const hasPages = files('index.html') !== null;
  const get = (path: string, send: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>) =>
    app.get(routerPath(path), async (request, reply) => {
      await (isNamedByContent(request) ? limitFiles : limitAddress)(context, request, reply);
      await send(request, reply);
      return reply;
    });
  const firstScreen = new FirstScreen(app, context);
  const document = async (request: FastifyRequest, reply: FastifyReply) => {
    const html = await documentOf(context, files, request, reply);
    const found = withDiscovery(html, context, files, request);
    return firstScreen.in(found, files, request);
  };
  const explorer = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(files, 'index.html', context.config, request, reply, await document(request, reply));
  get('/', (request, reply) => (hasPages && wantsPage(request) ? explorer : landing)(request, reply));
  for (const path of pagePaths) {
    get(path, async (request, reply) => {
      const html = (await document(request, reply)) ?? files('index.html')?.text();
      await sendPage(files, 'index.html', context.config, request, reply, html && withFiles(html, path));
    });
  }
  for (const path of accountPagePaths) {
    get(path, (request, reply) => sendPage(files, 'account.html', context.config, request, reply));
  }
  get(operatorPath, (_request, reply) => {
    reply.code(302).header('location', `/account${operatorPath}`).send();
  });
  get('/assets/{file}', (request, reply) =>
    sendAsset(files, (request.params as { file: string }).file, request, reply),
  );
  get(foundPaths.robots, (request, reply) => sendRobots(context, request, reply));
  get(foundPaths.siteMap, (request, reply) => sendSiteMap(context, request, reply));
  get(foundPaths.siteMapPart, (request, reply) => sendSiteMap(context, request, reply));
  for (const path of picturePaths) get(path, (request, reply) => sendPicture(context, request, reply));
  get(foundPaths.icon, (_request, reply) => sendIcon(files, reply));
  get(foundPaths.security, (_request, reply) => sendSecurity(context, reply));
  get('/web.json', (request, reply) => sendSettings(context, request, reply));
  get(streetTilesPath, (request, reply) => sendStreetTiles(context.config, request, reply));
  get(releaseFilePath, (request, reply) => sendReleaseFile(context, request, reply));
  const embeds = new Embeds(app, context);
  get(embedPaths.page, (request, reply) => embeds.page(request, reply));
  get(embedPaths.picture, (request, reply) => embeds.picture(request, reply));
  get(embedPaths.oembed, (request, reply) => embeds.oembed(request, reply));
  const documentation = sendDocumentation(webFiles('docs'));
  for (const path of documentationPaths) get(path, documentation);
}

/** Tells programs which path they may have meant, and shows people a page that says so. */
function answerUnknownPaths(app: FastifyInstance, context: ServiceContext, withFiles: WithFiles): void {
  const files = webFiles('site');
  const refusal = unknownPath(routes.map(({ endpoint }) => endpoint.path));
  app.setNotFoundHandler(async (request, reply) => {
    const html = files('index.html')?.text();
    if (html === undefined || !isForPage(request)) {
      return refuse(context, refusal(request), request, reply);
    }
    await limitAddress(context, request, reply);
    const [path = ''] = request.url.split('?', 1);
    const page = withFiles(withMissingPage(html, path), null);
    await sendPage(files, 'index.html', context.config, request, reply.code(404), page);
    return reply;
  });
}

/** A path of OpenAPI as the router writes it. */
function routerPath(path: string): string {
  return path.replace(/\{([^}]*)\}$/, ':$1(^.+$)').replace(/\{([^}]*)\}/g, ':$1');
}

function addRoute(app: FastifyInstance, context: ServiceContext, route: Route | StreamRoute): void {
  app.get(routerPath(route.endpoint.path), async (request, reply) => {
    await answer(context, route, request, reply);
    return reply;
  });
}
