/**
 * Cities by the official count, on the map of a state or county: a circle each, as large as its homes are many, the
 * stronger the more they are for its people. Where a city has no permits here, it has this.
 */
import type { OfficialCities } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import type { CircleLayerSpecification, ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { homesRate, officialCitiesQuery } from '../api/place-queries';
import type { Place } from '../api/places';
import { useService } from '../api/service';
import { counted } from '../words/format';
import { setData } from './atlas';
import type { Colours } from './colours';

export const officialCityLayer = 'official-cities';

/** Draws the cities of the place where they are wanted; whether there are any. */
export function useOfficialCities(map: MapLibre | null, place: Place | null, isWanted: boolean): boolean {
  const { lintel } = useService();
  const enabled = isWanted && (place?.kind === 'state' || place?.kind === 'county');
  const { data } = useQuery({ ...officialCitiesQuery(lintel, place?.geoId ?? ''), enabled });
  const cities = enabled ? data : undefined;
  useEffect(() => {
    if (map !== null) setData(map, officialCityLayer, { type: 'FeatureCollection', features: drawn(cities) });
  }, [map, cities]);
  return cities !== undefined && cities.features.length > 0;
}

function drawn(cities: OfficialCities | undefined) {
  return (cities?.features ?? []).map(({ geometry, properties }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: geometry.coordinates },
    properties: { ...properties, rate: homesRate(properties) },
  }));
}

/** What is said of a circle. */
export function cityNote(properties: Readonly<Record<string, unknown>>): string {
  const { year, units, rate } = properties;
  const homes = `${counted(Number(units), 'home')} authorized in ${year}`;
  const share = typeof rate === 'number' ? `, ${rate} for 1,000 inhabitants` : '';
  return `${homes}${share}, by the Census Bureau's count. Click for its page.`;
}

/** Small circles lie above large ones. The nation authorises some 4 homes a year for 1,000 people. */
export function officialCitiesLayer(c: Colours): CircleLayerSpecification {
  const radius = (least: number, most: number) =>
    ['interpolate', ['linear'], ['sqrt', ['get', 'units']], 1, least, 100, most] as ExpressionSpecification;
  const strength = ['interpolate', ['linear'], ['coalesce', ['get', 'rate'], 0], 0, 0.15, 4, 0.35, 20, 0.85];
  return {
    id: officialCityLayer,
    type: 'circle',
    source: officialCityLayer,
    layout: { 'circle-sort-key': ['-', ['get', 'units']] },
    paint: {
      'circle-radius': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        radius(1.5, 8),
        6,
        radius(2.5, 14),
        9,
        radius(5, 40),
      ],
      'circle-color': c.ink,
      'circle-opacity': strength as ExpressionSpecification,
      'circle-stroke-color': c.sheet,
      'circle-stroke-width': 1,
    },
  };
}
