/** `lintel fetch`: rows of sources from their portals into the raw store. */

import { UsageError } from '../../base/usage-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { dueSources } from '../work/due-sources.js';
import { type FetchSettings, failureLines, fetchSources, fetchText } from '../work/fetch-sources.js';
import { fetchableSources, namedSources, sourcesOfHome } from '../work/fetchable-sources.js';

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
    .makesHome()
    .option('--all', 'every source that can be fetched')
    .option(
      '--due',
      'only what is due, of the sources of this home or of those named; for a job of every hour',
    )
    .option('--full', 'fetch all rows, not only changed ones; this also finds vanished rows')
    .option('--base-url <url>', 'fetch from this address instead of the portal, such as a mirror')
    .option('--accept-columns', 'continue although columns that the mapping reads are gone')
    .run(async (installation, options: Options, ...ids: string[]) => {
      const all = await chosen(installation, ids, options);
      const { sources, text: due } =
        options.due === true ? await dueSources(installation, all) : { sources: all, text: '' };
      const fetched = await fetchSources(installation, sources, options);
      const problems = failureLines(fetched);
      if (installation.signal.aborted) problems.push('Interrupted: run the same command again to continue.');
      const isFilled = fetched.runs.some(({ counts }) => counts.read > 0);
      const next = isFilled ? [nextStep(installation, 'build --publish')] : [];
      const parts = [due, fetchText(fetched, installation.config.fetch.operator), ...next];
      const text = parts.filter((part) => part !== '').join('\n\n');
      return { data: { runs: fetched.runs, problems }, text, problems, traces: fetched.traces };
    });
}

async function chosen(
  installation: Installation,
  ids: readonly string[],
  { all, due }: Options,
): Promise<CatalogSource[]> {
  if (all === true && ids.length > 0)
    throw new UsageError('Name the sources to fetch or use --all, not both.');
  if (ids.length > 0) return namedSources(installation, ids);
  if (all === true) return fetchableSources(installation);
  if (due === true) return sourcesOfHome(installation);
  throw new UsageError('Name the sources to fetch, or use --due or --all.', {
    hint: 'Sources that can be fetched have a "fetch" in their definition.',
  });
}
