/**
 * Building as the command line does it: from everything in the installation's raw store, refining in threads, and in
 * workers when the raw store is in PostgreSQL.
 */
import { rmSync } from 'node:fs';
import { readSets } from '../../areas/home-areas.js';
import { formatCount } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import { type BuildOptions, type BuiltRelease, buildRelease } from '../../builder/build-release.js';
import { type KeepOptions, StaleRows } from '../../builder/collect/kept-rows.js';
import type { Help } from '../../builder/distributed/shared-refinery.js';
import { readKeptPopulation, readSurveys } from '../../official/home-surveys.js';
import { officialPlaces } from '../../official/official-places.js';
import { withPopulation } from '../../official/population.js';
import type { RawContents } from '../../raw/raw-store.js';
import type { Renewal } from '../../raw/source-silence.js';
import { leftOut } from '../../raw/whole-fetches.js';
import { refusalOf, rhythmMs } from '../../sources/fetch/next-fetch.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import { printNote } from '../terminal/print.js';
import { buildBasis, refineRules, releaseBasis } from './build-basis.js';
import type { BuildThreadData } from './build-thread.js';
import { sharedStore, workerData, workerModule } from './shared-store.js';

interface BuildSettings extends Pick<BuildOptions, 'asOf' | 'refineThreads'> {
  /** Workers to start on this machine. */
  readonly workers?: number;
}

/** Builds a release of the installation; by default of today, in as many threads as suit the machine. */
export async function buildFrom(
  installation: Installation,
  settings: BuildSettings = {},
): Promise<BuiltRelease> {
  try {
    return await buildOnce(installation, settings);
  } catch (error) {
    if (!(error instanceof StaleRows)) {
      await tellWorkers(installation);
      throw error;
    }
    printNote(`${error.message} The build begins again.`);
    return buildOnce(installation, settings);
  }
}

/** Tells workers that wait for the build that it failed; a server that is away tells them itself. */
async function tellWorkers({ config }: Installation): Promise<void> {
  if (config.raw_url === null) return;
  const { countFailedBuild } = await import('../../builder/distributed/build-queue.js');
  const { connectRaw } = await import('../../raw/postgres-tables.js');
  const connection = connectRaw(config.raw_url);
  try {
    await Promise.race([countFailedBuild(connection), connection.lost]);
  } catch {
    // What the build failed of says more.
  } finally {
    await connection.close();
  }
}

async function buildOnce(
  installation: Installation,
  { workers = 0, ...options }: BuildSettings,
): Promise<BuiltRelease> {
  const all = await installation.rawStore();
  // Of another day than today it is only one of many that a person may want of the same rows.
  const basis = options.asOf === undefined ? await releaseBasis(installation) : null;
  const store = await all.whole();
  const without = await store.unfinished();
  if ((await store.totals()).every(({ rows }) => rows === 0))
    throw emptyStore(installation, leftOut(await all.runs(), without));
  await noteLeftOut(installation);
  const { home, config } = installation;
  if (workers > 0) sharedStore(installation);
  const shared = config.raw_url === null ? null : await share(installation, config.raw_url, workers);
  const refineData: BuildThreadData = {
    ownSources: installation.ownSources,
    raw: home.raw,
    raw_url: config.raw_url,
    snapshot: shared?.snapshot ?? null,
    without,
  };
  const geography = await installation.geography();
  try {
    return await buildRelease({
      home,
      store,
      catalog: await installation.catalog(),
      geography,
      areas: readSets(home),
      renewals: await renewals(installation),
      official: withPopulation(
        officialPlaces(readSurveys(home), geography),
        readKeptPopulation(home),
        geography,
      ),
      progress: installation.progress,
      signal: installation.signal,
      refineModule: new URL('./build-thread.js', import.meta.url),
      refineData,
      ...(await keepOptions(installation, store)),
      basis: async () => (basis === (await releaseBasis(installation)) ? basis : null),
      ...shared?.options,
      ...options,
    });
  } finally {
    await shared?.close();
  }
}

/** Where refined rows are kept for the next build, and what they depend on; nothing if the settings want none. */
async function keepOptions(
  installation: Installation,
  store: RawContents,
): Promise<Pick<BuildOptions, 'keep'>> {
  const { home, config } = installation;
  if (config.refined_cache_gb === 0) {
    rmSync(home.refined, { force: true });
    return {};
  }
  const sources = (await store.totals()).map(({ source }) => source);
  const rules = refineRules(await installation.catalog(), sources);
  const keep: KeepOptions = {
    path: home.refined,
    maxBytes: config.refined_cache_gb * 1e9,
    rules: (source) => rules.get(source) ?? '',
    warn: printNote,
  };
  return { keep };
}

/** How the sources of the store are renewed, by their definitions and last fetches. */
async function renewals(installation: Installation): Promise<Map<string, Renewal>> {
  const catalog = await installation.catalog();
  const found = new Map<string, Renewal>();
  for (const run of await (await installation.rawStore()).runs()) {
    const { source, kind, state, details } = run;
    if (kind === 'fetch' && state === 'running') continue;
    const before = found.get(source);
    const updates = catalog.get(source)?.definition.updates ?? null;
    const counted = kind === 'fetch' && state === 'finished' ? details.rows_at_portal : null;
    const portalRows = typeof counted === 'number' ? counted : (before?.portalRows ?? null);
    const refusal = kind === 'fetch' ? (refusalOf([run])?.state ?? null) : (before?.refusal ?? null);
    const silentDays = installation.config.sources[source]?.silent_days;
    found.set(source, { updates, everyMs: rhythmMs(updates ?? undefined), portalRows, refusal, silentDays });
  }
  return found;
}

/** Says which rows a release lacks because their fetch has not ended. */
export async function noteLeftOut(installation: Installation): Promise<void> {
  const store = await installation.rawStore();
  const waiting = leftOut(await store.runs(), await store.unfinished());
  for (const [source, rows] of waiting) printNote(leftOutText(installation, source, rows));
}

/** Shares a build with the workers that join it, and starts some on this machine. */
async function share(installation: Installation, address: string, count: number) {
  const { shareBuild } = await import('../../builder/distributed/share-build.js');
  const { startWorkers } = await import('../../builder/distributed/start-workers.js');
  const catalog = await installation.catalog();
  const { build, rows, share, close } = await shareBuild(
    address,
    (sources) => buildBasis(catalog, sources),
    (help) => installation.progress.note(helpText(help)),
  );
  const workers = startWorkers(workerModule, count, { address, build, data: workerData(installation) });
  return {
    snapshot: build.snapshot,
    options: { store: rows, shareRefining: share },
    async close() {
      await close();
      workers.stop();
      for (const failure of await workers.ended) printNote(failureText(failure));
    },
  };
}

/** `2 workers help`, then `41,500 by 2 workers`; empty while nobody has helped. */
function helpText({ workers, rows }: Help): string {
  const who = workers === 1 ? '1 worker' : workers === 0 ? 'workers' : `${workers} workers`;
  if (rows > 0) return `${formatCount(rows)} by ${who}`;
  if (workers === 0) return '';
  return `${who} ${workers === 1 ? 'helps' : 'help'}`;
}

function leftOutText(installation: Installation, source: string, rows: number): string {
  const fetch = commandLine(installation, `fetch ${source}`);
  return `${source}: ${formatCount(rows)} rows of a fetch that has not ended are left out; to end it: ${fetch}`;
}

function emptyStore(installation: Installation, waiting: ReadonlyMap<string, number>): UserError {
  const [half] = waiting;
  if (half !== undefined) {
    return new UserError('There is nothing to build yet.', { hint: leftOutText(installation, ...half) });
  }
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
