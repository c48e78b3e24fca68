/**
 * Several serving processes on one address (`--workers`), by Node's cluster: this process hands out connections, each
 * worker is a whole server of its own. Ledger and releases are shared through their files, requests a minute are counted
 * by this process for all workers, so that both are exact. This process also serves the metrics of all.
 *
 * A worker that dies is replaced after a moment. A start at which any worker fails fails as a whole, for its reason.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../base/config.js';
import { Failure } from '../base/failure.js';
import { openRateLimit } from '../ledger/open-rate-limit.js';
import { tidyLedgerFile } from '../ledger/sqlite-storage.js';
import { drainMs, workerRestartMs } from './limits.js';
import { serveMetrics, stopMetrics } from './metrics-server.js';
import type { Server, ServerOptions } from './server.js';
import { answerRates, type RateAnswers, type RateQuestions } from './worker-rates.js';

/** What a worker is told, in its environment. The home is opened anew from its directory. */
export type WorkerOrder = Omit<ServerOptions, 'home'> & { readonly directory: string };

/** What a worker tells at its start. */
type WorkerReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string | null };

/** Messages of a worker to the first process. */
export type ToFirst =
  | WorkerReport
  | RateQuestions
  | { readonly kind: 'reloaded'; readonly fault: string | null };

/** Messages of the first process to a worker. */
export type ToWorker =
  | RateAnswers
  | { readonly kind: 'stop' }
  | { readonly kind: 'reload'; readonly config: Config };

export const orderVariable = 'LINTEL_WORKER_ORDER';
/** Milliseconds beyond the drain after which a worker that does not end is killed. */
const killAfterMs = 2_000;

/** Starts `count` workers and resolves when all listen. */
export async function startWorkers(count: number, options: ServerOptions): Promise<Server> {
  const { home, ...rest } = options;
  let order: WorkerOrder = { ...rest, directory: home.directory };
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.js'), args: [], execArgv: [] });
  const logger = pino({ level: rest.logLevel }, pino.destination(2));
  const rates = await openRateLimit(rest.config, logger);
  const workers = new Set<Worker>();
  let stopping = false;

  function fork(): Worker {
    const worker = cluster.fork({ [orderVariable]: JSON.stringify(order) });
    workers.add(worker);
    worker.on('message', (message: ToFirst) => {
      if (message.kind === 'rates' && worker.isConnected()) worker.send(answerRates(rates.decide, message));
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (stopping) return;
      logger.error({ pid: worker.process.pid, code, signal }, 'a worker ended and is replaced');
      setTimeout(() => stopping || fork(), workerRestartMs);
    });
    return worker;
  }

  let metricsServer: HttpServer | null = null;
  async function stop(): Promise<void> {
    stopping = true;
    stopMetrics(metricsServer);
    await Promise.all([...workers].map(stopWorker));
    await rates.stop();
    // The last worker to close the ledger may have met another that was still closing.
    if (rest.config.ledger_url === null && existsSync(home.ledger)) tidyLedgerFile(home.ledger);
  }

  async function reload(config: Config): Promise<void> {
    order = { ...order, config };
    const faults = await Promise.all([...workers].map((worker) => reloadWorker(worker, config)));
    const fault = faults.find((each) => each !== null);
    if (fault !== undefined && fault !== null) throw new Failure(fault);
  }

  const reports = Array.from({ length: count }, fork).map(firstReport);
  try {
    const [url = ''] = await Promise.all(reports);
    metricsServer = await serveWorkerMetrics(rest.config);
    return { url, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address on which a worker listens; throws the failure that it reports. */
async function firstReport(worker: Worker): Promise<string> {
  const report = await new Promise<WorkerReport>((resolve) => {
    worker.on('message', (message: ToFirst) => {
      if (message.kind === 'listening' || message.kind === 'failed') resolve(message);
    });
    worker.once('exit', (code, signal) =>
      resolve({ kind: 'failed', message: `A worker ended with ${signal ?? code} at its start.`, hint: null }),
    );
  });
  if (report.kind === 'listening') return report.url;
  throw new Failure(report.message, report.hint === null ? {} : { hint: report.hint });
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
    const onMessage = (message: ToFirst) => {
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
