/** Names on the map of a place: the largest cities of a state or county, the ZIP codes of a city. */

import type { Lintel } from '@lintel/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import type { Place } from '../api/places';
import { useService } from '../api/service';
import { setData } from './atlas';

const none: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Free. A map without them is still a map. */
const namesQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['place names', geoId],
    queryFn: ({ signal }) => lintel.places.names(geoId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Writes the names of what lies in the place; of the nation the outlines have names of their own. */
export function usePlaceNames(map: MapLibre | null, place: Place | null): void {
  const { lintel } = useService();
  const isNamed = place !== null && ['state', 'county', 'city', 'jurisdiction'].includes(place.kind);
  const { data } = useQuery({ ...namesQuery(lintel, place?.geoId ?? ''), enabled: isNamed });
  useEffect(() => {
    if (map !== null) setData(map, 'place-names', (isNamed ? data : undefined) ?? none);
  }, [map, isNamed, data]);
}
