/** Making the sample as the command line does it: into the installation's raw store. */
import type { Run } from '../../raw/raw-store.js';
import type { Installation } from '../terminal/installation.js';
import { writeSample } from './write-sample.js';

/**
 * Writes a sample of the given number of permits. Gives its runs; the last is interrupted if the
 * installation's signal was aborted.
 */
export async function makeSample(installation: Installation, permits: number, seed?: string): Promise<Run[]> {
  const { progress, signal } = installation;
  return writeSample({
    store: await installation.rawStore(),
    catalog: await installation.catalog(),
    geography: await installation.geography(),
    permits,
    progress,
    signal,
    ...(seed !== undefined && { seed }),
  });
}
