/** A source for each protocol, all for the same made-up permits of the test portal. */

import type { FetchDefinition } from 'lintel/dist/sources/definition/fetch-schema.js';
import { type CatalogSource, makeSource } from 'lintel/dist/sources/source/catalog-source.js';
import { elmCity } from '../sources/elm-city.js';

/** Ways to read the same rows: protocols and their variants. */
export const manners = [
  'socrata',
  'arcgis',
  'old arcgis',
  'ckan',
  'ckan sql',
  'carto',
  'odata',
  'odata links',
  'csv',
  'json',
  'ndjson',
] as const;
export type Manner = (typeof manners)[number];

const plain = { key: 'permit_number', type: 'permit_type', status: 'status', description: 'description' };
const arcgis = { key: 'Permit_Number', type: 'Permit_Type', status: 'Status', description: 'Description' };

/** Rows per page: few, so that a small dataset has many pages. */
const pageRows = 40;

/** How the dataset is fetched in that way. */
export function fetchOf(manner: Manner, id: string, baseUrl: string): FetchDefinition {
  const at = { base_url: baseUrl, dataset: id };
  const paged = { ...at, page_rows: pageRows };
  switch (manner) {
    case 'socrata':
      return { protocol: 'socrata', ...paged };
    case 'arcgis':
    case 'old arcgis':
      return {
        protocol: 'arcgis',
        base_url: `${baseUrl}/arcgis/rest/services`,
        dataset: `${id}/FeatureServer/0`,
        page_rows: pageRows,
        updated_at: 'last_edited_date',
      };
    case 'ckan':
      return { protocol: 'ckan', ...paged };
    case 'ckan sql':
      return { protocol: 'ckan', ...paged, where: "permit_number > ''", updated_at: 'updated' };
    case 'carto':
      return { protocol: 'carto', ...paged, updated_at: 'updated' };
    case 'odata':
    case 'odata links':
      return {
        protocol: 'odata',
        ...paged,
        base_url: `${baseUrl}/odata`,
        order_by: 'PermitId',
        updated_at: 'updated',
        ...(manner === 'odata links' && { odata_version: 4 }),
      };
    default:
      return { protocol: 'file', base_url: `${baseUrl}/files`, dataset: `${id}.${manner}` };
  }
}

/** A source for the dataset `datasetId` of the portal at `baseUrl`. */
export function sourceOf(
  manner: Manner,
  baseUrl: string,
  datasetId: string,
  more: Partial<Record<string, unknown>> = {},
): CatalogSource {
  const columns = manner.endsWith('arcgis') ? arcgis : plain;
  const fetch = { ...fetchOf(manner, datasetId, baseUrl), ...(more.fetch as object | undefined) };
  const definition = {
    ...elmCity,
    id: datasetId,
    format: {},
    row_key: [columns.key],
    required: [columns.type],
    map: {
      number: columns.key,
      type: columns.type,
      status_raw: columns.status,
      description: columns.description,
    },
    ...more,
    fetch,
  };
  return makeSource(definition, `${datasetId}.json`);
}
