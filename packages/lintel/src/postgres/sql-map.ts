/** Permits on a map, by SQL: all of them are counted, however many there are. */
import type { PermitBins } from '@lintel/contract';
import { Area, areaOf, type Box } from '../query/area.js';
import { exactly } from '../query/estimate.js';
import {
  binsOf,
  type CellSums,
  clusterPoint,
  type Grid,
  gridOfBins,
  type ShownPermit,
  singlePoint,
  type TileNumbers,
  type TilePoint,
  tileCells,
  tileGrid,
} from '../query/permit-map.js';
import type { PermitViewQuery } from '../query/questions.js';
import { readFacets } from './api-tables.js';
import { inBoxes } from './conditions.js';
import { present, type ReleaseTables } from './release-tables.js';

export async function permitBins(
  tables: ReleaseTables,
  query: PermitViewQuery,
  zoom: number,
): Promise<PermitBins> {
  const area = areaOf(query) ?? new Area([]);
  const grid = gridOfBins(area, zoom);
  const cells = await cellsOf(tables, query, [], grid);
  const permits = cells.reduce((sum, { count }) => sum + count, 0);
  return binsOf(cells, grid, exactly(permits), 1);
}

export async function permitTile(
  tables: ReleaseTables,
  query: PermitViewQuery,
  tile: TileNumbers,
): Promise<TilePoint[]> {
  const { box, grid } = tileGrid(tile);
  const { clusters, singles } = tileCells(await cellsOf(tables, query, [box], grid), tile.z, 1);
  const shown = await shownPermits(
    tables,
    singles.map(({ row }) => row),
  );
  return [
    ...clusters.map((sums) => clusterPoint(sums, box, 1)),
    ...singles.map((sums) => singlePoint(sums, box, present(shown.get(sums.row)))),
  ];
}

/** Permits by cell, in the order of their first permits, in one of the boxes if there are any. */
async function cellsOf(
  tables: ReleaseTables,
  query: PermitViewQuery,
  boxes: readonly Box[],
  grid: Grid,
): Promise<CellSums[]> {
  const { statement, source } = await tables.permits(query);
  if (boxes.length > 0) statement.and(inBoxes(statement, 'p', boxes));
  const side = 2 ** (32 - grid.zoom);
  const rows = await tables.rows(
    `SELECT p.api_x / ${side} AS column, p.api_y / ${side} AS row, count(*) AS count,
       count(p.job_value) AS valued, coalesce(sum(p.job_value), 0) AS value,
       sum(p.api_x) AS x, sum(p.api_y) AS y, min(p.position) AS first
     FROM ${source} WHERE ${statement.where} GROUP BY 1, 2 ORDER BY first`,
    statement.values,
  );
  return rows.map((row) => ({
    cell: grid.at(Number(row.column) * side, Number(row.row) * side),
    count: Number(row.count),
    valued: Number(row.valued),
    value: Number(row.value),
    x: Number(row.x),
    y: Number(row.y),
    row: Number(row.first),
  }));
}

async function shownPermits(
  tables: ReleaseTables,
  positions: readonly number[],
): Promise<Map<number, ShownPermit>> {
  const rows = await tables.rows(
    `SELECT position, id, api_facets, start_date::text AS date FROM ${tables.table('permits')}
     WHERE position = ANY ($1::bigint[])`,
    [positions],
  );
  return new Map(
    rows.map(({ position, id, api_facets, date }) => {
      const { tags, status } = readFacets(Number(api_facets));
      const hasTag = (tag: string) => tags.includes(tag);
      return [
        Number(position),
        { id: String(id), hasTag, status, date: date === null ? null : String(date) },
      ];
    }),
  );
}
