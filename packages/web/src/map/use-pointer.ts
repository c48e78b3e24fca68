/** The pointer on the map: what is under it, and what a click there opens. */
import { useNavigate } from '@tanstack/react-router';
import type { MapGeoJSONFeature, Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { counted, date, sentence, shortMoney, statusNames, streetLine } from '../words/format';
import { singlesZoom } from './atlas-style';
import { cityNote, officialCityLayer } from './official-cities';
import type { ShadedArea, Shading } from './use-shading';

export interface Hint {
  /** Pixels from the left and the top of the map. */
  readonly x: number;
  readonly y: number;
  /** Beside the pointer on the side with more room. */
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly note: string;
}

interface PointerEvent {
  readonly point: { readonly x: number; readonly y: number };
}

/** What the pointer is at; null for nothing. */
export function usePointer(
  map: MapLibre | null,
  shading: Shading | null,
  permits: readonly ListedPermit[],
  onPlace: (geoId: string) => void,
  /** A permit is at the pointer; null: none any more. */
  onPoint: (id: string | null) => void,
): Hint | null {
  const navigate = useNavigate();
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    if (map === null) return;
    const layers = ['points', 'clusters', officialCityLayer, ...(shading === null ? [] : [shading.layer])];
    const at = ({ point }: PointerEvent) => map.queryRenderedFeatures([point.x, point.y], { layers })[0];
    const onMove = (event: PointerEvent) => {
      const feature = at(event);
      const isOpen = feature && (feature.layer.id !== shading?.layer || areaOf(feature, shading));
      map.getCanvas().style.cursor = isOpen ? 'pointer' : '';
      const { x, y } = event.point;
      const side = x > map.getCanvas().clientWidth / 2 ? 'left' : 'right';
      onPoint(feature?.layer.id === 'points' ? String(feature.properties.id) : null);
      setHint(feature ? { x, y, side, ...wordsOf(feature, shading, permits) } : null);
    };
    const onClick = (event: PointerEvent) => {
      const feature = at(event);
      if (!feature) return;
      if (feature.layer.id === 'points') {
        void navigate({ to: '/permits/$id', params: { id: String(feature.properties.id) } });
      } else if (feature.layer.id === 'clusters' && feature.geometry.type === 'Point') {
        const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
        const zoom = Math.min(singlesZoom, map.getZoom() + (feature.properties.count === 1 ? 5 : 2.5));
        map.easeTo({ center: [longitude, latitude], zoom });
      } else if (feature.layer.id === officialCityLayer) {
        const id = String(feature.properties.geo_id);
        void navigate({ to: '/places/$kind/$id', params: { kind: 'city', id } });
      } else {
        const area = areaOf(feature, shading);
        if (area) onPlace(area.geo_id);
      }
    };
    const onOut = () => {
      setHint(null);
      onPoint(null);
    };
    map.on('mousemove', onMove);
    // What was named is elsewhere then.
    map.on('movestart', onOut);
    map.on('click', onClick);
    map.on('mouseout', onOut);
    return () => {
      onOut();
      map.off('mousemove', onMove);
      map.off('movestart', onOut);
      map.off('click', onClick);
      map.off('mouseout', onOut);
    };
  }, [map, shading, permits, onPlace, onPoint, navigate]);
  return hint;
}

function areaOf({ id }: MapGeoJSONFeature, shading: Shading | null): ShadedArea | undefined {
  return shading?.areas.find(({ fips }) => Number(fips) === Number(id));
}

/** What is said of a shape, a cluster or a permit. */
function wordsOf(
  feature: MapGeoJSONFeature,
  shading: Shading | null,
  permits: readonly ListedPermit[],
): Pick<Hint, 'title' | 'note'> {
  const { properties, layer } = feature;
  if (shading !== null && layer.id === shading.layer) {
    const area = areaOf(feature, shading);
    return {
      title: area?.name ?? String(properties.name),
      note: area?.note ?? shading.nothing,
    };
  }
  if (layer.id === officialCityLayer) return { title: String(properties.name), note: cityNote(properties) };
  if (layer.id === 'clusters') {
    const value = typeof properties.job_value === 'number' ? `${shortMoney(properties.job_value)}. ` : '';
    const number = Number(properties.count);
    return {
      title: counted(number, 'permit'),
      note: `${value}Click to zoom in.`,
    };
  }
  const permit = permits.find(({ id }) => id === properties.id);
  return {
    title: permit?.description_derived ?? (properties.tag ? sentence(String(properties.tag)) : 'Permit'),
    note: [
      permit ? streetLine(permit.address) : null,
      properties.date ? date(String(properties.date)) : null,
      statusNames[String(properties.status)],
    ]
      .filter(Boolean)
      .join(', '),
  };
}
