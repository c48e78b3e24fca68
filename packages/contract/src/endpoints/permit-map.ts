/** Views over many permits: counts by cell and vector tiles (C43), and how long permits take (C46). */
import type { Endpoint, Parameter } from '../endpoint.js';
import { area, hasContractor, includeRenewals, permitFilters, searchPlacesOrAll } from '../filter.js';
import { permitViewRules } from '../filter-rules.js';
import { maxBins, maxBinZoom, maxMapNames, maxTileZoom } from '../limits.js';
import { placeInPath } from '../parameter.js';
import { PermitDurations } from '../resource/figures.js';
import { PermitBins, PlaceNames, TileJson, VectorTile } from '../resource/map.js';
import { Type } from '../schema.js';
import { withCommas } from '../with-commas.js';
import { placeKinds } from './place-kinds.js';
import { details, keyed, metered, statuses } from './statuses.js';

/** The filters of all views over permits. The period may be left out. */
export const viewFilters = {
  geo_id: searchPlacesOrAll(placeKinds, 'CA'),
  near: area.near,
  radius_m: area.radius_m,
  within: area.within,
  ...permitFilters,
  permit_has_contractor: hasContractor,
} as const;

function tileNumber(noun: string, maximum: number, example: number) {
  return {
    in: 'path',
    schema: Type.Integer({ minimum: 0, maximum }),
    required: true,
    description: noun,
    example,
  } as const satisfies Parameter;
}

const last = 2 ** maxTileZoom - 1;

export const permitMapEndpoints = {
  permit_bins: {
    id: 'permit_bins',
    path: '/v2/permits/bins',
    summary: 'Permits by cell',
    description: `Permits of a map's view, counted by cell of a grid: up to ${withCommas(maxBins)} cells, 16 to a tile's side at the zoom asked for, larger ones for a wide box. Filters as in the permit search; without dates, permits of any date. An answer costs as much as one permit, an empty one nothing.`,
    group: 'Permits',
    authenticated: true,
    parameters: {
      bbox: { ...area.bbox, required: true },
      zoom: {
        in: 'query',
        schema: Type.Integer({ minimum: 0, maximum: maxBinZoom }),
        required: true,
        description: 'Zoom of the map.',
        example: 10,
      },
      ...viewFilters,
    },
    rules: permitViewRules,
    answer: { kind: 'view', schema: PermitBins, resource: 'permits' },
    statuses: metered,
  },
  permit_durations: {
    id: 'permit_durations',
    path: '/v2/permits/durations',
    summary: 'How long permits take',
    description:
      'Quartiles of the days to approve and to build. Filters as in the permit search; without dates, permits of any date. Every number is exact, over all that match. An answer costs as much as one permit, one without permits nothing.',
    group: 'Permits',
    authenticated: true,
    keyAsPassword: true,
    parameters: {
      by_month: {
        in: 'query',
        schema: Type.Boolean(),
        required: false,
        default: false,
        description: 'Whether `months` has the same for each month of the date that `date_field` names.',
        example: true,
      },
      bbox: area.bbox,
      ...viewFilters,
      include_renewals: {
        ...includeRenewals,
        default: false,
        description:
          'Whether permits that renew another are looked at too. They are filed and issued on one day, and finished soon after.',
        short: '`true`: with renewals.',
        example: true,
      },
    },
    rules: permitViewRules,
    answer: { kind: 'view', schema: PermitDurations, resource: 'permits' },
    statuses: metered,
  },
  permit_tiles: {
    id: 'permit_tiles',
    path: '/v2/permits/tiles',
    summary: 'Vector tiles of permits',
    description:
      'Description of the vector tiles (TileJSON), with the filters given here in the address of the tiles. Free.',
    group: 'Permits',
    authenticated: true,
    parameters: { bbox: area.bbox, ...viewFilters },
    rules: permitViewRules,
    answer: { kind: 'object', schema: TileJson },
    statuses: statuses(keyed, 304, 422),
  },
  permit_tile: {
    id: 'permit_tile',
    path: '/v2/permits/tiles/{z}/{x}/{y}',
    summary: 'Vector tile of permits',
    description:
      'Permits of a tile as points: clusters with `count` and `job_value` and, from zoom 14 on and up to 100 in a tile, single permits with `id`, `tag`, `status` and `date`. Filters as in the permit search; without dates, permits of any date. A tile costs as much as one permit, an empty one nothing.',
    group: 'Permits',
    authenticated: true,
    parameters: {
      z: tileNumber('Zoom of the tile.', maxTileZoom, 10),
      x: tileNumber('Column of the tile.', last, 163),
      y: tileNumber('Row of the tile.', last, 395),
      bbox: area.bbox,
      ...viewFilters,
    },
    rules: [
      ...permitViewRules,
      ...(['x', 'y'] as const).map((at) => ({
        at,
        reads: [at, 'z'],
        fault: ({ [at]: number, z }: Readonly<Record<string, unknown>>) =>
          typeof number === 'number' && typeof z === 'number' && number >= 2 ** z
            ? `${at} is at most ${2 ** z - 1} at zoom ${z}.`
            : null,
      })),
    ],
    answer: { kind: 'tile', schema: VectorTile, resource: 'permits' },
    statuses: metered,
  },
  place_names: {
    id: 'place_names',
    path: '/v2/places/{geo_id}/names',
    summary: 'Names on the map of a place',
    description: `Where names are written on a map: of a state or county its ${maxMapNames.city} cities with the most permits, of a city or jurisdiction up to ${maxMapNames.zip} ZIP codes, each amid its permits there (GeoJSON). One without a point is left out. Free.`,
    group: 'Permits',
    authenticated: true,
    parameters: { geo_id: placeInPath },
    stability: 'beta',
    answer: { kind: 'object', schema: PlaceNames },
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
