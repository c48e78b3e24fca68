/**
 * The public catalogs over made-up listings, each in its own protocol: Socrata's Discovery API, the OGC API Records of
 * ArcGIS Hub, CKAN's `package_search`, the catalog of data.gov and Opendatasoft's Explore API.
 */
import { json, type Reply } from './reply.js';

/** A dataset as a catalog lists it. */
export interface Listing {
  readonly catalog: 'socrata' | 'hub' | 'ckan' | 'data.gov' | 'opendatasoft';
  /** Its id in the portal, or the address of an ArcGIS service. */
  readonly id: string;
  readonly title: string;
  readonly publisher?: string;
  /** Of a Socrata portal. */
  readonly host?: string;
  /** Name → type. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly modified?: string;
  /** Layers of an ArcGIS service: number → name. */
  readonly layers?: Readonly<Record<number, string>>;
  /** West, south, east, north in degrees. */
  readonly box?: readonly [number, number, number, number];
}

const modified = '2026-11-20T06:00:00.000Z';

/** The answer of a catalog; null if the path is none of theirs. */
export function speakCatalog(
  listings: readonly Listing[],
  path: string,
  query: URLSearchParams,
): Reply | null {
  const of = (catalog: Listing['catalog']) => listings.filter((listing) => listing.catalog === catalog);
  const q = query.get('q') ?? '';
  switch (path) {
    case '/api/catalog/v1': {
      const found = matching(of('socrata'), q);
      const page = pageOf(found, query, 'limit', 'offset');
      return json({ results: page.map(socrataResult), resultSetSize: found.length, timings: {} });
    }
    case '/api/search/v1/collections/dataset/items': {
      if (query.get('startindex') === '0')
        return json({ message: ['startindex must not be less than 1'] }, 400);
      const box = query.get('bbox')?.split(',').map(Number);
      const found = matching(of('hub'), q).filter(({ box: own }) => overlap(own, box));
      const start = Number(query.get('startindex') ?? 1) - 1;
      const page = found.slice(start, start + Number(query.get('limit') ?? 10));
      return json({
        type: 'FeatureCollection',
        features: page.map(hubRecord),
        numberMatched: found.length,
        numberReturned: page.length,
      });
    }
    case '/api/3/action/package_search': {
      const found = matching(of('ckan'), q);
      const page = pageOf(found, query, 'rows', 'start');
      return json({
        help: '',
        success: true,
        result: { count: found.length, results: page.map(ckanPackage) },
      });
    }
    case '/technology/datagov/v4/search': {
      // The key is a header in the protocol, and checked by the server of the tests.
      const found = matching(of('data.gov'), q);
      const start = Number(query.get('after') ?? 0);
      const end = start + Number(query.get('per_page') ?? 10);
      const after = end < found.length ? { after: String(end) } : {};
      return json({ sort: 'relevance', ...after, results: found.slice(start, end).map(dataGovResult) });
    }
    case '/api/explore/v2.1/catalog/datasets': {
      const words = /^search\("(.*)"\)$/.exec(query.get('where') ?? '')?.[1];
      if (words === undefined) return json({ error_code: 'ODSQLError', message: 'Syntax error' }, 400);
      const found = matching(of('opendatasoft'), words);
      const page = pageOf(found, query, 'limit', 'offset');
      return json({ total_count: found.length, results: page.map(opendatasoftResult) });
    }
    default:
      return serviceOf(listings, path);
  }
}

/** An ArcGIS service describes its layers. */
function serviceOf(listings: readonly Listing[], path: string): Reply | null {
  if (!path.endsWith('Server')) return null;
  const listing = listings.find(({ id }) => id.endsWith(path));
  if (listing === undefined) return json({ error: { code: 499, message: 'Token Required', details: [] } });
  const layers = Object.entries(listing.layers ?? { 0: listing.title });
  return json({
    layers: layers.map(([id, name]) => ({ id: Number(id), name, subLayerIds: null })),
    tables: [],
  });
}

/** As search engines do: those with most of the words, best first. */
function matching(listings: readonly Listing[], query: string): Listing[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return listings
    .map((listing) => {
      const { title, publisher = '', columns = {} } = listing;
      const text = `${title} ${publisher} ${Object.keys(columns).join(' ')}`
        .toLowerCase()
        .replaceAll('_', ' ');
      return { listing, hits: words.filter((word) => text.includes(word.replace(/s$/, ''))).length };
    })
    .filter(({ hits }) => hits >= Math.ceil(words.length * 0.4))
    .sort((a, b) => b.hits - a.hits)
    .map(({ listing }) => listing);
}

function pageOf(found: readonly Listing[], query: URLSearchParams, size: string, start: string): Listing[] {
  const from = Number(query.get(start) ?? 0);
  return found.slice(from, from + Number(query.get(size) ?? 10));
}

function overlap(own: Listing['box'], asked: readonly number[] | undefined): boolean {
  if (own === undefined || asked === undefined) return true;
  const [west = 0, south = 0, east = 0, north = 0] = asked;
  return own[0] <= east && own[2] >= west && own[1] <= north && own[3] >= south;
}

function socrataResult({
  id,
  title,
  publisher,
  host = 'data.example.com',
  columns = {},
  ...listing
}: Listing) {
  return {
    resource: {
      id,
      name: title,
      attribution: publisher ?? null,
      description: `<p>${title} of the office.</p>`,
      type: 'dataset',
      updatedAt: listing.modified ?? modified,
      data_updated_at: listing.modified ?? modified,
      provenance: 'official',
      columns_name: Object.keys(columns),
      columns_field_name: Object.keys(columns),
      columns_datatype: Object.values(columns),
      parent_fxf: [],
    },
    classification: { categories: [], domain_tags: [] },
    metadata: { domain: host, license: 'Public Domain' },
    permalink: `https://${host}/d/${id}`,
    owner: { display_name: 'Open data' },
  };
}

function hubRecord({ id, title, publisher, box = [-180, -90, 180, 90], ...listing }: Listing) {
  const [west, south, east, north] = box;
  return {
    id: title,
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
    properties: {
      id: '0123456789abcdef0123456789abcdef',
      owner: 'gis_admin',
      title,
      type: 'Feature Service',
      url: id,
      source: publisher ?? null,
      snippet: null,
      modified: Date.parse(listing.modified ?? modified),
      extent: {
        type: 'envelope',
        coordinates: [
          [west, south],
          [east, north],
        ],
      },
    },
  };
}

function ckanPackage({ id, title, publisher, ...listing }: Listing) {
  const last_modified = (listing.modified ?? modified).slice(0, -1);
  const isTable = !id.startsWith('http');
  return {
    name: title.toLowerCase().replace(/\W+/g, '-'),
    title,
    notes: 'What the office knows.',
    license_title: 'CC-BY-4.0',
    organization: publisher === undefined ? null : { title: publisher },
    metadata_modified: last_modified,
    resources: [
      {
        id,
        name: title,
        format: 'CSV',
        url: isTable ? 'https://x/y' : id,
        datastore_active: isTable,
        last_modified,
      },
      {
        id: 'pdf',
        name: 'What columns mean',
        format: 'PDF',
        url: 'https://x/columns.pdf',
        datastore_active: false,
      },
    ],
  };
}

function dataGovResult({ id, title, publisher, ...listing }: Listing) {
  return {
    _score: 1,
    title,
    organization: { name: publisher, organization_type: 'City Government' },
    dcat: {
      '@type': 'dcat:Dataset',
      title,
      description: title,
      modified: listing.modified ?? modified,
      publisher: { '@type': 'org:Organization', name: publisher },
      distribution: [
        { '@type': 'dcat:Distribution', title: 'Page', accessURL: 'https://example.com/page' },
        { '@type': 'dcat:Distribution', title: 'Data', downloadURL: id, mediaType: 'text/csv' },
      ],
    },
  };
}

function opendatasoftResult({ id, title, publisher, columns = {}, ...listing }: Listing) {
  return {
    dataset_id: id,
    has_records: true,
    metas: { default: { title, publisher, modified: listing.modified ?? modified, records_count: 3 } },
    fields: Object.entries(columns).map(([name, type]) => ({ name, label: name, type })),
  };
}
