/**
 * Reads and refines raw rows: in this thread, or in worker threads that work while this one sorts.
 *
 * The caller awaits the batches in order, so a release does not depend on how many threads made it. A thread
 * that fails or dies ends the build with its error. Others may help (builder/distributed).
 */
import { inThisThread, serveRequests, WorkerPool, type Workers } from '../../base/worker-pool.js';
import type { Geography } from '../../geography/geography.js';
import type { RowReader } from '../../raw/raw-store.js';
import type { Catalog } from '../../refine/record/source.js';
import { refineRows } from '../../refine/refine.js';
import { type PreparedBatch, prepareBatch, type RawBatch, type Refine } from '../entry/prepare.js';

/** What refining needs to know. */
export interface RefineryTools {
  readonly rows: RowReader;
  readonly catalog: Catalog;
  readonly geography: Geography;
  /** What to refine with; tests replace it. */
  readonly refine?: Refine;
}

/** What the threads of a refinery run, and how many there are. */
interface RefineryThreads {
  /** The module that each thread runs; it calls `serveRefinery`. */
  readonly module: URL;
  readonly count: number;
  /** What `serveRefinery` passes to each thread. */
  readonly data?: unknown;
  /** Called once when the threads cannot continue. */
  readonly onFailure?: (error: Error) => void;
}

/** Given what refines on this machine, all that refines. */
export type ShareRefining = (own: Workers<RawBatch, PreparedBatch>) => Workers<RawBatch, PreparedBatch>;

/**
 * A thread needs about 200 to 300 MB, whatever the rows. The nearer its limit, the sooner the engine collects
 * garbage: without this limit, a build of 400,000 permits peaked at 1,067 MB instead of 896 MB.
 */
const maxOldGenerationSizeMb = 1024;
/**
 * Nearly all memory of a row is garbage once it is refined: with twice the default young generation, a thread
 * spends a tenth less time on garbage collection.
 */
const maxYoungGenerationSizeMb = 96;
/**
 * Batches that a thread holds at once: enough to keep it busy while the main thread sorts what it collected.
 */
const queue = 20;

export class Refinery {
  readonly #workers: Workers<RawBatch, PreparedBatch>;
  readonly #memory: SharedArrayBuffer[] = [];

  /** In this thread with `tools`, or in the threads; `share` adds others that refine to them. */
  constructor(where: RefineryTools | RefineryThreads, share: ShareRefining = (own) => own) {
    const own: Workers<RawBatch, PreparedBatch> =
      'module' in where
        ? new WorkerPool({
            ...where,
            work: 'refining',
            threads: where.count,
            queue,
            resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
          })
        : inThisThread((batch: RawBatch) => prepareWith(where, batch));
    this.#workers = share(own);
  }

  /** Batches that may be in progress at once. */
  get capacity(): number {
    return this.#workers.capacity;
  }

  prepare(batch: RawBatch): Promise<PreparedBatch> {
    return this.#workers.run({ ...batch, room: this.#memory.pop() });
  }

  /** Reuses the memory of a batch that is no longer read: fresh memory costs more than filling it. */
  reuse({ bytes }: PreparedBatch): void {
    this.#memory.push(bytes.buffer);
  }

  async close(): Promise<void> {
    await this.#workers.close();
  }
}

/** The entire work of a refinery thread: `open` receives the data of the refinery. */
export function serveRefinery<Data>(
  open: (data: Data) => RefineryTools | Promise<RefineryTools>,
): Promise<void> {
  return serveRequests(async (data: Data) => {
    const tools = await open(data);
    return (batch: RawBatch) => prepareWith(tools, batch);
  });
}

/** Refines one batch. */
export async function prepareWith(
  { rows, catalog, geography, refine = refineRows }: RefineryTools,
  batch: RawBatch,
): Promise<PreparedBatch> {
  const source = catalog.get(batch.span.source);
  if (source === null) throw new Error(`no source ${batch.span.source} in the catalog`);
  return prepareBatch(source, batch, rows, geography, refine);
}
