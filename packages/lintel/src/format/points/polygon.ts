/**
 * Polygons, of searches (C75) and of named areas (C85). Edges are straight in degrees, so that slanting ones become several in the square of Web
 * Mercator; their ends are steps of mercator.ts. A ray to the east of a point crosses the edges of what contains
 * it an odd number of times. Each edge goes from north to south and has its northern end only: whatever shares an edge
 * shares these numbers too, so that a point on it is in one of two neighbours. SQL compares the same numbers.
 */
import type { Corner, Ring } from '@lintel/contract/plain';
import { at } from '../../base/memory/at.js';
import { xOf, yOf } from './mercator.js';

/** A rectangle in steps, edges included. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** Degrees of latitude of a part of a slanting edge: it is a few centimetres beside the whole one. */
const partDegrees = 0.01;
/** Parts that the slanting edges of a polygon are divided into at most. */
const maxParts = 4_096;
/** Strips of latitude whose edges are together. */
const strips = 256;

/** From north to south. */
export interface Edge {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export class Polygon {
  readonly edges: readonly Edge[];
  readonly box: Box;
  readonly #strips: readonly (readonly Edge[])[];
  readonly #height: number;

  constructor(rings: readonly Ring[]) {
    this.edges = edgesOf(rings);
    const xs = this.edges.flatMap(({ x1, x2 }) => [x1, x2]);
    this.box = {
      west: least(xs),
      east: -least(xs.map((x) => -x)),
      north: least(this.edges.map(({ y1 }) => y1)),
      south: -least(this.edges.map(({ y2 }) => -y2)),
    };
    this.#height = (this.box.south - this.box.north + 1) / strips;
    const together = Array.from({ length: strips }, (): Edge[] => []);
    for (const edge of this.edges)
      for (let i = this.#strip(edge.y1); i <= this.#strip(edge.y2); i++) at(together, i).push(edge);
    this.#strips = together;
  }

  boxes(): Box[] {
    return [this.box];
  }

  has(x: number, y: number): boolean {
    if (y < this.box.north || y > this.box.south) return false;
    let isIn = false;
    for (const { x1, y1, x2, y2 } of at(this.#strips, this.#strip(y)))
      if (y >= y1 && y < y2 && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
    return isIn;
  }

  contains(box: Box): boolean {
    return !this.#hasEdgeAt(box) && this.has(box.west, box.north);
  }

  touches(box: Box): boolean {
    return this.#hasEdgeAt(box) || this.has(box.west, box.north);
  }

  /** Whether an edge may touch the box. */
  #hasEdgeAt({ west, east, north, south }: Box): boolean {
    if (south < this.box.north || north > this.box.south) return false;
    for (let i = this.#strip(north); i <= this.#strip(south); i++)
      for (const { x1, y1, x2, y2 } of at(this.#strips, i))
        if (y1 <= south && y2 >= north && Math.min(x1, x2) <= east && Math.max(x1, x2) >= west) return true;
    return false;
  }

  #strip(y: number): number {
    return Math.min(strips - 1, Math.max(0, Math.floor((y - this.box.north) / this.#height)));
  }
}

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));

/** From north to south, and of a level one from west to east. */
interface Line {
  readonly from: Corner;
  readonly to: Corner;
}

/** The edges of rings; slanting ones in parts. */
function edgesOf(rings: readonly Ring[]): Edge[] {
  const lines = rings.flatMap((ring) => ring.slice(1).map((corner, i) => lineOf(at(ring, i), corner)));
  const slants = lines.map(({ from, to }) => (from[0] === to[0] ? 0 : from[1] - to[1]));
  const all = slants.reduce((sum, slant) => sum + slant, 0);
  const part = Math.max(partDegrees, all / maxParts);
  return lines.flatMap((line, i) => partsOf(line, Math.max(1, Math.ceil(at(slants, i) / part))));
}

function lineOf(one: Corner, other: Corner): Line {
  const isFirst = one[1] > other[1] || (one[1] === other[1] && one[0] < other[0]);
  return isFirst ? { from: one, to: other } : { from: other, to: one };
}

function partsOf({ from, to }: Line, parts: number): Edge[] {
  const between = (a: number, b: number, i: number) => (i === parts ? b : a + ((b - a) * i) / parts);
  const x = (i: number) => xOf(between(from[0], to[0], i));
  const y = (i: number) => yOf(between(from[1], to[1], i));
  return Array.from({ length: parts }, (_, i) => ({ x1: x(i), y1: y(i), x2: x(i + 1), y2: y(i + 1) }));
}
