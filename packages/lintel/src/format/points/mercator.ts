/**
 * Points as two 32-bit numbers in the square of Web Mercator (EPSG:3857): x from west to east, y from north to
 * south. The leading bits of both are the column and the row of the map tile that holds the point, so cells of
 * every zoom are shifts. A step is 9 mm at the equator and less elsewhere. (0, 0) is no point: y begins at 1.
 */

/** Steps of a side of the world. */
const side = 2 ** 32;
const last = side - 1;

/** The steps of a longitude, -180 to 180 degrees. */
export function xOf(lng: number): number {
  return Math.min(last, Math.max(0, Math.floor((lng / 360 + 0.5) * side)));
}

/** The steps of a latitude; beyond 85.05 degrees those of the edge. */
export function yOf(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(last, Math.max(1, Math.floor(share * side)));
}

/** The longitude in the middle of a step, or of the mean of several. */
export function lngOf(x: number): number {
  return ((x + 0.5) / side - 0.5) * 360;
}

/** The latitude in the middle of a step, or of the mean of several. */
export function latOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side))) * 180) / Math.PI;
}

/** Bits by which the steps of a point are shifted to give the cell of a zoom, up to 31. */
const shiftOf = (zoom: number) => 32 - zoom;

/** The column or row of the cell of a zoom in which a step lies. */
export const cellOf = (step: number, zoom: number) => (zoom === 0 ? 0 : step >>> shiftOf(zoom));
