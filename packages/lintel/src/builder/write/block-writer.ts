/**
 * What a writer of a build is that takes entries in blocks of bytes and gives in the end what it made of them: in this
 * thread, or in one of its own beside the passes that feed it. Either way it makes the same.
 *
 * A thread answers each block by giving it back, so that few wait at a time and no new memory is asked for. A thread that
 * fails ends the build with its error; `close` ends it at any time.
 */
import { Worker } from 'node:worker_threads';
import { errorOf, type ThreadFailure } from '../../base/files/thread-failure.js';
import { handled } from '../../base/handled.js';
import type { Ticker } from '../../base/ticker.js';

/** What is done with blocks, in whichever thread. */
export interface BlockWork<Made> {
  /** Takes the entries of a block, which is written anew afterwards. */
  take(block: Buffer): void;
  /** Makes the result of all blocks. */
  finish(pace: Ticker): Promise<Made>;
  /** Frees what is held. */
  close(): void;
}

/** How a writer works. */
export interface BlockWriting<Data, Made> {
  /** The step of the build that waits for the thread. */
  readonly awaited: string;
  /** Where its files are written, for failures. */
  readonly directory: string;
  /** What `blockWork` needs to know. */
  readonly data: Data;
  /** Begins the work; the module at this address exports the same as `blockWork`, for the thread. */
  readonly blockWork: (data: Data) => BlockWork<Made>;
  readonly module: string;
  readonly isThreaded: boolean;
}

/** What a thread gets as its `workerData`. */
export type ThreadData = Pick<BlockWriting<unknown, unknown>, 'module' | 'directory' | 'data'>;

/** To the thread: a block and how many bytes of it are filled, or null behind the last one. */
export type Block = { readonly bytes: SharedArrayBuffer; readonly filled: number } | null;

/** From the thread: a block that was taken, what is made, or that it failed. */
export type Answer = { readonly taken: SharedArrayBuffer } | { readonly made: unknown } | ThreadFailure;

const blockBytes = 1 << 20;
/** Blocks that may wait for a thread. */
const maxWaiting = 8;

/**
 * Blocks are shared, not transferred: memory that a thread gives away and gets back counts for the garbage collector as
 * so much that it was given, and it collected all of the heap every few batches.
 */
type SharedBuffer = Buffer<SharedArrayBuffer>;

function newBlock(bytes: number): SharedBuffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** Room in a block. */
export interface Entry {
  readonly bytes: Buffer;
  readonly at: number;
}

export class BlockWriter<Data, Made> {
  readonly #awaited: string;
  readonly #taker: Taker<Made>;
  #block = newBlock(blockBytes);
  #filled = 0;

  constructor(writing: BlockWriting<Data, Made>) {
    this.#awaited = writing.awaited;
    this.#taker = writing.isThreaded
      ? new ThreadTaker(writing)
      : new LocalTaker(writing.blockWork(writing.data));
  }

  /** Room for an entry of `length` bytes, which are to be written before the next call; entries are never divided. */
  protected entry(length: number): Entry {
    if (this.#filled + length > this.#block.length) {
      if (this.#filled > 0) this.#block = this.#taker.take(this.#block, this.#filled);
      if (length > this.#block.length) this.#block = newBlock(length);
      this.#filled = 0;
    }
    const at = this.#filled;
    this.#filled += length;
    return { bytes: this.#block, at };
  }

  /** Lets a thread that is behind catch up: to be awaited now and then while adding. Fails when the thread has failed. */
  rest(): Promise<void> {
    return this.#taker.rest();
  }

  /** Says that all entries were added. */
  end(): void {
    if (this.#filled > 0) this.#taker.take(this.#block, this.#filled);
    this.#block = newBlock(0);
    this.#filled = 0;
    this.#taker.end();
  }

  /** What was made, once it is. */
  finish(pace: Ticker): Promise<Made> {
    return this.#taker.finish(pace, this.#awaited);
  }

  close(): void {
    this.#taker.close();
  }
}

/** Where full blocks go. */
interface Taker<Made> {
  /** Takes so many bytes of a block; gives one to go on with. */
  take(block: SharedBuffer, filled: number): SharedBuffer;
  rest(): Promise<void>;
  end(): void;
  finish(pace: Ticker, awaited: string): Promise<Made>;
  close(): void;
}

class LocalTaker<Made> implements Taker<Made> {
  readonly #work: BlockWork<Made>;

  constructor(work: BlockWork<Made>) {
    this.#work = work;
  }

  take(block: SharedBuffer, filled: number): SharedBuffer {
    this.#work.take(block.subarray(0, filled));
    return block;
  }

  async rest(): Promise<void> {}

  end(): void {}

  finish(pace: Ticker): Promise<Made> {
    return this.#work.finish(pace);
  }

  close(): void {
    this.#work.close();
  }
}

class ThreadTaker<Made> implements Taker<Made> {
  readonly #worker: Worker;
  readonly #made: Promise<Made>;
  readonly #spare: SharedArrayBuffer[] = [];
  #waiting = 0;
  #failure: Error | null = null;
  #caughtUp: () => void = () => {};

  constructor({ module, directory, data }: ThreadData) {
    const workerData: ThreadData = { module, directory, data };
    this.#worker = new Worker(new URL('./block-thread.js', import.meta.url), { workerData });
    this.#made = new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#failure ??= error;
        reject(error);
        this.#caughtUp();
      };
      this.#worker.on('message', (answer: Answer) => {
        if ('taken' in answer) this.#taken(answer.taken);
        else if ('made' in answer) resolve(answer.made as Made);
        else fail(errorOf(answer));
      });
      this.#worker.on('error', fail);
      this.#worker.on('exit', (code) => fail(new Error(`the thread of ${module} ended with ${code}`)));
    });
    handled(this.#made);
  }

  take(block: SharedBuffer, filled: number): SharedBuffer {
    this.#worker.postMessage({ bytes: block.buffer, filled } satisfies Block);
    this.#waiting += 1;
    const spare = this.#spare.pop();
    return spare === undefined ? newBlock(blockBytes) : Buffer.from(spare);
  }

  async rest(): Promise<void> {
    if (this.#waiting >= maxWaiting && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#caughtUp = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  end(): void {
    this.#worker.postMessage(null satisfies Block);
  }

  async finish(pace: Ticker, awaited: string): Promise<Made> {
    pace.step(awaited, null);
    const made = await pace.whileAwaiting(this.#made);
    this.close();
    return made;
  }

  close(): void {
    void this.#worker.terminate();
  }

  #taken(block: SharedArrayBuffer): void {
    this.#spare.push(block);
    this.#waiting -= 1;
    if (this.#waiting < maxWaiting) this.#caughtUp();
  }
}
