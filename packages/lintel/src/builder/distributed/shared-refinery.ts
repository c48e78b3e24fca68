/**
 * Refines on this machine and in workers on any machine: each batch goes to whichever has room, through the tables of
 * build-queue.ts to workers.
 *
 * A build never waits for a worker in vain. What a killed one had claimed is free at once, and is claimed by another or
 * taken back; and a batch that comes back from nobody within two seconds is refined here too when there is nothing else
 * to do here. Both give the same bytes, so the first one counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { handled } from '../../base/handled.js';
import type { Workers } from '../../base/worker-pool.js';
import type { PreparedBatch, RawBatch } from '../entry/prepare.js';
import type { BatchResult, BuildQueue } from './build-queue.js';

/** Batches for each worker: the one it works on, and those that keep it busy while this process sorts. */
const batchesOfWorker = 8;
/** What this machine takes of its capacity while workers help, so that they get their share of a short build too. */
const ownShare = 0.4;
/** Batches that all workers have at most: what comes back of them waits in memory for its turn, 1 MB each. */
const mostOffered = 400;
const mostResults = 32;
/** How often results are fetched; how often workers are counted. */
const fetchMs = 20;
const countMs = 500;
/** After this time a batch is refined here too, if there is nothing else to do. */
const patienceMs = 2000;

const inflate = promisify(inflateRaw);

/** How many workers help, and how many rows they have refined in all. */
export interface Help {
  readonly workers: number;
  readonly rows: number;
}

interface Job {
  readonly number: number;
  readonly batch: RawBatch;
  readonly resolve: (prepared: PreparedBatch) => void;
  readonly reject: (error: unknown) => void;
}

interface SharedRefineryOptions {
  /** What refines on this machine. */
  readonly own: Workers<RawBatch, PreparedBatch>;
  readonly queue: BuildQueue;
  /** Rejects when the connection of the queue breaks. */
  readonly lost: Promise<never>;
  /** Turns an error of the tables into one for people. */
  readonly failure: (error: unknown) => unknown;
  readonly onHelp: (help: Help) => void;
  /** Closes what the queue needs. */
  readonly closed: () => Promise<void>;
}

export class SharedRefinery implements Workers<RawBatch, PreparedBatch> {
  readonly #options: SharedRefineryOptions;
  readonly #closing = new AbortController();
  readonly #exchange: Promise<void>;
  /** Batches that nobody has begun, the oldest first. */
  readonly #waiting: Job[] = [];
  /** Batches in the tables, by number, with the time of their offer. */
  readonly #offered = new Map<number, { readonly job: Job; readonly sinceMs: number }>();
  #ownUnderWay = 0;
  #batches = 0;
  #workers = 0;
  #countedMs = 0;
  #helpedRows = 0;
  #failure: unknown = null;

  constructor(options: SharedRefineryOptions) {
    this.#options = options;
    const failed = (error: unknown) => this.#fail(options.failure(error));
    this.#exchange = Promise.race([handled(this.#exchangeUntilClosed()), options.lost]).catch(failed);
  }

  get capacity(): number {
    return this.#ownRoom + this.#room;
  }

  run(batch: RawBatch): Promise<PreparedBatch> {
    const prepared = new Promise<PreparedBatch>((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else {
        const job = { number: this.#batches++, batch, resolve, reject };
        // Kept rows lie on this machine, and take less work than a batch that travels.
        if (batch.keeping !== null && batch.keeping.blocks.length > 0) this.#refineHere(job, batch);
        else this.#waiting.push(job);
      }
    });
    this.#beginHere();
    return handled(prepared);
  }

  async close(): Promise<void> {
    const { own, queue, lost, closed } = this.#options;
    this.#closing.abort();
    await this.#exchange;
    this.#options.onHelp({ workers: this.#workers, rows: this.#helpedRows });
    // What fails now has failed the build already, and the next one drops the tables.
    await Promise.race([queue.close(), lost]).catch(() => {});
    await Promise.all([own.close(), closed()]);
  }

  /** Batches that this machine may have under way. */
  get #ownRoom(): number {
    const { capacity } = this.#options.own;
    return this.#workers === 0 ? capacity : Math.ceil(capacity * ownShare);
  }

  /** Batches that workers may have. */
  get #room(): number {
    return Math.min(mostOffered, this.#workers * batchesOfWorker);
  }

  /** Begins waiting batches on this machine while it has room. */
  #beginHere(): void {
    while (this.#ownUnderWay < this.#ownRoom) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      this.#refineHere(job, job.batch);
    }
  }

  #refineHere(job: Job, batch: RawBatch): void {
    this.#ownUnderWay += 1;
    const refine = async () => {
      try {
        job.resolve(await this.#options.own.run(batch));
      } catch (error) {
        job.reject(error);
      }
      this.#ownUnderWay -= 1;
      this.#offered.delete(job.number);
      this.#beginHere();
    };
    void refine();
  }

  /** Counts workers, hands batches to them and fetches what they made of them. */
  async #exchangeUntilClosed(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#countWorkers();
      await this.#offer();
      const came = await this.#fetch();
      await this.#refineLate();
      if (came === 0) await this.#pause(this.#workers + this.#offered.size > 0 ? fetchMs : countMs);
    }
  }

  async #countWorkers(): Promise<void> {
    if (Date.now() - this.#countedMs < countMs) return;
    this.#countedMs = Date.now();
    this.#workers = await this.#options.queue.workers();
    this.#options.onHelp({ workers: this.#workers, rows: this.#helpedRows });
  }

  async #offer(): Promise<void> {
    const jobs = this.#waiting.splice(0, Math.max(0, this.#room - this.#offered.size));
    for (const job of jobs) this.#offered.set(job.number, { job, sinceMs: Date.now() });
    await this.#options.queue.offer(
      jobs.map(({ number, batch: { span, today, keeping } }) => ({
        number,
        batch: { span, today, keeping: keeping && { ...keeping, file: -1, blocks: [] } },
      })),
    );
  }

  /** How many results came. */
  async #fetch(): Promise<number> {
    if (this.#offered.size === 0) return 0;
    const results = await this.#options.queue.results(mostResults);
    await Promise.all(results.map((result) => this.#take(result)));
    return results.length;
  }

  async #take({ number, summary, bytes }: BatchResult): Promise<void> {
    const job = this.#offered.get(number)?.job;
    if (job === undefined) return;
    const { length, ...rest } = JSON.parse(summary) as BatchSummary;
    const plain = await inflate(bytes, { maxOutputLength: length });
    if (plain.length !== length)
      throw new Error(`a worker announced ${length} bytes and sent ${plain.length}`);
    const { room } = job.batch;
    const memory = room !== undefined && room.byteLength >= length ? room : new SharedArrayBuffer(length);
    const shared = new Uint8Array(memory, 0, length);
    shared.set(plain);
    this.#offered.delete(number);
    this.#helpedRows += job.batch.span.rows;
    job.resolve({ ...rest, bytes: shared });
  }

  /** When this machine has little to do, it takes back what nobody has claimed, or refines what is late. */
  async #refineLate(): Promise<void> {
    const most = Math.ceil(this.#ownRoom / 4) - this.#ownUnderWay;
    if (most <= 0 || this.#waiting.length > 0 || this.#offered.size === 0) return;
    const free = await this.#options.queue.takeBack(most);
    const [oldest] = this.#offered.values();
    const isLate = oldest !== undefined && Date.now() - oldest.sinceMs > patienceMs;
    if (free.length === 0 && this.#ownUnderWay === 0 && isLate) free.push(oldest.job.number);
    for (const number of free) {
      const job = this.#offered.get(number)?.job;
      // Without the memory that it brought: what a worker makes of the same batch may come into that.
      if (job !== undefined) this.#refineHere(job, { ...job.batch, room: undefined });
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #fail(error: unknown): void {
    this.#failure = error;
    const jobs = [...this.#waiting.splice(0), ...[...this.#offered.values()].map(({ job }) => job)];
    for (const { reject } of jobs) reject(error);
  }
}

/** A prepared batch without its bytes, and how many they are. */
export type BatchSummary = Omit<PreparedBatch, 'bytes'> & { readonly length: number };
