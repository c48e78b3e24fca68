/** The API definition of OGC API Features as OpenAPI 3.0 (requirement class oas30). */
import { interfaceVersion } from '@lintel/contract';
import { defaultFeatures, maxFeatures } from '../request/limits.js';
import type { Collection } from './collection.js';
import { featureStatuses, ogcPath, openStatuses } from './endpoints.js';
import { queryablesOf } from './filter.js';

type Node = Readonly<Record<string, unknown>>;

/** The document; `base` is the address of the service. */
export function ogcApi(collections: readonly Collection[], base: string): Node {
  const metadata = (id: string, summary: string, mediaType = 'application/json') => ({
    get: {
      operationId: id,
      summary,
      security: [],
      parameters: [ref('f')],
      responses: answers(openStatuses, summary, mediaType),
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Lintel: OGC API Features', version: interfaceVersion },
    // Clients look for the paths as the standard names them.
    servers: [{ url: `${base}${ogcPath}` }],
    paths: {
      '/': metadata('landing', 'Landing page'),
      '/api': metadata('api', 'API definition', 'application/vnd.oai.openapi+json;version=3.0'),
      '/conformance': metadata('conformance', 'Conformance classes'),
      '/collections': metadata('collections', 'Collections'),
      ...Object.assign({}, ...collections.map((collection) => pathsOf(collection, metadata))),
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        password: {
          type: 'http',
          scheme: 'basic',
          description: 'The key as the password, with any user name.',
        },
      },
      parameters,
      responses: {
        error: {
          description: 'What is wrong.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  };
}

function pathsOf(
  collection: Collection,
  metadata: (id: string, summary: string, mediaType?: string) => object,
): Node {
  const { id, title, isTemporal, extra } = collection;
  const path = `/collections/${id}`;
  const security = [{ key: [] }, { password: [] }];
  const own = [
    ...Object.entries(extra).map(([name, description]) => query(name, description, { type: 'string' })),
    ...Object.entries(queryablesOf(collection)).map(([name, type]) =>
      query(
        name,
        'Features with this value.',
        type === 'date' ? { type: 'string', format: 'date' } : { type },
      ),
    ),
  ];
  const shared = [
    'limit',
    'bbox',
    ...(isTemporal ? ['datetime'] : []),
    'filter',
    'filter-lang',
    'filter-crs',
    'cursor',
  ];
  return {
    [path]: metadata(`${id}Collection`, title),
    [`${path}/queryables`]: metadata(`${id}Queryables`, 'Queryables', 'application/schema+json'),
    [`${path}/schema`]: metadata(`${id}Schema`, 'Schema', 'application/schema+json'),
    [`${path}/feature-schema`]: metadata(
      `${id}FeatureSchema`,
      'Schema of a feature',
      'application/schema+json',
    ),
    [`${path}/items`]: {
      get: {
        operationId: `${id}Items`,
        summary: `${title} by page; a feature costs what its record costs`,
        security,
        parameters: [...[...shared, 'f'].map(ref), ...own],
        responses: answers(featureStatuses, title, 'application/geo+json'),
      },
    },
    [`${path}/items/{featureId}`]: {
      get: {
        operationId: `${id}Item`,
        summary: 'One feature',
        security,
        parameters: [{ name: 'featureId', in: 'path', required: true, schema: { type: 'string' } }, ref('f')],
        responses: answers(featureStatuses, title, 'application/geo+json'),
      },
    },
  };
}

const ref = (name: string): Node => ({ $ref: `#/components/parameters/${name}` });

function query(name: string, description: string, schema: Node): Node {
  return { name, in: 'query', required: false, description, schema, style: 'form', explode: false };
}

const parameters: Node = {
  f: query('f', 'The format.', { type: 'string', enum: ['json'] }),
  limit: query('limit', 'Features on a page. A greater number counts as the greatest.', {
    type: 'integer',
    minimum: 1,
    maximum: maxFeatures,
    default: defaultFeatures,
  }),
  bbox: query('bbox', 'West, south, east and north in degrees (CRS84), or six numbers with heights.', {
    type: 'array',
    oneOf: [
      { minItems: 4, maxItems: 4 },
      { minItems: 6, maxItems: 6 },
    ],
    items: { type: 'number' },
  }),
  datetime: query('datetime', 'An instant, or an interval such as 2026-01-01T00:00:00Z/.. ; days count.', {
    type: 'string',
  }),
  filter: query('filter', 'A filter in CQL2 Basic.', { type: 'string' }),
  'filter-lang': query('filter-lang', 'The encoding of the filter.', {
    type: 'string',
    enum: ['cql2-text', 'cql2-json'],
    default: 'cql2-text',
  }),
  'filter-crs': query('filter-crs', 'The coordinate system of geometries in the filter: CRS84.', {
    type: 'string',
    format: 'uri',
  }),
  cursor: query('cursor', 'Where the page begins, as links to the next page have it.', { type: 'string' }),
};

/** Every status that an answer may have, with what it carries. */
function answers(statuses: readonly number[], description: string, mediaType: string): Node {
  const bodies: Node = {
    200: { description, content: { [mediaType]: { schema: { type: 'object' } } } },
    304: { description: 'What the client has is still right.' },
    default: { $ref: '#/components/responses/error' },
  };
  const each = statuses.map((status) => [status, bodies[status] ?? bodies.default]);
  return { ...Object.fromEntries(each), default: bodies.default };
}
