/**
 * The description of tables: for programs by the Data Package standard 2.0 (https://datapackage.org), for people as a
 * data card, and checksums that `sha256sum --check` reads.
 */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReleaseInfo } from '@lintel/contract';
import { formatCount } from '../base/format-number.js';
import type { ColumnType } from '../export/column.js';
import { columnsOf } from '../export/columns.js';
import { dataPackageProfile, schemaOf } from '../export/data-package.js';
import { dictionaryOf } from '../export/dictionary.js';
import { exportKinds } from '../export/kinds.js';
import type { Release } from '../releases/release.js';
import { literal } from './duckdb.js';
import { databaseFile, descriptionFile, type TableName, tableNames } from './layout.js';

/** A column of a table, as SQL and descriptions name it. */
export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
}

const columnsOfPlaces: readonly TableColumn[] = [
  { name: 'geo_id', type: 'text', description: 'Id of the place, as in columns such as city_id.' },
  { name: 'kind', type: 'text', description: 'state, county, city, jurisdiction or zip.' },
  { name: 'name', type: 'text', description: 'Name, such as Travis County, TX.' },
  { name: 'state', type: 'text', description: 'Two-letter state abbreviation.' },
  { name: 'permits', type: 'integer', description: 'Permits that lie in it.' },
];

/** The columns of a table, without `geometry` and `bbox`. */
export function tableColumns(table: TableName): readonly TableColumn[] {
  return table === 'places' ? columnsOfPlaces : columnsOf(table);
}

/** Columns as descriptions have them: coordinates stand for the geometry, which no cell could show. */
export const selectOf = (table: TableName): string =>
  tableColumns(table).some((column) => column.name.endsWith('long'))
    ? 'SELECT * EXCLUDE (geometry, bbox)'
    : 'SELECT *';

/** Statements of SQL that give the columns of `target`, a view or table, their descriptions. */
export const tableComments = (table: TableName, target: string): string =>
  tableColumns(table)
    .map((column) => `COMMENT ON COLUMN ${target}.${column.name} IS ${literal(column.description)}`)
    .join(';\n');

/** Writes the descriptions of the tables in `directory`, which have so many `rows`; the one for programs last. */
export async function describeTables(
  { info }: Pick<Release, 'info'>,
  directory: string,
  rows: ReadonlyMap<TableName, number>,
): Promise<void> {
  const resources = [];
  const sums: string[] = [];
  for (const name of tableNames) {
    const path = `${name}.parquet`;
    const sum = await sha256(join(directory, path));
    sums.push(`${sum}  ${path}`);
    resources.push({
      name,
      path,
      format: 'parquet',
      mediatype: 'application/vnd.apache.parquet',
      bytes: statSync(join(directory, path)).size,
      hash: `sha256:${sum}`,
      schema: schemaOf(tableColumns(name)),
    });
  }
  sums.push(`${await sha256(join(directory, databaseFile))}  ${databaseFile}`);
  await writeFile(join(directory, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  await writeFile(join(directory, 'README.md'), dataCard(info, rows));
  const description = {
    $schema: dataPackageProfile,
    name: 'building-permits',
    title: 'Building permits',
    version: info.release_id,
    created: info.built_at,
    sources: info.sources.map(({ name, license, attribution }) => ({
      title: name,
      description: [license, attribution].filter((text) => text !== null).join('. '),
    })),
    resources,
  };
  await writeFile(join(directory, descriptionFile), `${JSON.stringify(description, null, 2)}\n`);
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** What a reader of the files has to know. */
function dataCard(
  { release_id, released_at, date_range, sources }: ReleaseInfo,
  rows: ReadonlyMap<TableName, number>,
): string {
  const period = date_range.from === null ? '' : `, with permits from ${date_range.from} to ${date_range.to}`;
  const tables = tableNames.map((name) => `- \`${name}.parquet\`: ${formatCount(rows.get(name) ?? 0)} rows`);
  const origins = sources.map(
    ({ name, license, attribution }) =>
      `- ${[name, license, attribution].filter((text) => text !== null).join('. ')}`,
  );
  const places = columnsOfPlaces.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return `# Building permits

Release ${release_id} of ${released_at}${period}.

${tables.join('\n')}

\`places.parquet\` has the places that permits lie in, \`official.parquet\` what the Census Bureau's Building Permits Survey
counts in places, apart from permits, \`${databaseFile}\` all tables as a database of DuckDB. Money is in US cents, time in whole days,
area in square feet. What a source does not state is null, never 0. Rows with a point are ordered by where they lie (GeoParquet 1.1, WGS 84). \`SHA256SUMS\` has checksums, \`${descriptionFile}\`
describes the columns for programs.

## Sources

Each may be used by its own license; \`source_id\` says which a permit comes from.

${origins.join('\n')}

# Columns

${exportKinds.map((kind) => dictionaryOf(kind)).join('\n')}
## places

${places.join('\n')}
`;
}
