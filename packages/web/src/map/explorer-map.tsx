/** The explorer's map: permits of the search, clustered by the service for each zoom; without a place, shaded states. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FeatureCollection } from 'geojson';
import type { ErrorEvent, MapGeoJSONFeature, Map as MapLibre, VectorTileSource } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../api/places';
import { type ListedPermit, states, statesQuery } from '../api/queries';
import { useService } from '../api/service';
import { onThemeChange } from '../shell/theme';
import { count, date, sentence, shortMoney, statusNames, streetLine } from '../words/format';
import { atlasStyle, nationBox, newMap, setData, singlesZoom } from './atlas';
import { type Box, boxOf, boxOfPoints, countyShapes, findCounty, stateShapes } from './shapes';

interface ExplorerMapProps {
  /** Null for the whole nation. */
  readonly place: Place | null;
  /** Address of the vector tiles of the search. */
  readonly tiles: string;
  /** The permits in the table, to show where they are. */
  readonly permits: readonly ListedPermit[];
  /** The permit in the table that the pointer is at. */
  readonly pointed: string | null;
  /** A state was chosen. */
  onPlace(geoId: string): void;
}

const fipsOf = new Map(Object.entries(states).map(([code, [, fips]]) => [code, fips]));
const codeOf = new Map(Object.entries(states).map(([code, [, fips]]) => [fips, code]));
const steps = 5;

export default function ExplorerMap({ place, tiles, permits, pointed, onPlace }: ExplorerMapProps) {
  const { lintel, settings, key } = useService();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [hint, setHint] = useState<Hint | null>(null);
  const [state, setState] = useState<'drawing' | 'no WebGL' | 'no tiles'>('drawing');
  const national = useQuery({ ...statesQuery(lintel), enabled: place === null });
  const bounds = useMemo(
    () => quantiles((national.data ?? []).map(({ permit_count }) => permit_count)),
    [national.data],
  );
  const shownTiles = useRef(tiles);
  shownTiles.current = tiles;
  const drawnTiles = useRef(tiles);

  useEffect(() => {
    if (container.current === null) return;
    const style = () => {
      drawnTiles.current = shownTiles.current;
      return atlasStyle(settings.map_tiles, shownTiles.current);
    };
    let made: MapLibre;
    try {
      made = newMap(container.current, style(), key);
    } catch {
      setState('no WebGL');
      return;
    }
    made.getCanvas().setAttribute('aria-label', 'Map of permits');
    made.once('style.load', () => setMap(made));
    made.on('error', (event: ErrorEvent & { readonly sourceId?: string }) => {
      if (event.sourceId === 'permits') setState('no tiles');
    });
    // Colours are part of the style, which is made again; what was drawn into it is drawn again by the effects.
    const endTheme = onThemeChange(() => {
      setMap(null);
      made.setStyle(style(), { diff: false });
      made.once('style.load', () => setMap(made));
    });
    return () => {
      endTheme();
      setMap(null);
      made.remove();
    };
  }, [settings, key]);

  useEffect(() => {
    if (map === null) return;
    const source = map.getSource<VectorTileSource>('permits');
    if (drawnTiles.current !== tiles) source?.setTiles([tiles]);
    drawnTiles.current = tiles;
    setState('drawing');
  }, [map, tiles]);

  useEffect(() => {
    if (map === null) return;
    let isWanted = true;
    void stateShapes().then((shapes) => {
      if (!isWanted) return;
      setData(map, 'states', shapes);
      map.removeFeatureState({ source: 'states' });
      if (place !== null) return;
      for (const { geo_id, permit_count } of national.data ?? []) {
        const id = fipsOf.get(geo_id);
        const shade = 1 + bounds.filter((bound) => permit_count > bound).length;
        if (id !== undefined) map.setFeatureState({ source: 'states', id: Number(id) }, { shade });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [map, national.data, place, bounds]);

  // The outline of the place, and the part of the map that is shown: once for each place.
  const points = useMemo(() => permits.flatMap(pointOf), [permits]);
  const firstPoints = useRef(points);
  firstPoints.current = points;
  const isFramable = place === null || place.kind === 'state' || place.kind === 'county' || points.length > 0;
  useEffect(() => {
    if (map === null || !isFramable) return;
    let isWanted = true;
    void frame(place, firstPoints.current).then(({ box, outline, counties }) => {
      if (!isWanted) return;
      setData(map, 'place', outline);
      if (counties) setData(map, 'counties', counties);
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

  useEffect(() => {
    if (map === null) return;
    const [point] = permits.filter(({ id }) => id === pointed).flatMap(pointOf);
    setData(map, 'pointed', {
      type: 'FeatureCollection',
      features: point
        ? [
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'Point', coordinates: [point[1], point[0]] },
            },
          ]
        : [],
    });
  }, [map, permits, pointed]);

  useEffect(() => {
    if (map === null) return;
    const codeAt = ({ id }: MapGeoJSONFeature) => codeOf.get(String(id).padStart(2, '0'));
    const at = ({ point }: { readonly point: { readonly x: number; readonly y: number } }) =>
      map.queryRenderedFeatures([point.x, point.y], {
        layers: ['points', 'clusters', ...(place === null ? ['states'] : [])],
      })[0];
    const isCovered = (code: string | undefined) =>
      national.data?.some(({ geo_id }) => geo_id === code) === true;
    const onMove = (event: { readonly point: { readonly x: number; readonly y: number } }) => {
      const feature = at(event);
      const isOpen = feature && (feature.layer.id !== 'states' || isCovered(codeAt(feature)));
      map.getCanvas().style.cursor = isOpen ? 'pointer' : '';
      setHint(feature ? { ...event.point, ...hintOf(feature) } : null);
    };
    const hintOf = (feature: MapGeoJSONFeature): Pick<Hint, 'title' | 'note'> => {
      const { properties, layer } = feature;
      if (layer.id === 'states') {
        const metrics = national.data?.find(({ geo_id }) => geo_id === codeAt(feature));
        return {
          title: String(properties.name),
          note: metrics
            ? `${count(metrics.permit_count)} permits in 12 months`
            : 'No permits in this release',
        };
      }
      if (layer.id === 'clusters') {
        const value = typeof properties.job_value === 'number' ? `${shortMoney(properties.job_value)}. ` : '';
        const number = Number(properties.count);
        return {
          title: number === 1 ? '1 permit' : `${count(number)} permits`,
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
    };
    const onClick = (event: { readonly point: { readonly x: number; readonly y: number } }) => {
      const feature = at(event);
      if (!feature) return;
      if (feature.layer.id === 'points') {
        void navigate({ to: '/permits/$id', params: { id: String(feature.properties.id) } });
      } else if (feature.layer.id === 'clusters' && feature.geometry.type === 'Point') {
        const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
        const zoom = Math.min(singlesZoom, map.getZoom() + (feature.properties.count === 1 ? 5 : 2.5));
        map.easeTo({ center: [longitude, latitude], zoom });
      } else {
        const code = codeAt(feature);
        if (code !== undefined && isCovered(code)) onPlace(code);
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
  }, [map, place, permits, national.data, onPlace, navigate]);

  if (state === 'no WebGL') {
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
      {state === 'no tiles' ? (
        <p className="map-warning" role="status">
          The permits could not be drawn.
        </p>
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
      <dt>Permits of 12 months</dt>
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

/** To one digit: a legend is read at a glance. */
function rounded(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
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
  const state = stateList.features.find(({ id }) => id === fips);
  const shape = place.kind === 'county' ? findCounty(counties, place.name, fips) : null;
  if (place.kind === 'state' && state)
    return { box: boxOf(state.geometry), outline: outline([state]), counties };
  if (shape) return { box: boxOf(shape.geometry), outline: outline([shape]), counties };
  return {
    box: boxOfPoints(points) ?? (state ? boxOf(state.geometry) : null),
    outline: outline([]),
    counties,
  };
}

/** Latitude and longitude of a permit, if they are known. */
function pointOf({ address }: ListedPermit): readonly (readonly [number, number])[] {
  const [latitude, longitude] = address.latlng ?? [];
  return latitude === undefined || longitude === undefined ? [] : [[latitude, longitude]];
}
