/**
 * Permits on a map (C43): counted by the cells of a grid, for bins and for vector tiles. Of too many permits a
 * sample is counted, and the counts are multiplied.
 */

import type { Estimate, PermitBins } from '@lintel/contract';
import { maxBins, permitStatuses, tagIds, tags } from '@lintel/contract/plain';
import { dateText } from '../base/calendar-date.js';
import { highTagsMask, statusOf } from '../format/filters/terms.js';
import { cellOf, latOf, lngOf } from '../format/points/mercator.js';
import { Area, areaOf, type Box, boxOfCell } from './area.js';
import { estimateOf, exactly } from './estimate.js';
import type { Filters } from './open-filters.js';
import { planPermits } from './permit-plan.js';
import type { PermitViewQuery } from './questions.js';
import { type Sample, sampleRows, shareOf } from './sample-rows.js';

/** Entries that are looked at for one answer. */
const sampledEntries = 25_000;
/** Bins are cells this many zooms below that of the map: 16 to a side of a tile. */
const zoomsBelow = 4;
/** The smallest bins, a metre wide. */
const smallestZoom = 25;

/** The permits of a cell. */
export interface CellSums {
  /** Number of the cell. */
  readonly cell: number;
  count: number;
  /** Permits with a value, and the sum of the values in cents. */
  valued: number;
  value: number;
  /** Sums of their points in steps. */
  x: number;
  y: number;
  /** One of the permits. */
  readonly row: number;
}

/** The cells of a zoom that an area touches, numbered row by row from its north-west corner. */
export class Grid {
  readonly zoom: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #ofWorld: number;

  constructor(area: Area, zoom: number) {
    this.zoom = zoom;
    this.#ofWorld = 2 ** zoom;
    const { boxes } = area;
    // Of an area over the antimeridian, the boxes in the west of the map are on the right of the others.
    const isSplit = boxes.some(({ west }) => west === 0) && boxes.some(({ east }) => east === 2 ** 32 - 1);
    const outer = boxes.length > 1 && isSplit ? boxes.filter(({ west }) => west > 0) : boxes;
    const ends = boxes.length > 1 && isSplit ? boxes.filter(({ west }) => west === 0) : boxes;
    this.#left = Math.min(...outer.map(({ west }) => cellOf(west, zoom)));
    this.#columns = this.#columnOf(Math.max(...ends.map(({ east }) => east))) + 1;
    this.#top = Math.min(...boxes.map(({ north }) => cellOf(north, zoom)));
    this.#rows = Math.max(...boxes.map(({ south }) => cellOf(south, zoom))) - this.#top + 1;
  }

  get cells(): number {
    return this.#columns * this.#rows;
  }

  /** The number of the cell of a point. */
  at(x: number, y: number): number {
    return (cellOf(y, this.zoom) - this.#top) * this.#columns + this.#columnOf(x);
  }

  /** Zoom, column and row of a cell. */
  tile(cell: number): string {
    const column = (this.#left + (cell % this.#columns)) % this.#ofWorld;
    return `${this.zoom}/${column}/${this.#top + Math.floor(cell / this.#columns)}`;
  }

  #columnOf(x: number): number {
    const column = cellOf(x, this.zoom) - this.#left;
    return column < 0 ? column + this.#ofWorld : column;
  }
}

interface Counted {
  /** The cells with permits. */
  readonly cells: readonly CellSums[];
  readonly sample: Sample;
}

/** Counts the permits of an area by cell; null if the indexes alone show that there are none. */
function countCells(filters: Filters, query: PermitViewQuery, area: Area, grid: Grid): Counted | null {
  if (area.boxes.length === 0) return null;
  const plan = planPermits(filters, query, area);
  if (plan === null) return null;
  const { points, numbers } = filters;
  const cells: CellSums[] = [];
  const byNumber = new Array<CellSums | undefined>(grid.cells);
  const sample = sampleRows(plan, sampledEntries, (row) => {
    const [x, y] = [points.x(row), points.y(row)];
    const cell = grid.at(x, y);
    let sums = byNumber[cell];
    if (sums === undefined) {
      sums = { cell, count: 0, valued: 0, value: 0, x: 0, y: 0, row };
      byNumber[cell] = sums;
      cells.push(sums);
    }
    sums.count += 1;
    sums.x += x;
    sums.y += y;
    const value = numbers.job_value.at(row);
    if (Number.isNaN(value)) return;
    sums.valued += 1;
    sums.value += value;
  });
  return { cells, sample };
}

/** The permits of the query's box, counted by cell. `zoom` is that of the map. */
export function permitBins(filters: Filters, query: PermitViewQuery, zoom: number): PermitBins {
  const area = areaOf(query) ?? new Area([]);
  const grid = gridOfBins(area, zoom);
  const counted = countCells(filters, query, area, grid);
  if (counted === null) return binsOf([], grid, exactly(0), 1);
  return binsOf(counted.cells, grid, estimateOf(counted.sample), shareOf(counted.sample));
}

/** Cells as bins; `share` is the share of the permits that was counted. */
export function binsOf(cells: readonly CellSums[], grid: Grid, permits: Estimate, share: number): PermitBins {
  const bins = cells.map(({ cell, count, valued, value, x, y }) => ({
    tile: grid.tile(cell),
    latlng: [degrees(latOf(y / count)), degrees(lngOf(x / count))],
    permit_count: Math.round(count / share),
    total_job_value: valued === 0 ? null : Math.round(value / share),
  }));
  return { bins, zoom: grid.zoom, permit_count: permits, sampled_share: share };
}

/** The grid of the smallest cells for a zoom of which an answer can hold all. */
export function gridOfBins(area: Area, zoom: number): Grid {
  let grid = new Grid(area, Math.min(zoom + zoomsBelow, smallestZoom));
  while (grid.zoom > 0 && grid.cells > maxBins) grid = new Grid(area, grid.zoom - 1);
  return grid;
}

/** Degrees to a centimetre. */
const degrees = (value: number) => Math.round(value * 1e7) / 1e7;

/** A tile by its zoom, column and row. */
export interface TileNumbers {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A point of a tile: its place in steps of `tileExtent`, from the north-west corner, and its properties. */
export interface TilePoint {
  readonly x: number;
  readonly y: number;
  readonly properties: Readonly<Record<string, string | number>>;
}

/** Steps of a tile's side. */
export const tileExtent = 4096;
/** The first zoom that shows single permits. */
export const singlesFromZoom = 14;
/**
 * Single permits of a tile. As many records cost a hundred times as much, but have forty fields more; a tile
 * that shows any number of permits would be a cheap way to copy all of them.
 */
const maxSingles = 100;
/** Cells of a tile's side, as a power of two: clusters on a map, and nearly single addresses. */
const clusterZooms = 4;
const addressZooms = 6;

/** The permits of a tile as points, clusters first; none if there are no permits. `idOf` gives the id of a row. */
export function permitTile(
  filters: Filters,
  query: PermitViewQuery,
  { z, x, y }: TileNumbers,
  idOf: (row: number) => string,
): TilePoint[] {
  const { box, grid } = tileGrid({ z, x, y });
  const area = areaOf(query)?.within(box) ?? new Area([box]);
  const counted = countCells(filters, query, area, grid);
  if (counted === null) return [];
  const share = shareOf(counted.sample);
  const { clusters, singles } = tileCells(counted.cells, z, share);
  return [
    ...clusters.map((sums) => clusterPoint(sums, box, share)),
    ...singles.map((sums) => singlePoint(sums, box, shownPermit(filters, sums.row, idOf))),
  ];
}

/** The box of a tile, and the grid of its clusters or addresses. */
export function tileGrid({ z, x, y }: TileNumbers): { readonly box: Box; readonly grid: Grid } {
  const box = boxOfCell(z, x, y);
  const zooms = z >= singlesFromZoom ? addressZooms : clusterZooms;
  return { box, grid: new Grid(new Area([box]), z + zooms) };
}

interface TileCells {
  readonly clusters: readonly CellSums[];
  /** Cells with one permit, which are shown with its facts. */
  readonly singles: readonly CellSums[];
}

/** Which cells of a tile of zoom `z` are clusters; `share` is the share of the permits that was counted. */
export function tileCells(cells: readonly CellSums[], z: number, share: number): TileCells {
  const isSingle = ({ count }: CellSums) => z >= singlesFromZoom && share === 1 && count === 1;
  const singles = cells.filter(isSingle);
  return singles.length > maxSingles
    ? { clusters: cells, singles: [] }
    : { clusters: cells.filter((sums) => !isSingle(sums)), singles };
}

export function clusterPoint(sums: CellSums, box: Box, share: number): TilePoint {
  return pointOf(sums, box, clusterProperties(sums, share));
}

/** What a tile shows of a single permit. */
export interface ShownPermit {
  readonly id: string;
  hasTag(tag: string): boolean;
  readonly status: string | null;
  /** YYYY-MM-DD. */
  readonly date: string | null;
}

export function singlePoint(sums: CellSums, box: Box, permit: ShownPermit): TilePoint {
  const tag = tagsByWeight.find((each) => permit.hasTag(each));
  return pointOf(sums, box, {
    id: permit.id,
    ...(tag !== undefined && { tag }),
    ...(permit.status !== null && { status: permit.status }),
    ...(permit.date !== null && { date: permit.date }),
  });
}

function pointOf({ x, y, count }: CellSums, box: Box, properties: TilePoint['properties']): TilePoint {
  const side = box.east - box.west + 1;
  const step = (from: number, sum: number) => Math.floor(((sum / count - from) / side) * tileExtent);
  // The first row of the world has no step 0; a tile there is as high as others.
  return { x: step(box.west, x), y: step(box.south - side + 1, y), properties };
}

function clusterProperties({ count, valued, value }: CellSums, share: number): TilePoint['properties'] {
  const permits = Math.round(count / share);
  return valued === 0 ? { count: permits } : { count: permits, job_value: Math.round(value / share) };
}

/** Tags by how much they say of a permit: kinds of work before their parents, what the property is last. */
const tagsByWeight = [
  ...tags.filter(({ parents }) => parents.length > 0),
  ...tags.filter(({ id, parents }) => parents.length === 0 && id !== 'residential' && id !== 'commercial'),
  ...tags.filter(({ id }) => id === 'residential' || id === 'commercial'),
].map(({ id }) => id);

function shownPermit({ facets, dates }: Filters, row: number, idOf: (row: number) => string): ShownPermit {
  const [low, packed] = [facets.at(row), facets.at(row, 1)];
  const high = packed & highTagsMask;
  return {
    id: idOf(row),
    hasTag(tag) {
      const number = tagNumbers.get(tag) ?? 0;
      return number < 32 ? ((low >>> number) & 1) === 1 : ((high >>> (number - 32)) & 1) === 1;
    },
    status: permitStatuses[statusOf(packed) - 1] ?? null,
    date: dateText(dates.of(row)),
  };
}

const tagNumbers: ReadonlyMap<string, number> = new Map(tagIds.map((id, number) => [id, number]));
