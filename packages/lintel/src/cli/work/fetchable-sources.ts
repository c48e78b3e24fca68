/** Which sources a command fetches: those that are named, those of the home, or all of the catalog. */
import { findHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { Installation } from '../terminal/installation.js';

/** The named sources, each once. */
export async function namedSources(
  installation: Installation,
  ids: readonly string[],
): Promise<CatalogSource[]> {
  const catalog = await installation.catalog();
  return [...new Set(ids)].map((id) => catalog.require(id));
}

/** Every source of the catalog that can be fetched. */
export async function fetchableSources(installation: Installation): Promise<CatalogSource[]> {
  return (await installation.catalog()).sources.filter(({ fetch }) => fetch !== null);
}

/** Those that the home has rows of or defines itself; throws a UsageError without any. */
export async function sourcesOfHome(installation: Installation): Promise<CatalogSource[]> {
  if (installation.config.raw_url === null) findHome(installation.directory);
  const { definitionsIn } = await import('../../sources/source/load-catalog.js');
  const totals = await (await installation.rawStore()).totals();
  const own = new Set([...totals.map(({ source }) => source), ...definitionsIn(installation.ownSources)]);
  const known = (await fetchableSources(installation)).filter(({ id }) => own.has(id));
  if (known.length > 0) return known;
  throw new UsageError(`${installation.directory} has no rows from a source that can be fetched.`, {
    hint: 'Name the sources to fetch, or use --all for all of the catalog. Is this the right home?',
  });
}
