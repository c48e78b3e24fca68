/**
 * A pool of worker threads: requests go to the least busy thread, and each becomes a promise of its response.
 *
 * A pool serves one job and fails as a whole. The first request that throws and the first thread that dies
 * (an uncaught error, a module that does not load, no memory left, an exit) reject all requests under way and
 * all later ones with that error. A dead thread is not replaced: a new one would lack the state of the old
 * one.
 *
 * Threads end by themselves, when they are asked to and between two steps of their work: a thread that is terminated
 * while it is inside native code (SQLite, mapped files) aborts the whole process.
 */
import { on } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads';
import { handled } from './handled.js';
import { UserError } from './user-error.js';

/** Whatever answers requests: the threads of a pool, or this thread (`inThisThread`). */
export interface Workers<Request, Response> {
  /** Requests that may be under way at once before one of them waits for a thread. */
  readonly capacity: number;
  /** The response. A rejection that nobody awaits is ignored, so it may be awaited later. */
  run(request: Request): Promise<Response>;
  /** Ends the threads. Requests still under way are rejected. */
  close(): Promise<void>;
}

/**
 * Milliseconds in which threads end that were asked to. Nothing waits longer for one that is in a longer step: it ends
 * after that, and the process not before it.
 */
const endWithinMs = 10_000;

/** Answers a request. `progress` reports how much of it is done, in any unit. */
type Handler<Request, Response> = (
  request: Request,
  progress: (done: number) => void,
) => Response | Promise<Response>;

export interface PoolOptions<Request = never> {
  /** The module that each thread runs; it calls `serveRequests`. */
  readonly module: URL;
  /** What the threads do, for error messages: `refining`. */
  readonly work: string;
  readonly threads: number;
  /** Requests that a thread holds at once, the one it works on included. Default: no limit. */
  readonly queue?: number;
  /** What `serveRequests` hands to each thread. */
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** The memory of a request that goes to its thread instead of a copy; the sender has it no longer. */
  readonly transfer?: (request: Request) => ArrayBuffer;
  /** Called once, with the error that failed the pool. */
  readonly onFailure?: (error: Error) => void;
  /** Called with what a handler reports as progress. */
  readonly onProgress?: (done: number) => void;
}

/** An error as it travels between threads: a UserError with its hint, any other error with its stack. */
interface Failure {
  readonly message: string;
  readonly isUserError: boolean;
  readonly hint: string | null;
}

/** What a thread is asked: null to end. */
type Order<Request> = { readonly request: Request } | null;

type Answer<Response> =
  | { readonly response: Response }
  | { readonly progress: number }
  | { readonly failure: Failure };

interface Job<Request, Response> {
  readonly request: Request;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and the requests that were sent to it, the oldest first: it answers in this order. */
interface Thread<Request, Response> {
  readonly worker: Worker;
  readonly jobs: Job<Request, Response>[];
  readonly ended: Promise<void>;
}

export class WorkerPool<Request, Response> implements Workers<Request, Response> {
  readonly capacity: number;
  readonly #options: PoolOptions<Request>;
  readonly #queue: number;
  readonly #threads: readonly Thread<Request, Response>[];
  readonly #waiting: Job<Request, Response>[] = [];
  #failure: Error | null = null;

  /** Starts the threads. */
  constructor(options: PoolOptions<Request>) {
    const { threads, queue = Number.POSITIVE_INFINITY } = options;
    if (threads < 1) throw new Error(`a pool for ${options.work} needs a thread`);
    this.#options = options;
    this.#queue = queue;
    this.capacity = threads * queue;
    this.#threads = Array.from({ length: threads }, () => this.#start());
  }

  run(request: Request): Promise<Response> {
    const response = new Promise<Response>((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else this.#waiting.push({ request, resolve, reject });
    });
    this.#dispatch();
    return handled(response);
  }

  async close(): Promise<void> {
    this.#reject(new Error(`the threads for ${this.#options.work} were ended`));
    for (const { worker } of this.#threads) worker.postMessage(null satisfies Order<Request>);
    const ended = Promise.all(this.#threads.map((thread) => thread.ended));
    await Promise.race([ended, sleep(endWithinMs, undefined, { ref: false })]);
  }

  #fail(error: Error): void {
    if (this.#failure !== null) return;
    this.#reject(error);
    this.#options.onFailure?.(error);
  }

  /** Rejects all requests with this error, now and later. */
  #reject(error: Error): void {
    this.#failure ??= error;
    const jobs = [this.#waiting, ...this.#threads.map((thread) => thread.jobs)];
    for (const { reject } of jobs.flatMap((some) => some.splice(0))) reject(this.#failure);
  }

  #start(): Thread<Request, Response> {
    const { module, work, data, resourceLimits, onProgress } = this.#options;
    const worker = new Worker(module, { workerData: data, ...(resourceLimits && { resourceLimits }) });
    const jobs: Job<Request, Response>[] = [];
    worker.on('message', (answer: Answer<Response>) => {
      if ('progress' in answer) onProgress?.(answer.progress);
      else if ('failure' in answer) this.#fail(errorOf(answer.failure));
      else {
        jobs.shift()?.resolve(answer.response);
        this.#dispatch();
      }
    });
    worker.on('error', (error: Error) => this.#fail(error));
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', (code) => {
        this.#fail(new Error(`a thread for ${work} ended with exit code ${code}`));
        resolve();
      });
    });
    return { worker, jobs, ended };
  }

  /** Sends waiting requests to threads that have room. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#threads.reduce((a, b) => (b.jobs.length < a.jobs.length ? b : a));
      if (thread.jobs.length >= this.#queue) return;
      const job = this.#waiting.shift();
      if (job === undefined) return;
      thread.jobs.push(job);
      const { request } = job;
      const moved = this.#options.transfer?.(request);
      thread.worker.postMessage({ request } satisfies Order<Request>, moved === undefined ? [] : [moved]);
    }
  }
}

/**
 * Answers requests in this thread, one after the other; as in a pool, the first error fails all later
 * requests.
 */
export function inThisThread<Request, Response>(
  handle: Handler<Request, Response>,
  onProgress: (done: number) => void = () => {},
): Workers<Request, Response> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    capacity: 1,
    run(request) {
      const response = last.then(() => handle(request, onProgress));
      last = response;
      return handled(response);
    },
    close: async () => {},
  };
}

/**
 * Serves the requests of a pool, one after the other: the whole of a thread's module. `open` makes the handler from the
 * `data` of the pool. The first error is sent to the pool and ends the thread.
 */
export async function serveRequests<Data, Request, Response>(
  open: (data: Data) => Handler<Request, Response> | Promise<Handler<Request, Response>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('requests are served in a worker thread');
  const answer = (message: Answer<Response>) => port.postMessage(message);
  port.on('message', (order: Order<Request>) => {
    if (order === null) process.exit();
  });
  try {
    const orders = on(port, 'message') as AsyncIterable<[Exclude<Order<Request>, null>]>;
    const handle = await open(workerData as Data);
    for await (const [{ request }] of orders) {
      answer({ response: await handle(request, (progress) => answer({ progress })) });
      // Further requests may wait before the one to end.
      await nextTurn();
    }
  } catch (error) {
    answer({ failure: failureOf(error) });
    process.exit();
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof UserError) return { message: error.message, isUserError: true, hint: error.hint };
  const { message, stack = message } = error as Error;
  return { message: stack, isUserError: false, hint: null };
}

function errorOf({ message, isUserError, hint }: Failure): Error {
  if (!isUserError) return new Error(message);
  return new UserError(message, hint === null ? {} : { hint });
}
