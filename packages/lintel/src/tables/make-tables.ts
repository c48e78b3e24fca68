/**
 * Makes the tables of a release. Records with a point are ordered along a Hilbert curve, so that a reader of a box
 * skips most row groups; everything is compressed by zstd.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { writeFailure } from '../base/files/file-writer.js';
import type { Home } from '../base/home.js';
import { isAlive, writerOf } from '../base/process-alive.js';
import type { Progress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { pointOf } from '../export/column.js';
import { columnsOf } from '../export/columns.js';
import { exportRecords, exportTarget } from '../export/export-records.js';
import { exportKinds } from '../export/kinds.js';
import { geoMetadata } from '../export/parquet-writer.js';
import { selectRecords } from '../export/selection.js';
import type { PlaceKind } from '../format/record.js';
import { openRelease } from '../releases/open-release.js';
import type { Release } from '../releases/release.js';
import { findRelease } from '../releases/release-store.js';
import { describeTables, selectOf, tableColumns, tableComments } from './describe-tables.js';
import { literal, withDuckDb } from './duckdb.js';
import { hilbertOrder } from './hilbert.js';
import { databaseFile, hasTables, type TableName, tableNames, tablesDirectory } from './layout.js';

/** Rows of a row group: fewer let a box skip more, more compress better (docs/decisions/211-tables-of-a-release.md). */
const rowGroupRows = 32_768;

interface MadeTables {
  readonly release: string;
  readonly directory: string;
  /** False if they were there already. */
  readonly isNew: boolean;
}

/**
 * The tables of the published release, or of the one with that id, made if they are not there. Tables of releases that
 * are gone are removed. Throws a UserError and leaves nothing behind when the disk is full or DuckDB is missing.
 */
export async function makeTables(
  home: Home,
  id: string | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<MadeTables> {
  const source = findRelease(home, id);
  const release = openRelease(source);
  const directory = tablesDirectory(home, release.id);
  const made = { release: release.id, directory };
  // Another process may make the same ones: each has a draft, and the first to finish wins.
  const draft = `${directory}.${process.pid}.tmp`;
  try {
    if (hasTables(home, release.id)) return { ...made, isNew: false };
    mkdirSync(draft, { recursive: true });
    await writeTables(source, release, draft, progress, signal);
    removeOldTables(home);
    if (!hasTables(home, release.id)) {
      rmSync(directory, { recursive: true, force: true });
      renameSync(draft, directory);
    }
    return { ...made, isNew: true };
  } catch (error) {
    throw writeFailure(directory, error);
  } finally {
    release.close();
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes the tables of releases that are no longer there, and drafts that a process left behind. */
function removeOldTables(home: Home): void {
  for (const name of readdirSync(home.tables)) {
    const writer = writerOf(name);
    if (writer > 0 ? isAlive(writer) : existsSync(join(home.releases, name))) continue;
    rmSync(join(home.tables, name), { recursive: true, force: true });
  }
}

async function writeTables(
  source: string,
  release: Release,
  draft: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const scratch = join(draft, 'scratch');
  mkdirSync(scratch);
  const rows = new Map<TableName, number>();
  await withDuckDb(scratch, async (connection) => {
    for (const kind of exportKinds) {
      const path = join(scratch, `${kind}.parquet`);
      const exported = await exportRecords({
        kind,
        selection: selectRecords({ directory: source, release, states: [] }, kind, {}),
        contractors: release,
        target: exportTarget(path, 'parquet'),
        release: release.id,
        filled: new Map(),
        progress,
        signal,
      });
      rows.set(kind, exported.rows);
      await rewrite(connection, columnsOf(kind), path, join(draft, `${kind}.parquet`));
      rmSync(path);
      if (signal.aborted) throw new UserError('Interrupted; no tables were made.');
    }
    rows.set('places', await writePlaces(connection, release, draft, scratch));
    await writeDatabase(connection, draft);
  });
  rmSync(scratch, { recursive: true });
  await describeTables(release, draft, rows);
}

/** Writes all tables with their comments into one file of DuckDB, in the storage format of version 1.2 and later. */
async function writeDatabase(connection: DuckDBConnection, draft: string): Promise<void> {
  const path = join(draft, databaseFile);
  await connection.run(`ATTACH ${literal(path)} AS release (STORAGE_VERSION 'v1.2.0')`);
  for (const name of tableNames) {
    const file = literal(join(draft, `${name}.parquet`));
    await connection.run(`CREATE TABLE release.${name} AS ${selectOf(name)} FROM read_parquet(${file})`);
    await connection.run(tableComments(name, `release.${name}`));
  }
  await connection.run('DETACH release');
}

/** Rewrites a Parquet file in the order and compression of tables. */
async function rewrite(
  connection: DuckDBConnection,
  columns: ReturnType<typeof columnsOf>,
  from: string,
  to: string,
): Promise<void> {
  const point = pointOf(columns);
  const file = `read_parquet(${literal(from)})`;
  const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroupRows}`;
  if (point === null) {
    await connection.run(`COPY (SELECT * FROM ${file}) TO ${literal(to)} (${options})`);
    return;
  }
  const { lat, long } = point;
  const corners = await connection.runAndReadAll(
    `SELECT min(${long.name}), min(${lat.name}), max(${long.name}), max(${lat.name}) FROM ${file}`,
  );
  const [west, south, east, north] = (corners.getRowsJson()[0] ?? []) as (number | null)[];
  const bounds =
    west == null || south == null || east == null || north == null
      ? null
      : ([west, south, east, north] as const);
  const ordered = hilbertOrder(file, long.name, lat.name, [columns[0]?.name ?? long.name]);
  // The geometry as bytes: the metadata of GeoParquet 1.1, with the box of each row, is our own.
  await connection.run(
    `COPY (SELECT * REPLACE (ST_AsWKB(geometry) AS geometry) FROM (${ordered})) TO ${literal(to)}
      (${options}, KV_METADATA {geo: ${literal(JSON.stringify(geoMetadata(bounds)))}})`,
  );
}

const idsOfPlaces: readonly (readonly [PlaceKind, string])[] = [
  ['state', 'address_state'],
  ['county', 'county_id'],
  ['city', 'city_id'],
  ['jurisdiction', 'jurisdiction_id'],
  ['zip', 'address_zip_code'],
];

/** Writes the places that permits lie in, with their names and numbers of permits; returns how many. */
async function writePlaces(
  connection: DuckDBConnection,
  release: Release,
  draft: string,
  scratch: string,
): Promise<number> {
  const rows: object[] = [];
  for (const [kind, column] of idsOfPlaces) {
    const found = await connection.runAndReadAll(
      `SELECT ${column}, count(*)::INTEGER FROM ${literal(join(draft, 'permits.parquet'))}
        WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    for (const [id, permits] of found.getRowsJson() as [string, number][]) {
      const place = release.place(kind, id);
      if (place === null) continue;
      const { name, state } = JSON.parse(place.toString()) as { name?: string; state?: string };
      rows.push({ geo_id: id, kind, name: name ?? id, state: state ?? null, permits });
    }
  }
  const path = join(scratch, 'places.ndjson');
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const columns = tableColumns('places').map(
    ({ name, type }) => `${name}: '${type === 'integer' ? 'BIGINT' : 'VARCHAR'}'`,
  );
  await connection.run(
    `COPY (SELECT * FROM read_json(${literal(path)}, format = 'newline_delimited', columns = {${columns.join(', ')}}))
      TO ${literal(join(draft, 'places.parquet'))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return rows.length;
}
