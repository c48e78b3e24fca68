/** Whether an outline and a box have a point in common. */
import type { Position } from 'geojson';
import { type Outline, partsOf } from './outlines.js';

/** A box in degrees, edges included; west is not greater than east. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The least box around an outline. */
export function boxOf(outline: Outline): DegreeBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [edge = []] of partsOf(outline)) {
    for (const [x = 0, y = 0] of edge) {
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
  }
  return { west, south, east, north };
}

/** Whether the outline touches the box: an edge crosses it, or one lies in the other. */
export function touches(outline: Outline, box: DegreeBox): boolean {
  const around = boxOf(outline);
  const isApart =
    around.west > box.east || around.east < box.west || around.south > box.north || around.north < box.south;
  if (isApart) return false;
  for (const rings of partsOf(outline)) {
    if (rings.some((ring) => crosses(ring, box)) || holds(rings, box.west, box.south)) return true;
  }
  return false;
}

/** Whether a segment of the ring has a point in the box. */
function crosses(ring: readonly Position[], box: DegreeBox): boolean {
  for (let at = 1; at < ring.length; at++) {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [ring[at - 1], ring[at]];
    if (isInBox(x1, y1, x2 - x1, y2 - y1, box)) return true;
  }
  return false;
}

/** Clips a segment to the box (Liang and Barsky): whether anything of it is left. */
function isInBox(x: number, y: number, dx: number, dy: number, box: DegreeBox): boolean {
  let [first, last] = [0, 1];
  const sides = [
    [-dx, x - box.west],
    [dx, box.east - x],
    [-dy, y - box.south],
    [dy, box.north - y],
  ] as const;
  for (const [step, room] of sides) {
    if (step === 0 && room < 0) return false;
    if (step < 0) first = Math.max(first, room / step);
    if (step > 0) last = Math.min(last, room / step);
  }
  return first <= last;
}

/** Whether a point lies in the part: inside an odd number of its rings. */
function holds(rings: readonly (readonly Position[])[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [ring[at - 1], ring[at]];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
  }
  return isInside;
}
