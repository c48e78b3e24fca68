/** Building as the command line does it: from everything in the installation's raw store, refining in threads. */
import { availableParallelism } from 'node:os';
import { type BuiltRelease, buildRelease } from '../release/build/build-release.js';
import type { BuildThreadData } from './build-thread.js';
import { type Installation, ownSources } from './installation.js';

/**
 * Refining threads beyond which one more does not help: the thread that reads, sorts and writes is then the busiest.
 * Each holds the geography and the rules of refinement, about 150 MB.
 */
const maxThreads = 6;

export async function buildFrom(installation: Installation, asOf?: string): Promise<BuiltRelease> {
  const refineData: BuildThreadData = { ownSources: ownSources(installation.home) };
  return buildRelease({
    home: installation.home,
    store: await installation.rawStore(),
    catalog: await installation.catalog(),
    geography: await installation.geography(),
    progress: installation.progress,
    signal: installation.signal,
    refineModule: new URL('./build-thread.js', import.meta.url),
    refineThreads: Math.min(maxThreads, availableParallelism()),
    refineData,
    ...(asOf !== undefined && { asOf }),
  });
}
