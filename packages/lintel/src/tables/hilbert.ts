/** The order along a Hilbert curve, by SQL. */

/** Cells of the curve along a side of the world, as a power of two: 600 m at the equator. */
const bits = 16;

/**
 * A query of the rows of `from` along the curve, those without a point last and then by `ties`. `long` and `lat` name
 * columns in degrees.
 */
export function hilbertOrder(from: string, long: string, lat: string, ties: readonly string[]): string {
  const cells = 2 ** bits - 1;
  const cell = (column: string, least: number, width: number) =>
    `((${column} - (${least})) / ${width} * ${cells})::INTEGER`;
  let rows = `SELECT *, ${cell(long, -180, 360)} AS curve_x, ${cell(lat, -90, 180)} AS curve_y, 0::BIGINT AS curve_at FROM ${from}`;
  for (let level = bits - 1; level >= 0; level -= 1) {
    const right = `((curve_x >> ${level}) & 1)`;
    const top = `((curve_y >> ${level}) & 1)`;
    // The quarter in which a point lies, in the order of the curve; the lower ones are turned.
    const turned = (same: string, other: string) =>
      `CASE WHEN ${top} = 1 THEN ${same} WHEN ${right} = 1 THEN ${cells} - ${other} ELSE ${other} END`;
    rows = `SELECT * REPLACE (
      curve_at * 4 + xor(3 * ${right}, ${top}) AS curve_at,
      ${turned('curve_x', 'curve_y')} AS curve_x,
      ${turned('curve_y', 'curve_x')} AS curve_y) FROM (${rows})`;
  }
  const order = [`CASE WHEN ${long} IS NULL THEN NULL ELSE curve_at END NULLS LAST`, ...ties];
  return `SELECT * EXCLUDE (curve_x, curve_y, curve_at) FROM (${rows}) ORDER BY ${order.join(', ')}`;
}
