/**
 * Fetching as the command line does it: with the installation's manners, progress drawn, and a line a
 * failure.
 */

import { UsageError } from '../../base/usage-error.js';
import { type Run, StoreBusyError } from '../../raw/raw-store.js';
import type { Fetched } from '../../sources/fetch/fetch-all.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import { failureText, tracesOf } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { version } from '../terminal/version.js';
import { columnLines, runSummary } from '../text/runs-text.js';
import { fetchLines } from './fetch-lines.js';

export interface FetchSettings {
  /** Another root of the portals. */
  readonly baseUrl?: string;
  /** Whether only sources that are due are fetched, by a job that comes again soon. */
  readonly due?: boolean;
  readonly full?: boolean;
  readonly acceptColumns?: boolean;
}

/** What became of several sources. One that failed kept no other from being fetched. */
export interface FetchedSources {
  readonly runs: readonly Run[];
  /** The sources that stopped, with the reason. */
  readonly failed: readonly { readonly source: string; readonly reason: string }[];
  /** What was left to other processes, a sentence or two each. */
  readonly elsewhere: readonly string[];
  /** Stacks of what was a defect of Lintel among them. */
  readonly traces: readonly string[];
}

/**
 * Fetches sources into the installation's raw store. What went wrong with a source is in the result. While another
 * process writes into the store it throws, or, if only due sources are fetched, leaves them to the next job.
 */
export async function fetchSources(
  installation: Installation,
  sources: readonly CatalogSource[],
  { baseUrl, due, full, acceptColumns }: FetchSettings,
): Promise<FetchedSources> {
  checkAddress(baseUrl);
  const { fetchAll } = await import('../../sources/fetch/fetch-all.js');
  const { config, signal } = installation;
  const watch = fetchLines(sources.length);
  try {
    const fetched = await fetchAll({
      store: await installation.rawStore(),
      sources,
      manners: {
        operator: config.fetch.operator,
        requestsPerSecond: config.fetch.requests_per_second,
        visit: { hours: config.fetch.portal_hours, requests: config.fetch.portal_requests },
        concurrencyPerHost: config.fetch.concurrency_per_host,
        hostsAtOnce: config.fetch.hosts_at_once,
        appTokens: config.fetch.app_tokens,
        accessTokens: config.fetch.access_tokens,
        allowHosts: config.fetch.allow_hosts,
      },
      program: `Lintel/${version}`,
      directory: installation.home.fetch,
      signal,
      watch,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(full && { isFull: true }),
      ...(acceptColumns && { acceptColumns: true }),
    });
    return {
      runs: fetched.flatMap(({ run }) => run ?? []),
      failed: await failuresOf(fetched, await installation.catalog()),
      elsewhere: fetched.flatMap(({ failure }) =>
        failure instanceof StoreBusyError ? `${failure.message} It was left to that one.` : [],
      ),
      traces: tracesOf(fetched.map(({ failure }) => failure)),
    };
  } catch (error) {
    if (due !== true || !(error instanceof StoreBusyError)) throw error;
    return { runs: [], failed: [], elsewhere: [`${error.message} Nothing was fetched now.`], traces: [] };
  } finally {
    watch.close();
  }
}

function checkAddress(address: string | undefined): void {
  if (address === undefined || (/^https?:\/\//.test(address) && URL.canParse(address))) return;
  throw new UsageError(`--base-url takes an address such as http://localhost:9000, not "${address}".`);
}

/**
 * The sources that stopped. For one without a portal, the error names those of the same place that have one.
 */
async function failuresOf(
  fetched: readonly Fetched[],
  catalog: SourceCatalog,
): Promise<FetchedSources['failed']> {
  const { withMeantSource } = await import('../../sources/ingest/fitting-sources.js');
  const failed: { source: string; reason: string }[] = [];
  for (const { source: id, failure } of fetched) {
    if (failure === null || failure instanceof StoreBusyError) continue;
    const source = catalog.get(id);
    const isFetched = source === null || source.fetch !== null;
    const full = isFetched ? failure : await withMeantSource(failure, source, catalog.sources, null);
    failed.push({ source: id, reason: failureText(full) });
  }
  return failed;
}

/** A line a source that stopped. */
export function failureLines({ failed }: FetchedSources): string[] {
  return failed.map(({ source, reason }) => `${source} stopped. ${reason}`);
}

/** Runs as a table, what changed in the columns of their datasets, and what portals see of the operator. */
export function fetchText({ runs, elsewhere }: FetchedSources, operator: string | null): string {
  if (runs.length === 0) return elsewhere.join('\n');
  const nameless =
    operator === null
      ? [
          'Portals cannot see who you are: set "fetch": {"operator": "…"} in lintel.json to a name with a contact address.',
        ]
      : [];
  return [runSummary(runs), ...runs.flatMap(columnLines), ...elsewhere, ...nameless].join('\n');
}
