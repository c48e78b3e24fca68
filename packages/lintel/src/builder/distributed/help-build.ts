/**
 * A worker: a process that refines batches of a build in progress, one after the other, until the build ends. It reads
 * the rows from the snapshot that the build reads. With its process, or with the one that started it, its claim ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { Connection } from '../../base/postgres-connection.js';
import { UserError } from '../../base/user-error.js';
import { openPostgresSnapshot, type PostgresSnapshot } from '../../raw/postgres-snapshot.js';
import { asRawFailure, connectRaw } from '../../raw/postgres-tables.js';
import { prepareWith, type RefineryTools } from '../collect/refinery.js';
import type { PreparedBatch } from '../entry/prepare.js';
import { type BuildBasis, requireSameBasis } from './basis.js';
import { BuildClaims, type BuildUnderWay } from './build-queue.js';
import type { BatchSummary } from './shared-refinery.js';

/** How often a worker without a batch looks for one. */
const lookMs = 20;
/** The fastest: a third of the bytes, and the builder unpacks them beside its other work. */
const compression = { level: 1 };

/** What a worker is started with. */
export interface WorkerTask {
  /** Address of the raw store. */
  readonly address: string;
  readonly build: BuildUnderWay;
  /** What the program's own side needs to load its sources. */
  readonly data: unknown;
}

/** What a worker says to the process that started it: rows that it has refined, or why it ends. */
export type WorkerMessage =
  | { readonly rows: number }
  | { readonly failure: { readonly message: string; readonly hint: string | null } };

/** What a worker refines with. */
interface WorkerTools extends Omit<RefineryTools, 'rows'> {
  readonly basis: BuildBasis;
}

/** The whole of a worker's module: waits for its task, and ends the process when it is done. */
export function serveBuildWorker<Data>(open: (data: Data) => WorkerTools | Promise<WorkerTools>): void {
  const say = (message: WorkerMessage) => process.send?.(message);
  // Others can claim its batch at once.
  process.once('disconnect', () => process.exit());
  process.once('message', async (task: WorkerTask) => {
    try {
      await helpBuild(task, await open(task.data as Data), (rows) => say({ rows }));
    } catch (error) {
      const { message, stack = message } = error as Error;
      const isKnown = error instanceof UserError;
      say({ failure: { message: isKnown ? message : stack, hint: isKnown ? error.hint : null } });
      process.exitCode = 1;
    }
    process.disconnect();
  });
}

/** Refines batches of a build until it ends; calls `done` with the rows of each batch. */
async function helpBuild(
  { address, build }: WorkerTask,
  tools: WorkerTools,
  done: (rows: number) => void,
): Promise<void> {
  requireSameBasis(build.basis, tools.basis);
  const connection = connectRaw(address);
  try {
    await Promise.race([helpOn(connection, address, build, tools, done), connection.lost]);
  } catch (error) {
    throw asRawFailure(error, address);
  } finally {
    await connection.close();
  }
}

async function helpOn(
  connection: Connection,
  address: string,
  build: BuildUnderWay,
  tools: WorkerTools,
  done: (rows: number) => void,
): Promise<void> {
  const claims = await BuildClaims.join(connection, build.id);
  const snapshot = await snapshotOf(claims, address, build);
  if (snapshot === null) return;
  const { rows } = snapshot;
  while (await claims.isUnderWay()) {
    let claimed = await claims.claim();
    if (claimed === null) await sleep(lookMs);
    while (claimed !== null) {
      const prepared = await prepareWith({ ...tools, rows }, claimed.batch);
      await claimed.finish(JSON.stringify(summaryOf(prepared)), deflateRawSync(prepared.bytes, compression));
      done(claimed.batch.span.rows);
      claimed = await claims.claim();
    }
  }
  await rows.close();
}

/** Null if the build has ended, and its snapshot with it. */
async function snapshotOf(
  claims: BuildClaims,
  address: string,
  { snapshot }: BuildUnderWay,
): Promise<PostgresSnapshot | null> {
  try {
    return await openPostgresSnapshot(address, snapshot);
  } catch (error) {
    if (await claims.isUnderWay()) throw error;
    return null;
  }
}

function summaryOf({ bytes, ...rest }: PreparedBatch): BatchSummary {
  return { ...rest, length: bytes.length };
}
