/** How the sources of an installation are, by the runs of its raw store. */
import type { FetchState } from '../../sources/fetch/source-findings.js';
import type { Installation } from '../terminal/installation.js';
import { fetchableSources } from './fetchable-sources.js';

/** The state of each source that was ever fetched. */
export async function sourceStatesOf(installation: Installation): Promise<FetchState[]> {
  const { sourceStates } = await import('../../sources/fetch/source-findings.js');
  const runs = await (await installation.rawStore()).runs();
  const sources = await fetchableSources(installation);
  return sourceStates(sources, runs, installation.config.sources, Date.now());
}
