/** `lintel fetch`: rows of sources from their portals into the raw store. */
import type { Run } from '../../raw/raw-store.js';
import type { CatalogSource } from '../../sources/catalog-source.js';
import type { Fetched } from '../../sources/fetch/fetch-all.js';
import type { SourceCatalog } from '../../sources/load-catalog.js';
import { type CommandGroup, failureText, tracesOf } from '../define.js';
import { fetchLines } from '../fetch-lines.js';
import { version } from '../version.js';
import { WrongUsage } from '../wrong-usage.js';
import { driftLines, runSummary } from './runs.js';

interface Options {
  readonly all?: boolean;
  readonly baseUrl?: string;
  readonly full?: boolean;
  readonly acceptColumns?: boolean;
}

export function defineFetch(root: CommandGroup): void {
  root
    .define(
      'fetch [source...]',
      'Fetch sources from their portals into the raw store',
      'lintel fetch san-francisco-ca chicago-il',
    )
    .option('--all', 'every source that says how it is fetched')
    .option('--full', 'read all rows, not only those that changed; finds the rows that vanished')
    .option('--base-url <url>', 'another root of the portal, such as a mirror')
    .option('--accept-columns', 'take the columns as they are now, where one that a mapping reads has gone')
    .run(async (installation, options: Options, ...ids: string[]) => {
      const sources = chosen(await installation.catalog(), ids, options);
      checkAddress(options.baseUrl);
      const { fetchAll } = await import('../../sources/fetch/fetch-all.js');
      const { config, signal } = installation;
      const watch = fetchLines();
      const fetched = await fetchAll({
        store: await installation.rawStore(),
        sources,
        manners: {
          operator: config.fetch.operator,
          requestsPerSecond: config.fetch.requests_per_second,
          concurrencyPerHost: config.fetch.concurrency_per_host,
          hostsAtOnce: config.fetch.hosts_at_once,
          appTokens: config.fetch.app_tokens,
          allowHosts: config.fetch.allow_hosts,
        },
        program: `Lintel/${version}`,
        directory: installation.home.fetch,
        signal,
        watch,
        ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
        ...(options.full && { isFull: true }),
        ...(options.acceptColumns && { acceptColumns: true }),
      });
      watch.close();
      const runs = fetched.flatMap(({ run }) => run ?? []);
      const problems = problemsOf(fetched);
      if (signal.aborted) problems.push('Interrupted: run the same command again for the rest.');
      const traces = tracesOf(fetched.map(({ failure }) => failure));
      return { data: { runs, problems }, text: summary(runs, config.fetch.operator), problems, traces };
    });
}

function chosen(catalog: SourceCatalog, ids: readonly string[], { all }: Options): CatalogSource[] {
  if ((all === true) === ids.length > 0) {
    throw new WrongUsage('Name the sources to fetch, or say --all.', {
      hint: 'Sources that can be fetched have a "fetch" in their definition.',
    });
  }
  if (all !== true) return [...new Set(ids)].map((id) => catalog.require(id));
  return catalog.sources.filter(({ fetch }) => fetch !== null);
}

function checkAddress(address: string | undefined): void {
  if (address === undefined || (/^https?:\/\//.test(address) && URL.canParse(address))) return;
  throw new WrongUsage(`--base-url takes an address such as http://localhost:9000, not "${address}".`);
}

function problemsOf(fetched: readonly Fetched[]): string[] {
  return fetched.flatMap(({ source, failure }) =>
    failure === null ? [] : `${source} stopped. ${failureText(failure)}`,
  );
}

function summary(runs: readonly Run[], operator: string | null): string {
  if (runs.length === 0) return '';
  const nameless =
    operator === null
      ? [
          'Portals see no operator: set "fetch": {"operator": "…"} in lintel.json, with an address to write to.',
        ]
      : [];
  return [runSummary(runs), ...runs.flatMap(driftLines), ...nameless].join('\n');
}
