/** What one can do with the map: search what it shows, draw an area, and let the list follow. */
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Filters } from '../explorer/filters';
import { writeWithin } from '../explorer/within';
import { movedByPage } from './frame';
import { type Drawing, useDrawing } from './use-drawing';

interface MapToolsProps {
  readonly map: MapLibre | null;
  readonly filters: Filters;
  readonly drawing: Drawing | null;
  setDrawing(drawing: Drawing | null): void;
  change(changed: Partial<Filters>, isReplaced?: boolean): void;
  /** Further tools. */
  readonly children: ReactNode;
}

const steps: Readonly<Record<Drawing, string>> = {
  circle: 'Press where its center is, and drag.',
  polygon: 'Click each corner; double-click the last.',
};

export function MapTools(props: MapToolsProps) {
  const { map, filters, drawing, setDrawing, change, children } = props;
  const { within } = filters;
  const [isFollowing, setFollowing] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  useMoves(map, isFollowing, setMoved, change);
  const onDone = useCallback(
    (drawn: string | null) => {
      setDrawing(null);
      if (drawn !== null) change({ within: drawn, in: undefined });
    },
    [setDrawing, change],
  );
  useDrawing(map, drawing, onDone);
  const search = () => {
    setMoved(false);
    if (map !== null) change({ within: boxOfView(map), in: undefined });
  };
  if (drawing !== null) {
    return (
      <div className="map-tools">
        <p role="status">{steps[drawing]}</p>
        <button type="button" className="button small" onClick={() => setDrawing(null)}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div className="map-tools">
      {hasMoved && !isFollowing ? (
        <button type="button" className="button small primary" onClick={search}>
          Search this area
        </button>
      ) : null}
      {within === undefined ? (
        <>
          <button type="button" className="button small" onClick={() => setDrawing('circle')}>
            Circle
          </button>
          <button type="button" className="button small" onClick={() => setDrawing('polygon')}>
            Polygon
          </button>
        </>
      ) : (
        <button
          type="button"
          className="button small"
          onClick={() => {
            setFollowing(false);
            change({ within: undefined });
          }}
        >
          Clear the area
        </button>
      )}
      <label className="choice">
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={() => {
            if (!isFollowing) search();
            setFollowing(!isFollowing);
          }}
        />
        List follows
      </label>
      {children}
    </div>
  );
}

/** Writes where the map was moved to into the address, and searches there if the list follows. */
function useMoves(
  map: MapLibre | null,
  isFollowing: boolean,
  setMoved: (hasMoved: boolean) => void,
  change: MapToolsProps['change'],
): void {
  const followed = useRef(isFollowing);
  followed.current = isFollowing;
  useEffect(() => {
    if (map === null) return;
    let shown = viewText(map);
    const onMoveEnd = (event: object) => {
      const view = viewText(map);
      // A map of another size is where it was.
      const isSame = view === shown;
      shown = view;
      if (isSame || movedByPage in event) return;
      setMoved(true);
      change({ map: view, ...(followed.current ? { within: boxOfView(map), in: undefined } : {}) }, true);
    };
    map.on('moveend', onMoveEnd);
    return () => {
      map.off('moveend', onMoveEnd);
    };
  }, [map, setMoved, change]);
}

function viewText(map: MapLibre): string {
  const { lat, lng } = map.getCenter();
  return [lat.toFixed(4), lng.toFixed(4), map.getZoom().toFixed(1)].join(',');
}

function boxOfView(map: MapLibre): string {
  const bounds = map.getBounds();
  return writeWithin([
    Math.max(-180, bounds.getWest()),
    bounds.getSouth(),
    Math.min(180, bounds.getEast()),
    bounds.getNorth(),
  ]);
}
