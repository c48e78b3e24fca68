/**
 * What the stages of one build do, and what they pass to each other.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { OfficialPlace, ReleaseInfo } from '@lintel/contract';
import { interfaceVersion } from '@lintel/contract/plain';
import { dateNumber } from '../base/calendar-date.js';
import { FileWriter, type WrittenFile } from '../base/files/file-writer.js';
import type { Home } from '../base/home.js';
import { type Progress, silentProgress } from '../base/progress.js';
import type { Ticker } from '../base/ticker.js';
import type { AreaSet } from '../format/areas/area-sets.js';
import { manifestFile, quarantineFile, releaseFormat, releaseMagic } from '../format/layout.js';
import { contentHash, type Manifest, releaseId } from '../format/manifest.js';
import { keyFields } from '../format/permit-fields.js';
import { currentReleaseId } from '../format/published.js';
import { currentDates } from '../format/roll-ups/current-dates.js';
import { verifyRelease } from '../format/verify-release.js';
import type { Geography } from '../geography/geography.js';
import type { RawContents } from '../raw/raw-store.js';
import { freshness, type Renewal } from '../raw/source-silence.js';
import type { Catalog } from '../refine/record/source.js';
import { scratchDirectory } from './building-directory.js';
import { type Collected, collectRows } from './collect/collect.js';
import { type KeepOptions, KeptRows } from './collect/kept-rows.js';
import { Refinery, type ShareRefining } from './collect/refinery.js';
import { buildReport } from './collect/source-tally.js';
import type { Refine } from './entry/prepare.js';
import type { StageTitle } from './stages.js';
import { AddressWriter } from './write/address-writer.js';
import { ContractorFilterWriter } from './write/contractor-filter-writer.js';
import { ContractorShares } from './write/contractor-shares.js';
import { FilterWriter } from './write/filter-writer.js';
import { writeGeographyFiles } from './write/geography-files.js';
import { PlaceWriter } from './write/place-writer.js';
import { PropertiesWriter } from './write/properties-writer.js';
import { requireSamePlaces } from './write/row-places.js';
import { writeContractors } from './write/write-contractors.js';
import { writeDecisions } from './write/write-decisions.js';
import { IndexWriter } from './write/write-index.js';
import { writePermits } from './write/write-permits.js';

/** Bytes that the largest sort holds; several smaller ones run at the same time. */
const defaultMemoryBytes = 1 << 27;
/** With fewer raw rows than this, refining ends before a thread has loaded its tables. */
const threadedRows = 20_000;
/** More threads than this would only wait for the one that sorts. */
const maxThreads = 4;

export interface BuildOptions {
  readonly home: Home;
  readonly store: RawContents;
  readonly catalog: Catalog;
  readonly geography: Geography;
  /** Named areas that permits are assigned to. */
  readonly areas?: readonly AreaSet[];
  /** How sources are renewed, by their ids. */
  readonly renewals?: ReadonlyMap<string, Renewal>;
  /** What official counts say of places, by geo_id in its order. */
  readonly official?: ReadonlyMap<string, OfficialPlace>;
  /** Replaces the refinery in this thread: for tests. */
  readonly refine?: Refine;
  readonly progress?: Progress;
  /** Ends the build at the next opportunity and leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** The date of the release, YYYY-MM-DD; default today (UTC). */
  readonly asOf?: string;
  /** Milliseconds since 1970 UTC, for `built_at` and the default date. */
  readonly now?: () => number;
  /** Module whose thread refines (see `serveRefinery`); without it this thread does. */
  readonly refineModule?: URL;
  /** What each refining thread gets as its `workerData`. */
  readonly refineData?: unknown;
  /** Default: one thread per core, up to four; none for a store of few rows. */
  readonly refineThreads?: number;
  /** Asked at the end: the `basis` of the manifest; null if what the build reads has changed meanwhile. */
  readonly basis?: () => Promise<string | null>;
  /** Adds others that refine to the threads of this process. */
  readonly shareRefining?: ShareRefining;
  /** Keeps refined rows, and takes those that an earlier build kept. */
  readonly keep?: KeepOptions;
  /** Bytes of the largest sort. */
  readonly memoryBytes?: number;
}

/** Where a build writes, and how it reports. */
interface BuildPlace {
  readonly directory: string;
  /** The date of the release, YYYY-MM-DD. */
  readonly releasedAt: string;
  readonly ticker: Ticker;
  /** See `Build.threads`. */
  readonly threads: number;
}

interface Closable {
  close(): void | Promise<void>;
}

export class Build {
  readonly options: BuildOptions;
  readonly directory: string;
  readonly releasedAt: string;
  readonly ticker: Ticker;
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly memoryBytes: number;
  /**
   * Threads that read and refine while this one sorts. Sorting takes a fifth of the time, so this thread
   * shares a core with one of them. 0: this thread does everything.
   */
  readonly threads: number;
  /** Completed files of the release. */
  readonly files: WrittenFile[] = [];
  /** The largest files, once they are written to disk. */
  segments: Promise<readonly WrittenFile[]> = Promise.resolve([]);
  counts: ReleaseInfo['counts'] = {
    permits: 0,
    contractors: 0,
    decisions: 0,
    addresses: 0,
    cities: 0,
    counties: 0,
    jurisdictions: 0,
  };
  dates: ReleaseInfo['date_range'] = { from: null, to: null };
  readonly #kept: Closable[] = [];
  #collected: Collected | null = null;
  #writers: Writers | null = null;
  #manifest: Manifest | null = null;

  constructor(options: BuildOptions, { directory, releasedAt, ticker, threads }: BuildPlace) {
    this.options = options;
    this.directory = directory;
    this.releasedAt = releasedAt;
    this.ticker = ticker;
    this.scratch = `${join(directory, scratchDirectory)}/`;
    this.memoryBytes = options.memoryBytes ?? defaultMemoryBytes;
    this.threads = threads;
  }

  /** Where the writers of the second pass write, and how they report. */
  get outputs() {
    const { directory, scratch, memoryBytes, ticker } = this;
    return { directory, scratch, memoryBytes, ticker };
  }

  /** What the first pass produced. */
  get collected(): Collected {
    return handedOn(this.#collected, 'rows');
  }

  set collected(collected: Collected) {
    this.#collected = this.keep(collected);
  }

  get writers(): Writers {
    return handedOn(this.#writers, 'writers');
  }

  set writers(writers: Writers) {
    this.#writers = writers;
  }

  get manifest(): Manifest {
    return handedOn(this.#manifest, 'manifest');
  }

  set manifest(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Registers something to be closed when the build ends, however it ends. */
  keep<T extends Closable>(part: T): T {
    this.#kept.push(part);
    return part;
  }

  async close(): Promise<void> {
    await Promise.all(this.#kept.splice(0).map((part) => part.close()));
  }
}

function handedOn<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`no stage of the build has made its ${what} yet`);
  return value;
}

/** How many threads refine; 0 for few rows. */
export async function threadCount({ store, refineModule, refineThreads }: BuildOptions): Promise<number> {
  if (refineModule === undefined) return 0;
  if (refineThreads !== undefined) return refineThreads;
  const rows = (await store.totals()).reduce((sum, total) => sum + total.rows, 0);
  return rows < threadedRows ? 0 : Math.min(maxThreads, availableParallelism());
}

/** What each stage does. */
export const runStage: Readonly<Record<StageTitle, (build: Build) => Promise<void>>> = {
  'Cleaning rows': cleanRows,
  'Writing permits': writePermitRecords,
  'Writing decisions': writeDecisionRecords,
  'Matching contractors': matchContractors,
  'Measuring places and indexing': measureAndIndex,
  Verifying: verify,
};

async function cleanRows(build: Build): Promise<void> {
  const { directory, scratch, ticker, memoryBytes, threads: count } = build;
  const {
    store,
    catalog,
    geography,
    refine,
    refineModule: module,
    refineData: data,
    shareRefining,
    keep,
  } = build.options;
  const onFailure = (error: Error) => ticker.fail(error);
  const kept = keep === undefined ? null : build.keep(new KeptRows(keep, build.releasedAt));
  const quarantine = build.keep(new FileWriter(join(directory, quarantineFile)));
  const refinery = new Refinery(
    module !== undefined && count > 0
      ? { module, count, data, onFailure }
      : { rows: store, catalog, geography, ...(refine && { refine }) },
    shareRefining,
  );
  try {
    const outputs = { scratch, quarantine, ticker, memoryBytes, today: build.releasedAt };
    build.collected = await collectRows({ ...outputs, store, catalog, refinery, kept });
  } finally {
    await refinery.close();
  }
  build.files.push(quarantine.finish());
}

/** Everything that the second pass feeds, one permit at a time. */
interface Writers {
  readonly addresses: AddressWriter;
  readonly filters: FilterWriter;
  readonly properties: PropertiesWriter;
  readonly places: PlaceWriter;
  readonly contractorFilters: ContractorFilterWriter;
  readonly shares: ContractorShares;
  readonly index: IndexWriter;
}

function openWriters(build: Build): Writers {
  const { directory, scratch, memoryBytes, releasedAt } = build;
  const { cities, zipCodes } = build.options.geography;
  const outputs = { directory, scratch, memoryBytes };
  const isThreaded = build.threads > 0;
  const addressWriting = {
    directory,
    scratch: `${scratch}addresses`,
    memoryBytes: memoryBytes / 2,
    populations: new Map(cities.map((city) => [city.geoId, city.population])),
    postOffices: new Map(zipCodes.map(({ code, placeName }) => [code, placeName.toUpperCase()])),
  };
  const placeWriting = {
    directory,
    scratch: `${scratch}facts`,
    memoryBytes: memoryBytes / 4,
    dates: currentDates(releasedAt),
  };
  const writers = {
    addresses: build.keep(new AddressWriter(addressWriting, isThreaded)),
    filters: build.keep(new FilterWriter(outputs, isThreaded)),
    properties: build.keep(new PropertiesWriter(outputs, isThreaded)),
    places: build.keep(new PlaceWriter(placeWriting, isThreaded)),
    contractorFilters: build.keep(new ContractorFilterWriter(outputs)),
    shares: build.keep(new ContractorShares(`${scratch}shares`, memoryBytes / 2)),
    index: build.keep(new IndexWriter(directory)),
  };
  for (const writer of fedByBlocks(writers)) writer.onFailure((error) => build.ticker.fail(error));
  return writers;
}

/** The writers that may have their own threads. */
const fedByBlocks = ({ addresses, filters, properties, places }: Writers) => [
  addresses,
  filters,
  properties,
  places,
];

async function writePermitRecords(build: Build): Promise<void> {
  build.files.push(...(await writeGeographyFiles(build.directory, build.options.geography)));
  build.writers = openWriters(build);
  const permits = await writePermits(build.collected, {
    ...build.outputs,
    ...build.writers,
    areas: build.options.areas ?? [],
    today: dateNumber(build.releasedAt),
  });
  build.files.push(...permits.files);
  build.segments = permits.segments;
  build.counts = { ...build.counts, permits: permits.rows };
  build.dates = { from: permits.from, to: permits.to };
}

async function writeDecisionRecords(build: Build): Promise<void> {
  const { files, rows } = await writeDecisions(build.collected, { ...build.outputs, ...build.writers });
  build.files.push(...files);
  build.counts = { ...build.counts, decisions: rows };
  // Nothing more is added to them: threads continue on their own from here.
  for (const writer of fedByBlocks(build.writers)) writer.end();
}

async function matchContractors(build: Build): Promise<void> {
  const { shares, contractorFilters: filters } = build.writers;
  const { files, rows } = await writeContractors(build.collected.mentions, shares, {
    ...build.outputs,
    filters,
  });
  build.files.push(...files);
  build.counts = { ...build.counts, contractors: rows };
}

async function measureAndIndex(build: Build): Promise<void> {
  const { ticker, collected } = build;
  const { geography, official = new Map() } = build.options;
  const { addresses, filters, properties, places, shares, contractorFilters, index } = build.writers;
  const sources = collected.sources.map(({ source }) => source);
  const { files: rollUps, rolled } = await places.finish(ticker);
  const indexed = await index.finish({ geography, sources, rolled, official });
  const filtered = await filters.finish(ticker);
  const owned = await properties.finish(ticker);
  requireSamePlaces(filtered.places, owned.places);
  const filterFiles = await contractorFilters.finish(
    { contractors: filtered.contractors, further: shares.further, properties: owned.properties },
    ticker,
  );
  const written = await addresses.finish(ticker);
  build.files.push(...rollUps, ...filterFiles);
  for (const { files } of [indexed, filtered, owned, written]) build.files.push(...files);
  const { cities, counties, jurisdictions } = indexed;
  build.counts = { ...build.counts, addresses: written.rows, cities, counties, jurisdictions };
}

/** Writes the manifest, and verifies the release while the scratch files, no longer needed, are removed. */
async function verify(build: Build): Promise<void> {
  const { directory, options } = build;
  build.files.push(...(await build.segments));
  build.manifest = writeManifest(build, (await options.basis?.()) ?? null);
  await build.close();
  const outcomes = await Promise.allSettled([
    verifyRelease(directory, options.progress ?? silentProgress, options.signal),
    rm(join(directory, scratchDirectory), { recursive: true, force: true }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function writeManifest(build: Build, basis: string | null): Manifest {
  const { collected, releasedAt } = build;
  const files = build.files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const content = contentHash(releasedAt, files);
  const id = releaseId(releasedAt, content);
  const manifest: Manifest = {
    magic: releaseMagic,
    format: releaseFormat,
    id,
    content,
    info: releaseInfo(build, id),
    report: buildReport(collected.tallies, keyFields, collected.overlaps),
    ...(basis !== null && { basis }),
    files,
  };
  const file = build.keep(new FileWriter(join(build.directory, manifestFile)));
  file.write(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  file.finish();
  return manifest;
}

function releaseInfo({ options, collected, releasedAt, counts, dates }: Build, id: string): ReleaseInfo {
  const { home, now = Date.now, areas = [] } = options;
  const previous = currentReleaseId(home);
  return {
    released_at: releasedAt,
    release_id: id,
    schema_version: interfaceVersion,
    built_at: new Date(now()).toISOString(),
    counts,
    date_range: dates,
    sources: collected.sources.map(({ source, totals }, i) => ({
      id: source.id,
      name: source.name,
      license: source.license,
      attribution: source.attribution,
      as_of: totals.lastSeenMs === null ? null : new Date(totals.lastSeenMs).toISOString().slice(0, 10),
      rows: totals.counts.read,
      ...freshness(options.renewals?.get(source.id), collected.tallies[i]?.newest ?? 0, releasedAt),
    })),
    ...(areas.length > 0 && { areas: areas.flatMap(namedAreas) }),
    previous_release: previous === id ? null : previous,
  };
}

const namedAreas = ({ areas }: AreaSet): NonNullable<ReleaseInfo['areas']> =>
  areas.map(({ id, name, polygons }) => {
    const bbox: [number, number, number, number] = [180, 90, -180, -90];
    for (const [lng, lat] of polygons.flat(2)) {
      bbox[0] = Math.min(bbox[0], lng);
      bbox[1] = Math.min(bbox[1], lat);
      bbox[2] = Math.max(bbox[2], lng);
      bbox[3] = Math.max(bbox[3], lat);
    }
    return { id, name, bbox };
  });
