/**
 * The raw rows of real files, read without any code of the product: plain CSV and JSON, columns under their own names.
 * DIRECTORY holds a folder per city.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

export type Row = Readonly<Record<string, string>>;

/** A file of the installation: which source it is of, and the date of its data. */
interface SourceFile {
  readonly source: string;
  readonly folder: string;
  readonly file: string;
  readonly asOf: string;
}

const file = (source: string, folder: string, name: string, asOf: string): SourceFile => ({
  source,
  folder,
  file: name,
  asOf,
});
const chicago = ['2025_07', '2025_08', '2025_09', '2025_10', '2025_11', '2025_12'].concat([
  '2026_01',
  '2026_02',
  '2026_03',
  '2026_04',
  '2026_05',
  '2026_06',
  '2026_07',
]);

/** What is asked about, in the order in which it is read: later files replace rows of earlier ones. */
export const sourceFiles: readonly SourceFile[] = [
  file('san-francisco-ca', 'san-francisco-ca', 'sf_building_permits_pre2013.csv', '2022-03-24'),
  file('san-francisco-ca', 'san-francisco-ca', 'sf_building_permits_post2013.csv', '2022-03-25'),
  file('san-francisco-ca', 'san-francisco-ca', 'sf_building_permits_20220411.csv', '2022-04-11'),
  ...chicago.map((month) => file('chicago-il', 'chicago-il', `permits_${month}.json`, '2026-07-23')),
  file('nashville-tn', 'nashville-tn', 'building_permits.csv', '2024-09-20'),
  file('austin-tx-daily', 'austin-tx', 'austin_permits_2016.csv', '2017-01-01'),
  file('new-york-ny-bis-daily', 'new-york-ny', 'ny-permits-2024-with-business-name.csv', '2024-04-08'),
  file('new-york-ny-dob-now-recent', 'new-york-ny', 'cb6_dob_now_recent.json', '2026-05-06'),
  file('philadelphia-pa-odata', 'philadelphia-pa', 'permits.002.json', '2016-04-19'),
  file('philadelphia-pa-odata', 'philadelphia-pa', 'permits.272.json', '2016-04-19'),
  file('boulder-co', 'boulder-county-co', 'Construction_Permits (1).csv', '2021-03-30'),
];

/** Files that are missing below a directory. */
export const missingFiles = (directory: string): string[] =>
  sourceFiles
    .map(({ folder, file: name }) => join(directory, folder, name))
    .filter((path) => !existsSync(path));

/** The rows of a source, file after file; keys of JSON that hold null or nothing are empty. */
export function rawRows(directory: string, source: string): Row[] {
  return sourceFiles
    .filter((each) => each.source === source)
    .flatMap(({ folder, file: name }) => {
      const text = readFileSync(join(directory, folder, name), 'utf8');
      if (name.endsWith('.csv')) return parse(text, { columns: true, bom: true }) as Row[];
      return jsonRows(text).map((row) => flat(row));
    });
}

type Json = Readonly<Record<string, unknown>>;

/** The objects of a JSON file: the document itself, its `rows`, or its `d.results`. */
function jsonRows(text: string): readonly Json[] {
  // Some files have control characters inside their texts, which JSON does not allow.
  const document = JSON.parse(text.replaceAll(/[\u0000-\u001f]/g, ' ')) as unknown;
  if (Array.isArray(document)) return document as Json[];
  const { rows, d } = document as { rows?: Json[]; d?: { results: Json[] } };
  return rows ?? d?.results ?? [];
}

/** The row with texts only, keys of nested objects after a dot. */
function flat(row: Json, before = ''): Row {
  const entries = Object.entries(row).flatMap(([key, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object') return Object.entries(flat(value as Json, `${before}${key}.`));
    return [[`${before}${key}`, String(value)]];
  });
  return Object.fromEntries(entries);
}
