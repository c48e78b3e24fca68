/** The map of a place's page: its outline, and the permits of a search there, clustered by the service for each zoom. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { NamedArea } from '../api/areas';
import type { Place } from '../api/places';
import { useService } from '../api/service';
import { frameQuery, useFrame } from './frame';
import { MapHint } from './map-hint';
import { usePlaceNames } from './place-names';
import type { Box } from './shapes';
import { useAtlas } from './use-atlas';
import { usePointer } from './use-pointer';
import { useShading } from './use-shading';

export interface PlaceMapProps {
  readonly place: Place;
  /** The area of the operator that the place is, if it is one. */
  readonly area: NamedArea | undefined;
  /** Address of the vector tiles of the search. */
  readonly tiles: string;
}

export default function PlaceMap({ place, area, tiles }: PlaceMapProps) {
  const { lintel } = useService();
  const isArea = place.kind === 'area';
  const { data: frame } = useQuery({ ...frameQuery(lintel, place), enabled: !isArea });
  const view = area ? { box: area.bbox as unknown as Box } : null;
  const { container, map, state } = useAtlas(tiles, view ?? frame?.view ?? null, { isInPage: true });
  useShading(map, isArea ? null : place, null, false);
  useFrame(map, frame, view !== null);
  usePlaceNames(map, isArea ? null : place);
  const navigate = useNavigate();
  const openPlace = useCallback((id: string) => void navigate({ to: '/', search: { in: id } }), [navigate]);
  const hint = usePointer(map, null, noPermits, openPlace, nothing);
  if (state === 'no WebGL') {
    return <p className="map-note">This browser cannot draw maps (WebGL is off).</p>;
  }
  return (
    <>
      <div ref={container} className="map" />
      <MapHint hint={hint} />
      {state === 'no tiles' ? (
        <p className="map-warning" role="status">
          The permits could not be drawn.
        </p>
      ) : null}
    </>
  );
}

const noPermits = [] as const;
const nothing = () => {};
