/**
 * The search indexes over the names of all cities and counties. They depend on the geography alone, so `npm run build`
 * makes those of the bundled one, beside the compiled code, and every build of a release copies them.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finishedFile, type WrittenFile, writeFailure } from '../../base/files/file-writer.js';
import { UserError } from '../../base/user-error.js';
import { writePlaceIndex } from '../../format/address-index/place-index-writer.js';
import { citySearchFile, countySearchFile } from '../../format/layout.js';
import type { Geography } from '../../geography/geography.js';
import { isBundled, loadGeography } from '../../geography/load.js';

const files = [citySearchFile, countySearchFile] as const;
/** Where those of the bundled geography lie. */
const madeDirectory = join(dirname(fileURLToPath(import.meta.url)), 'name-indexes');

/** Makes the indexes of the bundled geography, for `npm run build`. */
export async function makeNameIndexes(): Promise<void> {
  await mkdir(madeDirectory, { recursive: true });
  indexNames(madeDirectory, loadGeography());
}

/** Puts the indexes of a geography into the directory of a release. Throws a UserError if they were not made. */
export async function writeNameIndexes(
  directory: string,
  geography: Geography,
): Promise<readonly WrittenFile[]> {
  if (isBundled(geography)) {
    for (const name of files) await copyMade(name, join(directory, name));
  } else {
    indexNames(directory, geography);
  }
  return Promise.all(files.map((name) => finishedFile(join(directory, name))));
}

async function copyMade(name: string, path: string): Promise<void> {
  try {
    await copyFile(join(madeDirectory, name), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw writeFailure(path, error);
    throw new UserError(`The index ${name} of place names is missing in ${madeDirectory}.`, {
      hint: 'Build the project again: npm run build.',
      cause: error,
    });
  }
}

function indexNames(directory: string, { cities, counties, countyByGeoid }: Geography): void {
  writePlaceIndex(
    join(directory, citySearchFile),
    cities.map(({ geoId, name, state, population, countyGeoid }) => {
      return { geoId, name, county: countyByGeoid(countyGeoid)?.name ?? null, state, population };
    }),
  );
  writePlaceIndex(
    join(directory, countySearchFile),
    counties.map(({ geoId, name, state, population }) => ({ geoId, name, county: null, state, population })),
  );
}
