/**
 * What of a release depends on the geography alone: the table of its places, with which the index begins, and the search
 * indexes over the names of all cities and counties. `npm run build` makes those of the bundled geography, beside the
 * compiled code, gzipped since they are a quarter then,
 * and every build of a release unpacks them.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { finishedFile, type WrittenFile, writeFailure } from '../../base/files/file-writer.js';
import { createScratch } from '../../base/sqlite.js';
import { UserError } from '../../base/user-error.js';
import { writePlaceIndex } from '../../format/address-index/place-index-writer.js';
import { citySearchFile, countySearchFile, indexFile } from '../../format/layout.js';
import type { Geography } from '../../geography/geography.js';
import { isBundled, loadGeography } from '../../geography/load.js';
import { geographyPlaces } from '../entry/place-records.js';
import { addPlaces, numberZipCodes, placeTables } from './place-tables.js';

const nameIndexes = [citySearchFile, countySearchFile] as const;
const madeFiles = [indexFile, ...nameIndexes] as const;
const unpack = promisify(gunzip);
/** Where those of the bundled geography lie. */
export const geographyFilesDirectory = join(import.meta.dirname, 'geography-files');

/** Makes the files of the bundled geography, for `npm run build`. */
export async function makeGeographyFiles(): Promise<void> {
  await rm(geographyFilesDirectory, { recursive: true, force: true });
  await mkdir(geographyFilesDirectory, { recursive: true });
  make(geographyFilesDirectory, loadGeography());
  for (const name of madeFiles) {
    const path = join(geographyFilesDirectory, name);
    await writeFile(`${path}.gz`, gzipSync(await readFile(path), { level: 9 }));
    await rm(path);
  }
}

/**
 * Puts the files of a geography into the directory of a release; returns those that are finished, which the index is not.
 * Throws a UserError if they were not made.
 */
export async function writeGeographyFiles(
  directory: string,
  geography: Geography,
): Promise<readonly WrittenFile[]> {
  if (isBundled(geography)) {
    for (const name of madeFiles) await unpackMade(`${name}.gz`, join(directory, name));
  } else {
    make(directory, geography);
  }
  return Promise.all(nameIndexes.map((name) => finishedFile(join(directory, name))));
}

async function unpackMade(name: string, path: string): Promise<void> {
  try {
    await writeFile(path, await unpack(await readFile(join(geographyFilesDirectory, name))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw writeFailure(path, error);
    throw new UserError(`The file ${name} of the places is missing in ${geographyFilesDirectory}.`, {
      hint: 'Build the project again: npm run build.',
      cause: error,
    });
  }
}

function make(directory: string, geography: Geography): void {
  const { cities, counties, countyByGeoid } = geography;
  const index = createScratch(join(directory, indexFile));
  try {
    index.exec(`${placeTables} BEGIN;`);
    addPlaces(index, geographyPlaces(geography));
    numberZipCodes(index);
    index.exec('COMMIT;');
  } finally {
    index.close();
  }
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
