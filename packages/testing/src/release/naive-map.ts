/** Areas, bins and tiles once more, as simple as possible: every permit is looked at, in degrees. */
import type { DurationQuartiles, Permit, PermitDurations } from '@lintel/contract';
import type { AreaQuery } from 'lintel/dist/query/area.js';
import { type Dated, dateOf } from './naive-aggregate.js';

type LatLng = readonly number[] | null;

export const anyArea: AreaQuery = { bbox: null, near: null, radius_m: null, within: null };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two points on a sphere, by the haversine formula. */
function metresBetween([lat = 0, lng = 0]: readonly number[], [toLat = 0, toLng = 0]: readonly number[]) {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const part = half(lat, toLat) + Math.cos(radians(lat)) * Math.cos(radians(toLat)) * half(lng, toLng);
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(part));
}

/** Whether a point is in the area of a query. */
export function isInArea(point: LatLng, { bbox, near, radius_m: radius, within }: AreaQuery): boolean {
  if (bbox === null && near === null && within === null) return true;
  if (point === null) return false;
  const [lat = 0, lng = 0] = point;
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [-180, -90, 180, 90];
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  if (!isBetween || lat < south || lat > north) return false;
  if (near !== null && metresBetween(near, point) > (radius ?? 0)) return false;
  return within === null || isInRings(point, ringsOf(within));
}

/** The rings of a polygon in WKT, or of a geometry in GeoJSON. */
function ringsOf(text: string): number[][][] {
  const geometry = text.startsWith('{')
    ? (JSON.parse(text) as { type: string; coordinates: unknown[] })
    : null;
  if (geometry !== null)
    return (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()) as number[][][];
  const rings = text.match(/\([^()]+\)/g) ?? [];
  return rings.map((ring) =>
    ring
      .slice(1, -1)
      .split(',')
      .map((corner) => corner.trim().split(' ').map(Number)),
  );
}

/** Whether the sum of the angles under which the point sees the rings is not nought. */
function isInRings([lat = 0, lng = 0]: readonly number[], rings: readonly number[][][]): boolean {
  const turns = rings.map((ring) => {
    const angles = ring.map(([x = 0, y = 0]) => Math.atan2(y - lat, x - lng));
    const turned = angles.slice(1).map((angle, i) => {
      const by = angle - (angles[i] ?? 0);
      return by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
    });
    return Math.round(turned.reduce((sum, by) => sum + by, 0) / (2 * Math.PI));
  });
  return turns.reduce((sum, turn) => sum + Math.abs(turn), 0) % 2 === 1;
}

/** Column and row of the tile of a zoom that holds a point (slippy map tiles). */
export function tileOf([lat = 0, lng = 0]: readonly number[], zoom: number): [x: number, y: number] {
  const y = Math.asinh(Math.tan(radians(lat)));
  return [Math.floor(((lng + 180) / 360) * 2 ** zoom), Math.floor((0.5 - y / (2 * Math.PI)) * 2 ** zoom)];
}

/** Permits by the tile of a zoom, `z/x/y`. */
export function byTile(permits: readonly Permit[], zoom: number): Map<string, Permit[]> {
  const tiles = new Map<string, Permit[]>();
  for (const permit of permits) {
    if (permit.address.latlng === null) continue;
    const name = [zoom, ...tileOf(permit.address.latlng, zoom)].join('/');
    const there = tiles.get(name) ?? [];
    there.push(permit);
    tiles.set(name, there);
  }
  return tiles;
}

/** Sum of the known values; null without any. */
export function totalValue(permits: readonly Permit[]): number | null {
  const values = permits.flatMap(({ job_value: value }) => value ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/** Quartiles of the durations that the permits have, and of those of each month of the date that is meant. */
export function naiveDurations(permits: readonly Permit[], query: Dated, byMonth: boolean): PermitDurations {
  const number = permits.length;
  const monthOf = (permit: Permit) => dateOf(permit, query)?.slice(0, 7);
  const months = [...new Set(permits.flatMap((permit) => monthOf(permit) ?? []))].sort();
  const ofMonths = months.map((month) => ({
    date: `${month}-01`,
    ...naiveBoth(permits.filter((permit) => monthOf(permit) === month)),
  }));
  const known = ofMonths.filter(({ approval, construction }) => approval !== null || construction !== null);
  return {
    ...naiveBoth(permits),
    permit_count: { value: number, low: number, high: number },
    sampled_share: 1,
    months: byMonth ? known.slice(-600) : null,
  };
}

function naiveBoth(permits: readonly Permit[]): Pick<PermitDurations, 'approval' | 'construction'> {
  return {
    approval: naiveQuartiles(permits.flatMap(({ approval_duration: days }) => days ?? [])),
    construction: naiveQuartiles(permits.flatMap(({ construction_duration: days }) => days ?? [])),
  };
}

/**
 * For a quarter and three the least duration that at least so many of the permits do not exceed; the median as the
 * mean of the least that half do not exceed and the greatest that half reach, halves up.
 */
function naiveQuartiles(all: readonly number[]): DurationQuartiles | null {
  const greatest = () =>
    Math.max(...all.filter((days) => all.filter((other) => other >= days).length >= all.length / 2));
  const least = (share: number) => {
    const enough = all.filter((days) => all.filter((other) => other <= days).length >= share * all.length);
    return Math.min(...enough);
  };
  if (all.length === 0) return null;
  const median = Math.floor((least(0.5) + greatest() + 1) / 2);
  return { permits: all.length, p25: least(0.25), median, p75: least(0.75) };
}
