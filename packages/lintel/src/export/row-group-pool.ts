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

/** Lines of records, and the columns to encode them with. */
export interface RowGroupRequest {
  readonly columns: readonly Column[];
  readonly lines: Uint8Array<ArrayBuffer>;
}

export class RowGroupPool {
  readonly #underWay = new Set<Promise<unknown>>();
  #bytes = 0;
  #pool: WorkerPool<RowGroupRequest, EncodedRowGroup> | null = null;
  readonly #threads: number;
  readonly #smallBytes: number;

  constructor({ threads = maxThreads, smallBytes = smallExport } = {}) {
    this.#threads = Math.min(threads, availableParallelism());
    this.#smallBytes = smallBytes;
  }

  /** Begins to encode the lines, and gives them to `take`. Resolves when there is room for further ones. */
  async encode(
    columns: readonly Column[],
    lines: Uint8Array<ArrayBuffer>,
    take: (encoded: Promise<EncodedRowGroup>) => Promise<void>,
  ): Promise<void> {
    const taken = take(this.encoded(columns, lines));
    this.#underWay.add(taken);
    handled(taken.finally(() => this.#underWay.delete(taken)));
    if (this.#underWay.size > this.#threads) await Promise.race(this.#underWay);
  }

  /** The row group of lines. */
  async encoded(columns: readonly Column[], lines: Uint8Array<ArrayBuffer>): Promise<EncodedRowGroup> {
    this.#bytes += lines.length;
    if (this.#bytes < this.#smallBytes) return rowGroupEncoder(columns)(lines);
    this.#pool ??= new WorkerPool({
      module: new URL('./row-group-thread.js', import.meta.url),
      work: 'encoding Parquet',
      threads: this.#threads,
      transfer: ({ lines: { buffer } }) => buffer,
      onFailure: () => {
        // The next row group begins anew.
        this.#pool = null;
      },
      resourceLimits,
    });
    return this.#pool.run({ columns, lines });
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
