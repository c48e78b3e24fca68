/**
 * The area that a search looks in (C43, C75): a box, a circle, polygons, or what they have in common. Edges of a box and a
 * circle belong to it.
 * Points are compared in the steps of points/mercator.ts.
 */
import { readPolygon } from '@lintel/contract/plain';
import { latOf, lngOf, xOf, yOf } from '../format/points/mercator.js';
import { cellZooms, type PointIndexReader } from '../format/points/point-index.js';
import { type Box, Polygon } from '../format/points/polygon.js';

export type { Box };

/** The part of a query that names an area. */
export interface AreaQuery {
  /** West, south, east, north in degrees. */
  readonly bbox: readonly number[] | null;
  /** Latitude and longitude in degrees. */
  readonly near: readonly number[] | null;
  readonly radius_m: number | null;
  /** Polygons, as `readPolygon` takes them. */
  readonly within: string | null;
}

/** No area: everywhere. */
export const anyArea: AreaQuery = { bbox: null, near: null, radius_m: null, within: null };

/** What an area has in common with boxes. */
export interface Shape {
  /** Disjoint boxes that contain it. */
  boxes(): Box[];
  has(x: number, y: number): boolean;
  /** Whether every point of a box is surely in it. */
  contains(box: Box): boolean;
  /** Whether it may have a point of a box. */
  touches(box: Box): boolean;
}

/** Mean radius of the Earth in metres (IUGG). */
const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

export class Area {
  /** Disjoint boxes that contain it; none if it is empty. */
  readonly boxes: readonly Box[];
  readonly #shapes: readonly Shape[];

  constructor(boxes: readonly Box[], shapes: readonly Shape[] = []) {
    this.boxes = boxes;
    this.#shapes = shapes;
  }

  /** The part of the area that lies in a box. */
  within(box: Box): Area {
    return new Area(intersect(this.boxes, [box]), this.#shapes);
  }

  /** Whether a point is in it; (0, 0) is no point. */
  has(x: number, y: number): boolean {
    for (const { west, east, north, south } of this.boxes) {
      if (x >= west && x <= east && y >= north && y <= south)
        return this.#shapes.every((shape) => shape.has(x, y));
    }
    return false;
  }

  /** Whether every point of a box is in it. */
  contains(box: Box): boolean {
    return (
      this.#shapes.every((shape) => shape.contains(box)) &&
      this.boxes.some(
        ({ west, east, north, south }) =>
          box.west >= west && box.east <= east && box.north >= north && box.south <= south,
      )
    );
  }

  /** Whether it may have a point of a box. */
  touches(box: Box): boolean {
    const isNear = this.boxes.some((own) => common(own, box) !== null);
    return isNear && this.#shapes.every((shape) => shape.touches(box));
  }

  /** Whether the point of a row is in it. */
  hasRow(points: PointIndexReader, row: number): boolean {
    return this.has(points.x(row), points.y(row));
  }
}

/** The polygon of a text that `readPolygon` takes. */
export function polygonOf(text: string): Polygon {
  const read = readPolygon(text);
  if ('fault' in read) throw new Error(read.fault);
  return new Polygon(read.rings);
}

/** The area of a query; null if it names none. */
export function areaOf({ bbox, near, radius_m: radius, within }: AreaQuery): Area | null {
  const shapes: Shape[] = [];
  if (near !== null && radius !== null) shapes.push(new Circle(near, radius));
  if (within !== null) shapes.push(polygonOf(within));
  const [first, ...others] = [
    ...(bbox === null ? [] : [boxesOf(bbox)]),
    ...shapes.map((shape) => shape.boxes()),
  ];
  return first === undefined ? null : new Area(others.reduce(intersect, first), shapes);
}

/** The box of west, south, east and north; over the antimeridian it is two. */
function boxesOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Box[] {
  const [top, bottom] = [yOf(north), yOf(south)];
  const box = (from: number, to: number) => ({ west: xOf(from), east: xOf(to), north: top, south: bottom });
  return west <= east ? [box(west, east)] : [box(-180, east), box(west, 180)];
}

function common(a: Box, b: Box): Box | null {
  const west = Math.max(a.west, b.west);
  const east = Math.min(a.east, b.east);
  const north = Math.max(a.north, b.north);
  const south = Math.min(a.south, b.south);
  return west <= east && north <= south ? { west, east, north, south } : null;
}

function intersect(some: readonly Box[], others: readonly Box[]): Box[] {
  return some.flatMap((a) => others.map((b) => common(a, b)).filter((box) => box !== null));
}

class Circle implements Shape {
  readonly #lat: number;
  readonly #lng: number;
  readonly #radius: number;
  /** Greatest squared half chord. */
  readonly #chord: number;

  /** `point` is latitude and longitude in degrees, the radius in metres. */
  constructor([lat = 0, lng = 0]: readonly number[], radius: number) {
    this.#lat = lat;
    this.#lng = lng;
    this.#radius = radius;
    this.#chord = Math.sin(radius / (2 * earthRadius)) ** 2;
  }

  /** By the haversine formula. */
  has(x: number, y: number): boolean {
    const lat = latOf(y);
    const a = Math.sin(((lat - this.#lat) * radians) / 2) ** 2;
    const b = Math.sin(((lngOf(x) - this.#lng) * radians) / 2) ** 2;
    return a + Math.cos(lat * radians) * Math.cos(this.#lat * radians) * b <= this.#chord;
  }

  contains(): boolean {
    return false;
  }

  touches(): boolean {
    return true;
  }

  /** One, or two over the antimeridian. */
  boxes(): Box[] {
    // A little more, so that rounding leaves nothing out.
    const angle = (this.#radius / earthRadius) * 1.001;
    const [south, north] = [this.#lat - angle / radians, this.#lat + angle / radians];
    if (south <= -90 || north >= 90) {
      return boxesOf([-180, Math.max(south, -90), 180, Math.min(north, 90)]);
    }
    const width = Math.asin(Math.sin(angle) / Math.cos(this.#lat * radians)) / radians;
    const [west, east] = [this.#lng - width, this.#lng + width];
    if (west < -180) return boxesOf([west + 360, south, east, north]);
    return boxesOf(east > 180 ? [west, south, east - 360, north] : [west, south, east, north]);
  }
}

/** The box of a cell. */
export function boxOfCell(zoom: number, column: number, row: number): Box {
  const side = 2 ** (32 - zoom);
  return {
    west: column * side,
    east: (column + 1) * side - 1,
    // Points begin at row 1 of the steps: (0, 0) is no point.
    north: Math.max(1, row * side),
    south: (row + 1) * side - 1,
  };
}

/** The zoom of the next smaller cells that have lists; null for the smallest. */
export function nextZoom(zoom: number): number | null {
  const at = (cellZooms as readonly number[]).indexOf(zoom);
  return cellZooms[at + 1] ?? null;
}
