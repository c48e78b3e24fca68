/** The box in which a place's permits lie, with some room around it. */
import { endpoints, type PermitBins, parseQuery } from '@lintel/contract';
import type { PermitViewQuery } from '../query/questions.js';

/** West, south, east and north, in degrees. */
export type Degrees = readonly [west: number, south: number, east: number, north: number];

/** Where permits may be. */
export const wholeWorld: Degrees = [-179, -70, 179, 75];

/** What counts permits by the cells of a map. */
interface Counter {
  permitBins(query: PermitViewQuery, zoom: number): PermitBins | Promise<PermitBins>;
}

/** Zoom of the map whose cells are counted: they are about 5 km wide. */
const zoom = 9;
/** One permit in so many is left out on each side: their points are often wrong. */
const strays = 200;
/** Degrees around the permits. */
const room = 0.03;

/** Null if no permit of the place has a point. */
export async function boxOfPlace(release: Counter, geoId: string): Promise<Degrees | null> {
  let box: Degrees = wholeWorld;
  // From the world to the place: cells become smaller with the box.
  for (let look = 0; look < 3; look++) {
    const { bins, zoom: cells } = await release.permitBins(binsQuery(box, zoom, geoId), zoom);
    const found = boxAround(bins, Math.max(room, 180 / 2 ** cells));
    if (found === null) return null;
    box = found;
  }
  const [west, south, east, north] = box;
  return [Math.max(-180, west), Math.max(-85, south), Math.min(180, east), Math.min(85, north)];
}

/** The box around almost all counted permits, with so many degrees of room; null around none. */
export function boxAround(
  bins: readonly Pick<PermitBins['bins'][number], 'latlng' | 'permit_count'>[],
  side = room,
): Degrees | null {
  const all = bins.reduce((sum, { permit_count }) => sum + permit_count, 0);
  if (all === 0) return null;
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
  return [edge(1, 1), edge(0, 1), edge(1, -1), edge(0, -1)];
}

/** The question for the permits of a box, of one place or of all. */
export function binsQuery(box: Degrees, zoom: number, geoId: string | null): PermitViewQuery {
  const query = [
    ['bbox', box.join(',')],
    ['zoom', String(zoom)],
    ...(geoId === null ? [] : [['geo_id', geoId]]),
  ] as [string, string][];
  const parsed = parseQuery(endpoints.permit_bins, { query, path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  return parsed.value;
}
