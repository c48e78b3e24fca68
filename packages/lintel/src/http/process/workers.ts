/**
 * The serving processes of one `serve`, by Node's cluster: this first process starts and watches them, each worker is a
 * whole server of its own. Ledger and releases are shared through their files; requests a minute are counted by this
 * process for all workers, so that both are exact. This process also serves the metrics of all. A single worker counts
 * for itself, serves its own metrics and takes its connections straight from the system.
 *
 * A worker that dies is replaced after a moment, which grows as long as it goes on dying; the log says with which
 * signal or code it ended, and which file of a release is the reason where one is. A start at which any worker fails
 * fails as a whole, for its reason.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Config } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { openRateLimit } from '../../ledger/open-rate-limit.js';
import { mergeLedgerLog } from '../../ledger/sqlite-storage.js';
import { drainMs } from '../request/limits.js';
import { serveMetrics, stopMetrics } from './metrics-server.js';
import type { Server, ServerOptions, WorkerParts } from './server.js';
import { type Restarts, releaseExaminer, releaseFault, restarts } from './worker-deaths.js';
import { decideRates, type RateReplies, type RateRequests } from './worker-rates.js';

/** What a worker is told, in its environment. The home is opened anew from its directory. */
export type WorkerOptions = Omit<ServerOptions, 'home'> &
  Pick<WorkerParts, 'ledgerMustExist' | 'avoidReleases'> & {
    readonly directory: string;
    /** Whether it is the only one, which needs nobody to count for it. */
    readonly isAlone: boolean;
  };

/** What a worker tells at its start. */
type StartReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string | null };

/** Messages of a worker to the first process. */
export type ToPrimary =
  | StartReport
  | RateRequests
  | { readonly kind: 'reloaded'; readonly fault: string | null };

/** Messages of the first process to a worker. */
export type ToWorker =
  | RateReplies
  | { readonly kind: 'stop' }
  | { readonly kind: 'reload'; readonly config: Config };

export const orderVariable = 'LINTEL_WORKER_ORDER';
/** Milliseconds beyond the drain after which a worker that does not end is killed. */
const killAfterMs = 2_000;

/** Starts `count` workers and resolves when all listen. */
export async function startWorkers(count: number, options: ServerOptions): Promise<Server> {
  const { home, ...rest } = options;
  const isAlone = count === 1;
  let order: WorkerOptions = { ...rest, directory: home.directory, isAlone };
  if (isAlone) cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.js'), args: [], execArgv: [] });
  const logger = pino({ level: rest.logLevel }, pino.destination(2));
  const rates = isAlone ? null : await openRateLimit(rest.config, logger);
  const watch = watchWorkers(home, logger, {
    order: () => order,
    answer(worker, message) {
      if (message.kind !== 'rates' || rates === null || !worker.isConnected()) return;
      worker.send(decideRates(rates.decide, message));
    },
  });

  let metricsServer: HttpServer | null = null;
  async function stop(): Promise<void> {
    watch.end();
    stopMetrics(metricsServer);
    await Promise.all([...watch.workers].map(stopWorker));
    await rates?.stop();
    // The last worker to close the ledger may have met another that was still closing.
    if (rest.config.ledger_url === null && existsSync(home.ledger)) mergeLog(home.ledger, logger);
  }

  async function reload(config: Config): Promise<void> {
    order = { ...order, config };
    const faults = await Promise.all([...watch.workers].map((worker) => reloadWorker(worker, config)));
    const fault = faults.find((each) => each !== null);
    if (fault !== undefined && fault !== null) throw new UserError(fault);
  }

  const reports = Array.from({ length: count }, () => firstReport(watch.start()));
  try {
    const [url = ''] = await Promise.all(reports);
    if (!isAlone) metricsServer = await serveWorkerMetrics(rest.config);
    // Those that follow have the port that was found, and a ledger to lose.
    order = { ...order, port: Number(new URL(url).port), ledgerMustExist: true };
    return { url, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Watched {
  /** What the next worker is told. */
  order(): WorkerOptions;
  answer(worker: Worker, message: ToPrimary): void;
}

interface Watch {
  readonly workers: ReadonlySet<Worker>;
  /** Starts a worker, and others after it when it dies. */
  start(): Worker;
  /** Starts no more. */
  end(): void;
}

/** Starts workers, and new ones in the place of those that die. */
function watchWorkers(home: Home, logger: Logger, { order, answer }: Watched): Watch {
  const workers = new Set<Worker>();
  const waiting = new Set<NodeJS.Timeout>();
  const examiner = releaseExaminer(home, (release_id, err) =>
    logger.error({ release_id, err }, 'a release is damaged and is not served any more'),
  );
  let isOver = false;

  function fork(deaths: Restarts): Worker {
    const told: WorkerOptions = { ...order(), avoidReleases: [...examiner.damaged] };
    const worker = cluster.fork({ [orderVariable]: JSON.stringify(told) });
    const begun = performance.now();
    workers.add(worker);
    worker.on('message', (message: ToPrimary) => {
      answer(worker, message);
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
      logger.error(found, `a worker ended${whyOf(signal)} and is replaced`);
      if (fault === null) examiner.examine(deaths.soonDeaths);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        fork(deaths);
      }, again_in_ms);
      waiting.add(timer);
    });
    return worker;
  }

  return {
    workers,
    start: () => fork(restarts()),
    end() {
      isOver = true;
      for (const timer of waiting) clearTimeout(timer);
    },
  };
}

function whyOf(signal: string | null): string {
  if (signal === 'SIGBUS') return ' (SIGBUS: a file in its memory was cut short, or its disk failed)';
  return signal === null ? '' : ` (${signal})`;
}

function mergeLog(path: string, logger: Logger): void {
  try {
    mergeLedgerLog(path);
  } catch (error) {
    // What is wrong with the file keeps nobody from stopping.
    logger.error({ err: error }, 'the journal of the ledger was not folded in');
  }
}

/** The address on which a worker listens; throws the failure that it reports. */
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

/** The metrics of all workers, added up. */
async function serveWorkerMetrics(config: Config): Promise<HttpServer | null> {
  if (config.metrics_listen === null) return null;
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  return serveMetrics(config, { contentType: registry.contentType, text: () => registry.clusterMetrics() });
}

/** Tells a worker the settings; gives what is wrong with them. */
function reloadWorker(worker: Worker, config: Config): Promise<string | null> {
  return new Promise((resolve) => {
    const onMessage = (message: ToPrimary) => {
      if (message.kind !== 'reloaded') return;
      worker.off('message', onMessage);
      resolve(message.fault);
    };
    worker.on('message', onMessage);
    worker.once('exit', () => resolve(null));
    if (worker.isConnected()) worker.send({ kind: 'reload', config } satisfies ToWorker);
    else resolve(null);
  });
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + killAfterMs);
  if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies ToWorker);
  await ended;
  clearTimeout(kill);
}
