/** A small map of points within the outlines of their counties, or of what is around one point. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FeatureCollection } from 'geojson';
import { type Map as MapLibre, type MapMouseEvent, Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { useService } from '../api/service';
import { outlineOf } from '../explorer/within';
import { onThemeChange } from '../shell/theme';
import { drawCounties, drawStates, newMap, setData } from './atlas';
import { atlasStyle } from './atlas-style';
import { pointOf } from './frame';
import { drawKnownStreets } from './known-streets';
import type { Around } from './record-map';
import { boxOf, boxOfPoints } from './shapes';
import { loadStreets } from './streets';

interface SmallMapProps {
  /** Latitudes and longitudes. */
  readonly points: readonly (readonly [number, number])[];
  readonly label: string;
  readonly around?: Around | undefined;
}

export default function SmallMap({ points, label, around }: SmallMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const metres = around?.metres;
  const { map, hasTiles, isFailed } = useSmallMap(container, label);
  const { lintel } = useService();
  useEffect(() => (map ? drawKnownStreets(map, lintel) : undefined), [map, lintel]);
  const shown = JSON.stringify(points);
  const isKnown = useStreetsKnown(points);
  useEffect(() => {
    if (map === null) return;
    const places = JSON.parse(shown) as [number, number][];
    const [centre] = places;
    const around = metres === undefined || !centre ? null : outlineOf([...centre, metres]);
    const circle = around?.features[0]?.geometry;
    const box = circle ? boxOf(circle) : boxOfPoints(places);
    const fit = { padding: metres === undefined ? 40 : 12, duration: 0 };
    const maxZoom = hasTiles || metres !== undefined ? 17 : isKnown ? 14 : places.length === 1 ? 7 : 9;
    if (box) map.fitBounds([...box] as [number, number, number, number], { ...fit, maxZoom });
    if (around === null || !centre) {
      setData(map, 'permits', pointsOf(places.map((point) => ({ point }))));
      return;
    }
    setData(map, 'place', around);
    const here = document.createElement('i');
    here.className = 'map-here';
    const marker = new Marker({ element: here }).setLngLat([centre[1], centre[0]]).addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, shown, metres, hasTiles, isKnown]);
  useEffect(() => {
    if (map === null || around === undefined) return;
    setData(map, 'permits', permitsOf(around.permits));
  }, [map, around]);
  useEffect(() => {
    if (map === null || around === undefined) return;
    setData(map, 'pointed', permitsOf(around.permits.filter(({ id }) => id === around.pointed)));
  }, [map, around]);
  useOpening(map);
  if (isFailed || points.length === 0) return null;
  return (
    <div className="small-map">
      <div ref={container} className="map-fill" />
    </div>
  );
}

/** A click on a permit opens it. */
function useOpening(map: MapLibre | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (map === null) return;
    const at = ({ point }: MapMouseEvent) =>
      map.queryRenderedFeatures(point, { layers: ['points'] })[0]?.properties.id;
    const onClick = (event: MapMouseEvent) => {
      const id = at(event);
      if (id !== undefined) void navigate({ to: '/permits/$id', params: { id: String(id) } });
    };
    const onMove = (event: MapMouseEvent) => {
      map.getCanvas().style.cursor = at(event) === undefined ? '' : 'pointer';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
    };
  }, [map, navigate]);
}

/** Whether the release knows streets around a single point; without any, its county says more than an empty street map. */
function useStreetsKnown(points: SmallMapProps['points']): boolean {
  const { lintel, settings } = useService();
  const [point] = points;
  const box = point && points.length === 1 ? boxAround(point) : null;
  const { data } = useQuery({
    queryKey: ['streets around', box],
    queryFn: ({ signal }) => lintel.streets.get(box ?? '', { signal }),
    enabled: box !== null && settings.map_tiles === null,
  });
  return (data?.features.length ?? 0) >= fewStreets;
}

/** Streets that make a map. */
const fewStreets = 8;
/** Degrees of latitude and longitude that a small map shows to each side of a point. */
const aroundDegrees = 0.007;

function boxAround([latitude, longitude]: readonly [number, number]): string {
  return [
    longitude - aroundDegrees,
    latitude - aroundDegrees,
    longitude + aroundDegrees,
    latitude + aroundDegrees,
  ]
    .map((degrees) => degrees.toFixed(4))
    .join(',');
}

/** A map in the element; null until it can be drawn on, and while its colours change. */
function useSmallMap(container: { readonly current: HTMLDivElement | null }, label: string) {
  const { settings, key } = useService();
  const [map, setMap] = useState<MapLibre | null>(null);
  const [hasTiles, setTiles] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let end = () => {};
    let isWanted = true;
    void loadStreets(settings.map_tiles).then((streets) => {
      if (!isWanted || container.current === null) return;
      let made: MapLibre;
      try {
        made = newMap(container.current, atlasStyle(streets, null), key, { isSmall: true });
      } catch {
        setFailed(true);
        return;
      }
      setTiles(streets !== null);
      made.getCanvas().setAttribute('aria-label', label);
      const fill = () => {
        void drawStates(made);
        void drawCounties(made);
        setMap(made);
      };
      made.once('style.load', fill);
      const endTheme = onThemeChange(() => {
        setMap(null);
        made.setStyle(atlasStyle(streets, null), { diff: false });
        made.once('style.load', fill);
      });
      end = () => {
        endTheme();
        made.remove();
      };
    });
    return () => {
      isWanted = false;
      setMap(null);
      end();
    };
  }, [label, settings, key, container]);
  return { map, hasTiles, isFailed };
}

const permitsOf = (permits: readonly ListedPermit[]) =>
  pointsOf(
    permits.flatMap(({ id, status, ...permit }) => pointOf(permit).map((point) => ({ point, id, status }))),
  );

interface Shown {
  readonly point: readonly [number, number];
  readonly id?: string;
  readonly status?: string | null;
}

function pointsOf(places: readonly Shown[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ point: [latitude, longitude], ...properties }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
