/** Finds the source that a person means by an id or by the name of a city. */
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import { isSample } from '../../sources/source/other-sources.js';

/** The source of that id, or the one of permits whose id is the city's name with or without its state. */
export function sourceOfCity(catalog: SourceCatalog, city: string): CatalogSource {
  const slug = city
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const exact = catalog.get(city) ?? catalog.get(slug);
  if (exact !== null) return exact;
  const ofName = catalog.sources.filter(({ id, kind }) => {
    return kind === 'permits' && !isSample(id) && id.startsWith(`${slug}-`);
  });
  const [only, ...more] = ofName.filter(({ id }) => /^-[a-z]{2}$/.test(id.slice(slug.length)));
  if (only !== undefined && more.length === 0) return only;
  if (slug === '' || ofName.length === 0) return catalog.require(city);
  throw new UserError(`"${city}" may be one of several sources: ${ofName.map(({ id }) => id).join(', ')}.`, {
    hint: 'Name one of them; lintel source show ID describes it.',
  });
}
