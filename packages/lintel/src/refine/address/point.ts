/**
 * Reads a point in degrees from latitude and longitude columns or from one text: WKT `POINT (lng lat)`,
 * GeoJSON coordinates, or `(lat, lng)`. Swapped coordinates are corrected; State Plane numbers, 0,0 and
 * points outside the United States give null and a defect.
 */
import { type DefectList, type DefectName, note } from '../record/defects.js';

/** Latitude and longitude in degrees, WGS 84. */
export type LatLng = [number, number];

const wkt = /^(?:SRID=\d+;)?\s*POINT\s*(?:Z\s*)?\(\s*(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/i;
const geoJson = /"coordinates"\s*:\s*\[\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/;
const number = /^-?\d[\d.]*$/;

/** Boxes that hold the states and territories. */
const boxes = [
  { south: 24, north: 49.6, west: -125.2, east: -66.5 },
  { south: 51, north: 71.6, west: -180, east: -129.5 },
  { south: 51, north: 54, west: 172, east: 180 },
  { south: 18.5, north: 28.7, west: -178.5, east: -154.5 },
  { south: 17.5, north: 18.7, west: -68.1, east: -64.3 },
  { south: 13, north: 20.8, west: 144.4, east: 146.2 },
  { south: -14.8, north: -10.8, west: -171.3, east: -168 },
];

function inUs(lat: number, lng: number): boolean {
  for (const { south, north, west, east } of boxes) {
    if (lat >= south && lat <= north && lng >= west && lng <= east) return true;
  }
  return false;
}

/** The point of a row, or null; defects are noted under `latlng`. */
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
  return pairAtEnd(point);
}

/** The two numbers at the end of a text, separated by a comma, possibly in brackets; read from the end. */
function pairAtEnd(text: string): readonly [string, string] | null {
  const whole = text.trimEnd();
  const inner = whole.endsWith(')') ? whole.slice(0, -1).trimEnd() : whole;
  const comma = inner.lastIndexOf(',');
  const second = inner.slice(comma + 1).trimStart();
  if (comma < 0 || !number.test(second)) return null;
  const before = inner.slice(0, comma).trimEnd();
  let start = before.length;
  while (start > 0 && /[\d.]/.test(before.charAt(start - 1))) start -= 1;
  while (before.charAt(start) === '.') start += 1;
  if (start === before.length) return null;
  return [before.slice(before.charAt(start - 1) === '-' ? start - 1 : start), second];
}

function checkPoint(lat: number, lng: number): LatLng | DefectName {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return 'point_unreadable';
  if (inUs(lat, lng)) return [lat, lng];
  if (Math.abs(lat) < 0.01 && Math.abs(lng) < 0.01) return 'point_placeholder';
  if (inUs(lng, lat)) return [lng, lat];
  return Math.abs(lat) > 180 || Math.abs(lng) > 180 ? 'point_not_degrees' : 'point_outside_us';
}
