/** What OGC API Features says of itself: landing page, conformance, collections, and what filters them. */
import type { ServedRelease } from '../../releases/release.js';
import type { Route } from '../answer/route.js';
import { ogcApi } from './api-document.js';
import type { Collection, Property } from './collection.js';
import { collectionPath, ogcPath, openEndpoint } from './endpoints.js';
import { geoJsonType, type Link, link, queryablesRel, schemaType } from './items.js';
import { type OgcAnswer, ogcRoute } from './ogc-route.js';

const json = 'application/json';
const apiType = 'application/vnd.oai.openapi+json;version=3.0';
const schemaRel = 'http://www.opengis.net/def/rel/ogc/1.0/schema';
const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** The classes of requirements that are met; `ogc.test.ts` tests them by their numbers. */
export const conformanceClasses: readonly string[] = [
  ...['core', 'oas30', 'geojson'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
  ),
  ...['queryables', 'queryables-query-parameters', 'filter', 'features-filter'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/${name}`,
  ),
  ...['basic-cql2', 'cql2-text', 'cql2-json'].map(
    (name) => `http://www.opengis.net/spec/cql2/1.0/conf/${name}`,
  ),
];

function free(body: unknown, mediaType = json): OgcAnswer {
  return { body: Buffer.from(JSON.stringify(body)), mediaType, recordEnds: null };
}

function linksOf(base: string, self: string, selfType: string, others: readonly Link[]): Link[] {
  return [link('self', `${base}${self}`, selfType), ...others];
}

/** The routes about the service and about each collection; all are free. */
export function metadataRoutes(collections: readonly Collection[]): readonly Route[] {
  const path = `${ogcPath}/collections`;
  return [
    ogcRoute(openEndpoint('ogc_landing', ogcPath, 'Landing page'), [], ({ address: { base } }) =>
      free({
        title: 'Building permits of Lintel',
        description: 'Building permits, states and counties as features.',
        links: linksOf(base, ogcPath, json, [
          link('service-desc', `${base}${ogcPath}/api`, apiType, 'The API'),
          link('service-doc', `${base}/docs/ogc`, 'text/html', 'How to use the API'),
          link('conformance', `${base}${ogcPath}/conformance`, json, 'Conformance classes'),
          link('data', `${base}${path}`, json, 'Collections'),
        ]),
      }),
    ),
    ogcRoute(openEndpoint('ogc_api', `${ogcPath}/api`, 'API definition'), [], ({ address: { base } }) =>
      free(ogcApi(collections, base), apiType),
    ),
    ogcRoute(openEndpoint('ogc_conformance', `${ogcPath}/conformance`, 'Conformance classes'), [], () =>
      free({ conformsTo: conformanceClasses }),
    ),
    ogcRoute(
      openEndpoint('ogc_collections', path, 'Collections'),
      [],
      async ({ address: { base }, release }) =>
        free({
          links: linksOf(base, path, json, []),
          collections: await Promise.all(collections.map((each) => describe(each, base, release))),
        }),
    ),
    ...collections.flatMap((collection) => [
      ogcRoute(
        openEndpoint(`ogc_${collection.id}_collection`, collectionPath(collection), collection.title),
        [],
        async ({ address: { base }, release }) => free(await describe(collection, base, release)),
      ),
      ogcRoute(
        openEndpoint(
          `ogc_${collection.id}_queryables`,
          `${collectionPath(collection)}/queryables`,
          'Queryables',
        ),
        [],
        ({ address: { base } }) => free(queryablesSchema(collection, base), schemaType),
      ),
      ogcRoute(
        openEndpoint(`ogc_${collection.id}_schema`, `${collectionPath(collection)}/schema`, 'Schema'),
        [],
        ({ address: { base } }) => free(schemaOf(collection, base), schemaType),
      ),
      ogcRoute(
        openEndpoint(
          `ogc_${collection.id}_feature_schema`,
          `${collectionPath(collection)}/feature-schema`,
          'Schema of a feature',
        ),
        [],
        ({ address: { base } }) => free(featureSchema(collection, base), schemaType),
      ),
    ]),
  ];
}

async function describe(collection: Collection, base: string, release: ServedRelease): Promise<object> {
  const { date_range } = release.info;
  const box = await collection.extent(release);
  const path = collectionPath(collection);
  const interval = [date_range.from, date_range.to].map((day) => (day === null ? null : `${day}T00:00:00Z`));
  return {
    id: collection.id,
    title: collection.title,
    description: collection.description,
    itemType: 'feature',
    crs: [crs84],
    extent: {
      ...(box !== null && { spatial: { bbox: [box], crs: crs84 } }),
      ...(collection.isTemporal && {
        temporal: { interval: [interval], trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' },
      }),
    },
    links: linksOf(base, path, json, [
      link('items', `${base}${path}/items`, geoJsonType, collection.title),
      link(schemaRel, `${base}${path}/schema`, schemaType, 'Schema'),
      link('describedby', `${base}${path}/feature-schema`, schemaType, 'Schema of a feature'),
      // GDAL takes its types from there, and compares with case.
      link('describedBy', `${base}${path}/feature-schema`, schemaType, 'Schema of a feature'),
      link(queryablesRel, `${base}${path}/queryables`, schemaType, 'Queryables'),
    ]),
  };
}

/** The queryables as a JSON Schema (Part 3, 6.2). */
function queryablesSchema(collection: Collection, base: string): object {
  const isQueryable = ({ type }: Property) => type !== null;
  return objectSchema(`${base}${collectionPath(collection)}/queryables`, collection, isQueryable);
}

/** A feature as GeoJSON has it, its properties below `properties`. */
function featureSchema(collection: Collection, base: string): object {
  const id = `${base}${collectionPath(collection)}/feature-schema`;
  const { $schema, $id, title, ...properties } = objectSchema(id, collection, () => true);
  return {
    $schema,
    $id,
    title,
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['Feature'] },
      id: { type: 'string' },
      geometry: { $ref: `https://geojson.org/schema/${collection.geometry}.json` },
      properties,
    },
  };
}

/** The properties of the features as a JSON Schema (Part 5). */
function schemaOf(collection: Collection, base: string): object {
  return objectSchema(`${base}${collectionPath(collection)}/schema`, collection, () => true);
}

function objectSchema(
  id: string,
  { title, properties }: Collection,
  isWanted: (property: Property) => boolean,
) {
  const entries = properties.filter(isWanted).map(({ name, description, type }) => {
    if (type === null) return [name, { description, type: 'array', items: { type: 'string' } }];
    if (type === 'date') return [name, { description, type: 'string', format: 'date' }];
    return [name, { description, type }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    type: 'object',
    title,
    properties: Object.fromEntries(entries),
    additionalProperties: false,
  };
}
