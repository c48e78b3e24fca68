/**
 * The Discovery API of Socrata, which lists the public datasets of all its portals with their columns
 * (https://dev.socrata.com/docs/other/discovery).
 */
import { isObject, type Json, nameOf, recordsOf, withQuery } from '../fetch/connector.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { columnsIn, type FoundDataset, homepageIn, idIn, plainText, timeOf } from './found-dataset.js';
import { type PublicCatalog, pageSize } from './public-catalog.js';

const address = 'https://api.us.socrata.com/api/catalog/v1';

export const socrataCatalog: PublicCatalog = {
  name: 'Socrata',
  knowsPlaces: false,
  states: null,
  request: ({ words }, next) => ({
    url: withQuery(address, { q: words, only: 'dataset', limit: pageSize, offset: next ?? 0 }),
  }),
  page(answer, next) {
    if (!isObject(answer)) throw new PortalFault(`sent ${nameOf(answer)}`);
    const results = recordsOf(answer.results, 'the list "results"');
    const end = Number(next ?? 0) + results.length;
    const hasMore =
      results.length === pageSize && end < Number(answer.resultSetSize ?? Number.POSITIVE_INFINITY);
    return {
      found: results.flatMap((result) => datasetOf(result) ?? []),
      next: hasMore ? String(end) : null,
    };
  },
};

function datasetOf({ resource, metadata, permalink }: Json): FoundDataset | null {
  if (!isObject(resource) || !isObject(metadata)) return null;
  const [id, domain] = [idIn(resource.id), idIn(metadata.domain)];
  if (id === null || domain === null || !URL.canParse(`https://${domain}`)) return null;
  const names = listOf(resource.columns_field_name);
  const types = listOf(resource.columns_datatype);
  return {
    catalogs: [socrataCatalog.name],
    title: plainText(resource.name) ?? id,
    description: plainText(resource.description) ?? '',
    publisher: plainText(resource.attribution),
    homepage: homepageIn(permalink),
    license: plainText(metadata.license),
    updatedMs: timeOf(resource.data_updated_at) ?? timeOf(resource.updatedAt),
    isOfficial: typeof resource.provenance === 'string' ? resource.provenance === 'official' : null,
    fetch: { protocol: 'socrata', base_url: `https://${domain}`, dataset: id },
    format: { type: 'json' },
    columns: columnsIn(names.map((name, index) => ({ name, type: types[index] }))).filter(
      ({ name }) => !name.startsWith(':'),
    ),
    rows: null,
    middle: null,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
