/**
 * A build that workers on any machine may join: reads one snapshot of the raw store in PostgreSQL, and announces itself
 * there.
 */
import type { Workers } from '../../base/worker-pool.js';
import { openPostgresSnapshot } from '../../raw/postgres-snapshot.js';
import { asRawFailure, connectRaw } from '../../raw/postgres-tables.js';
import type { RawContents } from '../../raw/raw-store.js';
import type { PreparedBatch, RawBatch } from '../entry/prepare.js';
import type { BuildBasis } from './basis.js';
import { BuildQueue, type BuildUnderWay } from './build-queue.js';
import { type Help, SharedRefinery } from './shared-refinery.js';

export interface SharedBuild {
  readonly build: BuildUnderWay;
  readonly rows: RawContents;
  /** What a build refines with, given what it has on its own machine; closing it ends the sharing. */
  share(own: Workers<RawBatch, PreparedBatch>): Workers<RawBatch, PreparedBatch>;
  /** Ends the sharing. */
  close(): Promise<void>;
}

/** `basisOf` gets the sources that have rows. Throws a UserError when the server cannot be used. */
export async function shareBuild(
  address: string,
  basisOf: (sources: readonly string[]) => BuildBasis,
  onHelp: (help: Help) => void,
): Promise<SharedBuild> {
  const { name: snapshot, rows } = await openPostgresSnapshot(address);
  const connection = connectRaw(address);
  const close = async () => {
    await Promise.all([connection.close(), rows.close()]);
  };
  try {
    const sources = (await rows.totals()).map(({ source }) => source);
    const announced = { basis: basisOf(sources), snapshot };
    const queue = await Promise.race([BuildQueue.announce(connection, announced), connection.lost]);
    const failure = (error: unknown) => asRawFailure(error, address);
    const options = { queue, lost: connection.lost, failure, onHelp, closed: close };
    return {
      build: { id: queue.id, ...announced },
      rows,
      share: (own) => new SharedRefinery({ ...options, own }),
      close,
    };
  } catch (error) {
    await close();
    throw asRawFailure(error, address);
  }
}
