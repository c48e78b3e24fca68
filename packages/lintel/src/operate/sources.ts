/**
 * Sources as operators see them: what was read of each and when, what became of its rows in the published release, and
 * what is in quarantine. Only sources of the home are listed: those with rows, and those that it defines itself.
 */
import { existsSync } from 'node:fs';
import { dayMs } from '../base/calendar-date.js';
import type { Config } from '../base/config.js';
import type { Home } from '../base/home.js';
import { currentReleaseId } from '../format/published.js';
import type { SourceReport } from '../format/report.js';
import { openRawStoreOf } from '../raw/open-raw-store.js';
import type { QuarantinedRow, RawStore, Run, SourceTotals } from '../raw/raw-store.js';
import { type DefectName, defectTable } from '../refine/record/defects.js';
import { listReleases } from '../releases/release-store.js';
import { type NextFetch, nextFetch } from '../sources/fetch/next-fetch.js';
import { type SourceFinding, sourceFindings } from '../sources/fetch/source-findings.js';
import type { CatalogSource } from '../sources/source/catalog-source.js';
import { definitionsIn, loadCatalog } from '../sources/source/load-catalog.js';
import { readMarks, verifiedOf } from '../sources/source/verified-marks.js';

/** Runs of a source that are shown. */
const maxRuns = 20;
/** Days of which it is told what runs brought. */
const days = 30;
/** Rows in quarantine that are shown. */
const maxQuarantined = 20;

export interface ListedSource {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Whether a portal is known from which it can be fetched. */
  readonly canFetch: boolean;
  /** The date on which its definition was last tried on real rows; null: never. */
  readonly verifiedOn: string | null;
  /** Rows stored. */
  readonly rows: number;
  /** The last time that it was read, from a portal or a file; null: never. */
  readonly lastRun: Run | null;
  /** When it is fetched next; null if it cannot be fetched. */
  readonly next: NextFetch | null;
  /** What is the matter with its fetches. */
  readonly findings: readonly SourceFinding[];
  /** How often its publisher renews it, in words; null if the definition does not say. */
  readonly updates: string | null;
  /** What its runs brought on each of the last days in UTC, today as the last. */
  readonly daily: readonly DayOfSource[];
  /** Rows of all runs that could not be read. */
  readonly quarantined: number;
  /** What became of its rows in the published release; null if it is not in it. */
  readonly report: SourceReport | null;
}

/**
 * What the runs of a day brought, but for rows of the first run that ended and of those before it, which bring what the
 * source always had. By the day in UTC on which they began. */
export interface DayOfSource {
  readonly date: string;
  /** Rows that were new or had changed. */
  readonly rows: number;
  /** Rows that could not be read. */
  readonly quarantined: number;
  /** Runs that failed. */
  readonly failed: number;
}

/** A source that the home does not have yet, and could fetch. */
export type OfferedSource = Pick<ListedSource, 'id' | 'name' | 'verifiedOn'>;

interface SourceOverview {
  readonly sources: readonly ListedSource[];
  readonly offered: readonly OfferedSource[];
}

/** The sources of a home, by id. */
export function sourceOverview(
  home: Home,
  config: Pick<Config, 'raw_url' | 'sources'>,
): Promise<SourceOverview> {
  const catalog = loadCatalog({ directory: home.sources });
  const marks = readMarks(home.verified);
  const own = new Set(definitionsIn(home.sources));
  return withRawStore(home, config, async (store) => {
    const totals = new Map(((await store?.totals()) ?? []).map((each) => [each.source, each]));
    const runs = (await store?.runs()) ?? [];
    const reports = publishedReports(home);
    const ids = [...new Set([...totals.keys(), ...own])].sort();
    const listedOf = (id: string) =>
      listedSource(
        id,
        catalog.get(id),
        marks,
        totals.get(id),
        runs.filter(({ source }) => source === id),
        reports.get(id),
        config.sources[id],
      );
    const offered = catalog.sources.filter(({ id, fetch }) => fetch !== null && !ids.includes(id));
    return {
      sources: ids.map(listedOf),
      offered: offered.map(({ id, definition }) => ({
        id,
        name: definition.name,
        verifiedOn: verifiedOf(definition, marks)?.on ?? null,
      })),
    };
  });
}

/** A source with its last runs, its defects and rows in quarantine. */
export interface SourceDetails extends ListedSource {
  /** Its address in the world; null if the definition names none. */
  readonly homepage: string | null;
  readonly licence: string | null;
  /** The newest first. */
  readonly runs: readonly Run[];
  readonly defects: readonly { name: string; field: string; count: number; meaning: string }[];
  /** The first ones. */
  readonly refused: readonly QuarantinedRow[];
}

/** All about one source; null if neither the catalog nor the home knows it. */
export function sourceDetails(
  home: Home,
  config: Pick<Config, 'raw_url' | 'sources'>,
  id: string,
): Promise<SourceDetails | null> {
  const source = loadCatalog({ directory: home.sources }).get(id);
  return withRawStore(home, config, async (store) => {
    const totals = (await store?.totals())?.find((each) => each.source === id);
    if (source === null && totals === undefined) return null;
    const runs = ((await store?.runs()) ?? []).filter((run) => run.source === id);
    const report = publishedReports(home).get(id);
    return {
      ...listedSource(id, source, readMarks(home.verified), totals, runs, report, config.sources[id]),
      homepage: source?.definition.homepage ?? null,
      licence: source?.definition.license ?? null,
      runs: runs.toReversed().slice(0, maxRuns),
      defects: (report?.defects ?? [])
        .map((defect) => ({ ...defect, meaning: defectTable[defect.name as DefectName] ?? '' }))
        .sort((a, b) => b.count - a.count),
      refused: store === null ? [] : await firstOf(store.quarantined(id), maxQuarantined),
    };
  });
}

function listedSource(
  id: string,
  source: CatalogSource | null,
  marks: ReturnType<typeof readMarks>,
  totals: SourceTotals | undefined,
  runs: readonly Run[],
  report: SourceReport | undefined,
  limits: Config['sources'][string] | undefined,
): ListedSource {
  const found =
    source?.fetch == null
      ? []
      : sourceFindings({ id, updates: source.definition.updates }, runs, Date.now(), limits);
  return {
    id,
    name: source?.definition.name ?? id,
    kind: source?.definition.kind ?? 'permits',
    canFetch: source?.fetch != null,
    verifiedOn: source === null ? null : (verifiedOf(source.definition, marks)?.on ?? null),
    rows: totals?.rows ?? 0,
    lastRun: runs.at(-1) ?? null,
    next: source?.fetch == null ? null : nextFetch(source.definition.updates, runs, Date.now()),
    findings: found,
    updates: source?.definition.updates ?? null,
    daily: dailyOf(runs, Date.now()),
    quarantined: totals?.counts.quarantined ?? 0,
    report: report ?? null,
  };
}

export function dailyOf(runs: readonly Run[], nowMs: number): DayOfSource[] {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const firstWhole = runs.findIndex(({ state }) => state === 'finished');
  const isFirst = (at: number) => firstWhole === -1 || at <= firstWhole;
  return Array.from({ length: days }, (_, at) => {
    const date = dayOf(nowMs - (days - 1 - at) * dayMs);
    const day = { date, rows: 0, quarantined: 0, failed: 0 };
    for (const [at, { startedMs, state, counts }] of runs.entries()) {
      if (dayOf(startedMs) !== date) continue;
      if (state === 'failed') day.failed++;
      // What a run brought that was taken back is gone.
      if (state === 'reverted' || isFirst(at)) continue;
      day.rows += counts.new + counts.changed;
      day.quarantined += counts.quarantined;
    }
    return day;
  });
}

/** What became of rows in the published release, by source. */
function publishedReports(home: Home): ReadonlyMap<string, SourceReport> {
  const current = currentReleaseId(home);
  const release = listReleases(home).find(({ id }) => id === current);
  return new Map((release?.manifest?.report.sources ?? []).map((report) => [report.source, report]));
}

/** Reads the raw store, which is opened for this alone; null where there is none yet. */
async function withRawStore<T>(
  home: Home,
  config: Pick<Config, 'raw_url'>,
  read: (store: RawStore | null) => Promise<T>,
): Promise<T> {
  if (config.raw_url === null && !existsSync(home.raw)) return read(null);
  const store = await openRawStoreOf(home.raw, config);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

async function firstOf<T>(items: Iterable<T> | AsyncIterable<T>, count: number): Promise<T[]> {
  const first: T[] = [];
  for await (const item of items) {
    if (first.length >= count) break;
    first.push(item);
  }
  return first;
}
