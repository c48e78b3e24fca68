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

const sizesOfBuildings = [
  ['one_unit', 'units_in_one', 'one home'],
  ['two_units', 'units_in_two', 'two homes'],
  ['three_or_four_units', 'units_in_three_or_four', 'three or four homes'],
  ['five_or_more_units', 'units_in_five_or_more', 'five homes and more'],
] as const;

const columnsOfOfficial: readonly TableColumn[] = [
  { name: 'geo_id', type: 'text', description: 'Id of the place, as in `places`.' },
  { name: 'kind', type: 'text', description: 'state, county, city or jurisdiction.' },
  { name: 'name', type: 'text', description: 'Name of the place.' },
  { name: 'state', type: 'text', description: 'Two-letter state abbreviation.' },
  {
    name: 'period',
    type: 'text',
    description: 'The year, YYYY, or the month, YYYY-MM: take one length only.',
  },
  { name: 'buildings', type: 'integer', description: 'Residential buildings authorised.' },
  {
    name: 'units',
    type: 'integer',
    description: 'Homes authorised, with estimates for what was not reported.',
  },
  { name: 'units_reported', type: 'integer', description: 'Homes that were reported.' },
  { name: 'value', type: 'integer', description: 'Value of construction in US cents.' },
  {
    name: 'months_reported',
    type: 'integer',
    description: 'Months of the year reported; null where unknown.',
  },
  ...sizesOfBuildings.map(
    ([, name, words]): TableColumn => ({
      name,
      type: 'integer',
      description: `Homes in buildings of ${words}.`,
    }),
  ),
  {
    name: 'population',
    type: 'integer',
    description: 'Inhabitants of the place; null where nobody states them.',
  },
];

/** A row of the table of official counts for each place and period. */
export function* officialRows(release: Pick<Release, 'everyOfficial' | 'place'>): Generator<object> {
  for (const { geoId, kind, official } of release.everyOfficial()) {
    const details = release.place(kind, geoId)?.toString() ?? '{}';
    const { name = geoId, state = null } = JSON.parse(details) as { name?: string; state?: string };
    for (const { kinds, ...counted } of official.periods) {
      const units = sizesOfBuildings.map(([size, name]) => [name, kinds[size].units] as const);
      const { population } = official;
      yield { geo_id: geoId, kind, name, state, ...counted, ...Object.fromEntries(units), population };
    }
  }
}

/** Columns of the tables that hold no records. */
const columnsOfOthers = { places: columnsOfPlaces, official: columnsOfOfficial };

/** The columns of a table, without `geometry` and `bbox`. */
export function tableColumns(table: TableName): readonly TableColumn[] {
  return table === 'places' || table === 'official' ? columnsOfOthers[table] : columnsOf(table);
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
  const others = Object.entries(columnsOfOthers).map(
    ([table, columns]) =>
      `## ${table}\n\n${columns.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}\n`,
  );
  return `# Building permits

Release ${release_id} of ${released_at}${period}.

${tables.join('\n')}

\`places.parquet\` has the places that permits lie in, \`official.parquet\` what the Census Bureau's Building Permits Survey
counts in places, apart from permits, \`${databaseFile}\` all tables as a database of DuckDB. Money is in US cents, time in whole days,
area in square feet. What a source does not state is null, never 0. Rows with a point are ordered by where they lie (GeoParquet 1.1, WGS 84). \`SHA256SUMS\` has checksums, \`${descriptionFile}\`
describes the columns for programs.

## Sources

Each may be used by its own licence; \`source_id\` says which a permit comes from.

${origins.join('\n')}

# Columns

${exportKinds.map((kind) => dictionaryOf(kind)).join('\n')}
${others.join('\n')}`;
}
