/**
 * The tables of a release, `tables/ID/` of the home: a Parquet file for each kind of record, for places and for official
 * counts, with a description. Made once a release; its description comes last, so a directory that has one is whole.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../base/home.js';
import { releaseIdPattern } from '../format/layout.js';

/** Tables that `sql` offers, in the order in which they are described. */
export const tableNames = [
  'permits',
  'contractors',
  'decisions',
  'properties',
  'addresses',
  'places',
  'official',
] as const;
export type TableName = (typeof tableNames)[number];

/** Description for programs, by the Data Package standard (https://datapackage.org). */
export const descriptionFile = 'datapackage.json';

/** All tables in one file of DuckDB, which the Query page attaches by address (C90). */
export const databaseFile = 'release.duckdb';

/** Every file of a directory of tables. */
export const tableFiles: readonly string[] = [
  ...tableNames.map((name) => `${name}.parquet`),
  databaseFile,
  'README.md',
  'SHA256SUMS',
  descriptionFile,
];

/** Where the tables of a release lie. */
export const tablesDirectory = (home: Home, release: string): string => join(home.tables, release);

/** Whether the tables of a release were made. */
export function hasTables(home: Home, release: string): boolean {
  const directory = tablesDirectory(home, release);
  return (
    releaseIdPattern.test(release) &&
    ['official.parquet', databaseFile, descriptionFile].every((name) => existsSync(join(directory, name)))
  );
}
