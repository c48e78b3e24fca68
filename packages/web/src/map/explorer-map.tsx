/** The explorer's map: permits of the search, clustered by the service for each zoom, or states and counties shaded by a metric. */
import type { AreaMetrics } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FeatureCollection } from 'geojson';
import type {
  ErrorEvent,
  FilterSpecification,
  MapGeoJSONFeature,
  Map as MapLibre,
  VectorTileSource,
} from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../api/places';
import { allStates, areasQuery, type ListedPermit, states } from '../api/queries';
import { useService } from '../api/service';
import { type AreaView, type Classes, classesOf, shadeOf, valuesOf } from '../explorer/areas';
import { onThemeChange } from '../shell/theme';
import { count, date, sentence, shortMoney, statusNames, streetLine } from '../words/format';
import { atlasStyle, nationBox, newMap, setData, singlesZoom } from './atlas';
import { type Box, boxOf, boxOfPoints, countyShapes, findCounty, stateShapes } from './shapes';
import { loadStreets } from './streets';

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

const fipsOf = new Map(Object.entries(states).map(([code, [, fips]]) => [code, fips]));
/** Layers of the permits, which areas that are shown alone do not need. */
const permitLayers = ['clusters', 'cluster-counts', 'points', 'pointed'];

export default function ExplorerMap({ place, areas, tiles, permits, pointed, onPlace }: ExplorerMapProps) {
  const { lintel, settings, key } = useService();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [hint, setHint] = useState<Hint | null>(null);
  const [state, setState] = useState<'drawing' | 'no WebGL' | 'no tiles'>('drawing');
  const measured = useQuery({ ...areasQuery(lintel, areas?.wanted ?? allStates), enabled: areas !== null });
  const shaded = areas === null ? undefined : measured.data;
  const classes = useMemo(
    () => (areas && shaded ? classesOf(valuesOf(shaded, areas.metric)) : null),
    [areas, shaded],
  );
  const areaLayer = areas === null ? null : areas.wanted.kind === 'state' ? 'states' : 'counties';
  const shownTiles = useRef(tiles);
  shownTiles.current = tiles;
  const drawnTiles = useRef(tiles);

  useEffect(() => {
    let end = () => {};
    let isWanted = true;
    void loadStreets(settings.map_tiles).then((streets) => {
      if (!isWanted || container.current === null) return;
      const style = () => {
        drawnTiles.current = shownTiles.current;
        return atlasStyle(streets, shownTiles.current);
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
    void Promise.all([stateShapes(), areaLayer === 'counties' ? countyShapes() : null]).then(
      ([stateList, countyList]) => {
        if (!isWanted) return;
        setData(map, 'states', stateList);
        if (countyList) setData(map, 'counties', countyList);
        map.setLayoutProperty('counties', 'visibility', areaLayer === 'counties' ? 'visible' : 'none');
        const state = fipsOf.get(place?.state ?? '');
        const isOfState = ['==', ['floor', ['/', ['to-number', ['id']], 1000]], Number(state)];
        map.setFilter('counties', state === undefined ? null : (isOfState as FilterSpecification));
        for (const layer of permitLayers) {
          map.setLayoutProperty(layer, 'visibility', areas?.isAlone ? 'none' : 'visible');
        }
        for (const source of ['states', 'counties']) map.removeFeatureState({ source });
        if (areas === null || areaLayer === null || classes === null) return;
        for (const area of shaded ?? []) {
          const value = areas.metric.read(area);
          const shade = value === null ? 0 : shadeOf(value, classes);
          map.setFeatureState({ source: areaLayer, id: Number(area.fips) }, { shade });
        }
      },
    );
    return () => {
      isWanted = false;
    };
  }, [map, areas, areaLayer, shaded, classes, place]);

  // The outline of the place, and the part of the map that is shown: once for each place.
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
    void frame(place, shownPermits.current.flatMap(pointOf)).then(({ box, outline, counties }) => {
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
    const found = pointed === null ? undefined : permits.find(({ id }) => id === pointed);
    const [point] = found ? pointOf(found) : [];
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
    const areaAt = ({ id }: MapGeoJSONFeature) => shaded?.find(({ fips }) => Number(fips) === Number(id));
    const isArea = ({ layer }: MapGeoJSONFeature) => layer.id === areaLayer;
    const at = ({ point }: { readonly point: { readonly x: number; readonly y: number } }) =>
      map.queryRenderedFeatures([point.x, point.y], {
        layers: ['points', 'clusters', ...(areaLayer === null ? [] : [areaLayer])],
      })[0];
    const onMove = (event: { readonly point: { readonly x: number; readonly y: number } }) => {
      const feature = at(event);
      const isOpen = feature && (!isArea(feature) || areaAt(feature));
      map.getCanvas().style.cursor = isOpen ? 'pointer' : '';
      setHint(feature ? { ...event.point, ...hintOf(feature) } : null);
    };
    const hintOf = (feature: MapGeoJSONFeature): Pick<Hint, 'title' | 'note'> => {
      const { properties, layer } = feature;
      if (areas !== null && isArea(feature)) {
        const area = areaAt(feature);
        return { title: area?.name ?? String(properties.name), note: areaNote(area, areas) };
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
        const area = areaAt(feature);
        if (area) onPlace(area.geo_id);
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
  }, [map, areas, areaLayer, shaded, permits, onPlace, navigate]);

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
      {areas && classes ? <Legend areas={areas} classes={classes} /> : null}
    </>
  );
}

interface Hint {
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly note: string;
}

/** What is known of the area under the pointer. */
function areaNote(area: AreaMetrics | undefined, { metric }: AreaView): string {
  if (area === undefined) return 'No such permits in this release';
  const value = metric.read(area);
  const permits = `${count(area.permit_count)} ${area.permit_count === 1 ? 'permit' : 'permits'} in 12 months`;
  if (metric.id === 'permits') return permits;
  return `${metric.name}: ${value === null ? 'not known' : metric.show(value)}. ${permits}`;
}

function Legend({ areas, classes }: { readonly areas: AreaView; readonly classes: Classes }) {
  const { metric, isAlone } = areas;
  const { least, bounds, most } = classes;
  const tops = [...bounds, most];
  return (
    <dl className="map-legend">
      <dt>{isAlone ? metric.yearly : 'All permits of 12 months'}</dt>
      {tops.map((top, at) => (
        <dd key={top} data-shade={shadeOf(top, classes)}>
          {at === 0 && top === least ? metric.showTick(top) : `up to ${metric.showTick(top)}`}
        </dd>
      ))}
      <dd data-shade="0">none or not known</dd>
    </dl>
  );
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
