/**
 * The mapping function `plane`: projected x and y (State Plane feet, Web Mercator metres) as a point in
 * degrees.
 *
 * Only coordinate systems of the closed list are known, by their EPSG numbers, which ArcGIS calls
 * `latestWkid`. Zero or anything but a number gives nothing. NAD 83 and WGS 84 are treated as the same: they
 * differ by a metre or two.
 */

import Type from '@lintel/contract/typebox';
import proj4 from 'proj4';
import { define, Sub } from './function.js';
import { planeZones } from './plane-zones.js';

const webMercator =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs';

/** Known systems: EPSG number → definition. */
const planes = new Map([
  ...planeZones.flatMap(({ codes, proj }) => codes.map((code) => [code, proj] as const)),
  ['EPSG:3857', webMercator] as const,
  ['EPSG:102100', webMercator] as const,
]);

/** Decimals of a degree: a centimetre. */
const decimals = 7;

/** Gives the degrees of projected coordinates; null for coordinates that the system does not have. */
type PlaneToDegrees = (east: number, north: number) => { readonly lat: number; readonly lng: number } | null;

/** The conversion from a known system; null for an unknown one. */
export function planeToDegrees(code: string): PlaneToDegrees | null {
  const definition = planes.get(code);
  if (definition === undefined) return null;
  const converter = proj4(definition, 'WGS84');
  return (east, north) => {
    if (!(Number.isFinite(east) && Number.isFinite(north)) || east === 0 || north === 0) return null;
    const [lng, lat] = converter.forward([east, north]);
    return Number.isFinite(lng) && Number.isFinite(lat) ? { lat, lng } : null;
  };
}

export const plane = define(
  { plane: Type.Enum([...planes.keys()]), x: Sub, y: Sub },
  (options, context, compile) => {
    const convert = planeToDegrees(options.plane);
    const x = compile(options.x, context, 'x');
    const y = compile(options.y, context, 'y');
    return (row, loss) => {
      const point = convert?.(Number(x(row, loss)), Number(y(row, loss))) ?? null;
      return point === null
        ? undefined
        : `POINT (${point.lng.toFixed(decimals)} ${point.lat.toFixed(decimals)})`;
    };
  },
);
