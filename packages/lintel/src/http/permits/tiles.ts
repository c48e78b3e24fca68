/** `GET /v2/permits/tiles`: where the vector tiles are and what is in them, as TileJSON (C43). */
import { endpoints, maxTileZoom, type QueryOf, type TileJson } from '@lintel/contract';
import { escapeHtml } from '../../base/escape-html.js';
import { singlesFromZoom } from '../../query/permit-map.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { tileLayer } from './tile.js';

const endpoint = endpoints.permit_tiles;

export const permitTiles: DataHandler<typeof endpoint> = ({ query, release, address }) => {
  const tileJson: TileJson = {
    tilejson: '3.0.0',
    name: 'Permits',
    description: `Building permits: clusters, and from zoom ${singlesFromZoom} on single permits.`,
    attribution: attributionOf(release),
    tiles: [`${address.base}${endpoint.path}/{z}/{x}/{y}${filtersOf(query)}`],
    minzoom: 0,
    maxzoom: maxTileZoom,
    bounds: [-180, -85.051129, 180, 85.051129],
    vector_layers: [
      {
        id: tileLayer,
        description: 'Points: clusters of permits, or single permits.',
        fields: {
          count: 'Number: permits of a cluster.',
          job_value: 'Number: sum of their declared values in cents.',
          id: 'String: id of a single permit.',
          tag: 'String: what it is mainly about.',
          status: 'String: its status.',
          date: 'String: its start_date.',
        },
      },
    ],
  };
  return { body: Buffer.from(JSON.stringify(tileJson)), base: address.base };
};

/** The filters of the request as a query string. */
function filtersOf(query: QueryOf<typeof endpoint>): string {
  const values: Readonly<Record<string, unknown>> = query;
  const pairs = new URLSearchParams();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const value = values[name] ?? null;
    if (value === null || value === ('default' in parameter ? parameter.default : null)) continue;
    const isJoined = 'joined' in parameter;
    const texts = Array.isArray(value) ? (isJoined ? [value.join(',')] : value) : [value];
    for (const text of texts) pairs.append(name, String(text));
  }
  return pairs.size === 0 ? '' : `?${pairs}`;
}

/** The sources of a release with their licences, as HTML: libraries of maps take it for that. */
function attributionOf({ info }: ServedRelease): string {
  const texts = info.sources.map(({ name, attribution, license }) => {
    const whom = attribution ?? name;
    return license === null ? whom : `${whom} (${license})`;
  });
  return escapeHtml(texts.join('; '));
}
