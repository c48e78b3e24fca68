/**
 * A thread of a build that takes blocks of bytes and in the end gives what it made of them: the side of whoever sends
 * (`BlockThread`) and that of the thread (`serveBlocks`). Blocks are answered, so that few of them wait at a time.
 *
 * A thread that fails ends the build with its error; `close` ends it at any time.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { Failure } from '../../base/failure.js';
import { writeFailure } from './file-writer.js';
import type { Pace } from './pace.js';

/** To the thread: a block, or null behind the last one. */
type Block = Uint8Array<ArrayBuffer> | null;

/** From the thread: a block was taken (null), all is made, or it failed. */
type Answer<Made> =
  | null
  | { readonly made: Made }
  | { readonly error: string; readonly isFailure: boolean; readonly hint: string | null };

const blockBytes = 1 << 20;
/** Blocks that may wait for the thread. */
const maxWaiting = 16;

/** A thread that takes entries in blocks and makes something of them. */
export class BlockThread<Made> {
  readonly #worker: Worker;
  readonly #made: Promise<Made>;
  #block = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #waiting = 0;
  #failure: Error | null = null;
  #caughtUp: () => void = () => {};

  /** Starts the thread; `name` says in errors which it is, `data` is its `workerData`. */
  constructor(module: URL, name: string, data: unknown) {
    this.#worker = new Worker(module, { workerData: data });
    this.#made = new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#failure ??= error;
        reject(error);
        this.#caughtUp();
      };
      this.#worker.on('message', (answer: Answer<Made>) => {
        if (answer === null) this.#taken();
        else if ('made' in answer) resolve(answer.made);
        else fail(errorOf(answer));
      });
      this.#worker.on('error', fail);
      this.#worker.on('exit', (code) => fail(new Error(`the ${name} thread ended with ${code}`)));
    });
    // Whoever waits for the result meets the error; until then it must not count as unhandled.
    this.#made.catch(() => {});
  }

  /** Room for an entry of `length` bytes, which are to be written before the next call; entries are never divided. */
  entry(length: number): { bytes: Buffer; at: number } {
    if (this.#filled + length > this.#block.length) this.#send(length);
    const at = this.#filled;
    this.#filled += length;
    return { bytes: this.#block, at };
  }

  /** Lets a thread that is behind catch up: to be awaited now and then. Fails when the thread has failed. */
  async rest(): Promise<void> {
    if (this.#waiting >= maxWaiting && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#caughtUp = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** Says that all entries were given. */
  end(): void {
    this.#send(0);
    this.#worker.postMessage(null satisfies Block);
  }

  /** What the thread made, once it is done. */
  async finish(pace: Pace): Promise<Made> {
    const made = await pace.whileAwaiting(this.#made);
    this.close();
    return made;
  }

  close(): void {
    void this.#worker.terminate();
  }

  /** Sends what is in the block and begins one that has room for `bytes` at least. */
  #send(bytes: number): void {
    if (this.#filled > 0) {
      const block: Block = this.#block.subarray(0, this.#filled);
      this.#worker.postMessage(block, [block.buffer]);
      this.#waiting += 1;
    }
    this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    this.#filled = 0;
  }

  #taken(): void {
    this.#waiting -= 1;
    if (this.#waiting < maxWaiting) this.#caughtUp();
  }
}

function errorOf({ error, isFailure, hint }: Exclude<Answer<never>, null | { made: unknown }>): Error {
  if (!isFailure) return new Error(error);
  return new Failure(error, hint === null ? {} : { hint });
}

/** What a thread does with blocks. */
export interface BlockWork<Made> {
  /** Where its files are written, for failures. */
  readonly directory: string;
  /** Takes the entries of a block. */
  take(block: Buffer): void;
  /** Makes the result of all blocks. */
  finish(): Promise<Made>;
}

/** Serves a `BlockThread`: the module named to it calls this with its `parentPort`. */
export function serveBlocks<Made>(port: MessagePort | null, work: BlockWork<Made>): void {
  const answer = (message: Answer<Made>) => port?.postMessage(message);
  const take = async (block: Block) => {
    if (block === null) return { made: await work.finish() };
    work.take(Buffer.from(block.buffer, block.byteOffset, block.byteLength));
    return null;
  };
  port?.on('message', (block: Block) => {
    take(block).then(answer, (error: unknown) => answer(failureAnswer(writeFailure(work.directory, error))));
  });
}

function failureAnswer(error: unknown): Answer<never> {
  const { message, stack } = error as Error;
  const isFailure = error instanceof Failure;
  return {
    error: isFailure ? message : (stack ?? message),
    isFailure,
    hint: isFailure ? error.hint : null,
  };
}
