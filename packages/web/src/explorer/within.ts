/**
 * The part of the map that a search looks in, as the address of the page has it: numbers with commas between them. Three
 * are a circle (latitude, longitude, metres), four a box (west, south, east, north), six and more the corners of a
 * polygon (longitude, latitude).
 */
import type { PermitSearchParameters } from '@lintel/client';
import type { FeatureCollection, Position } from 'geojson';
import type { Filters } from './filters';

/** Corners that a polygon may have in an address that is still sent on. */
const maxCorners = 60;
const maxMetres = 100_000;

/** The numbers of an area; null for what is none. */
export function readWithin(text: unknown): readonly number[] | null {
  if (typeof text !== 'string') return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.some((number) => !Number.isFinite(number))) return null;
  if (numbers.length === 3) {
    const [latitude = 0, longitude = 0, metres = 0] = numbers;
    return isPlace(longitude, latitude) && metres >= 1 && metres <= maxMetres ? numbers : null;
  }
  if (numbers.length < 4 || numbers.length % 2 === 1 || numbers.length > 2 * maxCorners) return null;
  return cornersOf(numbers).every(([longitude = 0, latitude = 0]) => isPlace(longitude, latitude))
    ? numbers
    : null;
}

const isPlace = (longitude: number, latitude: number) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

function cornersOf(numbers: readonly number[]): Position[] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => [
    numbers[2 * at] ?? 0,
    numbers[2 * at + 1] ?? 0,
  ]);
}

/** The numbers as the address has them: to a metre. */
export function writeWithin(numbers: readonly number[]): string {
  return numbers.map((number) => Number(number.toFixed(5))).join(',');
}

/** The parameters of a search in the area that is drawn and in the operator's own. */
export const areaParameters = ({ within, area }: Pick<Filters, 'within' | 'area'>) => ({
  ...withinParameters(within),
  ...(area && { area: [...area] }),
});

/** The parameters of a search in it. */
export function withinParameters(
  text: string | undefined,
): Pick<PermitSearchParameters, 'bbox' | 'near' | 'radius_m' | 'within'> {
  const numbers = readWithin(text);
  if (numbers === null) return {};
  if (numbers.length === 3) {
    const [latitude = 0, longitude = 0, metres = 1] = numbers;
    return { near: [latitude, longitude], radius_m: Math.round(metres) };
  }
  if (numbers.length === 4) return { bbox: [...numbers] };
  return {
    within: `POLYGON((${closed(cornersOf(numbers))
      .map((corner) => corner.join(' '))
      .join(',')}))`,
  };
}

const closed = (corners: readonly Position[]): Position[] => [...corners, ...corners.slice(0, 1)];

const metresOfDegree = 111_195;

/** Its outline on a map. */
export function outlineOf(numbers: readonly number[] | null): FeatureCollection {
  if (numbers === null) return { type: 'FeatureCollection', features: [] };
  const geometry = { type: 'Polygon' as const, coordinates: [ringOf(numbers)] };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

function ringOf(numbers: readonly number[]): Position[] {
  if (numbers.length === 3) return circleOf(numbers);
  if (numbers.length > 4) return closed(cornersOf(numbers));
  const [west = 0, south = 0, east = 0, north = 0] = numbers;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function circleOf([latitude = 0, longitude = 0, metres = 0]: readonly number[]): Position[] {
  const north = metres / metresOfDegree;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: 65 }, (_, at) => {
    const angle = (at / 32) * Math.PI;
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)];
  });
}
