/**
 * The bundled tables as text: tab-separated ASCII, a `#` line with content and source, a line of column
 * names, then rows. A malformed table is a UserError that names the file and line.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../base/user-error.js';

/** Columns of each table, in order. */
const tableColumns = {
  states: ['code', 'fips', 'name'],
  counties: ['geoid', 'name', 'population', 'lat', 'lng'],
  cities: ['name', 'usps_name', 'counties', 'population', 'lat', 'lng', 'more_zips', 'geo_id'],
  zips: ['zip', 'place', 'county', 'lat', 'lng'],
  'census-places': ['geoid', 'name'],
} as const;
export type TableName = keyof typeof tableColumns;
export type Row = readonly string[];

/** Directory of the tables, next to the compiled code. */
export const dataDirectory = join(dirname(fileURLToPath(import.meta.url)), 'data');

/** Makes one item of each row of a bundled table; a row has exactly the table's columns. */
export function readTable<T>(name: TableName, make: (row: Row) => T, directory = dataDirectory): T[] {
  const path = join(directory, `${name}.tsv`);
  const text = readTableText(path);
  const columns = tableColumns[name];
  const aboutEnd = text.indexOf('\n') + 1;
  const head = `${columns.join('\t')}\n`;
  if (!text.endsWith('\n') || !text.startsWith(head, aboutEnd)) {
    throw new UserError(
      `${path} is not a ${name} table: its second line must be ${columns.join(', ')} and its last line end`,
    );
  }
  const items: T[] = [];
  for (let from = aboutEnd + head.length; from < text.length; ) {
    const to = text.indexOf('\n', from);
    const row = text.slice(from, to).split('\t');
    if (row.length !== columns.length) {
      throw new UserError(
        `${path}, line ${items.length + 3}: ${row.length} columns, expected ${columns.length}`,
      );
    }
    items.push(make(row));
    from = to + 1;
  }
  return items;
}

function readTableText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    throw new UserError(`Cannot read the table ${path}: ${(error as Error).message}`, {
      hint: 'Build the project again: npm run build.',
      cause: error,
    });
  }
}

/** The text of a table. Throws when a value holds a tab, a line end or a letter outside ASCII. */
export function formatTable(name: TableName, about: string, rows: readonly Row[]): string {
  const lines = [`# ${about}`, tableColumns[name].join('\t')];
  for (const row of rows) {
    if (row.length !== tableColumns[name].length || row.some((value) => /[^\x20-\x7e]/.test(value))) {
      throw new Error(`Not a row of ${name}: ${JSON.stringify(row)}`);
    }
    lines.push(row.join('\t'));
  }
  return `${lines.join('\n')}\n`;
}
