/**
 * The map's drawing: shapes of states and counties in the colours of the design, street tiles of the operator's host if
 * there are any, and points above them. It needs no other host by itself.
 */
import {
  AttributionControl,
  type ExpressionSpecification,
  type GeoJSONSource,
  type LayerSpecification,
  Map as MapLibre,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import { callerHeaders } from '../api/key';
import type { Box } from './shapes';
import type { Streets } from './streets';

setWorkerUrl(new URL(workerUrl, location.href).href);

/** The contiguous states. */
export const nationBox: Box = [-124.8, 24.4, -66.9, 49.4];
/** Tiles of this zoom have single permits, where there are not too many; closer ones are not asked for. */
export const singlesZoom = 16;
/** From this zoom on counties are drawn. */
const countyZoom = 4.5;

/** Colours of the design, as the page has them now. */
export function colours(): Record<(typeof names)[number], string> {
  const probe = document.createElement('i');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(names.map((name) => [name, read(name)]));
  probe.remove();
  return found as Record<(typeof names)[number], string>;
}

const names = [
  'water',
  'shade-0',
  'shade-1',
  'shade-2',
  'shade-3',
  'shade-4',
  'shade-5',
  'paper',
  'sheet',
  'well',
  'rule',
  'rule-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-ink',
  'active',
  'in-review',
  'final',
  'inactive',
] as const;

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

/**
 * The style of the map in the page's colours. Shapes are shaded by the feature state `shade`, 0 to 5. Permits come from
 * the vector tiles at the address; null: from data that the page sets.
 */
export function atlasStyle(streets: Streets | null, tilesOfPermits: string | null): StyleSpecification {
  const c = colours();
  const shade: ExpressionSpecification = [
    'match',
    ['coalesce', ['feature-state', 'shade'], 0],
    ...([1, 2, 3, 4, 5] as const).flatMap((step) => [step, c[`shade-${step}`]]),
    c['shade-0'],
  ] as unknown as ExpressionSpecification;
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
  /** Permits of a point: a cluster of the service, of the map itself, or one. */
  const permits: ExpressionSpecification = ['coalesce', ['get', 'count'], ['get', 'point_count'], 1];
  const ofPermits =
    tilesOfPermits === null ? { source: 'permits' } : { source: 'permits', 'source-layer': 'permits' };
  const layers: LayerSpecification[] = [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    { id: 'states', type: 'fill', source: 'states', paint: { 'fill-color': shade } },
    { id: 'place-fill', type: 'fill', source: 'place', paint: { 'fill-color': c.sheet } },
    {
      id: 'counties',
      type: 'fill',
      source: 'counties',
      layout: { visibility: 'none' },
      paint: { 'fill-color': shade },
    },
    ...(streets?.layers(c) ?? []),
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
      id: 'place-line',
      type: 'line',
      source: 'place',
      paint: { 'line-color': c.ink, 'line-width': 1.5 },
    },
    {
      id: 'clusters',
      type: 'circle',
      ...ofPermits,
      filter: ['!', ['has', 'id']],
      paint: {
        'circle-color': c.accent,
        'circle-opacity': 0.88,
        'circle-stroke-color': c.sheet,
        'circle-stroke-width': 1.25,
        'circle-radius': ['interpolate', ['linear'], ['log10', permits], 0, 4.5, 1, 9, 2, 13, 3, 17, 5, 24],
      },
      layout: { 'circle-sort-key': permits },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      ...ofPermits,
      filter: ['>', permits, 1],
      layout: {
        'text-field': [
          'step',
          permits,
          ['to-string', permits],
          1_000,
          ['concat', ['to-string', ['/', ['round', ['/', permits, 100]], 10]], 'k'],
          10_000,
          ['concat', ['to-string', ['round', ['/', permits, 1000]]], 'k'],
        ],
        'text-font': ['sans-serif'],
        'text-size': ['step', permits, 10, 10, 11, 100, 12],
        'symbol-sort-key': ['-', 0, permits],
      },
      paint: { 'text-color': c['accent-ink'] },
    },
    {
      id: 'points',
      type: 'circle',
      ...ofPermits,
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
  return {
    version: 8,
    sources: {
      ...(streets === null ? {} : { streets: streets.source }),
      states: { type: 'geojson', data: empty },
      counties: { type: 'geojson', data: empty },
      place: { type: 'geojson', data: empty },
      permits:
        tilesOfPermits === null
          ? { type: 'geojson', data: empty, cluster: true, clusterRadius: 32, clusterMaxZoom: 13 }
          : { type: 'vector', tiles: [tilesOfPermits], minzoom: 0, maxzoom: singlesZoom },
      pointed: { type: 'geojson', data: empty },
    },
    layers,
  };
}

/** A map in the element, which asks the service in the name of the visitor. */
export function newMap(
  container: HTMLElement,
  style: StyleSpecification,
  key: string | null,
  isSmall = false,
): MapLibre {
  const map = new MapLibre({
    container,
    style,
    transformRequest: (url) =>
      url.startsWith(`${location.origin}/v2/`) ? { url, headers: callerHeaders(key) } : { url },
    bounds: [...nationBox] as [number, number, number, number],
    fitBoundsOptions: { padding: 16 },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    ...(isSmall ? { cooperativeGestures: false, scrollZoom: false } : {}),
  });
  // Tests and screenshots wait for it.
  map.on('idle', () => container.setAttribute('data-drawn', ''));
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  if (!isSmall) map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(
    new AttributionControl({ compact: false, customAttribution: 'Boundaries: U.S. Census Bureau' }),
  );
  return map;
}

/** Fills a source of the style. */
export function setData(map: MapLibre, source: string, data: FeatureCollection): void {
  map.getSource<GeoJSONSource>(source)?.setData(data);
}
