/**
 * Encodes the row groups of an export: those of a small one in this thread, those of a large one in threads, so
 * that it uses two processors. A bounded number is under way.
 */
import { availableParallelism } from 'node:os';
import { handled } from '../base/handled.js';
import { WorkerPool } from '../base/worker-pool.js';
import type { Column } from './column.js';
import { type EncodedRowGroup, rowGroupEncoder } from './row-group.js';

/** Each thread holds a row group as objects: more of them would not fit into the memory of an export. */
const maxThreads = 2;
/** Bytes of records that an export encodes before it starts threads. */
const smallExport = 4 << 20;
/** Megabytes of a thread's memory. Without these limits V8 collects garbage later, and saves little time by it. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 128 };

export class RowGroupPool {
  readonly #columns: readonly Column[];
  readonly #underWay = new Set<Promise<unknown>>();
  #bytes = 0;
  #pool: WorkerPool<Uint8Array<ArrayBuffer>, EncodedRowGroup> | null = null;

  readonly #threads: number;
  readonly #smallBytes: number;

  constructor(columns: readonly Column[], { threads = maxThreads, smallBytes = smallExport } = {}) {
    this.#columns = columns;
    this.#threads = Math.min(threads, availableParallelism());
    this.#smallBytes = smallBytes;
  }

  /** Begins to encode the lines, and gives them to `take`. Resolves when there is room for further ones. */
  async encode(
    lines: Uint8Array<ArrayBuffer>,
    take: (encoded: Promise<EncodedRowGroup>) => Promise<void>,
  ): Promise<void> {
    const taken = take(this.encoded(lines));
    this.#underWay.add(taken);
    handled(taken.finally(() => this.#underWay.delete(taken)));
    if (this.#underWay.size > this.#threads) await Promise.race(this.#underWay);
  }

  /** The row group of lines. */
  async encoded(lines: Uint8Array<ArrayBuffer>): Promise<EncodedRowGroup> {
    this.#bytes += lines.length;
    if (this.#bytes < this.#smallBytes) return rowGroupEncoder(this.#columns)(lines);
    this.#pool ??= new WorkerPool({
      module: new URL('./row-group-thread.js', import.meta.url),
      work: 'encoding Parquet',
      threads: this.#threads,
      data: this.#columns,
      transfer: ({ buffer }) => buffer,
      resourceLimits,
    });
    return this.#pool.run(lines);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
