/** Which named areas a point lies in: those whose polygons contain it, by the arithmetic of searches within polygons. */
import { cellOf } from '../points/mercator.js';
import { Polygon } from '../points/polygon.js';
import type { AreaSet } from './area-sets.js';

/** Cells of this zoom, about two kilometres wide, know the areas around them. */
const cellZoom = 14;

interface IndexedArea {
  readonly id: string;
  readonly shape: Polygon;
}

export class AreaIndex {
  readonly #areas: readonly IndexedArea[];
  /** The areas whose boxes touch a cell, by its number; made when a point is in it. */
  readonly #around = new Map<number, readonly IndexedArea[]>();

  constructor(sets: readonly AreaSet[]) {
    this.#areas = sets.flatMap(({ areas }) =>
      areas.map(({ id, polygons }) => ({ id, shape: new Polygon(polygons.flat()) })),
    );
  }

  /** The ids of the areas of a point in steps of points/mercator.ts, in the order of the sets. */
  at(x: number, y: number): string[] {
    return this.#candidates(x, y).flatMap(({ id, shape }) => (shape.has(x, y) ? [id] : []));
  }

  #candidates(x: number, y: number): readonly IndexedArea[] {
    const [column, row] = [cellOf(x, cellZoom), cellOf(y, cellZoom)];
    const cell = row * 2 ** cellZoom + column;
    const known = this.#around.get(cell);
    if (known !== undefined) return known;
    const found = this.#areas.filter(({ shape: { box } }) => {
      const isBeside = cellOf(box.east, cellZoom) < column || cellOf(box.west, cellZoom) > column;
      return !isBeside && cellOf(box.south, cellZoom) >= row && cellOf(box.north, cellZoom) <= row;
    });
    this.#around.set(cell, found);
    return found;
  }
}
