/** The `fetch` block for the address of a dataset, as people copy it from their browser. */
import { UserError } from '../../base/user-error.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';

const socrata = /(?:\/d\/|\/resource\/|\/views\/|\/)([a-z0-9]{4}-[a-z0-9]{4})(?:[./?]|$)/;
const arcgis = /^(.*?\/rest\/services)\/(.+?\/(?:Feature|Map)Server\/\d+)/i;
/** The page of a resource of a CKAN portal, not the file behind it. */
const ckan = /\/dataset\/[^/]+\/resource\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
/** The page of a dataset of Opendatasoft, or its place in the interface. */
const opendatasoft = /^\/(?:explore\/dataset|api\/explore\/v2\.\d\/catalog\/datasets)\/([\w@.-]+)(?:\/|$)/i;
const file = /\.(?:csv|tsv|json|ndjson|geojson|parquet|xlsx|zip)(?:\.gz)?$/i;

/** Throws a UserError if the address matches no protocol. */
export function fetchOfAddress(address: string): FetchDefinition {
  const fetch = datasetAt(address);
  if (fetch !== null) return fetch;
  throw new UserError(`${address} is not an address of a dataset that Lintel knows.`, {
    hint:
      'It knows Socrata datasets (…/d/abcd-1234), ArcGIS layers (…/FeatureServer/0), resources of CKAN ' +
      '(…/dataset/NAME/resource/ID), datasets of Opendatasoft (…/explore/dataset/NAME), files (….csv), ' +
      'and portals of EnerGov and Accela.',
  });
}

/** Null if the address matches no protocol. */
export function datasetAt(address: string): FetchDefinition | null {
  const url = new URL(address);
  const layer = arcgis.exec(url.origin + url.pathname);
  if (layer !== null) return { protocol: 'arcgis', base_url: layer[1] ?? '', dataset: layer[2] ?? '' };
  const exported = opendatasoft.exec(url.pathname)?.[1];
  if (exported !== undefined) {
    const dataset = `api/explore/v2.1/catalog/datasets/${exported}/exports/jsonl`;
    return { protocol: 'file', base_url: url.origin, dataset };
  }
  const resource = ckan.exec(url.pathname)?.[1];
  if (resource !== undefined) return { protocol: 'ckan', base_url: url.origin, dataset: resource };
  const id = socrata.exec(url.pathname)?.[1];
  if (id !== undefined) return { protocol: 'socrata', base_url: url.origin, dataset: id };
  if (file.test(url.pathname))
    return { protocol: 'file', base_url: url.origin, dataset: `${url.pathname.slice(1)}${url.search}` };
  return null;
}
