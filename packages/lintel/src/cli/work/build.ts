/**
 * Building as the command line does it: from everything in the installation's raw store, refining in threads.
 */
import { UserError } from '../../base/user-error.js';
import { type BuildOptions, type BuiltRelease, buildRelease } from '../../builder/build-release.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import type { BuildThreadData } from './build-thread.js';

/** Builds a release of the installation; by default of today, in as many threads as suit the machine. */
export async function buildFrom(
  installation: Installation,
  options: Pick<BuildOptions, 'asOf' | 'refineThreads'> = {},
): Promise<BuiltRelease> {
  const store = await installation.rawStore();
  if ((await store.totals()).every(({ rows }) => rows === 0)) throw emptyStore(installation);
  const { ownSources, home, config } = installation;
  const refineData: BuildThreadData = { ownSources, raw: home.raw, raw_url: config.raw_url };
  return buildRelease({
    home,
    store,
    catalog: await installation.catalog(),
    geography: await installation.geography(),
    progress: installation.progress,
    signal: installation.signal,
    refineModule: new URL('./build-thread.js', import.meta.url),
    refineData,
    ...options,
  });
}

function emptyStore(installation: Installation): UserError {
  const ways = ['ingest FILE --source ID', 'fetch SOURCE', 'sample'].map((way) =>
    commandLine(installation, way),
  );
  return new UserError(
    `The raw store of ${installation.directory} holds no rows, so there is nothing to build.`,
    {
      hint: `Read rows first: ${ways.join(', or ')}. Is this the right home?`,
    },
  );
}
