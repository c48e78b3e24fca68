/**
 * The base of the writers that a build feeds with entries: entries are packed into blocks of bytes, and a
 * consumer turns them into files, in this thread or in one of its own. Either way the files are the same.
 *
 * The queue of a thread is short: await `drained` while adding. A thread that fails or dies fails `drained`
 * and `finish` with its error.
 */
import { handled } from '../../base/handled.js';
import type { Ticker } from '../../base/ticker.js';
import { WorkerPool } from '../../base/worker-pool.js';

/** Turns blocks into files, in either thread. */
export interface BlockConsumer<Made> {
  /** Takes the entries of a block, whose memory is reused afterwards. */
  take(block: Buffer): void;
  /** Builds the result of all blocks. */
  finish(ticker: Ticker): Promise<Made>;
  /** Frees its resources. */
  close(): void;
}

/** The consumers that a thread can hold (block-thread.ts). */
export type ConsumerKind = 'addresses' | 'filters' | 'properties' | 'roll-ups';

interface BlockWriting<Data, Made> {
  readonly kind: ConsumerKind;
  /** The directory of its files, for errors. */
  readonly directory: string;
  /** What the consumer requires; it is sent to the thread. */
  readonly data: Data;
  /** Creates the consumer, when there is no thread for it. */
  readonly consumer: (data: Data) => BlockConsumer<Made>;
  readonly isThreaded: boolean;
}

export type ThreadData = Pick<BlockWriting<unknown, unknown>, 'kind' | 'directory' | 'data'>;

/**
 * A message to the thread: a block and how many of its bytes are filled; null after the last one, for the
 * result.
 */
export type Block = { readonly bytes: SharedArrayBuffer; readonly filled: number } | null;

const blockBytes = 1 << 20;
/** Blocks that may wait for a thread. */
const maxWaiting = 8;

/**
 * Blocks are shared, not transferred: the garbage collector counts transferred memory as newly allocated each
 * time it returns, and it collected the whole heap every few blocks.
 */
type SharedBuffer = Buffer<SharedArrayBuffer>;

function newBlock(bytes = blockBytes): SharedBuffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** Capacity of a block. */
export interface Entry {
  readonly bytes: Buffer;
  readonly at: number;
}

export class BlockWriter<Data, Made> {
  readonly #kind: ConsumerKind;
  /** One of the two: the consumer in this thread, or the thread. */
  readonly #consumer: BlockConsumer<Made> | null;
  readonly #thread: WorkerPool<Block, Made | undefined> | null;
  /** Blocks sent to the thread, the oldest first. */
  readonly #waiting: Promise<unknown>[] = [];
  readonly #spare: SharedBuffer[] = [];
  #block = newBlock();
  #filled = 0;
  #made: Promise<Made | undefined> | null = null;
  #onFailure: (error: Error) => void = () => {};

  constructor({ kind, directory, data, consumer, isThreaded }: BlockWriting<Data, Made>) {
    this.#kind = kind;
    this.#consumer = isThreaded ? null : consumer(data);
    this.#thread = isThreaded
      ? new WorkerPool({
          module: new URL('./block-thread.js', import.meta.url),
          work: `writing ${kind}`,
          threads: 1,
          data: { kind, directory, data } satisfies ThreadData,
          onFailure: (error) => this.#onFailure(error),
        })
      : null;
  }

  /** Sets a callback for when the thread fails: the build may be busy elsewhere. */
  onFailure(listener: (error: Error) => void): void {
    this.#onFailure = listener;
  }

  /** Space for an entry of `length` bytes, to be written before the next call; entries are never split. */
  protected entry(length: number): Entry {
    if (this.#filled + length > this.#block.length) {
      this.#send();
      if (length > this.#block.length) this.#block = newBlock(length);
    }
    const at = this.#filled;
    this.#filled += length;
    return { bytes: this.#block, at };
  }

  /** Waits until the queue of the thread is short: to be awaited regularly while adding. */
  async drained(): Promise<void> {
    while (this.#waiting.length >= maxWaiting) await this.#waiting.shift();
  }

  /** All entries were added: a thread begins to build the result. */
  end(): void {
    this.#send();
    this.#block = newBlock(0);
    if (this.#thread !== null) this.#made ??= this.#thread.run(null);
  }

  /** The result, once it is complete. */
  async finish(ticker: Ticker): Promise<Made> {
    this.end();
    if (this.#consumer !== null) return this.#consumer.finish(ticker);
    ticker.step(`Awaiting ${this.#kind}`, null);
    const made = await ticker.whileAwaiting(
      this.#made ?? Promise.reject(new Error('a writer without a thread')),
    );
    if (made === undefined) throw new Error(`a thread made nothing of ${this.#kind}`);
    await this.#thread?.close();
    return made;
  }

  async close(): Promise<void> {
    this.#consumer?.close();
    await this.#thread?.close();
  }

  /** Hands over the filled block and takes another one. */
  #send(): void {
    const block = this.#block;
    const filled = this.#filled;
    this.#filled = 0;
    if (filled === 0) return;
    if (this.#thread === null) {
      this.#consumer?.take(block.subarray(0, filled));
      return;
    }
    const taken = this.#thread.run({ bytes: block.buffer, filled });
    this.#waiting.push(handled(taken.then(() => this.#spare.push(block))));
    this.#block = this.#spare.pop() ?? newBlock();
  }
}
