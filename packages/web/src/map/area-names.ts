/** Names of the operator's own areas, such as neighbourhoods, in the middle of each from the zoom at which they fit. */
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { type NamedArea, useAreas } from '../api/areas';
import { setData } from './atlas';

/** Pixels of a letter, and of the world at zoom 0. */
const letterWidth = 6.5;
const worldPixels = 512;

export function useAreaNames(map: MapLibre | null): void {
  const areas = useAreas();
  useEffect(() => {
    if (map !== null) setData(map, 'area-names', namesOf(areas));
  }, [map, areas]);
}

function namesOf(areas: readonly NamedArea[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: areas.map(({ name, bbox: [west = 0, south = 0, east = 0, north = 0] }) => {
      const span = Math.max(east - west, 1e-4);
      return {
        type: 'Feature',
        properties: {
          name,
          span,
          // The layer looks at whole zooms only.
          zoom: Math.round(Math.log2((name.length * letterWidth * 360) / (worldPixels * span))),
        },
        geometry: { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] },
      };
    }),
  };
}
