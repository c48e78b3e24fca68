/** Building as the command line does it: from everything in the installation's raw store, refining in threads. */
import { type BuildOptions, type BuiltRelease, buildRelease } from '../release/build/build-release.js';
import type { BuildThreadData } from './build-thread.js';
import type { Installation } from './installation.js';

/** Builds a release of the installation; by default of today, in as many threads as suit the machine. */
export async function buildFrom(
  installation: Installation,
  options: Pick<BuildOptions, 'asOf' | 'refineThreads'> = {},
): Promise<BuiltRelease> {
  const refineData: BuildThreadData = { ownSources: installation.ownSources, raw: installation.home.raw };
  return buildRelease({
    home: installation.home,
    store: await installation.rawStore(),
    catalog: await installation.catalog(),
    geography: await installation.geography(),
    progress: installation.progress,
    signal: installation.signal,
    refineModule: new URL('./build-thread.js', import.meta.url),
    refineData,
    ...options,
  });
}
