/** Where the streets of a jurisdiction may lie: its real ZIP codes with their city, county and centre. */
import { Failure } from '../base/failure.js';
import type { Geography, ZipCode } from '../geography/geography.js';
import type { Jurisdiction } from './jurisdictions.js';

export interface Locality {
  readonly zip: string;
  readonly city: string;
  /** Name without `County`, as permits write it: `Travis`. */
  readonly county: string;
  readonly countyGeoid: string;
  /** Centre, degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Degrees of longitude that are as long as one of latitude. */
  readonly lngScale: number;
  /** How far from the centre streets begin at most, degrees of latitude: less where ZIP codes lie close together. */
  readonly reach: number;
  /** Half the side of a square around the centre that lies wholly in the county, degrees of latitude: no parcel lies outside. */
  readonly room: number;
}

const widest = 0.014;
const closest = 0.0015;
/** Sizes of the square that are tried, the largest first. */
const rooms = [0.018, 0.013, 0.009, 0.006, 0.004, 0.0025, 0.0015];
/** Points on each side of the square that must lie in the county. */
const roomPoints = 5;

/** All localities of a jurisdiction, sorted by ZIP code. Fails when the tables know none. */
export function localitiesOf(place: Jurisdiction, geography: Geography): readonly Locality[] {
  const zips = withoutBoxes(
    place.geoid.length === 5 ? countyZips(place, geography) : cityZips(place, geography),
  );
  if (zips.length === 0) {
    throw new Failure(`The place tables have no ZIP code for ${place.name}, ${place.state}.`);
  }
  return zips.flatMap((zip) => {
    const room = roomOf(zip, geography);
    return room === null ? [] : [localityOf(zip, reachOf(zip, zips), room, geography)];
  });
}

function localityOf(zip: ZipCode, reach: number, room: number, geography: Geography): Locality {
  return {
    zip: zip.code,
    city: zip.placeName,
    county: (geography.countyByGeoid(zip.countyGeoid)?.name ?? '').replace(/ (County|Parish)$/, ''),
    countyGeoid: zip.countyGeoid,
    lat: zip.lat,
    lng: zip.lng,
    lngScale: 1 / cosine(zip.lat),
    reach: Math.min(reach, room),
    room,
  };
}

/** How much of the surroundings lies in the county of the ZIP code; null where hardly anything does. */
function roomOf(zip: ZipCode, geography: Geography): number | null {
  const scale = 1 / cosine(zip.lat);
  const isWithin = (room: number) => {
    for (let row = 0; row < roomPoints; row++) {
      for (let column = 0; column < roomPoints; column++) {
        const lat = zip.lat + room * ((2 * row) / (roomPoints - 1) - 1);
        const lng = zip.lng + room * scale * ((2 * column) / (roomPoints - 1) - 1);
        if (geography.countyAt(lat, lng)?.geoid !== zip.countyGeoid) return false;
      }
    }
    return true;
  };
  return rooms.find(isWithin) ?? null;
}

function countyZips(place: Jurisdiction, geography: Geography): ZipCode[] {
  return geography.zipCodes
    .filter((zip) => zip.countyGeoid === place.geoid && !place.without?.includes(zip.placeName))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

function cityZips(place: Jurisdiction, geography: Geography): ZipCode[] {
  const city = geography.city(place.name, place.state);
  if (!city) return [];
  const counties = place.counties ?? [city.countyGeoid];
  return city.zipCodes.flatMap((code) => {
    const zip = geography.zip(code);
    return zip && zip.state === place.state && counties.includes(zip.countyGeoid) ? [zip] : [];
  });
}

/** ZIP codes of post-office boxes and of single firms stand on the point of another one. */
function withoutBoxes(zips: readonly ZipCode[]): ZipCode[] {
  const points = new Set<string>();
  return zips.filter((zip) => {
    const point = `${zip.lat} ${zip.lng}`;
    if (points.has(point)) return false;
    points.add(point);
    return true;
  });
}

function reachOf(zip: ZipCode, zips: readonly ZipCode[]): number {
  let nearest = 1;
  for (const other of zips) {
    if (other === zip) continue;
    nearest = Math.min(nearest, Math.max(Math.abs(other.lat - zip.lat), Math.abs(other.lng - zip.lng)));
  }
  return Math.min(widest, Math.max(closest, nearest * 0.4));
}

/** By exact arithmetic, so that every machine gives the same digits; good to 1e-4 within the United States. */
function cosine(degrees: number): number {
  const x = degrees * (Math.PI / 180);
  const square = x * x;
  return 1 - square / 2 + (square * square) / 24 - (square * square * square) / 720;
}
