/** A small map of points within the outlines of their counties. */
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useService } from '../api/service';
import { onThemeChange } from '../shell/theme';
import { drawCounties, drawStates, newMap, setData } from './atlas';
import { atlasStyle } from './atlas-style';
import { boxOfPoints } from './shapes';
import { loadStreets } from './streets';

interface SmallMapProps {
  /** Latitudes and longitudes. */
  readonly points: readonly (readonly [number, number])[];
  readonly label: string;
}

export default function SmallMap({ points, label }: SmallMapProps) {
  const { settings, key } = useService();
  const container = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  const shown = JSON.stringify(points);
  useEffect(() => {
    let end = () => {};
    let isWanted = true;
    void loadStreets(settings.map_tiles).then((streets) => {
      if (!isWanted || container.current === null) return;
      const places = JSON.parse(shown) as [number, number][];
      let map: MapLibre;
      try {
        map = newMap(container.current, atlasStyle(streets, null), key, true);
      } catch {
        setFailed(true);
        return;
      }
      map.getCanvas().setAttribute('aria-label', label);
      const fill = () => {
        void drawStates(map);
        void drawCounties(map);
        setData(map, 'permits', pointsOf(places));
      };
      const box = boxOfPoints(places);
      if (box) {
        map.fitBounds([...box] as [number, number, number, number], {
          padding: 40,
          maxZoom: streets ? 15 : 7,
          duration: 0,
        });
      }
      map.once('style.load', fill);
      const endTheme = onThemeChange(() => {
        map.setStyle(atlasStyle(streets, null), { diff: false });
        map.once('style.load', fill);
      });
      end = () => {
        endTheme();
        map.remove();
      };
    });
    return () => {
      isWanted = false;
      end();
    };
  }, [shown, label, settings, key]);
  if (isFailed || points.length === 0) return null;
  return (
    <div className="small-map">
      <div ref={container} className="map-fill" />
    </div>
  );
}

function pointsOf(places: readonly (readonly [number, number])[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(([latitude, longitude]) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
