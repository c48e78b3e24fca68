/**
 * The worker processes of one `serve`, by Node's cluster: this first process starts and watches them, and
 * each worker is a complete server. They share the ledger and the releases through their files. With several
 * workers this process counts the requests of all of them and serves the metrics of all, so that both are
 * exact. A single worker does both itself and takes its connections straight from the system.
 *
 * A worker that dies is replaced after a pause, which grows while workers keep dying; the log says how it
 * ended, and which file of a release is damaged if that is the reason. If any worker fails at the start, the
 * whole start fails with its error.
 */
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../base/config.js';
import { handled } from '../../base/handled.js';
import type { Home } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { drainMs } from '../request/limits.js';
import type { Server, ServerOptions } from './server.js';
import { startWorker } from './start-worker.js';
import type { Examiner, Restarts } from './worker-deaths.js';
import type { StartReport, ToPrimary, ToWorker, WorkerOptions } from './worker-messages.js';
import { decideRates } from './worker-rates.js';

/** Milliseconds beyond the drain after which a worker that does not end is killed. */
const killAfterMs = 2_000;

/** Starts `count` workers and resolves when all listen. */
export async function startWorkers(count: number, options: ServerOptions): Promise<Server> {
  const { home, ...rest } = options;
  const isAlone = count === 1;
  let current: WorkerOptions = { ...rest, directory: home.directory, isAlone };
  const first = Array.from({ length: count }, () => startWorker(current));
  const reports = handled(Promise.all(first.map(firstReport)));
  // What this process needs itself is loaded while the workers start.
  const [{ pino }, deaths, { openRateLimit }] = await Promise.all([
    import('pino'),
    import('./worker-deaths.js'),
    import('../../ledger/open-rate-limit.js'),
  ]);
  const logger = pino({ level: rest.logLevel }, pino.destination(2));
  const rates = isAlone
    ? null
    : await openRateLimit(rest.config, logger).catch(async (error: unknown) => {
        await Promise.all(first.map(stopWorker));
        throw error;
      });
  const watch = watchWorkers(home, logger, deaths, {
    options: () => current,
    onMessage(worker, message) {
      if (message.kind !== 'rates' || rates === null || !worker.isConnected()) return;
      send(worker, decideRates(rates.decide, message));
    },
  });
  for (const worker of first) watch.add(worker);

  let stopMetrics = () => {};
  async function stop(): Promise<void> {
    watch.end();
    stopMetrics();
    await Promise.all([...watch.workers].map(stopWorker));
    await rates?.stop();
    // The last worker to close the ledger may have met another one that was still closing it.
    if (rest.config.ledger_url === null && existsSync(home.ledger)) await mergeLog(home.ledger, logger);
  }

  async function reload(config: Config): Promise<void> {
    current = { ...current, config };
    const faults = await Promise.all([...watch.workers].map((worker) => reloadWorker(worker, config)));
    const fault = faults.find((each) => each !== null);
    if (fault !== undefined && fault !== null) throw new UserError(fault);
  }

  try {
    const [url = ''] = await reports;
    if (!isAlone && rest.config.metrics_listen !== null) stopMetrics = await serveWorkerMetrics(rest.config);
    // Later workers get the port that was found, and must find the ledger.
    current = { ...current, port: Number(new URL(url).port), ledgerMustExist: true };
    return { url, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sends a message, which is lost if the worker is just ending: its `exit` tells of that. */
function send(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}

interface WatchOptions {
  /** The options of the next worker. */
  options(): WorkerOptions;
  onMessage(worker: Worker, message: ToPrimary): void;
}

interface Watch {
  readonly workers: ReadonlySet<Worker>;
  /** Watches a worker, and replaces it when it dies. */
  add(worker: Worker): void;
  /** Starts no more workers. */
  end(): void;
}

type WorkerDeaths = typeof import('./worker-deaths.js');

/** Watches workers and replaces those that die. */
function watchWorkers(
  home: Home,
  logger: Logger,
  { releaseExaminer, releaseFault, restarts }: WorkerDeaths,
  { options, onMessage }: WatchOptions,
): Watch {
  const workers = new Set<Worker>();
  const timers = new Set<NodeJS.Timeout>();
  const examiner: Examiner = releaseExaminer(home, (release_id, err) =>
    logger.error({ release_id, err }, 'a release is damaged and is not served any more'),
  );
  let isOver = false;

  function add(worker: Worker, deaths: Restarts): void {
    // One that has died before this is the reason for which the start fails.
    if (worker.isDead()) return;
    const begun = performance.now();
    workers.add(worker);
    worker.on('message', (message: ToPrimary) => {
      onMessage(worker, message);
      if (message.kind === 'failed' && deaths.soonDeaths > 0) {
        logger.error({ hint: message.hint }, `a worker cannot start: ${message.message}`);
      }
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (isOver) return;
      const again_in_ms = deaths.died(performance.now() - begun);
      const fault = releaseFault(home);
      const found = {
        worker: worker.process.pid,
        code,
        signal,
        again_in_ms,
        ...(fault === null ? {} : { fault }),
      };
      logger.error(found, `a worker ended${reasonOf(signal)} and is replaced`);
      if (fault === null) examiner.examine(deaths.soonDeaths);
      const timer = setTimeout(() => {
        timers.delete(timer);
        add(startWorker({ ...options(), avoidReleases: [...examiner.damaged] }), deaths);
      }, again_in_ms);
      timers.add(timer);
    });
  }

  return {
    workers,
    add: (worker) => add(worker, restarts()),
    end() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function reasonOf(signal: string | null): string {
  if (signal === 'SIGBUS') return ' (SIGBUS: a mapped file was truncated, or its disk failed)';
  return signal === null ? '' : ` (${signal})`;
}

async function mergeLog(path: string, logger: Logger): Promise<void> {
  const { mergeLedgerLog } = await import('../../ledger/sqlite-storage.js');
  try {
    mergeLedgerLog(path);
  } catch (error) {
    // A damaged file must not prevent the stop.
    logger.error({ err: error }, 'the write-ahead log of the ledger was not merged into its file');
  }
}

/** The address on which a worker listens; throws the error that it reports. */
async function firstReport(worker: Worker): Promise<string> {
  const report = await new Promise<StartReport>((resolve) => {
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'listening' || message.kind === 'failed') resolve(message);
    });
    worker.once('exit', (code, signal) =>
      resolve({ kind: 'failed', message: `A worker ended with ${signal ?? code} at its start.`, hint: null }),
    );
  });
  if (report.kind === 'listening') return report.url;
  throw new UserError(report.message, report.hint === null ? {} : { hint: report.hint });
}

/** Serves the summed metrics of all workers; returns the function that stops it. */
async function serveWorkerMetrics(config: Config): Promise<() => void> {
  const [{ AggregatorRegistry }, { serveMetrics, stopMetrics }] = await Promise.all([
    import('prom-client'),
    import('./metrics-server.js'),
  ]);
  const registry = new AggregatorRegistry();
  const server: HttpServer | null = await serveMetrics(config, {
    contentType: registry.contentType,
    text: () => registry.clusterMetrics(),
  });
  return () => stopMetrics(server);
}

/** Sends the settings to a worker; returns what is wrong with them. */
function reloadWorker(worker: Worker, config: Config): Promise<string | null> {
  return new Promise((resolve) => {
    const onMessage = (message: ToPrimary) => {
      if (message.kind !== 'reloaded') return;
      worker.off('message', onMessage);
      resolve(message.fault);
    };
    worker.on('message', onMessage);
    worker.once('exit', () => resolve(null));
    if (worker.isConnected()) send(worker, { kind: 'reload', config });
    else resolve(null);
  });
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + killAfterMs);
  if (worker.isConnected()) send(worker, { kind: 'stop' });
  await ended;
  clearTimeout(kill);
}
