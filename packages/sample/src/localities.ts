/** Where a jurisdiction may have streets: its real ZIP codes with their city, county and centre. */

import type { Jurisdiction } from './jurisdictions.js';
import type { SamplePlaces, SampleZip } from './places.js';

export interface Locality {
  readonly zip: string;
  readonly city: string;
  /** Name without `County`, as permits write it: `Travis`. */
  readonly county: string;
  readonly countyGeoid: string;
  /** Centre, degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Degrees of longitude with the length of one degree of latitude. */
  readonly lngScale: number;
  /**
   * Maximum distance from the centre at which streets begin, degrees of latitude: less where ZIP codes are
   * close together.
   */
  readonly reach: number;
  /**
   * Half the side of a square around the centre that is entirely in the county, degrees of latitude: no
   * parcel is outside.
   */
  readonly room: number;
}

const widest = 0.014;
const closest = 0.0015;
/** Square sizes to try, the largest first. */
const rooms = [0.018, 0.013, 0.009, 0.006, 0.004, 0.0025, 0.0015];
/** Points on each side of the square that must be in the county. */
const gridPoints = 5;
/** North and east of the centre, where ground is searched. */
const compass: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

/** All localities of a jurisdiction, sorted by ZIP code. Fails when the tables know none. */
export function localitiesOf(place: Jurisdiction, geography: SamplePlaces): readonly Locality[] {
  const zips = withoutBoxes(
    place.geoid.length === 5 ? countyZips(place, geography) : cityZips(place, geography),
  );
  if (zips.length === 0) {
    throw new RangeError(`The place tables have no ZIP code for ${place.name}, ${place.state}.`);
  }
  return zips.flatMap((zip) => {
    const ground = groundOf(zip, geography);
    return ground === null ? [] : [localityOf(zip, reachOf(zip, zips), ground, geography)];
  });
}

function localityOf(zip: SampleZip, reach: number, ground: Ground, geography: SamplePlaces): Locality {
  return {
    zip: zip.code,
    city: zip.placeName,
    county: (geography.countyByGeoid(zip.countyGeoid)?.name ?? '').replace(/ (County|Parish)$/, ''),
    countyGeoid: zip.countyGeoid,
    lat: ground.lat,
    lng: ground.lng,
    lngScale: 1 / cosine(zip.lat),
    reach: Math.min(reach, ground.room),
    room: ground.room,
  };
}

/** A square inside a county: its centre, and half its side in degrees of latitude. */
interface Ground {
  readonly lat: number;
  readonly lng: number;
  readonly room: number;
}

/**
 * The ground around the centre of the ZIP code that is in its county. Where the centre itself is not, because
 * it is on a border or in the water, ground nearby; null where there is none.
 */
function groundOf(zip: SampleZip, geography: SamplePlaces): Ground | null {
  for (const away of [0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16]) {
    for (const [north, east] of compass) {
      const lat = zip.lat + north * away;
      const lng = zip.lng + east * away;
      const room = rooms.find((size) => isWithin({ lat, lng, room: size }, zip.countyGeoid, geography));
      if (room !== undefined) return { lat, lng, room };
      if (away === 0) break;
    }
  }
  return null;
}

/** Whether all of the ground is in the county, by a grid of points. */
function isWithin({ lat, lng, room }: Ground, county: string, geography: SamplePlaces): boolean {
  const steps = Array.from({ length: gridPoints }, (_, i) => room * ((2 * i) / (gridPoints - 1) - 1));
  const scale = 1 / cosine(lat);
  return steps.every((north) =>
    steps.every((east) => geography.countyAt(lat + north, lng + east * scale)?.geoid === county),
  );
}

function countyZips(place: Jurisdiction, geography: SamplePlaces): SampleZip[] {
  return geography.zipCodes
    .filter((zip) => zip.countyGeoid === place.geoid && !place.without?.includes(zip.placeName))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

function cityZips(place: Jurisdiction, geography: SamplePlaces): SampleZip[] {
  const city = geography.city(place.name, place.state);
  if (!city) return [];
  const counties = place.counties ?? [city.countyGeoid];
  return city.zipCodes.flatMap((code) => {
    const zip = geography.zip(code);
    return zip && zip.state === place.state && counties.includes(zip.countyGeoid) ? [zip] : [];
  });
}

/** ZIP codes of post-office boxes and of single firms have the same point as another one. */
function withoutBoxes(zips: readonly SampleZip[]): SampleZip[] {
  const points = new Set<string>();
  return zips.filter((zip) => {
    const point = `${zip.lat} ${zip.lng}`;
    if (points.has(point)) return false;
    points.add(point);
    return true;
  });
}

function reachOf(zip: SampleZip, zips: readonly SampleZip[]): number {
  let nearest = 1;
  for (const other of zips) {
    if (other === zip) continue;
    nearest = Math.min(nearest, Math.max(Math.abs(other.lat - zip.lat), Math.abs(other.lng - zip.lng)));
  }
  return Math.min(widest, Math.max(closest, nearest * 0.4));
}

/**
 * By exact arithmetic, so that every machine gives the same digits; accurate to 1e-4 within the United
 * States.
 */
function cosine(degrees: number): number {
  const x = degrees * (Math.PI / 180);
  const square = x * x;
  return 1 - square / 2 + (square * square) / 24 - (square * square * square) / 720;
}
