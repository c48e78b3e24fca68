/**
 * The rows of real files, source by source, as a directory with a folder per city holds them. Missing files are
 * named and left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Canonical, Source } from 'lintel/dist/refine/record/source.js';
import { readFile } from 'lintel/dist/sources/read/read-file.js';
import { loadCatalog } from 'lintel/dist/sources/source/load-catalog.js';

/** Sources, the folder of their files, and which of its files are theirs. */
export type DataFiles = readonly (readonly [source: string, folder: string, file: RegExp])[];

/** Sources that name contractors. */
export const contractorFiles: DataFiles = [
  ['chicago-il', 'chicago-il', /\.json$/],
  ['chicago-il-portal', 'chicago-il', /\.csv$/],
  ['chicago-il-contractors', 'contractors', /\.csv$/],
  ['nashville-tn', 'nashville-tn', /\.csv$/],
  ['boulder-co', 'boulder-county-co', /^Construction/],
  ['lafayette-co', 'boulder-county-co', /^Lafayette/],
  ['austin-tx-daily', 'austin-tx', /^austin_permits/],
  ['new-york-ny-bis-daily', 'new-york-ny', /\.csv$/],
  ['new-york-ny-dob-now-recent', 'new-york-ny', /\.json$/],
  ['philadelphia-pa-odata', 'philadelphia-pa', /\.json$/],
  ['san-francisco-ca', 'san-francisco-ca', /\.csv$/],
  ['tampa-bay-fl', 'tampa-bay-fl', /normalized/],
  ['marion-county-fl', 'marion-county-fl', /\.json$/],
];
/** Sources of permits. */
export const permitFiles: DataFiles = [
  ...contractorFiles.filter(([id]) => id !== 'chicago-il-contractors'),
  ['yarmouth-me', 'yarmouth-me', /\.geojson$/],
];

/** The rows of the files below the directory, mapped by their source. */
export async function* dataRows(
  directory: string,
  files: DataFiles,
  print: (line: string) => void,
): AsyncGenerator<{ readonly source: Source; readonly row: Canonical }> {
  const catalog = loadCatalog();
  for (const [id, folder, pattern] of files) {
    const source = catalog.get(id);
    const path = join(directory, folder);
    const names = existsSync(path) ? readdirSync(path).filter((name) => pattern.test(name)) : [];
    if (source === null || names.length === 0) {
      print(`left out: ${id}, ${source === null ? 'no source of the catalog' : `no files in ${path}`}`);
      continue;
    }
    for (const name of names.sort()) {
      for await (const items of readFile(join(path, name), source)) {
        for (const item of items) if (!('fault' in item)) yield { source, row: source.map(item.row) };
      }
    }
  }
}
