/** Drawing an area on the map: a circle by dragging from its centre, a polygon corner by corner. */
import type { Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { outlineOf, writeWithin } from '../explorer/within';
import { setData } from './atlas';

export type Drawing = 'circle' | 'polygon';

/** Pixels from the first corner within which a click closes a polygon. */
const closing = 12;

/** Draws until an area is done, which is given as within.ts has it; Escape gives null. */
export function useDrawing(
  map: MapLibre | null,
  drawing: Drawing | null,
  onDone: (within: string | null) => void,
): void {
  useEffect(() => {
    if (map === null || drawing === null) return;
    const canvas = map.getCanvas();
    canvas.style.cursor = 'crosshair';
    map.doubleClickZoom.disable();
    if (drawing === 'circle') map.dragPan.disable();
    const end = (drawing === 'circle' ? drawCircle : drawPolygon)(map, onDone);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDone(null);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      end();
      canvas.style.cursor = '';
      map.dragPan.enable();
      map.doubleClickZoom.enable();
    };
  }, [map, drawing, onDone]);
}

type Draw = (map: MapLibre, onDone: (within: string | null) => void) => () => void;

const show = (map: MapLibre, numbers: readonly number[] | null) => setData(map, 'drawn', outlineOf(numbers));

const drawCircle: Draw = (map, onDone) => {
  let circle: { readonly at: MapMouseEvent['lngLat']; metres: number } | null = null;
  const numbers = () => (circle === null ? null : [circle.at.lat, circle.at.lng, circle.metres]);
  const onDown = ({ lngLat }: MapMouseEvent | MapTouchEvent) => {
    circle = { at: lngLat, metres: 1 };
  };
  const onMove = ({ lngLat }: MapMouseEvent | MapTouchEvent) => {
    if (circle === null) return;
    circle.metres = Math.min(100_000, Math.max(1, Math.round(circle.at.distanceTo(lngLat))));
    show(map, numbers());
  };
  const onUp = () => {
    const drawn = numbers();
    circle = null;
    if (drawn !== null && (drawn[2] ?? 0) > 5) onDone(writeWithin(drawn));
  };
  const handlers = [
    ['mousedown', onDown],
    ['touchstart', onDown],
    ['mousemove', onMove],
    ['touchmove', onMove],
    ['mouseup', onUp],
    ['touchend', onUp],
  ] as const;
  for (const [event, handler] of handlers) map.on(event, handler);
  return () => {
    for (const [event, handler] of handlers) map.off(event, handler);
  };
};

const drawPolygon: Draw = (map, onDone) => {
  const corners: (readonly [number, number])[] = [];
  const close = () => {
    // The second click of a double click is where the first one was.
    const [last, before] = [corners.at(-1), corners.at(-2)];
    if (last && before && map.project([...last]).dist(map.project([...before])) < closing) corners.pop();
    if (corners.length >= 3) onDone(writeWithin(corners.flat()));
  };
  const onClick = ({ lngLat, point }: MapMouseEvent) => {
    const [first] = corners;
    if (first !== undefined && corners.length >= 3 && map.project([...first]).dist(point) < closing) {
      close();
      return;
    }
    corners.push([lngLat.lng, lngLat.lat]);
  };
  const onMove = ({ lngLat }: MapMouseEvent) => {
    if (corners.length > 0) show(map, [...corners, [lngLat.lng, lngLat.lat] as const].flat());
  };
  map.on('click', onClick);
  map.on('dblclick', close);
  map.on('mousemove', onMove);
  return () => {
    map.off('click', onClick);
    map.off('dblclick', close);
    map.off('mousemove', onMove);
  };
};
