/**
 * The rows with a point in an area, as a list for intersections. Lists of cells that cover the area are put
 * together, large cells inside it and small ones along its edge; few rows are compared with it at once.
 */
import { type Cell, type PointIndexReader, zoomsPerCell } from '../format/points/point-index.js';
import { type BitmapSource, PostingsList } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { type Area, boxOfCell, nextZoom } from './area.js';

/** Lists that are put together. */
const maxCells = 256;
/** A cell on the edge with fewer rows is not divided: comparing the rows costs less. */
const dividedRows = 512;
/** Up to this number of rows in the cells, those in the area become a list of their own. */
const maxListed = 8192;

export interface AreaRows {
  /** Rows of the cells that cover the area. */
  readonly cursor: BitmapSource;
  /** Whether these are exactly the rows in the area. */
  readonly isExact: boolean;
  /** Whether a row is in the area. */
  readonly test: (row: number) => boolean;
}

/** The rows in an area; null if there are none. */
export function rowsInArea(points: PointIndexReader, area: Area): AreaRows | null {
  const cells = coverOf(points, area);
  const test = (row: number) => area.hasRow(points, row);
  const total = cells.reduce((sum, { rows }) => sum + rows.count, 0);
  if (total <= maxListed) {
    const found = cells.flatMap(({ rows }) => [...rows.rows.filter(test)]);
    if (found.length === 0) return null;
    return { cursor: new PostingsList(Uint32Array.from(found).sort()), isExact: true, test };
  }
  const lists = cells.map(({ rows }) => rows);
  const [only] = lists;
  const cursor = lists.length === 1 && only !== undefined ? only : new UnionCursor(lists);
  return { cursor, isExact: cells.every((cell) => isInside(area, cell)), test };
}

const boxOf = ({ zoom, column, row }: Cell) => boxOfCell(zoom, column, row);
const isInside = (area: Area, cell: Cell) => area.contains(boxOf(cell));

/** Cells that together contain the area: those on its edge with the most rows are divided first. */
function coverOf(points: PointIndexReader, area: Area): Cell[] {
  const done: Cell[] = [];
  let open: Cell[] = [];
  const add = (cell: Cell) => {
    const isDivided = cell.rows.count >= dividedRows && nextZoom(cell.zoom) !== null && !isInside(area, cell);
    (isDivided ? open : done).push(cell);
  };
  for (const cell of points.largestCells()) if (area.touches(boxOf(cell))) add(cell);
  while (open.length > 0 && open.length + done.length < maxCells) {
    const largest = open.reduce((a, b) => (b.rows.count > a.rows.count ? b : a));
    open = open.filter((cell) => cell !== largest);
    for (const part of partsOf(points, area, largest)) add(part);
  }
  return [...done, ...open];
}

/** The next smaller cells of a cell that have rows and touch the area. */
function* partsOf(points: PointIndexReader, area: Area, { zoom, column, row }: Cell): Generator<Cell> {
  const parts = 2 ** zoomsPerCell;
  for (let i = 0; i < parts * parts; i++) {
    const [across, down] = [column * parts + (i % parts), row * parts + Math.floor(i / parts)];
    if (!area.touches(boxOfCell(zoom + zoomsPerCell, across, down))) continue;
    const part = points.cell(zoom + zoomsPerCell, across, down);
    if (part !== null) yield part;
  }
}
