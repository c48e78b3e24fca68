/**
 * One serving process: releases, ledger, secret and service of an installation, listening on an address.
 *
 * Stopping drains: no new connection is accepted, requests in flight are answered and charged, then ledger
 * and releases are closed. Whatever is not done within the limit is cut off. An address that cannot be used
 * is a UserError with a hint.
 */
import { statfsSync } from 'node:fs';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Registry } from 'prom-client';
import { readCertificate } from '../../base/certificate.js';
import type { Config } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import { provenanceReader } from '../../explain/provenance.js';
import { watchExpired } from '../../identity/forget-expired.js';
import { type Identity, openIdentity } from '../../identity/identity.js';
import { watchUsage } from '../../identity/usage-warnings.js';
import type { Ledger } from '../../ledger/ledger.js';
import { type LedgerEvents, openLedgerOf } from '../../ledger/open-ledger.js';
import { openRateLimit } from '../../ledger/open-rate-limit.js';
import { openTasks } from '../../operate/tasks/tasks.js';
import { AnswerCounts } from '../../operate/trends/answer-counts.js';
import { keepTrends } from '../../operate/trends/keep-trends.js';
import { readLastBackup } from '../../releases/last-backup.js';
import { readNight } from '../../releases/night-record.js';
import { openReleaseStore, type ReleaseStoreOptions } from '../../releases/open-store.js';
import type { ServedReleases } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { alsoTelling, type Counters, noCounters } from '../request/counters.js';
import { drainMs } from '../request/limits.js';
import { checkRedirect } from '../request/transport.js';
import { createService } from '../service.js';
import { checkLedger, checkPlans } from './check-ledger.js';
import { cursorSecret } from './cursor-secret.js';
import { listenFailure } from './listening.js';
import { type MetricsText, serveMetrics, stopMetrics } from './metrics-server.js';
import { Opened } from './opened.js';
import type { Measured } from './prometheus-counters.js';

/** The lowest level that is logged to standard error, as JSON lines. */
export type LogLevel = 'silent' | 'error' | 'info';

export interface ServerOptions {
  readonly home: Home;
  readonly config: Config;
  /** Name or address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
}

/** What the first process does for a worker, or knows beforehand. */
export interface WorkerParts {
  readonly limitRate?: ServiceContext['limitRate'];
  /** Passes the counters to the process that serves them; without it this process serves them. */
  readonly shareMetrics?: (registry: Registry) => Promise<void>;
  /** Whether the ledger existed before, so that a missing file is an error. */
  readonly ledgerMustExist?: boolean;
  /** Releases that are known to be damaged. */
  readonly avoidReleases?: readonly string[];
}

export interface Server {
  /** The address of the service, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Drains and closes. */
  stop(): Promise<void>;
  /** Applies reloaded settings and certificates. Throws, and changes nothing, if they are not valid. */
  reload(config: Config): Promise<void>;
}

/** Starts serving in this process. What was opened is closed again if it cannot. */
export async function startServer(options: ServerOptions, parts: WorkerParts = {}): Promise<Server> {
  const opened = new Opened();
  try {
    return await start(options, parts, opened);
  } catch (error) {
    // Its own error says why; what closing adds to it is a consequence.
    await opened.close().catch(() => {});
    throw listenFailure(error, options.host, options.port);
  }
}

async function start(options: ServerOptions, parts: WorkerParts, opened: Opened): Promise<Server> {
  const { home, config, host, port, logLevel } = options;
  const current = { settings: config };
  const certificate = readCertificate(config);
  checkRedirect(config);
  const logger = pino({ level: logLevel }, pino.destination(2));
  const secret = cursorSecret(home.secret);
  const stores = await openStores(options, parts, logger, opened);
  const { releases, ledger, counting, events } = stores;
  const limitRate = await openRates(config, parts, logger, opened);
  if (counting && parts.shareMetrics) await parts.shareMetrics(counting.registry);
  else if (counting) opened.add(await serveMetrics(config, textOf(counting.registry)), stopMetrics);
  opened.add(await checkLedger(ledger, config, events, logger), (end) => end());
  const identity = openPeople(options, { ledger, secret, logger, settings: () => current.settings }, opened);
  const answers = countAnswers(home, ledger, logger, opened);
  const tasks = openTasks(home.directory);
  const app = opened.add(
    createService({
      ...{ releases, ledger, config, secret, logger, certificate, identity, limitRate },
      counters: alsoTelling(counting?.metrics ?? noCounters, answers),
      settings: () => current.settings,
      operate: { home, ledger, tasks },
      provenanceOf: provenanceReader(home.sources),
    }),
    drain,
  );
  opened.add(tasks, () => tasks.close());
  await app.listen({ host, port });
  return {
    url: urlOf(app, host, certificate === null ? 'http' : 'https'),
    stop: () => opened.close(),
    async reload(changed) {
      await checkPlans(ledger, changed);
      checkRedirect(changed);
      const renewed = readCertificate({ tls: certificate === null ? null : changed.tls });
      if (renewed) (app.server as unknown as TlsServer).setSecureContext(renewed);
      ledger.setPlans(changed.plans);
      const { tls, ledger_url, release_url } = config;
      current.settings = { ...changed, tls, ledger_url, release_url };
      logger.info('the settings were reloaded');
    },
  };
}

/** The releases and the ledger, and what counts their work. */
async function openStores(
  { home, config }: Pick<ServerOptions, 'home' | 'config'>,
  { avoidReleases = [], ledgerMustExist = false }: WorkerParts,
  logger: Logger,
  opened: Opened,
) {
  const releases = opened.add(await openReleases(home, config, logger, avoidReleases), (open) =>
    open.close(),
  );
  const givenUp = (sinceMs: number) => ledger.watches.givenUp(sinceMs);
  const counting = await startCounting({ home, config }, { releases, givenUp });
  const events = ledgerEvents(logger, counting?.metrics ?? noCounters);
  const mustExist = ledgerMustExist ? { mustExist: true } : {};
  const ledger = opened.add(
    await openLedgerOf(home.ledger, config, { events, mayBeAway: true, ...mustExist }),
    (open) => open.close(),
  );
  return { releases, counting, events, ledger };
}

/** What decides how many requests a key may make: the first process, or this one. */
async function openRates(config: Config, { limitRate }: WorkerParts, logger: Logger, opened: Opened) {
  if (limitRate !== undefined) return limitRate;
  return opened.add(await openRateLimit(config, logger), (rates) => rates.stop()).decide;
}

/** Counts answers for the trends of operators, which are written when the service has stopped, too. */
function countAnswers(home: Home, ledger: Ledger, logger: Logger, opened: Opened) {
  const answers = new AnswerCounts();
  const onError = (error: unknown) => logger.warn({ err: error }, 'trends were not written');
  opened.add(keepTrends({ ledger, home, answers, onError }), (trends) => trends.close());
  return (status: number, tookMs: number) => answers.add(status, tookMs);
}

interface PeopleParts {
  readonly ledger: Ledger;
  readonly secret: Buffer;
  readonly logger: Logger;
  readonly settings: () => Config;
}

/** People who sign in, and what is done for them from time to time. */
function openPeople(
  { logLevel }: ServerOptions,
  { ledger, secret, logger, settings }: PeopleParts,
  opened: Opened,
): Identity {
  // Mails without a mail server are read in the log, whatever else is in it.
  const log = logger.child({}, { level: logLevel === 'silent' ? 'silent' : 'info' });
  const identity = openIdentity({ ledger, secret, settings, log });
  const publicOrigin = () => {
    const { public_url: url } = settings();
    return url === null ? null : new URL(url).origin;
  };
  opened.add(watchExpired(ledger.storage, log), (end) => end());
  opened.add(watchUsage(ledger, identity.sendMail, publicOrigin, log), (end) => end());
  return identity;
}

/** The releases of the home, or of the database that the settings name. */
async function openReleases(
  home: Home,
  { release_url: address }: Config,
  logger: Logger,
  avoid: readonly string[],
): Promise<ServedReleases> {
  const events = releaseEvents(logger);
  if (address === null) return openReleaseStore(home, { ...events, avoid });
  const { openDatabaseReleases } = await import('../../postgres/database-releases.js');
  return openDatabaseReleases(address, { directory: home.fromDatabase, onError: events.onError });
}

/** Logs what the store of releases reports. */
function releaseEvents(logger: Logger): Required<Pick<ReleaseStoreOptions, 'onError' | 'onFallBack'>> {
  return {
    onError: (error) => logger.error({ err: error }, 'a release cannot be served'),
    onFallBack(release_id) {
      if (release_id === null) logger.info('the published release is served again');
      else logger.error({ release_id }, 'an earlier release is served in place of the published one');
    },
  };
}

/** Logs and counts what the ledger reports. */
function ledgerEvents(logger: Logger, metrics: Counters): Required<LedgerEvents> {
  const mend = 'once the clock is right, run lintel ledger mend-clock';
  return {
    onCommit: metrics.committed,
    onLost(orders, error) {
      const lost = orders.filter(({ credits }) => credits > 0);
      for (const { credits } of lost) metrics.refundLost(credits);
      const charges = lost.map(({ accountId: account, endpoint, credits }) => ({
        account,
        endpoint,
        credits,
      }));
      logger.error({ err: error, charges }, 'charges may have been made without an answer');
    },
    onClockStep(stepMs) {
      const step = `${Math.abs(Math.round(stepMs / 1000))} s ${stepMs > 0 ? 'ahead' : 'back'}`;
      logger.warn({ step_ms: Math.round(stepMs) }, `the clock was set ${step}: check that it is right`);
    },
    onChargesAhead(account, untilMs) {
      const until = new Date(untilMs).toISOString();
      logger.error({ account, until }, `charges are dated in the future; ${mend}`);
    },
  };
}

/** Counters for Prometheus, if the settings ask for them. */
async function startCounting(
  { home, config: { metrics_listen: listen } }: Pick<ServerOptions, 'home' | 'config'>,
  measured: Pick<Measured, 'releases' | 'givenUp'>,
): Promise<{ metrics: Counters; registry: Registry } | null> {
  if (listen === null) return null;
  const [{ Registry: FreshRegistry }, { prometheusCounters }] = await Promise.all([
    import('prom-client'),
    import('./prometheus-counters.js'),
  ]);
  const registry = new FreshRegistry();
  const disk = () => {
    const { bavail, blocks, bsize } = statfsSync(home.directory);
    return { freeBytes: bavail * bsize, bytes: blocks * bsize };
  };
  const lastNight = () => readNight(home);
  const lastBackup = () => readLastBackup(home);
  const metrics = prometheusCounters(registry, { ...measured, now: Date.now, lastNight, lastBackup, disk });
  return { registry, metrics };
}

function textOf(registry: Registry): MetricsText {
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

/** Closes the service. After a time limit, remaining connections are cut off. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/** The URL of a server that listens on `host`; for a listener on all addresses, the loopback URL. */
function urlOf(app: FastifyInstance, host: string, scheme: string): string {
  const { port } = app.server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
