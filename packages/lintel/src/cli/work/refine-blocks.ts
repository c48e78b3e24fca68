/**
 * Refines blocks of lines for `lintel refine`: the first ones in this thread, so that a few lines need no more; once the
 * input proves long, in a thread a core.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Geography } from '../../geography/geography.js';
import { refineFreeRecords } from '../../refine/free-record.js';
import type { RowContext } from '../../refine/record/source-context.js';
import { type Block, type BlockFilter, type FilteredBlock, filterBlock } from './filter-lines.js';

/** Lines that are refined before threads have loaded their tables. */
const linesBeforeThreads = 5_000;
const maxThreads = 4;
/** Blocks that wait at a thread while it works on one. */
const queuedPerThread = 3;

export interface RefineSettings {
  readonly geography: Geography;
  readonly source: RowContext | null;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What a thread must know to make the settings of its own. */
export interface RefineOrder {
  readonly source: string | null;
  /** The operator's own sources. */
  readonly sources: string;
  readonly today: string;
}

export function refineBlock(block: Block, { geography, source, today }: RefineSettings): FilteredBlock {
  return filterBlock(block, (records) =>
    refineFreeRecords(records, geography, { source, today }).map((record) =>
      'kind' in record ? { refused: `The record ${record.reason}.` } : { made: record },
    ),
  );
}

/** A filter that starts its threads when they are worth it; `close` ends them. */
export class RefineFilter implements BlockFilter {
  readonly #settings: RefineSettings;
  readonly #order: RefineOrder;
  readonly #threads: number;
  #workers: RefineWorker[] = [];
  #next = 0;

  /** No `threads`: one a core, up to four. */
  constructor(
    settings: RefineSettings,
    order: RefineOrder,
    threads = Math.min(maxThreads, availableParallelism()),
  ) {
    this.#settings = settings;
    this.#order = order;
    this.#threads = threads;
  }

  get parallel(): number {
    return Math.max(1, this.#workers.length * queuedPerThread);
  }

  async run(block: Block): Promise<FilteredBlock> {
    if (this.#threads < 2 || block.first <= linesBeforeThreads) return refineBlock(block, this.#settings);
    if (this.#workers.length === 0) {
      this.#workers = Array.from({ length: this.#threads }, () => new RefineWorker(this.#order));
    }
    const worker = this.#workers[this.#next % this.#workers.length];
    this.#next += 1;
    return worker === undefined ? refineBlock(block, this.#settings) : worker.run(block);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}

interface Waiting {
  resolve(filtered: FilteredBlock): void;
  reject(error: Error): void;
}

/** One thread; it answers in the order in which it was asked. */
class RefineWorker {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];

  constructor(order: RefineOrder) {
    this.#worker = new Worker(new URL('./refine-thread.js', import.meta.url), { workerData: order });
    this.#worker.on('message', (filtered: FilteredBlock) => this.#waiting.shift()?.resolve(filtered));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`a refining thread ended with ${code}`)));
  }

  run(block: Block): Promise<FilteredBlock> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(block);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
