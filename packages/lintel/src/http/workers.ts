/**
 * Several serving processes on one address (`--workers`), by Node's cluster: this process hands out connections, each
 * worker is a whole server of its own. Ledger and releases are shared through their files, so credits are exact over
 * all workers; rate limits are counted by each worker for itself.
 *
 * A worker that dies is replaced after a moment. A start at which any worker fails fails as a whole, for its reason.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { pino } from 'pino';
import { Failure } from '../base/failure.js';
import { drainMs, workerRestartMs } from './limits.js';
import type { Server, ServerOptions } from './server.js';

/** What a worker is told, in its environment. The home is opened anew from its directory. */
export type WorkerOrder = Omit<ServerOptions, 'home'> & { readonly directory: string };

/** What a worker tells. */
export type WorkerReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string | null };

export const orderVariable = 'LINTEL_WORKER_ORDER';
export const stopMessage = 'stop';
/** Milliseconds beyond the drain after which a worker that does not end is killed. */
const killAfterMs = 2_000;

/** Starts `count` workers and resolves when all listen. */
export async function startWorkers(count: number, options: ServerOptions): Promise<Server> {
  const { home, ...rest } = options;
  const order: WorkerOrder = { ...rest, directory: home.directory };
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.js'), args: [], execArgv: [] });
  const logger = pino({ level: rest.logLevel }, pino.destination(2));
  const workers = new Set<Worker>();
  let stopping = false;

  function fork(): Worker {
    const worker = cluster.fork({ [orderVariable]: JSON.stringify(order) });
    workers.add(worker);
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (stopping) return;
      logger.error({ pid: worker.process.pid, code, signal }, 'a worker ended and is replaced');
      setTimeout(() => stopping || fork(), workerRestartMs);
    });
    return worker;
  }

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all([...workers].map(stopWorker));
  }

  const reports = Array.from({ length: count }, fork).map(firstReport);
  try {
    const [url = ''] = await Promise.all(reports);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address on which a worker listens; throws the failure that it reports. */
async function firstReport(worker: Worker): Promise<string> {
  const report = await new Promise<WorkerReport>((resolve) => {
    worker.once('message', resolve);
    worker.once('exit', (code, signal) =>
      resolve({ kind: 'failed', message: `A worker ended with ${signal ?? code} at its start.`, hint: null }),
    );
  });
  if (report.kind === 'listening') return report.url;
  throw new Failure(report.message, report.hint === null ? {} : { hint: report.hint });
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + killAfterMs);
  if (worker.isConnected()) worker.send(stopMessage);
  await ended;
  clearTimeout(kill);
}
