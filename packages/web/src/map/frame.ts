/** What of the map a place is: the part that is shown, and its outline. */
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { ListedPermit } from '../api/list-fields';
import type { Place } from '../api/places';
import { states } from '../api/states';
import { nationBox, setData } from './atlas';
import { type Box, boxOf, boxOfPoints, countyShapes, findCounty, stateShapes } from './shapes';

/** Shows the place with its outline: once for each place. */
export function useFrame(map: MapLibre | null, place: Place | null, permits: readonly ListedPermit[]): void {
  const shownPermits = useRef(permits);
  shownPermits.current = permits;
  const isFramable =
    place === null ||
    place.kind === 'state' ||
    place.kind === 'county' ||
    permits.some((permit) => pointOf(permit).length > 0);
  useEffect(() => {
    if (map === null || !isFramable) return;
    let isWanted = true;
    void frame(place, shownPermits.current.flatMap(pointOf)).then(({ box, outline }) => {
      if (!isWanted) return;
      setData(map, 'place', { type: 'FeatureCollection', features: outline });
      if (box) {
        map.fitBounds([...box] as [number, number, number, number], {
          padding: 28,
          maxZoom: 15,
          duration: 0,
        });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [map, place, isFramable]);
}

interface Frame {
  readonly box: Box | null;
  readonly outline: FeatureCollection['features'];
}

/** Shapes are known of states and counties; of others the points say where they are. */
async function frame(place: Place | null, points: readonly (readonly [number, number])[]): Promise<Frame> {
  if (place === null) return { box: nationBox, outline: [] };
  const [, fips = ''] = states[place.state] ?? [];
  const state = (await stateShapes()).features.find(({ id }) => id === fips);
  const shape =
    place.kind === 'state'
      ? state
      : place.kind === 'county'
        ? findCounty(await countyShapes(), place.name, fips)
        : null;
  if (shape) return { box: boxOf(shape.geometry), outline: [shape] };
  return { box: boxOfPoints(points) ?? (state ? boxOf(state.geometry) : null), outline: [] };
}

/** Latitude and longitude of a permit, if they are known. */
export function pointOf({ address }: Pick<ListedPermit, 'address'>): readonly (readonly [number, number])[] {
  const [latitude, longitude] = address.latlng ?? [];
  return latitude === undefined || longitude === undefined ? [] : [[latitude, longitude]];
}
