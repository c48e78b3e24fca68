/**
 * Where a build writes its largest files: in this thread, or in one of its own, which writes, hashes and flushes while this
 * one goes on. The files are the same.
 *
 * Bytes travel in a few blocks of shared memory, handed over in the order in which they were filled. Whoever writes
 * faster than the disk waits for the oldest of them; what went wrong is met at the next call.
 */
import { basename } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { handled } from '../handled.js';
import { copyBytes } from '../memory/bytes.js';
import { type FileOptions, type FileSink, FileWriter, type WrittenFile } from './file-writer.js';
import { errorOf, type ThreadFailure } from './thread-failure.js';

export interface Disk {
  /** Creates or empties a file. */
  create(path: string, options?: FileOptions): FileSink;
  /** Ends at once; files that are not finished are not whole. */
  close(): void;
}

/** Writes in this thread. */
export const localDisk: Disk = {
  create: (path, options) => new FileWriter(path, options),
  close: () => {},
};

/** To the thread, of the file with this number. */
export type DiskOrder = { readonly file: number } & (
  | { readonly open: string; readonly isScratch: boolean }
  | { readonly bytes: SharedArrayBuffer; readonly filled: number }
  | { readonly end: 'finish' | 'close' }
);

/** What the thread finds as its `workerData`. */
export interface DiskThreadData {
  /** The words of `diskState`. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** Where it tells a failure before it sets `hasFailed`. */
  readonly failures: MessagePort;
}

/** From the thread: a finished file and its checksum; or null, when the port of failures has one. */
export type DiskAnswer = { readonly file: number; readonly sha256: string } | null;

/** Words that both threads see: blocks written so far (it wraps around), and 1 once something has failed. */
export const diskState = { written: 0, hasFailed: 1, words: 2 } as const;

const blockBytes = 1 << 20;
/** Blocks on their way to the disk at most. */
const maxBlocks = 16;
/** A disk that takes longer for a block does not work. */
const longestWaitMs = 600_000;

interface Finishing {
  readonly resolve: (sha256: string) => void;
  readonly reject: (error: Error) => void;
}

/** Writes in a thread of its own. */
export class ThreadedDisk implements Disk {
  readonly #worker: Worker;
  readonly #state = new Int32Array(new SharedArrayBuffer(diskState.words * 4));
  readonly #failures: MessagePort;
  readonly #finishing = new Map<number, Finishing>();
  /** Blocks that were handed over, the oldest first. */
  readonly #onTheWay: SharedArrayBuffer[] = [];
  #spare: SharedArrayBuffer[] = [];
  #handedOver = 0;
  #files = 0;
  #failure: Error | null = null;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#failures = port1;
    port1.unref();
    this.#worker = new Worker(new URL('./background-writer-thread.js', import.meta.url), {
      workerData: { state: this.#state, failures: port2 } satisfies DiskThreadData,
      transferList: [port2],
    });
    this.#worker.on('message', (answer: DiskAnswer) => {
      if (answer === null) {
        this.#noteFailure();
        return;
      }
      this.#finishing.get(answer.file)?.resolve(answer.sha256);
      this.#finishing.delete(answer.file);
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread of the disk ended with ${code}`)));
  }

  create(path: string, { isScratch = false }: FileOptions = {}): FileSink {
    const file = this.#files++;
    this.#order({ file, open: path, isScratch });
    return new ThreadedFile(path, {
      room: () => this.#room(),
      write: (bytes, filled) => this.#write(file, bytes, filled),
      settle: () => this.#settle(),
      finish: () => this.#finish(file),
      close: () => this.#worker.postMessage({ file, end: 'close' } satisfies DiskOrder),
    });
  }

  close(): void {
    this.#failures.close();
    void this.#worker.terminate();
  }

  #order(order: DiskOrder): void {
    this.#check();
    this.#worker.postMessage(order);
  }

  /** A block to fill. Waits while too many are on their way. */
  #room(): SharedArrayBuffer {
    this.#takeBack();
    if (this.#spare.length === 0 && this.#onTheWay.length >= maxBlocks) {
      this.#await(this.#handedOver - this.#onTheWay.length + 1);
    }
    return this.#spare.pop() ?? new SharedArrayBuffer(blockBytes);
  }

  #write(file: number, bytes: SharedArrayBuffer, filled: number): void {
    this.#order({ file, bytes, filled });
    this.#onTheWay.push(bytes);
    this.#handedOver += 1;
  }

  #settle(): void {
    this.#await(this.#handedOver);
  }

  #finish(file: number): Promise<string> {
    const finished = new Promise<string>((resolve, reject) => {
      this.#finishing.set(file, { resolve, reject });
    });
    handled(finished);
    this.#order({ file, end: 'finish' });
    return finished;
  }

  /** Waits until so many blocks were written. */
  #await(count: number): void {
    for (;;) {
      const written = Atomics.load(this.#state, diskState.written);
      this.#takeBack();
      if (this.#handedOver - this.#onTheWay.length >= count) return;
      if (Atomics.wait(this.#state, diskState.written, written, longestWaitMs) === 'timed-out')
        throw new Error('the thread of the disk has not answered for ten minutes');
    }
  }

  /** Takes back the blocks that were written. Fails when something has failed. */
  #takeBack(): void {
    this.#check();
    const waiting = (this.#handedOver - Atomics.load(this.#state, diskState.written)) | 0;
    while (this.#onTheWay.length > waiting) {
      const block = this.#onTheWay.shift();
      if (block !== undefined) this.#spare.push(block);
    }
  }

  #check(): void {
    if (Atomics.load(this.#state, diskState.hasFailed) === 1) this.#noteFailure();
    if (this.#failure !== null) throw this.#failure;
  }

  /** Takes what the thread told from its port: this one may be too busy for messages to reach it. */
  #noteFailure(): void {
    const told = receiveMessageOnPort(this.#failures) as { message: ThreadFailure } | undefined;
    this.#fail(told === undefined ? new Error('the thread of the disk has failed') : errorOf(told.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#finishing.values()) reject(this.#failure);
    this.#finishing.clear();
    this.#spare = [];
  }
}

/** What a file needs of its disk. */
interface FileOrders {
  room(): SharedArrayBuffer;
  write(bytes: SharedArrayBuffer, filled: number): void;
  settle(): void;
  /** Gives the checksum. */
  finish(): Promise<string>;
  close(): void;
}

class ThreadedFile implements FileSink {
  readonly path: string;
  position = 0;
  readonly #orders: FileOrders;
  #block: Uint8Array<SharedArrayBuffer> | null = null;
  #filled = 0;
  #isOpen = true;

  constructor(path: string, orders: FileOrders) {
    this.path = path;
    this.#orders = orders;
  }

  write(source: Uint8Array, from = 0, to = source.length): void {
    let start = from;
    while (start < to) {
      this.#block ??= new Uint8Array(this.#orders.room());
      const count = Math.min(to - start, this.#block.length - this.#filled);
      copyBytes(source, start, start + count, this.#block, this.#filled);
      this.#filled += count;
      start += count;
      if (this.#filled === this.#block.length) this.#handOver();
    }
    this.position += to - from;
  }

  flush(): void {
    this.#handOver();
    this.#orders.settle();
  }

  async finish(): Promise<WrittenFile> {
    this.#handOver();
    this.#isOpen = false;
    const sha256 = await this.#orders.finish();
    return { name: basename(this.path), bytes: this.position, sha256 };
  }

  close(): void {
    if (this.#isOpen) this.#orders.close();
    this.#isOpen = false;
  }

  #handOver(): void {
    if (this.#block !== null) this.#orders.write(this.#block.buffer, this.#filled);
    this.#block = null;
    this.#filled = 0;
  }
}
