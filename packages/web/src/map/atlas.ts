/**
 * A map of the design: what it is drawn on, its controls, and the images and shapes that its style names. It needs no
 * other host than the service by itself.
 */
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import { callerHeaders } from '../api/key';
import { clusterImage } from './clusters';
import { type Box, countyShapes, namesOf, stateShapes } from './shapes';

setWorkerUrl(new URL(workerUrl, location.href).href);

/** How much is left around a place, in pixels, and how near a small one is seen. */
export const fitting = { padding: 28, maxZoom: 15 } as const;

/** The contiguous states. */
export const nationBox: Box = [-124.8, 24.4, -66.9, 49.4];

/** What of the world a map shows. */
export type View =
  | { readonly box: Box }
  | { readonly centre: readonly [latitude: number, longitude: number]; readonly zoom: number };

export interface Look {
  readonly view?: View;
  readonly isSmall?: boolean;
  /** Whether it lies in a page that scrolls: then two fingers, or Ctrl and the wheel, move it. */
  readonly isInPage?: boolean;
}

/** A map in the element, which asks the service in the name of the visitor. */
export function newMap(
  container: HTMLElement,
  style: StyleSpecification,
  key: string | null,
  { view = { box: nationBox }, isSmall = false, isInPage = false }: Look = {},
): MapLibre {
  const map = new MapLibre({
    container,
    style,
    transformRequest: (url) =>
      url.startsWith(`${location.origin}/v2/`) ? { url, headers: callerHeaders(key) } : { url },
    ...('box' in view
      ? { bounds: [...view.box] as [number, number, number, number], fitBoundsOptions: fitting }
      : { center: [view.centre[1], view.centre[0]] as [number, number], zoom: view.zoom }),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    cooperativeGestures: isInPage,
    scrollZoom: !isSmall,
  });
  map.setMissingStyleImageResolver((id) => {
    const image = clusterImage(id);
    if (image !== null && !map.hasImage(id)) map.addImage(id, image.data, { pixelRatio: image.pixelRatio });
  });
  // Shown while something is loaded; tests and screenshots wait for it.
  map.on('dataloading', () => container.removeAttribute('data-drawn'));
  map.on('idle', () => container.setAttribute('data-drawn', ''));
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  if (!isSmall) map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(
    new AttributionControl({ compact: false, customAttribution: 'Boundaries: U.S. Census Bureau' }),
  );
  map.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 90 }), 'bottom-right');
  return map;
}

/** Fills a source of the style. */
export function setData(map: MapLibre, source: string, data: FeatureCollection): void {
  map.getSource<GeoJSONSource>(source)?.setData(data);
}

/** Draws the states with their names. */
export async function drawStates(map: MapLibre): Promise<void> {
  const states = await stateShapes();
  setData(map, 'states', states);
  setData(map, 'state-names', namesOf(states));
}

/** Draws the counties with their names. */
export async function drawCounties(map: MapLibre): Promise<void> {
  const counties = await countyShapes();
  setData(map, 'counties', counties);
  setData(map, 'county-names', namesOf(counties));
}
