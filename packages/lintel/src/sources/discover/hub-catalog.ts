/**
 * The search of ArcGIS Hub, by OGC API Records: the datasets of all public hub sites, within a box where one is asked
 * for (https://developers.arcgis.com/hub/services/search/).
 */
import { isObject, type Json, nameOf, recordsOf, withQuery } from '../fetch/connector.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { degreesIn, type FoundDataset, fetchAt, idIn, middleOf, plainText, timeOf } from './found-dataset.js';
import { type PublicCatalog, pageSize } from './public-catalog.js';

const address = 'https://hub.arcgis.com/api/search/v1/collections/dataset/items';
/** The first one is also the last. */
const cornersOfRectangle = 5;

export const hubCatalog: PublicCatalog = {
  name: 'ArcGIS Hub',
  knowsPlaces: true,
  states: null,
  request: ({ words, box }, next) => ({
    // The index of the first record is 1.
    url: withQuery(address, {
      q: words,
      bbox: box?.join(','),
      limit: pageSize,
      startindex: next ?? 1,
    }),
  }),
  page(answer, next) {
    if (!isObject(answer)) throw new PortalFault(`sent ${nameOf(answer)}`);
    const features = recordsOf(answer.features, 'the list "features"');
    const end = Number(next ?? 1) + features.length;
    const hasMore =
      features.length === pageSize && end <= Number(answer.numberMatched ?? Number.POSITIVE_INFINITY);
    return {
      found: features.flatMap((feature) => datasetOf(feature) ?? []),
      next: hasMore ? String(end) : null,
    };
  },
};

function datasetOf({ properties, geometry }: Json): FoundDataset | null {
  if (!isObject(properties)) return null;
  const fetch = fetchAt(properties.url);
  if (fetch === null) return null;
  const id = idIn(properties.id);
  return {
    catalogs: [hubCatalog.name],
    title: plainText(properties.title) ?? plainText(properties.name) ?? 'untitled',
    description: plainText(properties.snippet) ?? plainText(properties.description) ?? '',
    publisher: plainText(properties.source) ?? plainText(properties.orgName) ?? plainText(properties.owner),
    homepage: id === null ? null : `https://hub.arcgis.com/datasets/${id}`,
    license: plainText(properties.license),
    updatedMs: timeOf(properties.modified),
    isOfficial: properties.contentStatus === 'public_authoritative' ? true : null,
    fetch,
    format: { type: 'json' },
    columns: [],
    rows: null,
    middle: middleOf(isObject(properties.extent) ? properties.extent.coordinates : extentOf(geometry)),
  };
}

/** The corners of a record's rectangle. */
function extentOf(geometry: unknown): unknown {
  if (!isObject(geometry) || !Array.isArray(geometry.coordinates) || !Array.isArray(geometry.coordinates[0]))
    return null;
  const points = geometry.coordinates[0].slice(0, cornersOfRectangle).filter(Array.isArray);
  const [lngs, lats] = [points.map(([lng]) => degreesIn(lng)), points.map(([, lat]) => degreesIn(lat))];
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
}
