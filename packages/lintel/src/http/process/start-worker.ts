/**
 * Starts worker processes, some of them ahead. Loading the program takes a worker most of its start, so
 * `serve` starts spare workers first and prepares everything else meanwhile. A worker says when it can
 * receive its options. A spare worker does not keep this process alive.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ToWorker, WorkerOptions } from './worker-messages.js';

interface StartedWorker {
  readonly worker: Worker;
  /** Resolves at the first message of the worker, with which it is ready for its options. */
  readonly ready: Promise<unknown>;
}

let spares: StartedWorker[] = [];

/**
 * Starts workers so that `count` are spare. A single worker will take its connections straight from the
 * system.
 */
export function startSpareWorkers(count: number): void {
  if (spares.length === 0) {
    if (count === 1) cluster.schedulingPolicy = cluster.SCHED_NONE;
    // A command that ends early, such as for a wrong setting, leaves none that write into a closed channel.
    process.once('exit', dismissSpareWorkers);
    cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.js'), args: [], execArgv: [] });
  }
  while (spares.length < count) {
    const spare = fork();
    spare.worker.process.unref();
    spare.worker.process.channel?.unref();
    spares.push(spare);
  }
}

/** Starts a worker with its options: a spare one if there is any. */
export function startWorker(options: WorkerOptions): Worker {
  const spare = spares.pop();
  // The death of a spare worker is not noticed; that of a new one will be.
  const { worker, ready } = spare === undefined || spare.worker.isDead() ? fork() : spare;
  worker.process.ref();
  worker.process.channel?.ref();
  void ready.then(() => {
    if (worker.isConnected()) worker.send({ kind: 'start', options } satisfies ToWorker);
  });
  return worker;
}

/** Ends the spare workers that were not used. */
export function dismissSpareWorkers(): void {
  for (const { worker } of spares) worker.process.kill('SIGKILL');
  spares = [];
}

function fork(): StartedWorker {
  const worker = cluster.fork();
  return { worker, ready: once(worker, 'message') };
}
