/** `lintel fetch`: rows of sources from their portals into the raw store. */

import { UsageError } from '../../base/usage-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { type FetchSettings, failureLines, fetchSources, fetchText } from '../work/fetch-sources.js';

interface Options extends FetchSettings {
  readonly all?: boolean;
}

export function defineFetch(root: CommandGroup): void {
  root
    .define(
      'fetch [source...]',
      'Fetch sources from their portals into the raw store',
      'lintel fetch san-francisco-ca chicago-il-portal',
    )
    .option('--all', 'every source that can be fetched')
    .option('--full', 'fetch all rows, not only changed ones; this also finds vanished rows')
    .option('--base-url <url>', 'fetch from this address instead of the portal, such as a mirror')
    .option('--accept-columns', 'continue although columns that the mapping reads are gone')
    .run(async (installation, options: Options, ...ids: string[]) => {
      const sources = chosen(await installation.catalog(), ids, options);
      const fetched = await fetchSources(installation, sources, options);
      const problems = failureLines(fetched);
      if (installation.signal.aborted) problems.push('Interrupted: run the same command again to continue.');
      const isFilled = fetched.runs.some(({ counts }) => counts.read > 0);
      const next = isFilled ? [nextStep(installation, 'build --publish')] : [];
      const parts = [fetchText(fetched, installation.config.fetch.operator), ...next];
      const text = parts.filter((part) => part !== '').join('\n\n');
      return { data: { runs: fetched.runs, problems }, text, problems, traces: fetched.traces };
    });
}

function chosen(catalog: SourceCatalog, ids: readonly string[], { all }: Options): CatalogSource[] {
  if ((all === true) === ids.length > 0) {
    throw new UsageError('Name the sources to fetch, or use --all.', {
      hint: 'Sources that can be fetched have a "fetch" in their definition.',
    });
  }
  if (all !== true) return [...new Set(ids)].map((id) => catalog.require(id));
  return catalog.sources.filter(({ fetch }) => fetch !== null);
}
