/**
 * Refines blocks of lines for `lintel refine`: the first ones in this thread, so that a few lines need no more; once the
 * input proves long, in a thread a core.
 */
import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../base/worker-pool.js';
import type { Geography } from '../../geography/geography.js';
import { refineFreeRecords } from '../../refine/free-record.js';
import type { RowContext } from '../../refine/record/source-context.js';
import { type Block, type BlockFilter, type FilteredBlock, filterBlock } from './filter-lines.js';

/** Lines that are refined before threads have loaded their tables. */
const linesBeforeThreads = 5_000;
const maxThreads = 4;
/** Blocks that a thread holds at once. */
const queue = 3;

interface RefineSettings {
  readonly geography: Geography;
  readonly source: RowContext | null;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What a thread needs to make its own settings. */
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
  #pool: WorkerPool<Block, FilteredBlock> | null = null;

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
    return this.#pool?.capacity ?? 1;
  }

  async run(block: Block): Promise<FilteredBlock> {
    if (this.#threads < 2 || block.first <= linesBeforeThreads) return refineBlock(block, this.#settings);
    this.#pool ??= new WorkerPool({
      module: new URL('./refine-thread.js', import.meta.url),
      work: 'refining',
      threads: this.#threads,
      queue,
      data: this.#order,
    });
    return this.#pool.run(block);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
