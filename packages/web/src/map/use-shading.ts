/** States or counties shaded by a metric, over the outlines that every map has. */
import type { ExpressionSpecification, FilterSpecification, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import type { Place } from '../api/places';
import { states } from '../api/states';
import { type Classes, shadeOf } from '../explorer/areas';
import type { KnownMetric } from '../place/metrics';
import { drawCounties, drawStates } from './atlas';
import { countyZoom } from './atlas-style';

export interface ShadedArea {
  readonly geo_id: string;
  readonly name: string;
  readonly fips: string;
  readonly value: number | null;
  /** What is said of it. */
  readonly note: string;
}

export interface Shading {
  readonly metric: KnownMetric;
  /** Whether the areas are all that the map shows. */
  readonly isAlone: boolean;
  readonly layer: 'states' | 'counties';
  readonly areas: readonly ShadedArea[];
  /** Whether the shades are of the official count. */
  readonly isOfficial: boolean;
  /** What the shades are of, and what is said of an area without any. */
  readonly title: string;
  readonly nothing: string;
  /** Null before there are values. */
  readonly classes: Classes | null;
}

/** Layers of the permits, which areas that are shown alone do not need. */
const permitLayers = ['clusters', 'points', 'pointed'];
const heatLayers = ['heat', 'pointed'];
/** How strongly areas are shaded below the permits: not at all where streets are seen. */
const belowPermits: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 8, 0.45, 12, 0];

export function useShading(
  map: MapLibre | null,
  place: Place | null,
  shading: Shading | null,
  isHeat: boolean,
): void {
  const isCounties = shading?.layer === 'counties' || place !== null;
  useEffect(() => {
    if (map === null) return;
    void drawStates(map);
    let isDrawn = false;
    const draw = () => {
      if (isDrawn || (!isCounties && map.getZoom() < countyZoom)) return;
      isDrawn = true;
      void drawCounties(map);
    };
    draw();
    map.on('zoomend', draw);
    return () => {
      map.off('zoomend', draw);
    };
  }, [map, isCounties]);

  useEffect(() => {
    if (map === null) return;
    const isAlone = shading?.isAlone === true;
    map.setLayoutProperty('counties', 'visibility', shading?.layer === 'counties' ? 'visible' : 'none');
    map.setPaintProperty('states', 'fill-opacity', isAlone ? 1 : belowPermits);
    map.setFilter('counties', countiesOf(place));
    const shown = isAlone ? [] : isHeat ? heatLayers : permitLayers;
    for (const layer of ['heat', ...permitLayers]) {
      map.setLayoutProperty(layer, 'visibility', shown.includes(layer) ? 'visible' : 'none');
    }
    for (const source of ['states', 'counties', 'state-names', 'county-names']) {
      map.removeFeatureState({ source });
    }
    if (!shading?.classes) return;
    for (const { fips, value } of shading.areas) {
      const shade = value === null ? 0 : shadeOf(value, shading.classes);
      const names = shading.layer === 'states' ? 'state-names' : 'county-names';
      const id = Number(fips);
      map.setFeatureState({ source: shading.layer, id }, { shade });
      map.setFeatureState({ source: names, id }, { shade: isAlone ? shade : Math.min(shade, 1) });
    }
  }, [map, place, shading, isHeat]);
}

/** Those of the state; all of them without one. */
function countiesOf(place: Place | null): FilterSpecification | null {
  const [, fips] = states[place?.state ?? ''] ?? [];
  if (fips === undefined) return null;
  return ['==', ['floor', ['/', ['to-number', ['id']], 1000]], Number(fips)] as FilterSpecification;
}
