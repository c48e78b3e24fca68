/** Building as the command line does it: from everything in the installation's raw store, refining in a thread. */
import { type BuiltRelease, buildRelease } from '../release/build/build-release.js';
import type { Installation } from './installation.js';

export async function buildFrom(installation: Installation, asOf?: string): Promise<BuiltRelease> {
  return buildRelease({
    home: installation.home,
    store: await installation.rawStore(),
    catalog: await installation.catalog(),
    geography: await installation.geography(),
    progress: installation.progress,
    signal: installation.signal,
    refineModule: new URL('./build-thread.js', import.meta.url),
    ...(asOf !== undefined && { asOf }),
  });
}
