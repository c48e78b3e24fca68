/**
 * Proposes where a row's point is: degrees in columns or inside a nested value, latitude and longitude that are
 * swapped, and projected coordinates, whose system is found by trying those of the state.
 */
import { planeToDegrees } from '../mapping/plane.js';
import { planeZones } from '../mapping/plane-zones.js';
import type { SourceRow } from '../mapping/value.js';
import { type ColumnProfile, columnOf, textIn } from './columns/profile.js';
import type { OpenField, ProposedField } from './proposal.js';

/** Where the rows should lie. */
export interface PointPlace {
  /** Two-letter code; null if unknown. */
  readonly state: string | null;
  /** Whether a point is where the rows are from; null if that is unknown. */
  readonly isInside: ((lat: number, lng: number) => boolean) | null;
  /** EPSG number of projected coordinates, as the portal states it; null if it states none. */
  readonly epsg: number | null;
}

interface PointProposal {
  readonly fields: readonly ProposedField[];
  readonly open: readonly OpenField[];
}

/** The point of rows without columns of degrees. */
export function proposePoint(
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
  place: PointPlace,
): PointProposal {
  return swapped(columns) ?? nested(columns) ?? projected(columns, rows, place) ?? { fields: [], open: [] };
}

const isLat = ({ shares, least, most }: ColumnProfile) => shares.number >= 0.6 && least >= 13 && most <= 72;
const isLng = ({ shares, least, most }: ColumnProfile) =>
  shares.number >= 0.6 && least >= -180 && most <= -64;

/** Only the words that say what a coordinate is. */
function coordinate(column: ColumnProfile, ...words: readonly string[]): boolean {
  const { known, unknown } = column.words;
  const others = new Set([
    ...words,
    'site',
    'location',
    'property',
    'geocode',
    'project',
    'point',
    'coordinate',
  ]);
  return (
    unknown.length === 0 &&
    words.some((word) => known.has(word)) &&
    [...known].every((word) => others.has(word))
  );
}

/** Columns named the wrong way round. */
function swapped(columns: readonly ColumnProfile[]): PointProposal | null {
  const lat = columns.find((column) => coordinate(column, 'longitude', 'x') && isLat(column));
  const lng = columns.find((column) => coordinate(column, 'latitude', 'y') && isLng(column));
  if (lat === undefined || lng === undefined) return null;
  const doubt = 'the names are the other way round than the values';
  return {
    fields: [
      { field: 'lat', expression: columnOf(lat), columns: [lat.name], confidence: 0.95, doubt },
      { field: 'lng', expression: columnOf(lng), columns: [lng.name], confidence: 0.95, doubt },
    ],
    open: [],
  };
}

/** Points as portals nest them: GeoJSON, Esri JSON, Socrata's locations. */
function nested(columns: readonly ColumnProfile[]): PointProposal | null {
  for (const { name, nested: value } of columns) {
    if (value === undefined || name.includes('.')) continue;
    const paths = pointPaths(value as SourceRow);
    if (paths === null) continue;
    const fields = (['lat', 'lng'] as const).map((field, index) => ({
      field,
      expression: { path: `${name}.${paths[index]}` },
      columns: [name],
      confidence: 0.97,
      doubt: null,
    }));
    return { fields, open: [] };
  }
  return null;
}

function pointPaths(value: SourceRow): readonly [string, string] | null {
  if (value.type === 'Point' && Array.isArray(value.coordinates)) return ['coordinates.1', 'coordinates.0'];
  if ('latitude' in value && 'longitude' in value) return ['latitude', 'longitude'];
  const { x, y } = value;
  const isDegrees = typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  return isDegrees ? ['y', 'x'] : null;
}

/** Points that are tried. */
const triedPoints = 200;
/** Share of the points that must lie in the place. */
const minInside = 0.8;

/** `X` and `Y` beyond degrees: the system is the stated one, or the only one that puts them into the place. */
function projected(
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
  place: PointPlace,
): PointProposal | null {
  const x = columns.find((column) => coordinate(column, 'x', 'longitude'));
  const y = columns.find((column) => coordinate(column, 'y', 'latitude'));
  if (x === undefined || y === undefined) return null;
  const points = rows.slice(0, triedPoints).flatMap((row) => {
    const [east, north] = [Number(textIn(row, x.name)), Number(textIn(row, y.name))];
    return east && north ? [{ east, north }] : [];
  });
  const fits = points.length === 0 ? [] : systems(place).filter((code) => putsInside(code, points, place));
  const [code] = fits;
  const isStated = code === `EPSG:${place.epsg}`;
  if (code !== undefined && (isStated || (place.isInside !== null && fits.length === 1))) {
    const expression = { plane: code, x: columnOf(x), y: columnOf(y) };
    const doubt = isStated ? null : `${code} puts the points into the place; the portal does not state it`;
    return {
      fields: [
        { field: 'point', expression, columns: [x.name, y.name], confidence: isStated ? 0.97 : 0.9, doubt },
      ],
      open: [],
    };
  }
  const candidates = [x, y].map(({ name, example }) => ({ column: name, confidence: 0.5, example }));
  const answer = { plane: fits[0] ?? 'EPSG:number', x: columnOf(x), y: columnOf(y) };
  return { fields: [], open: [{ field: 'point', reason: whyNot(points.length, fits), candidates, answer }] };
}

function whyNot(points: number, fits: readonly string[]): string {
  if (points === 0) return 'no coordinate was seen, so its unit is not known';
  if (fits.length > 1) return `several systems fit: ${fits.slice(0, 4).join(', ')}`;
  return 'the coordinates are not degrees, and no system is known that puts them into the place';
}

/** The systems to try: the stated one first, then those of the state, then Web Mercator. */
function systems({ epsg, state }: PointPlace): string[] {
  const ofState = planeZones.filter((zone) => zone.state === state).flatMap(({ codes }) => codes.slice(0, 1));
  return [...new Set([...(epsg === null ? [] : [`EPSG:${epsg}`]), ...ofState, 'EPSG:3857'])];
}

function putsInside(
  code: string,
  points: readonly { readonly east: number; readonly north: number }[],
  { isInside }: PointPlace,
): boolean {
  const convert = planeToDegrees(code);
  if (convert === null) return false;
  const inside = points.filter(({ east, north }) => {
    const point = convert(east, north);
    if (point === null) return false;
    return isInside?.(point.lat, point.lng) ?? (point.lat > 13 && point.lat < 72 && point.lng < -64);
  });
  return inside.length >= points.length * minInside;
}
