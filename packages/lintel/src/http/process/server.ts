/**
 * One serving process: releases, ledger, secret and service of an installation, listening on an address.
 *
 * Stopping drains: no new connection is accepted, requests in flight are answered and charged, then ledger
 * and releases are closed. Whatever is not done within the limit is cut off. An address that cannot be used
 * is a UserError with a hint.
 */
import type { Server as HttpServer } from 'node:http';
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
import { openIdentity } from '../../identity/identity.js';
import { watchUsage } from '../../identity/usage-warnings.js';
import { type LedgerEvents, openLedgerOf } from '../../ledger/open-ledger.js';
import { openRateLimit } from '../../ledger/open-rate-limit.js';
import { openTasks } from '../../operate/tasks/tasks.js';
import { openReleaseStore, type ReleaseStoreOptions } from '../../releases/open-store.js';
import type { ServedReleases } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { type Counters, noCounters } from '../request/counters.js';
import { drainMs } from '../request/limits.js';
import { checkRedirect } from '../request/transport.js';
import { createService } from '../service.js';
import { checkLedger, checkPlans } from './check-ledger.js';
import { cursorSecret } from './cursor-secret.js';
import { listenFailure } from './listening.js';
import { type MetricsText, serveMetrics, stopMetrics } from './metrics-server.js';

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

/** Starts serving in this process. */
export async function startServer(options: ServerOptions, parts: WorkerParts = {}): Promise<Server> {
  const { home, config, host, port, logLevel } = options;
  let settings = config;
  const certificate = readCertificate(config);
  checkRedirect(config);
  const logger = pino({ level: logLevel }, pino.destination(2));
  const secret = cursorSecret(home.secret);
  const releases = await openReleases(home, config, logger, parts.avoidReleases ?? []);
  const counting = await startCounting(config, releases);
  const metrics = counting?.metrics ?? noCounters;
  const events = ledgerEvents(logger, metrics);
  const ledger = await openLedgerOf(home.ledger, config, {
    events,
    mayBeAway: true,
    ...(parts.ledgerMustExist === true ? { mustExist: true } : {}),
  }).catch(async (error: unknown) => {
    await releases.close();
    throw error;
  });
  const rates = parts.limitRate
    ? { decide: parts.limitRate, stop: async () => {} }
    : await openRateLimit(config, logger);
  // Mails without a mail server are read in the log, whatever else is in it.
  const people = logger.child({}, { level: logLevel === 'silent' ? 'silent' : 'info' });
  const identity = openIdentity({ ledger, secret, settings: () => settings, log: people });
  const publicOrigin = () => (settings.public_url === null ? null : new URL(settings.public_url).origin);
  const endWarnings = watchUsage(ledger, identity.sendMail, publicOrigin, people);
  const endForgetting = watchExpired(ledger.storage, people);
  const tasks = openTasks(home.directory);
  const app = createService({
    ...{ releases, ledger, config, secret, logger, certificate, counters: metrics },
    settings: () => settings,
    operate: { home, ledger, tasks },
    identity,
    limitRate: rates.decide,
    provenanceOf: provenanceReader(home.sources),
  });
  let metricsServer: HttpServer | null = null;
  let endCheck = () => {};
  const close = async () => {
    tasks.close();
    await drain(app);
    endWarnings();
    endForgetting();
    endCheck();
    stopMetrics(metricsServer);
    await rates.stop();
    await ledger.close();
    await releases.close();
  };
  try {
    if (counting && parts.shareMetrics) await parts.shareMetrics(counting.registry);
    else if (counting) metricsServer = await serveMetrics(config, textOf(counting.registry));
    endCheck = await checkLedger(ledger, config, events, logger);
    await app.listen({ host, port });
  } catch (error) {
    await close();
    throw listenFailure(error, host, port);
  }
  return {
    url: urlOf(app, host, certificate === null ? 'http' : 'https'),
    stop: close,
    async reload(changed) {
      await checkPlans(ledger, changed);
      checkRedirect(changed);
      const renewed = readCertificate({ tls: certificate === null ? null : changed.tls });
      if (renewed) (app.server as unknown as TlsServer).setSecureContext(renewed);
      ledger.setPlans(changed.plans);
      settings = {
        ...changed,
        tls: config.tls,
        ledger_url: config.ledger_url,
        release_url: config.release_url,
      };
      logger.info('the settings were reloaded');
    },
  };
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
  { metrics_listen: listen }: Config,
  releases: ServedReleases,
): Promise<{ metrics: Counters; registry: Registry } | null> {
  if (listen === null) return null;
  const [{ Registry: FreshRegistry }, { prometheusCounters }] = await Promise.all([
    import('prom-client'),
    import('./prometheus-counters.js'),
  ]);
  const registry = new FreshRegistry();
  return { registry, metrics: prometheusCounters(registry, releases, Date.now) };
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
