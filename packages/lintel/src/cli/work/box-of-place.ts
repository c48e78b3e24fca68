/** The box in which a place's permits lie, with some room around it. */
import { endpoints, parseQuery } from '@lintel/contract';
import { UserError } from '../../base/user-error.js';
import type { Release } from '../../releases/release.js';

/** Zoom of the map whose cells are counted: they are about 5 km wide. */
const zoom = 9;
/** One permit in so many is left out on each side: their points are often wrong. */
const strays = 200;
/** Degrees around the permits. */
const room = 0.03;

export function boxOfPlace(
  release: Release,
  geoId: string,
  name: string,
): [west: number, south: number, east: number, north: number] {
  let box = [-179, -70, 179, 75];
  // From the world to the place: cells become smaller with the box.
  for (let look = 0; look < 3; look++) {
    const query = {
      query: [
        ['geo_id', geoId],
        ['bbox', box.join(',')],
        ['zoom', String(zoom)],
      ] as [string, string][],
      path: {},
    };
    const parsed = parseQuery(endpoints.permit_bins, query);
    if (!parsed.ok)
      throw new UserError(`The permits of ${name} cannot be found on a map.`, { hint: 'Give --bbox.' });
    const { bins, zoom: cells } = release.permitBins(parsed.value, zoom);
    const all = bins.reduce((sum, { permit_count }) => sum + permit_count, 0);
    if (all === 0) throw new UserError(`No permit of ${name} has a point.`, { hint: 'Give --bbox.' });
    const side = Math.max(room, 180 / 2 ** cells);
    const edge = (at: 0 | 1, sign: 1 | -1) => {
      let passed = 0;
      for (const { latlng, permit_count } of bins.toSorted(
        (a, b) => sign * ((a.latlng[at] ?? 0) - (b.latlng[at] ?? 0)),
      )) {
        passed += permit_count;
        if (passed > all / strays) return (latlng[at] ?? 0) - sign * side;
      }
      return 0;
    };
    box = [edge(1, 1), edge(0, 1), edge(1, -1), edge(0, -1)];
  }
  const [west = 0, south = 0, east = 0, north = 0] = box;
  return [Math.max(-180, west), Math.max(-85, south), Math.min(180, east), Math.min(85, north)];
}
