/**
 * Where raw rows are read and refined: in this thread, or in worker threads that work while this one sorts.
 *
 * Results come back in the order of the batches, so a release does not depend on how many threads made it. A worker
 * that dies ends the build with its error.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { errorOf, type ThreadFailure, threadFailure } from '../../base/files/thread-failure.js';
import type { Geography } from '../../geography/geography.js';
import type { RowReader } from '../../raw/raw-store.js';
import type { Catalog } from '../../refine/record/source.js';
import { refineRows } from '../../refine/refine.js';
import { type PreparedBatch, prepareBatch, type RawBatch, type Refine } from '../entry/prepare.js';

export interface Refinery {
  /** Batches that may be under way at once without one waiting for another. */
  readonly parallel: number;
  prepare(batch: RawBatch): Promise<PreparedBatch>;
  /** Takes back the bytes of a batch that nobody reads any more, as room for another: fresh memory costs more than filling it. */
  reuse(batch: PreparedBatch): void;
  close(): Promise<void>;
}

/** What refining needs to know. */
export interface RefineryTools {
  readonly rows: RowReader;
  readonly catalog: Catalog;
  readonly geography: Geography;
  /** What to refine with; tests put something else here. */
  readonly refine?: Refine;
}

/** Refines in this thread. */
export function localRefinery(tools: RefineryTools): Refinery {
  const rooms: SharedArrayBuffer[] = [];
  return {
    parallel: 1,
    prepare: async (batch) => prepareWith(tools, { ...batch, room: rooms.pop() }),
    reuse: ({ bytes }) => rooms.push(bytes.buffer),
    close: async () => {},
  };
}

function prepareWith(
  { rows, catalog, geography, refine = refineRows }: RefineryTools,
  batch: RawBatch,
): PreparedBatch {
  const source = catalog.get(batch.span.source);
  if (source === null) throw new Error(`no source ${batch.span.source} in the catalog`);
  return prepareBatch(source, batch, rows, geography, refine);
}

/** From the thread: what became of a batch, or that it failed. */
type Answer = { readonly batch: PreparedBatch } | ThreadFailure;

/** Serves a threaded refinery: the module named to `threadedRefinery` calls it with its `parentPort`. */
export function serveRefinery(port: MessagePort, tools: RefineryTools): void {
  port.on('message', (batch: RawBatch) => {
    let answer: Answer;
    try {
      answer = { batch: prepareWith(tools, batch) };
    } catch (error) {
      answer = threadFailure(error);
    }
    port.postMessage(answer);
  });
}

/**
 * A thread needs some 200 to 300 MB, whatever the rows. The nearer its limit, the sooner the engine collects garbage:
 * without this one the build of 400,000 permits peaked at 1,067 MB instead of 896 MB.
 */
const maxOldGenerationSizeMb = 1024;
/**
 * Of what a row needs nearly all is garbage behind it: in twice the young generation that is usual a tenth less of the
 * thread's time goes into collecting it.
 */
const maxYoungGenerationSizeMb = 96;
/** Batches that wait at a worker while it works on one: enough for the time in which the main thread sorts what it gathered. */
const queuedPerWorker = 20;

/** What runs in the threads of a refinery, and in how many. */
export interface RefineryThreads {
  /** The module that each thread runs; it must call `serveRefinery`. */
  readonly module: URL;
  readonly count: number;
  /** What each thread finds as its `workerData`. */
  readonly data?: unknown;
}

/** Refines in worker threads. */
export function threadedRefinery({ module, count, data }: RefineryThreads): Refinery {
  const workers = Array.from({ length: count }, () => new RefineryWorker(module, data));
  const rooms: SharedArrayBuffer[] = [];
  let next = 0;
  return {
    parallel: count * queuedPerWorker,
    prepare(batch) {
      const worker = workers[next % workers.length];
      next += 1;
      if (worker === undefined) throw new Error('a refinery needs at least one thread');
      return worker.prepare({ ...batch, room: rooms.pop() });
    },
    reuse: ({ bytes }) => rooms.push(bytes.buffer),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

interface Waiting {
  readonly resolve: (batch: PreparedBatch) => void;
  readonly reject: (error: Error) => void;
}

/** One thread; it answers in the order in which it was asked. */
class RefineryWorker {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #failure: Error | null = null;

  constructor(module: URL, data: unknown) {
    this.#worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
    });
    this.#worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.shift();
      if ('batch' in answer) waiting?.resolve(answer.batch);
      else waiting?.reject(errorOf(answer));
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`a refinery thread ended with ${code}`)));
  }

  prepare(batch: RawBatch): Promise<PreparedBatch> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(batch);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
