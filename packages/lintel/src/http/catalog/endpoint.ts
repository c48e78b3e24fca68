/** The catalogues as endpoints: free and without a key, as portals harvest catalogues without one. */
import { type Endpoint, endpoints } from '@lintel/contract';

export const catalogPath = '/catalog.jsonld';
export const dcatUsPath = '/data.json';

export const dcatEndpoint = {
  id: 'catalog',
  path: catalogPath,
  summary: 'Catalog of the release',
  description: 'The published release as a catalog by DCAT 3, in JSON-LD.',
  group: 'Catalog',
  authenticated: false,
  parameters: {},
  answer: endpoints.openapi.answer,
  statuses: [200, 304, 404, 429, 500, 503],
} as const satisfies Endpoint;

export const dcatUsEndpoint = {
  ...dcatEndpoint,
  id: 'catalog_us',
  path: dcatUsPath,
  description: 'The published release as a catalog by DCAT-US 1.1.',
} as const satisfies Endpoint;
