/** The explorer's map: permits of the search, clustered by the service for each zoom, or states and counties shaded by a metric. */
import { useQuery } from '@tanstack/react-query';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { allStates, areasQuery } from '../api/place-queries';
import type { Place } from '../api/places';
import { useService } from '../api/service';
import { type AreaView, classesOf, valuesOf } from '../explorer/areas';
import { setData } from './atlas';
import { pointOf, useFrame } from './frame';
import { MapLegend } from './map-legend';
import { useAtlas } from './use-atlas';
import { usePointer } from './use-pointer';
import { type Shading, useShading } from './use-shading';

interface ExplorerMapProps {
  /** Null for the whole nation. */
  readonly place: Place | null;
  /** States or counties to shade; null for none. */
  readonly areas: AreaView | null;
  /** Address of the vector tiles of the search. */
  readonly tiles: string;
  /** The permits in the table, to show where they are. */
  readonly permits: readonly ListedPermit[];
  /** The permit in the table that the pointer is at. */
  readonly pointed: string | null;
  /** A state or county was chosen. */
  onPlace(geoId: string): void;
}

export default function ExplorerMap({ place, areas, tiles, permits, pointed, onPlace }: ExplorerMapProps) {
  const { lintel } = useService();
  const { container, map, state } = useAtlas(tiles);
  const { data } = useQuery({ ...areasQuery(lintel, areas?.wanted ?? allStates), enabled: areas !== null });
  const shading = useMemo<Shading | null>(() => {
    if (areas === null) return null;
    const layer = areas.wanted.kind === 'state' ? 'states' : 'counties';
    return {
      view: areas,
      layer,
      measured: data ?? [],
      classes: classesOf(valuesOf(data ?? [], areas.metric)),
    };
  }, [areas, data]);
  useShading(map, place, shading);
  useFrame(map, place, permits);
  usePointed(map, permits, pointed);
  const hint = usePointer(map, shading, permits, onPlace);
  if (state === 'no WebGL') {
    return (
      <p className="map-note">This browser cannot draw maps (WebGL is off). The table has everything.</p>
    );
  }
  return (
    <>
      <div ref={container} className="map" />
      {hint ? (
        <div className="map-hint" data-side={hint.side} style={{ left: hint.x, top: hint.y }}>
          <strong>{hint.title}</strong>
          {hint.note}
        </div>
      ) : null}
      {state === 'no tiles' ? (
        <p className="map-warning" role="status">
          The permits could not be drawn.
        </p>
      ) : null}
      {shading?.classes ? <MapLegend areas={shading.view} classes={shading.classes} /> : null}
    </>
  );
}

/** A ring around the permit that is pointed at in the table. */
function usePointed(map: MapLibre | null, permits: readonly ListedPermit[], pointed: string | null): void {
  useEffect(() => {
    if (map === null) return;
    const permit = pointed === null ? undefined : permits.find(({ id }) => id === pointed);
    const points = permit ? pointOf(permit) : [];
    setData(map, 'pointed', {
      type: 'FeatureCollection',
      features: points.map(([latitude, longitude]) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    });
  }, [map, permits, pointed]);
}
