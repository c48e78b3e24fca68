/**
 * The map's drawing: shapes of states and counties in the colours of the design, street tiles of the operator's host or
 * else the streets that addresses tell of, and permits above them.
 */
import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from 'maplibre-gl';
import { clusterImageId } from './clusters';
import { type Colours, colours } from './colours';
import { knownStreetLayers, knownStreetsZoom } from './known-streets';
import { officialCitiesLayer, officialCityLayer } from './official-cities';
import { graticule } from './shapes';
import type { Streets } from './streets';

/** Tiles of this zoom have single permits, where there are not too many; closer ones are not asked for. */
export const singlesZoom = 16;
/** From this zoom on counties are drawn. */
export const countyZoom = 4.5;

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };
const emptySource = { type: 'geojson', data: empty } as const;
/** Of shapes whose corners all count: a circle stays round. */
const exactSource = { ...emptySource, tolerance: 0 } as const;

/**
 * The style of the map in the page's colours. Shapes are shaded by the feature state `shade`, 0 to 5. Permits come from
 * the vector tiles at the address; null: from data that the page sets.
 */
export function atlasStyle(streets: Streets | null, tilesOfPermits: string | null): StyleSpecification {
  const c = colours();
  const permits =
    tilesOfPermits === null ? { source: 'permits' } : { source: 'permits', 'source-layer': 'permits' };
  return {
    version: 8,
    sources: {
      ...(streets === null ? {} : { streets: streets.source }),
      graticule: { type: 'geojson', data: graticule() },
      states: emptySource,
      'state-names': emptySource,
      counties: emptySource,
      'county-names': emptySource,
      place: exactSource,
      'place-names': emptySource,
      'area-names': emptySource,
      [officialCityLayer]: emptySource,
      ...(streets === null ? { 'known-streets': emptySource } : {}),
      permits:
        tilesOfPermits === null
          ? { type: 'geojson', data: empty, cluster: true, clusterRadius: 32, clusterMaxZoom: 13 }
          : { type: 'vector', tiles: [tilesOfPermits], minzoom: 0, maxzoom: singlesZoom },
      pointed: emptySource,
      drawn: exactSource,
    },
    layers: [
      ...groundLayers(c),
      ...(streets?.layers(c) ?? knownStreetLayers(c)),
      ...outlineLayers(c),
      heatLayer(c, permits),
      officialCitiesLayer(c),
      ...nameLayers(c),
      placeNameLayer(c),
      areaNameLayer(c),
      ...permitLayers(c, permits),
    ],
  };
}

/** Water and land, and the shades of states and counties over it. */
function groundLayers(c: Colours): LayerSpecification[] {
  const shades = ([1, 2, 3, 4, 5] as const).flatMap((step) => [step, c[`shade-${step}`]]);
  const shade = (none: string) =>
    [
      'match',
      ['coalesce', ['feature-state', 'shade'], 0],
      ...shades,
      none,
    ] as unknown as ExpressionSpecification;
  return [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      maxzoom: 7,
      paint: { 'line-color': c['rule-strong'], 'line-width': 0.5, 'line-opacity': 0.28 },
    },
    { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': c['shade-0'] } },
    { id: 'states', type: 'fill', source: 'states', paint: { 'fill-color': shade('rgba(0,0,0,0)') } },
    { id: 'place-fill', type: 'fill', source: 'place', paint: { 'fill-color': c.sheet } },
    {
      id: 'counties',
      type: 'fill',
      source: 'counties',
      layout: { visibility: 'none' },
      paint: { 'fill-color': shade(c['shade-0']) },
    },
  ];
}

function outlineLayers(c: Colours): LayerSpecification[] {
  return [
    {
      id: 'counties-line',
      type: 'line',
      source: 'counties',
      minzoom: countyZoom,
      paint: { 'line-color': c['rule-strong'], 'line-width': 0.5, 'line-opacity': 0.6 },
    },
    {
      id: 'states-line',
      type: 'line',
      source: 'states',
      paint: { 'line-color': c.paper, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 7, 1.5] },
    },
    {
      id: 'drawn-fill',
      type: 'fill',
      source: 'drawn',
      paint: { 'fill-color': c.accent, 'fill-opacity': 0.08 },
    },
    {
      id: 'drawn-line',
      type: 'line',
      source: 'drawn',
      paint: { 'line-color': c.accent, 'line-width': 2, 'line-dasharray': [2, 1] },
    },
    {
      id: 'place-line',
      type: 'line',
      source: 'place',
      filter: ['!', ['has', 'isHull']],
      paint: { 'line-color': c.ink, 'line-width': 1.5 },
    },
    {
      id: 'place-hull',
      type: 'line',
      source: 'place',
      filter: ['has', 'isHull'],
      paint: { 'line-color': c['ink-soft'], 'line-width': 1.25, 'line-dasharray': [4, 3] },
    },
  ];
}

/** A colour where nothing is shaded, where the shade is weak, and where it is strong. */
function byShade(none: string, weak: string, strong: string): ExpressionSpecification {
  return ['step', ['coalesce', ['feature-state', 'shade'], 0], none, 1, weak, 4, strong];
}

/** Names of states from afar, of counties from near; where permits are, theirs come first. */
function nameLayers(c: Colours): LayerSpecification[] {
  const name = (
    id: string,
    zooms: { readonly minzoom?: number; readonly maxzoom?: number },
    layout: SymbolLayerSpecification['layout'],
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source: id,
    ...zooms,
    layout: { 'text-font': ['Public Sans Variable'], 'text-max-width': 7, 'text-padding': 4, ...layout },
    paint: {
      'text-color': byShade(c['ink-soft'], c.ink, c.paper),
      'text-halo-color': byShade(c['shade-0'], 'rgba(0,0,0,0)', 'rgba(0,0,0,0)'),
      'text-halo-width': 1,
    },
  });
  return [
    name(
      'county-names',
      { minzoom: 6.3 },
      {
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 6.3, 10, 9, 12],
      },
    ),
    name(
      'state-names',
      { minzoom: 2.5, maxzoom: 6.3 },
      {
        'text-field': ['step', ['zoom'], ['get', 'code'], 4.6, ['upcase', ['get', 'name']]],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2.5, 9, 6, 12],
        'text-letter-spacing': 0.06,
      },
    ),
  ];
}

/** Where a name may be written, in its own size: at the place, near it, and further off. */
const spots = (...distances: readonly number[]) =>
  [
    ...['center', [0, 0]],
    ...distances.flatMap((off) => [
      ...['bottom', [0, -off], 'top', [0, off], 'left', [off, 0], 'right', [-off, 0]],
      ...['bottom-left', [off * 0.7, -off * 0.7], 'bottom-right', [-off * 0.7, -off * 0.7]],
      ...['top-left', [off * 0.7, off * 0.7], 'top-right', [-off * 0.7, off * 0.7]],
    ]),
  ] as VariableAnchorOffsetCollectionSpecification;

/** Names of cities or ZIP codes of the place that is shown, beside the clusters. */
function placeNameLayer(c: Colours): LayerSpecification {
  const isZip: ExpressionSpecification = ['==', ['get', 'geo_id'], ['get', 'name']];
  return {
    id: 'place-names',
    type: 'symbol',
    source: 'place-names',
    // Nearer, streets have names.
    maxzoom: knownStreetsZoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Public Sans Variable'],
      'text-size': ['case', isZip, 11, 13],
      // Clusters take their place first; a name goes to one of several spots around its own.
      'text-variable-anchor-offset': spots(1.3, 2.2),
      'text-max-width': 8,
      'symbol-sort-key': ['-', ['get', 'permit_count']],
    },
    paint: {
      'text-color': c.ink,
      'text-halo-color': c.sheet,
      'text-halo-width': 1.6,
    },
  };
}

/** Nearer, one is within an area. */
const areaNameZoom = 15;

/** Names of the operator's areas, each from the zoom at which it fits into its own. Above the others: it goes first. */
function areaNameLayer(c: Colours): LayerSpecification {
  return {
    id: 'area-names',
    type: 'symbol',
    source: 'area-names',
    maxzoom: areaNameZoom,
    filter: ['>=', ['zoom'], ['get', 'zoom']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Public Sans Variable'],
      'text-size': 12,
      'text-letter-spacing': 0.04,
      'text-variable-anchor-offset': spots(1.3, 2.2, 3.4, 4.6, 6),
      'text-max-width': 8,
      'symbol-sort-key': ['-', ['get', 'span']],
    },
    paint: { 'text-color': c.accent, 'text-halo-color': c.sheet, 'text-halo-width': 1.6 },
  };
}

type Permits = { readonly source: string; readonly 'source-layer'?: string };

/** How many permits a point is: a cluster of the service, of the map itself, or one. */
const permitCount: ExpressionSpecification = ['coalesce', ['get', 'count'], ['get', 'point_count'], 1];

/** Permits as heat, which is shown on demand. */
function heatLayer(c: Colours, source: Permits): LayerSpecification {
  return {
    id: 'heat',
    type: 'heatmap',
    ...source,
    layout: { visibility: 'none' },
    paint: {
      'heatmap-weight': ['/', ['ln', ['+', 1, permitCount]], 6],
      'heatmap-intensity': 2,
      // As far apart as clusters of the service are.
      'heatmap-radius': 52,
      'heatmap-opacity': 0.8,
      'heatmap-color': [
        'interpolate',
        ['linear'],
        ['heatmap-density'],
        0,
        clear(c['shade-2']),
        0.2,
        c['shade-2'],
        0.45,
        c['shade-3'],
        0.7,
        c['shade-4'],
        1,
        c['shade-5'],
      ],
    },
  };
}

/** Clusters with their numbers and single permits by their status; and the one that is pointed at. */
function permitLayers(c: Colours, source: Permits): LayerSpecification[] {
  const statusColour = [
    'match',
    ['get', 'status'],
    'in_review',
    c['in-review'],
    'active',
    c.active,
    'final',
    c.final,
    c.inactive,
  ] as ExpressionSpecification;
  return [
    {
      id: 'clusters',
      type: 'symbol',
      ...source,
      filter: ['!', ['has', 'id']] as FilterSpecification,
      layout: {
        'icon-image': clusterImageId(permitCount),
        'icon-allow-overlap': true,
        'symbol-sort-key': permitCount,
      },
    },
    {
      id: 'points',
      type: 'circle',
      ...source,
      filter: ['has', 'id'],
      paint: {
        'circle-color': statusColour,
        'circle-radius': 6,
        'circle-stroke-color': c.sheet,
        'circle-stroke-width': 1.25,
      },
    },
    {
      id: 'pointed',
      type: 'circle',
      source: 'pointed',
      paint: {
        'circle-color': 'rgba(0,0,0,0)',
        'circle-radius': 11,
        'circle-stroke-color': c.ink,
        'circle-stroke-width': 2.5,
      },
    },
  ];
}

/** A colour such as `rgb(1, 2, 3)` that does not cover, so that what fades out keeps its hue. */
const clear = (colour: string) => colour.replace('rgb(', 'rgba(').replace(')', ', 0)');
