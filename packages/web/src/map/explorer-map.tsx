/** The explorer's map: permits of the search, clustered by the service for each zoom, or states and counties shaded by a metric. */
import { useQuery } from '@tanstack/react-query';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { type AreaGroup, officialAreasQuery } from '../api/place-queries';
import type { Place } from '../api/places';
import { useService } from '../api/service';
import type { AreaView } from '../explorer/areas';
import { type Filters, type Period, readView } from '../explorer/filters';
import { outlineOf, readWithin } from '../explorer/within';
import { count } from '../words/format';
import { useAreaNames } from './area-names';
import { setData, type View } from './atlas';
import { frameQuery, pointOf, useFrame } from './frame';
import { MapHint } from './map-hint';
import { MapLegend } from './map-legend';
import { MapTime } from './map-time';
import { MapTools } from './map-tools';
import { useOfficialCities } from './official-cities';
import { usePlaceNames } from './place-names';
import { officialShading, permitShading } from './shading';
import { boxOf, countyShapes } from './shapes';
import { useAtlas } from './use-atlas';
import type { Drawing } from './use-drawing';
import { usePointer } from './use-pointer';
import { type Shading, useShading } from './use-shading';

/** Fewer areas below the permits need no legend: their permits are seen. */
const fewAreas = 6;

export interface ExplorerMapProps {
  /** Null for the whole nation; undefined before it is known. */
  readonly place: Place | null | undefined;
  /** States or counties to shade, null for none, and their permits. */
  readonly areas: AreaView | null;
  readonly groups: readonly AreaGroup[] | undefined;
  /** How many permits of the search have no point on the map. */
  readonly unlocated: number;
  /** Address of the vector tiles of the search. */
  readonly tiles: string;
  /** The permits in the table, to show where they are. */
  readonly permits: readonly ListedPermit[];
  /** The permit in the table that the pointer is at. */
  readonly pointed: string | null;
  readonly filters: Filters;
  readonly period: Period;
  /** A permit on the map is at the pointer, or none any more. */
  onPoint(id: string | null): void;
  /** A state or county was chosen. */
  onPlace(geoId: string): void;
  change(changed: Partial<Filters>, isReplaced?: boolean): void;
}

export default function ExplorerMap(props: ExplorerMapProps) {
  const {
    place,
    areas,
    groups,
    unlocated,
    tiles,
    permits,
    pointed,
    filters,
    period,
    onPlace,
    onPoint,
    change,
  } = props;
  const { lintel } = useService();
  const { data: frame } = useQuery({
    ...frameQuery(lintel, place ?? null),
    enabled: place !== undefined,
  });
  const view = viewOf(filters);
  const { container, map, state } = useAtlas(tiles, view ?? frame?.view ?? null);
  const shading = useShades(areas, groups);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [isHeat, setHeat] = useState(false);
  useShading(map, place ?? null, shading, isHeat);
  useFrame(map, frame, view !== null);
  usePlaceNames(map, place ?? null);
  useAreaNames(map);
  const withCities = useOfficialCities(map, place ?? null, !isHeat && shading?.isOfficial === true);
  useWithin(map, filters.within, drawing);
  usePointed(map, permits, pointed);
  useName(map, areas?.isAlone === true ? shading : null);
  const hint = usePointer(drawing === null ? map : null, shading, permits, onPlace, onPoint);
  if (state === 'no WebGL') {
    return (
      <p className="map-note">This browser cannot draw maps (WebGL is off). The table has everything.</p>
    );
  }
  return (
    <>
      <div ref={container} className="map" />
      <MapHint hint={hint} />
      <p className="map-loading" role="status">
        Loading…
      </p>
      {areas?.isAlone ? null : (
        <>
          <MapTools map={map} filters={filters} drawing={drawing} setDrawing={setDrawing} change={change}>
            <label className="choice">
              <input type="checkbox" checked={isHeat} onChange={() => setHeat(!isHeat)} />
              Heat
            </label>
          </MapTools>
          {unlocated > 0 ? (
            <p className="map-unlocated">
              {count(unlocated)} of these {unlocated === 1 ? 'has' : 'have'} no point on the map
            </p>
          ) : null}
          <MapTime filters={filters} period={period} change={change} />
        </>
      )}
      {state === 'no tiles' ? (
        <p className="map-warning" role="status">
          The permits could not be drawn.
        </p>
      ) : null}
      {shading?.classes && (shading.isAlone || shading.areas.length >= fewAreas) ? (
        <MapLegend shading={shading} classes={shading.classes} withCities={withCities} />
      ) : null}
    </>
  );
}

/** The shades of the view; null without any. */
function useShades(view: AreaView | null, groups: readonly AreaGroup[] | undefined): Shading | null {
  const { lintel } = useService();
  const isOfficial = view?.metric === null;
  const { data: official } = useQuery({
    ...officialAreasQuery(lintel, view?.wanted ?? { kind: 'state', state: null }),
    enabled: isOfficial,
  });
  const { data: counties } = useQuery({
    queryKey: ['county shapes'],
    queryFn: countyShapes,
    enabled: view?.wanted.kind === 'county',
  });
  return useMemo(() => {
    if (view === null) return null;
    if (!isOfficial) return permitShading(view, groups ?? [], counties);
    return official && official.length > 0 ? officialShading(view, official) : null;
  }, [view, isOfficial, groups, official, counties]);
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

/** What a screen reader says of the map. Whatever it shows is in the table too, by which it is opened without a pointer. */
function useName(map: MapLibre | null, shading: Shading | null): void {
  const name =
    shading === null
      ? 'Map of permits. The table has the same permits, with links.'
      : `Map: ${shading.title}. The table has the same places, with links.`;
  useEffect(() => map?.getCanvas().setAttribute('aria-label', name), [map, name]);
}

/** Where the address of the page says that the map is: at its view, or around what is searched. */
function viewOf({ map, within }: Filters): View | null {
  const view = readView(map);
  if (view !== null) return { centre: [view[0], view[1]], zoom: view[2] };
  const [area] = outlineOf(readWithin(within)).features;
  return area ? { box: boxOf(area.geometry) } : null;
}

/** The outline of what is searched, while nothing else is drawn. */
function useWithin(map: MapLibre | null, within: string | undefined, drawing: Drawing | null): void {
  useEffect(() => {
    if (map !== null && drawing === null) setData(map, 'drawn', outlineOf(readWithin(within)));
  }, [map, within, drawing]);
}
