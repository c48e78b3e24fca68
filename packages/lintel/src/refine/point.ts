/**
 * Reads a point in degrees from latitude and longitude columns or from one text: WKT `POINT (lng lat)`,
 * GeoJSON coordinates, or `(lat, lng)`. Exchanged coordinates are put right; State Plane numbers, 0,0 and
 * points outside the United States are null and noted.
 */
import { type DefectList, type DefectName, note } from './defects.js';

/** Latitude and longitude in degrees, WGS 84. */
export type LatLng = [number, number];

const wkt = /^(?:SRID=\d+;)?\s*POINT\s*Z?\s*\(\s*(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/i;
const geoJson = /"coordinates"\s*:\s*\[\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/;
const pair = /\(?\s*(-?\d[\d.]*)\s*,\s*(-?\d[\d.]*)\s*\)?\s*$/;

/** Boxes that hold the states and territories: south, north, west, east. */
const boxes: readonly (readonly [number, number, number, number])[] = [
  [24, 49.6, -125.2, -66.5],
  [51, 71.6, -180, -129.5],
  [51, 54, 172, 180],
  [18.5, 28.7, -178.5, -154.5],
  [17.5, 18.7, -68.1, -64.3],
  [13, 20.8, 144.4, 146.2],
  [-14.8, -10.8, -171.3, -168],
];

function inUs(lat: number, lng: number): boolean {
  return boxes.some(
    ([south, north, west, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
  );
}

/** The point of a row, or null; what is wrong with it is noted under `latlng`. */
export function readPoint(
  lat: string | undefined,
  lng: string | undefined,
  point: string | undefined,
  defects: DefectList,
): LatLng | null {
  const text = lat !== undefined && lng !== undefined ? ([lat, lng] as const) : pointText(point);
  if (text === null) {
    if (point !== undefined) note(defects, 'point_unreadable', 'latlng');
    return null;
  }
  const checked = checkPoint(Number(text[0]), Number(text[1]));
  if (typeof checked === 'string') {
    note(defects, checked, 'latlng');
    return null;
  }
  if (checked[0] !== Number(text[0])) note(defects, 'point_swapped', 'latlng');
  return checked;
}

function pointText(point: string | undefined): readonly [string, string] | null {
  if (point === undefined) return null;
  const lngFirst = wkt.exec(point) ?? geoJson.exec(point);
  if (lngFirst) return [lngFirst[2] ?? '', lngFirst[1] ?? ''];
  const latFirst = pair.exec(point);
  return latFirst ? [latFirst[1] ?? '', latFirst[2] ?? ''] : null;
}

function checkPoint(lat: number, lng: number): LatLng | DefectName {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return 'point_unreadable';
  if (inUs(lat, lng)) return [lat, lng];
  if (Math.abs(lat) < 0.01 && Math.abs(lng) < 0.01) return 'point_placeholder';
  if (inUs(lng, lat)) return [lng, lat];
  return Math.abs(lat) > 180 || Math.abs(lng) > 180 ? 'point_not_degrees' : 'point_outside_us';
}
