/**
 * Streets on a map without street tiles: as far as the addresses of the release tell where they run. Asked for by boxes of a
 * fixed grid, each once, and drawn under the permits.
 */
import type { Lintel, StreetMap } from '@lintel/client';
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { setData } from './atlas';
import type { Colours } from './colours';

/** From this zoom on they are drawn. */
export const knownStreetsZoom = 13;
/** Boxes to a degree. */
const perDegree = 20;
/** Boxes that one view may ask for, and that are drawn at once. */
const maxBoxes = 24;
const maxDrawn = 96;

/** Draws the streets of the view and of each view that follows; what is returned ends it. */
export function drawKnownStreets(map: MapLibre, lintel: Lintel): () => void {
  // A style with street tiles has no place for them.
  if (!map.getSource('known-streets')) return () => {};
  const drawn = new Map<string, StreetMap['features']>();
  const ending = new AbortController();
  const draw = () => {
    const features = [...drawn.values()].flat();
    setData(map, 'known-streets', { type: 'FeatureCollection', features } as FeatureCollection);
  };
  const look = () => {
    if (map.getZoom() < knownStreetsZoom) return;
    const wanted = boxesOf(map).filter((box) => !drawn.has(box));
    if (wanted.length > maxBoxes) return;
    for (const box of wanted) {
      drawn.set(box, []);
      const oldest = drawn.keys().next().value;
      if (drawn.size > maxDrawn && oldest !== undefined) drawn.delete(oldest);
      lintel.streets.get(box, { signal: ending.signal }).then(
        ({ features }) => {
          if (ending.signal.aborted || !drawn.has(box)) return;
          drawn.set(box, features.map(readable));
          draw();
        },
        // A map is a map without them, and the next move asks again.
        () => drawn.delete(box),
      );
    }
  };
  look();
  map.on('moveend', look);
  return () => {
    ending.abort();
    map.off('moveend', look);
  };
}

/** `MARIE ST` as signs have it; `3RD` keeps its ending small. */
function readable(street: StreetMap['features'][number]): StreetMap['features'][number] {
  const name = street.properties.name
    .toLowerCase()
    .replace(/(?<![\w'])[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\b(?:Ne|Nw|Se|Sw)\b/g, (direction) => direction.toUpperCase());
  return { ...street, properties: { name } };
}

/** The boxes of the grid that the view touches: west, south, east and north. */
function boxesOf(map: MapLibre): string[] {
  const view = map.getBounds();
  const [west, south, east, north] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()].map(
    (degrees) => Math.floor(degrees * perDegree),
  ) as [number, number, number, number];
  const boxes: string[] = [];
  for (let x = west; x <= east; x++) {
    for (let y = south; y <= north; y++) {
      boxes.push([x, y, x + 1, y + 1].map((step) => (step / perDegree).toFixed(2)).join(','));
    }
  }
  return boxes;
}

/** Thin lines, and their names along them. */
export function knownStreetLayers(c: Colours): LayerSpecification[] {
  const source = { source: 'known-streets', minzoom: knownStreetsZoom } as const;
  return [
    {
      id: 'known-streets-edge',
      type: 'line',
      ...source,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': c['rule-strong'],
        'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 13, 2, 16, 7, 18, 15],
        'line-opacity': 0.55,
      },
    },
    {
      id: 'known-streets-line',
      type: 'line',
      ...source,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': c.sheet,
        'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 13, 0.8, 16, 5, 18, 13],
      },
    },
    {
      id: 'known-streets-name',
      type: 'symbol',
      ...source,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': ['Public Sans Variable'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 9.5, 17, 12],
        // Permits lie on streets and hide names: the next place is near.
        'symbol-spacing': 180,
      },
      paint: { 'text-color': c['ink-soft'], 'text-halo-color': c.sheet, 'text-halo-width': 1.4 },
    },
  ];
}
