/** The explorer's map: states shaded by their permits, and in a place its permits, clustered by zoom. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../api/places';
import { type ListedPermit, states, statesQuery } from '../api/queries';
import { useService } from '../api/service';
import { onThemeChange } from '../shell/theme';
import { count, streetLine } from '../words/format';
import { atlasStyle, nationBox, newMap, setData } from './atlas';
import { type Box, boxOf, boxOfPoints, countyShapes, findCounty, stateShapes } from './shapes';

interface ExplorerMapProps {
  /** Null for the whole nation. */
  readonly place: Place | null;
  readonly permits: readonly ListedPermit[];
  readonly pointed: string | null;
  onPoint(id: string | null): void;
  /** A state was chosen. */
  onPlace(geoId: string): void;
}

const fipsOf = new Map(Object.entries(states).map(([code, [, fips]]) => [code, fips]));
const codeOf = new Map(Object.entries(states).map(([code, [, fips]]) => [fips, code]));
const steps = 5;

export default function ExplorerMap({ place, permits, pointed, onPoint, onPlace }: ExplorerMapProps) {
  const { lintel, settings } = useService();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [hint, setHint] = useState<Hint | null>(null);
  const [isFailed, setFailed] = useState(false);
  const national = useQuery(statesQuery(lintel));
  const bounds = useMemo(
    () => quantiles((national.data ?? []).map((state) => state.permit_count)),
    [national.data],
  );

  useEffect(() => {
    if (container.current === null) return;
    let made: MapLibre;
    try {
      made = newMap(container.current, atlasStyle(settings.map_tiles, true));
    } catch {
      setFailed(true);
      return;
    }
    made.getCanvas().setAttribute('aria-label', 'Map of permits');
    made.once('load', () => setMap(made));
    // Colours are part of the style, which is made again; what was drawn into it is drawn again by the effects.
    const endTheme = onThemeChange(() => {
      setMap(null);
      made.setStyle(atlasStyle(settings.map_tiles, true), { diff: false });
      made.once('styledata', () => setMap(made));
    });
    return () => {
      endTheme();
      setMap(null);
      made.remove();
    };
  }, [settings]);

  // States and their shades.
  useEffect(() => {
    if (map === null) return;
    let isWanted = true;
    void stateShapes().then((shapes) => {
      if (!isWanted) return;
      setData(map, 'states', shapes);
      map.removeFeatureState({ source: 'states' });
      if (place !== null) return;
      for (const state of national.data ?? []) {
        const id = fipsOf.get(state.geo_id);
        if (id !== undefined) {
          map.setFeatureState(
            { source: 'states', id: Number(id) },
            { shade: 1 + bounds.filter((bound) => state.permit_count > bound).length },
          );
        }
      }
    });
    return () => {
      isWanted = false;
    };
  }, [map, national.data, place, bounds]);

  // Counties, the outline of the place, and the part of the map that is shown.
  const points = useMemo(
    () => permits.flatMap(({ address }) => (address.latlng ? [pair(address.latlng)] : [])),
    [permits],
  );
  const hasPoints = points.length > 0;
  const firstPoints = useRef(points);
  firstPoints.current = points;
  useEffect(() => {
    if (map === null) return;
    let isWanted = true;
    void frame(place, firstPoints.current).then(({ box, outline, counties }) => {
      if (!isWanted) return;
      setData(map, 'place', outline);
      if (counties) setData(map, 'counties', counties);
      if (box)
        map.fitBounds([...box] as [number, number, number, number], {
          padding: 28,
          maxZoom: 15,
          duration: 0,
        });
    });
    return () => {
      isWanted = false;
    };
  }, [map, place, hasPoints]);

  useEffect(() => {
    if (map !== null) setData(map, 'permits', pointsOf(permits));
  }, [map, permits]);

  useEffect(() => {
    if (map === null) return;
    setData(map, 'pointed', pointsOf(permits.filter(({ id }) => id === pointed)));
  }, [map, permits, pointed]);

  useEffect(() => {
    if (map === null) return;
    const onMove = ({ point }: { point: { x: number; y: number } }) => {
      const [feature] = map.queryRenderedFeatures([point.x, point.y], {
        layers: place === null ? ['states'] : ['points', 'clusters'],
      });
      map.getCanvas().style.cursor = feature && (place !== null || isCovered(feature.id)) ? 'pointer' : '';
      if (!feature) {
        setHint(null);
        onPoint(null);
        return;
      }
      if (place === null) {
        const code = codeOf.get(String(feature.id).padStart(2, '0'));
        const metrics = national.data?.find(({ geo_id }) => geo_id === code);
        setHint({
          ...point,
          title: String(feature.properties.name),
          note: metrics
            ? `${count(metrics.permit_count)} permits in 12 months`
            : 'No permits in this release',
        });
      } else if (feature.properties.point_count === undefined) {
        const permit = permits.find(({ id }) => id === feature.properties.id);
        onPoint(permit?.id ?? null);
        setHint(
          permit
            ? {
                ...point,
                title: permit.description_derived ?? permit.type ?? 'Permit',
                note: streetLine(permit.address) ?? '',
              }
            : null,
        );
      } else {
        setHint({
          ...point,
          title: `${count(Number(feature.properties.point_count))} permits`,
          note: 'Click to zoom in',
        });
      }
    };
    const isCovered = (id: string | number | undefined) =>
      national.data?.some(({ geo_id }) => Number(fipsOf.get(geo_id)) === Number(id)) === true;
    const onClick = async ({ point }: { point: { x: number; y: number } }) => {
      const [feature] = map.queryRenderedFeatures([point.x, point.y], {
        layers: place === null ? ['states'] : ['points', 'clusters'],
      });
      if (!feature) return;
      if (place === null) {
        const code = codeOf.get(String(feature.id).padStart(2, '0'));
        if (code !== undefined && isCovered(feature.id)) onPlace(code);
      } else if (feature.properties.point_count === undefined) {
        void navigate({ to: '/permits/$id', params: { id: String(feature.properties.id) } });
      } else if (feature.geometry.type === 'Point') {
        const source = map.getSource<GeoJSONSource>('permits');
        const zoom = await source?.getClusterExpansionZoom(Number(feature.properties.cluster_id));
        const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
        map.easeTo({ center: [longitude, latitude], zoom: (zoom ?? map.getZoom() + 2) + 0.5 });
      }
    };
    const onOut = () => setHint(null);
    map.on('mousemove', onMove);
    map.on('click', onClick);
    map.on('mouseout', onOut);
    return () => {
      map.off('mousemove', onMove);
      map.off('click', onClick);
      map.off('mouseout', onOut);
    };
  }, [map, place, permits, national.data, onPoint, onPlace, navigate]);

  if (isFailed) {
    return (
      <p className="map-note">This browser cannot draw maps (WebGL is off). The table has everything.</p>
    );
  }
  return (
    <>
      <div ref={container} className="map" />
      {hint ? (
        <div className="map-hint" style={{ left: hint.x, top: hint.y }}>
          <strong>{hint.title}</strong>
          {hint.note}
        </div>
      ) : null}
      {place === null ? <Legend bounds={bounds} /> : null}
    </>
  );
}

interface Hint {
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly note: string;
}

function Legend({ bounds }: { readonly bounds: readonly number[] }) {
  if (bounds.length === 0) return null;
  return (
    <dl className="map-legend">
      <dt>Permits in 12 months</dt>
      {Array.from({ length: bounds.length + 1 }, (_, step) => (
        <dd key={bounds[step] ?? 'more'} data-shade={step + 1}>
          {step === bounds.length ? `over ${count(bounds[step - 1])}` : `to ${count(bounds[step])}`}
        </dd>
      ))}
    </dl>
  );
}

/** The bounds between classes of about the same size, rounded; fewer where values are few. */
function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  if (sorted.length < steps) return [];
  const bounds = Array.from({ length: steps - 1 }, (_, at) =>
    rounded(sorted[Math.floor(((at + 1) * sorted.length) / steps)] ?? 0),
  );
  return [...new Set(bounds)];
}

function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return Math.round(value / unit) * unit;
}

interface Frame {
  readonly box: Box | null;
  readonly outline: FeatureCollection;
  readonly counties: FeatureCollection | null;
}

/** What of the map a place is. Shapes are known of states and counties; of others the points say where they are. */
async function frame(place: Place | null, points: readonly (readonly [number, number])[]): Promise<Frame> {
  const outline = (features: FeatureCollection['features']): FeatureCollection => ({
    type: 'FeatureCollection',
    features,
  });
  if (place === null) return { box: nationBox, outline: outline([]), counties: null };
  const fips = fipsOf.get(place.state) ?? '';
  const [stateList, counties] = await Promise.all([stateShapes(), countyShapes()]);
  const shape =
    place.kind === 'state'
      ? stateList.features.find(({ id }) => id === fips)
      : place.kind === 'county'
        ? findCounty(counties, place.name, fips)
        : null;
  if (shape) return { box: boxOf(shape.geometry), outline: outline([shape]), counties };
  const state = stateList.features.find(({ id }) => id === fips);
  return {
    box: boxOfPoints(points) ?? (state ? boxOf(state.geometry) : null),
    outline: outline([]),
    counties,
  };
}

function pair([latitude = 0, longitude = 0]: readonly number[]): readonly [number, number] {
  return [latitude, longitude];
}

function pointsOf(permits: readonly ListedPermit[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: permits.flatMap(({ id, status, address }) =>
      address.latlng
        ? [
            {
              type: 'Feature' as const,
              properties: { id, status },
              geometry: { type: 'Point' as const, coordinates: [...address.latlng].reverse() },
            },
          ]
        : [],
    ),
  };
}
