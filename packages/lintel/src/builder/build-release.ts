/**
 * Builds a release from the raw store: refine every row, link contractors, sort, roll up, index, verify.
 *
 * Two passes over the data, both streaming, so memory stays bounded at any size. Everything grows in a directory of
 * its own and gets its name when it is whole and verified; a build that fails, is interrupted or killed leaves no
 * release. The same raw rows and date give the same bytes, whatever the machine and the number of threads.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ReleaseInfo } from '@lintel/contract';
import { interfaceVersion } from '@lintel/contract/plain';
import { type Disk, localDisk, ThreadedDisk } from '../base/files/background-writer.js';
import { FileWriter, type WrittenFile, writeFailure } from '../base/files/file-writer.js';
import type { Home } from '../base/home.js';
import { type Progress, silentProgress } from '../base/progress.js';
import { Ticker } from '../base/ticker.js';
import { UserError } from '../base/user-error.js';
import { manifestFile, quarantineFile, releaseFormat, releaseMagic } from '../format/layout.js';
import { contentHash, type Manifest, releaseId } from '../format/manifest.js';
import { keyFields } from '../format/permit-fields.js';
import { currentReleaseId } from '../format/published.js';
import type { BuildReport } from '../format/report.js';
import { currentDates } from '../format/roll-ups/current-dates.js';
import { verifyRelease } from '../format/verify-release.js';
import type { Geography } from '../geography/geography.js';
import type { RawStore } from '../raw/raw-store.js';
import type { Catalog } from '../refine/record/source.js';
import {
  createBuildingDirectory,
  discardBuilding,
  finishBuilding,
  scratchDirectory,
  takeBuildLock,
} from './building-directory.js';
import { type Collected, type CollectOptions, collectRows } from './collect/collect.js';
import { localRefinery, threadedRefinery } from './collect/refinery.js';
import { buildReport } from './collect/source-tally.js';
import type { Refine } from './entry/prepare.js';
import { AddressWriter } from './write/address-writer.js';
import { ContractorFilterWriter } from './write/contractor-filter-writer.js';
import { ContractorShares } from './write/contractor-shares.js';
import { FilterWriter } from './write/filter-writer.js';
import { PlaceWriter } from './write/place-writer.js';
import { PropertiesWriter } from './write/properties-writer.js';
import { requireSamePlaces } from './write/row-places.js';
import { writeContractors } from './write/write-contractors.js';
import { writeDecisions } from './write/write-decisions.js';
import { IndexWriter } from './write/write-index.js';
import { writePermits } from './write/write-permits.js';

/** Bytes that the largest sort holds; several smaller ones run beside it. */
const defaultMemoryBytes = 1 << 27;
/** Fewer raw rows are refined before a thread has loaded its tables. */
const threadedRows = 20_000;
/** More threads than this wait for the one that sorts. */
const maxThreads = 4;

export interface BuildOptions {
  readonly home: Home;
  readonly store: RawStore;
  readonly catalog: Catalog;
  readonly geography: Geography;
  /** What to refine with in this thread, instead of the refinery: for tests. */
  readonly refine?: Refine;
  readonly progress?: Progress;
  /** Ends the build at the next opportunity, without a trace. */
  readonly signal?: AbortSignal;
  /** The date of the release, YYYY-MM-DD; default today (UTC). */
  readonly asOf?: string;
  /** Milliseconds since 1970 UTC, for `built_at` and the default date. */
  readonly now?: () => number;
  /** Module whose thread refines (see `serveRefinery`); without it this thread does. */
  readonly refineModule?: URL;
  /** What each refining thread gets as its `workerData`. */
  readonly refineData?: unknown;
  /** Default: a thread a core, up to four; none for a store of few rows. */
  readonly refineThreads?: number;
  /** Bytes of the largest sort. */
  readonly memoryBytes?: number;
}

export interface BuiltRelease {
  readonly id: string;
  readonly directory: string;
  readonly report: BuildReport;
  readonly info: ReleaseInfo;
}

export async function buildRelease(options: BuildOptions): Promise<BuiltRelease> {
  const releasedAt = options.asOf ?? new Date(nowMs(options)).toISOString().slice(0, 10);
  checkDate(releasedAt);
  const lock = takeBuildLock(options.home);
  try {
    return await buildLocked(options, releasedAt);
  } finally {
    lock.release();
  }
}

async function buildLocked(options: BuildOptions, releasedAt: string): Promise<BuiltRelease> {
  const { home } = options;
  const directory = createBuildingDirectory(home);
  const progress = options.progress ?? silentProgress;
  const pace = new Ticker(progress, options.signal ?? null);
  try {
    const manifest = await writeRelease(options, directory, releasedAt, pace);
    await verifyWithoutScratch(directory, progress, options.signal);
    await pace.rest();
    await finishBuilding(directory, home, manifest.id, isWhole);
    const { id, report, info } = manifest;
    return { id, directory: join(home.releases, id), report, info };
  } catch (error) {
    discardBuilding(directory);
    throw writeFailure(directory, error);
  } finally {
    pace.done();
  }
}

/** Verifies the release while the scratch files, which nobody reads any more, are removed. */
async function verifyWithoutScratch(
  directory: string,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    verifyRelease(directory, progress, signal),
    rm(join(directory, scratchDirectory), { recursive: true, force: true }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function nowMs({ now }: BuildOptions): number {
  return (now ?? Date.now)();
}

function checkDate(date: string): void {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(date) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== date
  ) {
    throw new UserError(`"${date}" is not a date of the form YYYY-MM-DD.`);
  }
}

async function isWhole(directory: string): Promise<boolean> {
  try {
    await verifyRelease(directory);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Writes all files of the release and, last, its manifest. */
async function writeRelease(
  options: BuildOptions,
  directory: string,
  releasedAt: string,
  pace: Ticker,
): Promise<Manifest> {
  const scratch = `${join(directory, scratchDirectory)}/`;
  const quarantine = new FileWriter(join(directory, quarantineFile));
  const disk = threadCount(options) > 0 ? new ThreadedDisk() : localDisk;
  let gathered: Collected | null = null;
  try {
    gathered = await gatherAll(options, { scratch, disk, quarantine, pace, today: releasedAt });
    const written = await writeRecords(options, gathered, { directory, scratch, disk, releasedAt, pace });
    const files = [...written.files, quarantine.finish()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const content = contentHash(releasedAt, files);
    const id = releaseId(releasedAt, content);
    const manifest: Manifest = {
      magic: releaseMagic,
      format: releaseFormat,
      id,
      content,
      info: releaseInfo(options, gathered, written, releasedAt, id),
      report: buildReport(gathered.tallies, keyFields, gathered.reasons),
      files,
    };
    const file = new FileWriter(join(directory, manifestFile));
    file.write(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    file.finish();
    return manifest;
  } finally {
    gathered?.close();
    quarantine.close();
    disk.close();
  }
}

/**
 * Threads that read and refine beside this one, which sorts and is busy a fifth of the time: it shares a core with one of
 * them. 0: this thread does everything.
 */
function threadCount({ store, refineModule, refineThreads }: BuildOptions): number {
  if (refineModule === undefined) return 0;
  if (refineThreads !== undefined) return refineThreads;
  const rows = store.totals().reduce((sum, total) => sum + total.rows, 0);
  return rows < threadedRows ? 0 : Math.min(maxThreads, availableParallelism());
}

async function gatherAll(
  options: BuildOptions,
  outputs: Pick<CollectOptions, 'scratch' | 'disk' | 'quarantine' | 'pace' | 'today'>,
): Promise<Collected> {
  const { store, catalog, geography, refine, refineModule: module } = options;
  const tools = { rows: store, catalog, geography, ...(refine === undefined ? {} : { refine }) };
  const memoryBytes = options.memoryBytes ?? defaultMemoryBytes;
  const count = threadCount(options);
  const refinery =
    module === undefined || count === 0
      ? localRefinery(tools)
      : threadedRefinery({ module, count, data: options.refineData });
  try {
    return await collectRows({ ...outputs, store, catalog, refinery, memoryBytes });
  } finally {
    await refinery.close();
  }
}

interface WrittenRecords {
  readonly files: readonly WrittenFile[];
  readonly counts: ReleaseInfo['counts'];
  readonly dates: ReleaseInfo['date_range'];
}

interface RecordOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly disk: Disk;
  readonly releasedAt: string;
  readonly pace: Ticker;
}

/** Second pass: records, roll-ups and indexes. */
async function writeRecords(
  options: BuildOptions,
  gathered: Collected,
  { directory, scratch, disk, releasedAt, pace }: RecordOutputs,
): Promise<WrittenRecords> {
  const { geography, memoryBytes = defaultMemoryBytes } = options;
  const outputs = { directory, scratch, memoryBytes, pace };
  const isThreaded = threadCount(options) > 0;
  const addressWriting = {
    directory,
    scratch: `${scratch}addresses`,
    memoryBytes: memoryBytes / 2,
    populations: new Map(geography.cities.map((city) => [city.geoId, city.population])),
    postOffices: new Map(geography.zipCodes.map(({ code, placeName }) => [code, placeName.toUpperCase()])),
  };
  const placeWriting = {
    directory,
    scratch: `${scratch}facts`,
    memoryBytes: memoryBytes / 4,
    dates: currentDates(releasedAt),
  };
  const addresses = new AddressWriter(addressWriting, isThreaded);
  const filters = new FilterWriter(outputs, isThreaded);
  const properties = new PropertiesWriter(outputs, isThreaded);
  const places = new PlaceWriter(placeWriting, isThreaded);
  const contractorFilters = new ContractorFilterWriter(outputs);
  const shares = new ContractorShares(`${scratch}shares`, memoryBytes / 2);
  const indexWriter = new IndexWriter(directory);
  try {
    const permits = await writePermits(gathered, {
      ...outputs,
      disk,
      addresses,
      places,
      shares,
      filters,
      properties,
    });
    const decisions = await writeDecisions(gathered, { ...outputs, addresses, index: indexWriter });
    addresses.end();
    filters.end();
    properties.end();
    places.end();
    const contractors = await writeContractors(gathered.mentions, shares, {
      ...outputs,
      filters: contractorFilters,
    });
    const sources = gathered.sources.map(({ source }) => source);
    // Other threads are at work until the roll-ups are there; what does not need them is done meanwhile.
    const searches = await indexWriter.writeSearches(geography, pace);
    const { files: rollUps, rolled } = await places.finish(pace);
    const index = await indexWriter.finish({ geography, sources, rolled, pace });
    const filtered = await filters.finish(pace);
    const owned = await properties.finish(pace);
    requireSamePlaces(filtered.places, owned.places);
    const filterFiles = await contractorFilters.finish(filtered.contractors, owned.properties, pace);
    const written = await addresses.finish(pace);
    return {
      files: [
        ...(await permits.segments),
        ...[permits, decisions, contractors, filtered, owned, written, index].flatMap(({ files }) => files),
        ...filterFiles,
        ...searches,
        ...rollUps,
      ],
      counts: {
        permits: permits.rows,
        contractors: contractors.rows,
        decisions: decisions.rows,
        addresses: written.rows,
        cities: index.cities,
        counties: index.counties,
        jurisdictions: index.jurisdictions,
      },
      dates: { from: permits.from, to: permits.to },
    };
  } finally {
    filters.close();
    properties.close();
    contractorFilters.close();
    addresses.close();
    places.close();
    shares.close();
    indexWriter.close();
  }
}

function releaseInfo(
  options: BuildOptions,
  { sources }: Collected,
  { counts, dates }: WrittenRecords,
  releasedAt: string,
  id: string,
): ReleaseInfo {
  const previous = currentReleaseId(options.home);
  return {
    released_at: releasedAt,
    release_id: id,
    schema_version: interfaceVersion,
    built_at: new Date(nowMs(options)).toISOString(),
    counts,
    date_range: dates,
    sources: sources.map(({ source, totals }) => ({
      id: source.id,
      name: source.name,
      license: source.license,
      attribution: source.attribution,
      as_of: totals.lastSeenMs === null ? null : new Date(totals.lastSeenMs).toISOString().slice(0, 10),
      rows: totals.counts.read,
    })),
    previous_release: previous === id ? null : previous,
  };
}
