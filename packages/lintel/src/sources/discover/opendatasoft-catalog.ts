/**
 * The catalog of Opendatasoft, whose hub lists the public datasets of its portals with their columns (Explore API
 * v2.1). Rows are read as the dataset's export, which is one file.
 */
import { isObject, type Json, nameOf, recordsOf, withQuery } from '../fetch/connector.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { columnsIn, type FoundDataset, idIn, plainText, timeOf } from './found-dataset.js';
import { type PublicCatalog, pageSize } from './public-catalog.js';

const hub = 'https://data.opendatasoft.com';
const datasets = 'api/explore/v2.1/catalog/datasets';

export const opendatasoftCatalog: PublicCatalog = {
  name: 'Opendatasoft',
  knowsPlaces: false,
  states: null,
  request: ({ words }, next) => ({
    url: withQuery(`${hub}/${datasets}`, {
      where: `search(${JSON.stringify(words)})`,
      limit: pageSize,
      offset: next ?? 0,
    }),
  }),
  page(answer, next) {
    if (!isObject(answer)) throw new PortalFault(`sent ${nameOf(answer)}`);
    const results = recordsOf(answer.results, 'the list "results"');
    const end = Number(next ?? 0) + results.length;
    const hasMore =
      results.length === pageSize && end < Number(answer.total_count ?? Number.POSITIVE_INFINITY);
    return {
      found: results.flatMap((result) => datasetOf(result) ?? []),
      next: hasMore ? String(end) : null,
    };
  },
};

function datasetOf({ dataset_id, metas, fields }: Json): FoundDataset | null {
  const about = isObject(metas) && isObject(metas.default) ? metas.default : {};
  const id = idIn(dataset_id);
  if (id === null) return null;
  const columns = Array.isArray(fields) ? fields.filter(isObject) : [];
  return {
    catalogs: [opendatasoftCatalog.name],
    title: plainText(about.title) ?? id,
    description: plainText(about.description) ?? '',
    publisher: plainText(about.publisher) ?? plainText(about.source_domain_title),
    homepage: `${hub}/explore/dataset/${id}/`,
    license: plainText(about.license),
    updatedMs: timeOf(about.data_processed) ?? timeOf(about.modified),
    isOfficial: null,
    fetch: { protocol: 'file', base_url: hub, dataset: exportOf(id) },
    format: { type: 'ndjson' },
    columns: columnsIn(columns.map(({ name, type }) => ({ name, type }))),
    rows: typeof about.records_count === 'number' ? about.records_count : null,
    middle: null,
  };
}

function exportOf(dataset: string): string {
  return `${datasets}/${encodeURIComponent(dataset)}/exports/jsonl`;
}

/** The address of the first rows of an export, as a list; null for any other file. */
export function firstRecordsOf(address: string): string | null {
  const [, root] =
    /^(https?:\/\/.+\/api\/explore\/v2\.1\/catalog\/datasets\/[^/]+)\/exports\/jsonl$/.exec(address) ?? [];
  return root === undefined ? null : withQuery(`${root}/records`, { limit: 100 });
}
