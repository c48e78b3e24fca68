/**
 * The mapping function `plane`: projected x and y (State Plane feet, Web Mercator metres) as a point in
 * degrees.
 *
 * Only coordinate systems of the closed list are known, by their EPSG numbers, which ArcGIS calls
 * `latestWkid`. Zero or anything but a number gives nothing. NAD 83 and WGS 84 are treated as the same: they
 * differ by a metre or two.
 */
import proj4 from 'proj4';
import Type from 'typebox';
import { define, Sub } from './function.js';

const lcc = (south: number, north: number, lat0: number, lng0: number, x0: number, y0: number) =>
  `+proj=lcc +lat_1=${south} +lat_2=${north} +lat_0=${lat0} +lon_0=${lng0} +x_0=${x0} +y_0=${y0} +datum=NAD83 +units=us-ft +no_defs`;
const tmerc = (lat0: number, lng0: number, k: number, x0: number) =>
  `+proj=tmerc +lat_0=${lat0} +lon_0=${lng0} +k=${k} +x_0=${x0} +y_0=0 +datum=NAD83 +units=us-ft +no_defs`;

/** Known systems: EPSG number → definition. Parallels, origin and false easting are the zone's legal ones. */
const planes = {
  'EPSG:2236': tmerc(24 + 1 / 3, -81, 1 - 1 / 17_000, 200_000),
  'EPSG:2237': tmerc(24 + 1 / 3, -82, 1 - 1 / 17_000, 200_000),
  'EPSG:2238': lcc(29 + 35 / 60, 30.75, 29, -84.5, 600_000, 0),
  'EPSG:2263': lcc(40 + 40 / 60, 41 + 2 / 60, 40 + 10 / 60, -74, 300_000, 0),
  'EPSG:2272': lcc(39 + 56 / 60, 40 + 58 / 60, 39 + 20 / 60, -77.75, 600_000, 0),
  'EPSG:3857': '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs',
} as const;

const codes = Object.keys(planes) as (keyof typeof planes)[];
/** Decimals of a degree: a centimetre. */
const decimals = 7;

export const plane = define({ plane: Type.Enum(codes), x: Sub, y: Sub }, (options, context, compile) => {
  const converter = proj4(planes[options.plane], 'WGS84');
  const x = compile(options.x, context, 'x');
  const y = compile(options.y, context, 'y');
  return (row) => {
    const east = Number(x(row));
    const north = Number(y(row));
    if (!(Number.isFinite(east) && Number.isFinite(north)) || east === 0 || north === 0) return undefined;
    const [lng, lat] = converter.forward([east, north]);
    if (!(Number.isFinite(lng) && Number.isFinite(lat))) return undefined;
    return `POINT (${lng.toFixed(decimals)} ${lat.toFixed(decimals)})`;
  };
});
