/** What of the map a place is: the part that is shown, and its outline. */
import type { Lintel, PermitBin } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';
import type { FeatureCollection, Position } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { ListedPermit } from '../api/list-fields';
import type { Place } from '../api/places';
import { states } from '../api/states';
import { fitting, nationBox, setData, type View } from './atlas';
import { type Box, boxOf, countyShapes, findCounty, stateShapes } from './shapes';

export interface Frame {
  readonly view: View;
  readonly outline: FeatureCollection['features'];
}

/** Zoom of the cells by which a place without an outline is framed, and by which it is drawn. */
const cellZoom = 10;
const hullZoom = 14;

/** Shapes are known of states and counties; of other places all their permits say where they are. Two credits for those. */
export const frameQuery = (lintel: Lintel, place: Place | null) =>
  queryOptions({
    queryKey: ['frame', place?.geoId],
    queryFn: async ({ signal }): Promise<Frame> => {
      if (place === null) return { view: { box: nationBox }, outline: [] };
      const [, fips = ''] = states[place.state] ?? [];
      const state = (await stateShapes()).features.find(({ id }) => id === fips);
      const shape =
        place.kind === 'state'
          ? state
          : place.kind === 'county'
            ? findCounty(await countyShapes(), place.name, fips)
            : null;
      if (shape) return { view: { box: boxOf(shape.geometry) }, outline: [shape] };
      const around = state ? boxOf(state.geometry) : nationBox;
      const { bins } = await lintel.permits.bins(
        { geo_id: place.geoId, bbox: [...around], zoom: cellZoom },
        { signal },
      );
      const box = boxOfCells(bins);
      if (box === null) return { view: { box: around }, outline: [] };
      const near = await lintel.permits.bins(
        { geo_id: place.geoId, bbox: [...box], zoom: hullZoom },
        { signal },
      );
      const outline = hullOf(near.bins);
      const [hull] = outline;
      return { view: { box: hull ? boxOf(hull.geometry) : box }, outline };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The box of all cells but those of the last permits on each side, which are often misplaced; null without any. */
function boxOfCells(cells: readonly PermitBin[]): Box | null {
  const all = cells.reduce((sum, { permit_count }) => sum + permit_count, 0);
  if (all === 0) return null;
  const boxes = cells.map(({ tile, permit_count }) => ({ box: boxOfTile(tile), permit_count }));
  /** The least edge, or the greatest for -1, beyond which there is no more than one in 200 permits. */
  const edge = (at: 0 | 1 | 2 | 3, sign: 1 | -1) => {
    let passed = 0;
    for (const { box, permit_count } of boxes.toSorted(
      (one, other) => sign * (one.box[at] - other.box[at]),
    )) {
      passed += permit_count;
      if (passed > all / 200) return box[at];
    }
    return 0;
  };
  return [edge(0, 1), edge(1, 1), edge(2, -1), edge(3, -1)];
}

/** A line around the permits of all cells (Andrew's monotone chain); nothing where they are in a line or few. */
function hullOf(cells: readonly PermitBin[]): FeatureCollection['features'] {
  const points = cells
    .map(({ latlng: [latitude = 0, longitude = 0] }): Position => [longitude, latitude])
    .sort(([x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) => x1 - x2 || y1 - y2);
  const half = (ordered: readonly Position[]) => {
    const chain: Position[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2) ?? point, chain.at(-1) ?? point, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const ring = [...half(points), ...half(points.toReversed())];
  if (ring.length < 3) return [];
  const coordinates = [[...ring, ring[0] ?? []]];
  return [{ type: 'Feature', properties: { isHull: true }, geometry: { type: 'Polygon', coordinates } }];
}

function turnsLeft(
  [x1 = 0, y1 = 0]: Position,
  [x2 = 0, y2 = 0]: Position,
  [x3 = 0, y3 = 0]: Position,
): boolean {
  return (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1) > 0;
}

/** The box of a tile in Web Mercator, `zoom/column/row`. */
function boxOfTile(tile: string): Box {
  const [zoom = 0, column = 0, row = 0] = tile.split('/').map(Number);
  const longitude = (at: number) => (at / 2 ** zoom) * 360 - 180;
  const latitude = (at: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / 2 ** zoom))) * 180) / Math.PI;
  return [longitude(column), latitude(row + 1), longitude(column + 1), latitude(row)];
}

/**
 * Shows the place with its outline: once for each place. A map that was just made is there already, and one whose view
 * is in the address stays there.
 */
export function useFrame(map: MapLibre | null, frame: Frame | undefined, isViewKnown: boolean): void {
  const shown = useRef<Frame | null>(null);
  useEffect(() => {
    if (map === null || frame === undefined) return;
    setData(map, 'place', { type: 'FeatureCollection', features: frame.outline });
    if (shown.current !== null && shown.current !== frame && !isViewKnown) showView(map, frame.view);
    shown.current = frame;
  }, [map, frame, isViewKnown]);
}

/** Marks moves to another place, which nobody made on the map. */
export const movedByPage = 'movedByPage';

function showView(map: MapLibre, view: View): void {
  if ('box' in view) {
    map.fitBounds(
      [...view.box] as [number, number, number, number],
      { ...fitting, duration: 0 },
      { [movedByPage]: true },
    );
  } else {
    map.jumpTo({ center: [view.centre[1], view.centre[0]], zoom: view.zoom }, { [movedByPage]: true });
  }
}

/** Latitude and longitude of a permit, if they are known. */
export function pointOf({ address }: Pick<ListedPermit, 'address'>): readonly (readonly [number, number])[] {
  const [latitude, longitude] = address.latlng ?? [];
  return latitude === undefined || longitude === undefined ? [] : [[latitude, longitude]];
}
