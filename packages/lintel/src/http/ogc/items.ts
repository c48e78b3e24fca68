/** `GET /ogc/collections/{id}/items` and `…/items/{featureId}`: features as GeoJSON. */
import { pageBytes } from '../answer/page.js';
import type { Route } from '../answer/route.js';
import type { Collection, Feature } from './collection.js';
import { conjuncts, isConjunction } from './cql2/expression.js';
import { collectionPath, featureEndpoint } from './endpoints.js';
import { queryablesOf, readFilter, testOf } from './filter.js';
import { ogcRoute } from './ogc-route.js';
import { readBox, readLimit, readPeriod } from './parameters.js';

export const geoJsonType = 'application/geo+json';
export const schemaType = 'application/schema+json';
export const queryablesRel = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
const head = '{"type":"FeatureCollection","features":[';

/** The parameters of the items of a collection, besides `f` and its queryables. */
function itemParameters({ isTemporal, extra }: Collection): string[] {
  const time = isTemporal ? ['datetime'] : [];
  return ['limit', 'bbox', ...time, 'filter', 'filter-lang', 'filter-crs', 'cursor', ...Object.keys(extra)];
}

/** The features of a collection by page, and one by its id. */
export function itemRoutes(collection: Collection): readonly Route[] {
  const queryables = queryablesOf(collection);
  const path = `${collectionPath(collection)}/items`;
  const names = [...itemParameters(collection), ...Object.keys(queryables)];
  const items = ogcRoute(featureEndpoint(`ogc_${collection.id}`, path, collection), names, async (input) => {
    const { given, release, position: from, address, work } = input;
    const filter = readFilter(given, queryables);
    const conditions = {
      bbox: readBox(given.get('bbox')),
      ...readPeriod(given.get('datetime')),
      comparisons: conjuncts(filter),
      isComplete: isConjunction(filter),
      extra: Object.fromEntries(
        Object.keys(collection.extra).flatMap((name) => {
          const text = given.get(name);
          return text === undefined ? [] : [[name, text]];
        }),
      ),
    };
    const limit = readLimit(given.get('limit'));
    const passes = testOf(filter);
    const page = await collection.page({ release, conditions, passes, from, limit, work });
    const matched = given.has('cursor') ? null : await collection.count(release, conditions);
    const next =
      page.next === null ? [] : [link('next', nextUrl(address.url, input.cursorAt(page.next)), geoJsonType)];
    const envelope = {
      ...(matched !== null && { numberMatched: matched }),
      numberReturned: page.features.length,
      links: [
        link('self', `${address.base}${address.url}`, geoJsonType),
        ...next.map((each) => ({ ...each, href: `${address.base}${each.href}` })),
        link('collection', `${address.base}${collectionPath(collection)}`, 'application/json'),
      ],
    };
    const features = page.features.map((feature) => Buffer.from(JSON.stringify(geoJson(feature))));
    const queried = `<${address.base}${collectionPath(collection)}/queryables>; rel="${queryablesRel}"`;
    return {
      ...pageBytes(features, envelope, head),
      mediaType: geoJsonType,
      headers: { link: `${queried}; type="${schemaType}"` },
    };
  });
  const item = ogcRoute(
    featureEndpoint(`ogc_${collection.id}_item`, `${path}/{featureId}`, collection),
    [],
    async ({ path: { featureId = '' }, release, address: { base } }) => {
      const feature = await collection.feature(release, featureId);
      if (feature === null) return null;
      const links = [
        link('self', `${base}${path}/${encodeURIComponent(featureId)}`, geoJsonType),
        link('collection', `${base}${collectionPath(collection)}`, 'application/json'),
      ];
      const body = Buffer.from(JSON.stringify({ ...geoJson(feature), links }));
      return { body, recordEnds: [body.length], mediaType: geoJsonType };
    },
  );
  return [items, item];
}

function geoJson({ id, geometry, properties }: Feature): object {
  return { type: 'Feature', id, geometry, properties };
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

export function link(rel: string, href: string, type: string, title?: string): Link {
  return { href, rel, type, ...(title !== undefined && { title }) };
}

/** The request's own path and query with another cursor. */
function nextUrl(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const kept = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
  return `${path}?${[...kept, `cursor=${cursor}`].join('&')}`;
}
