/**
 * Writes what is looked up by place: details and search items of all places, current metrics of counties, each as
 * finished JSON, and the search index over city names.
 */
import { join } from 'node:path';
import type { CountyMetrics } from '@lintel/contract';
import { createScratch, type Database } from '../../base/sqlite.js';
import type { Geography } from '../../geography/geography.js';
import type { Source } from '../../refine/source.js';
import { citySearchFile, indexFile, releaseFormat } from '../layout.js';
import { writePlaceIndex } from '../search/place-index-writer.js';
import { finishedFile, type WrittenFile } from './file-writer.js';
import type { Pace } from './pace.js';
import { placeRecords } from './place-records.js';

const schema = `
  CREATE TABLE place (geo_id TEXT PRIMARY KEY, kind TEXT NOT NULL, details TEXT NOT NULL, item TEXT) WITHOUT ROWID;
  CREATE TABLE county_metrics (
    geo_id TEXT NOT NULL, tag TEXT NOT NULL, property_type TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (geo_id, tag, property_type)
  ) WITHOUT ROWID;
`;

export interface WrittenIndex {
  readonly files: readonly WrittenFile[];
  readonly cities: number;
  readonly counties: number;
  readonly jurisdictions: number;
}

export interface IndexInputs {
  readonly geography: Geography;
  readonly sources: readonly Source[];
  readonly metrics: Iterable<CountyMetrics>;
  readonly pace: Pace;
}

export async function writeIndex(
  directory: string,
  { geography, sources, metrics, pace }: IndexInputs,
): Promise<WrittenIndex> {
  const path = join(directory, indexFile);
  const counts = { city: 0, county: 0, jurisdiction: 0 };
  let database: Database | null = null;
  try {
    database = createScratch(path);
    database.exec(`${schema} PRAGMA user_version = ${releaseFormat}; BEGIN;`);
    const addPlace = database.prepare('INSERT INTO place VALUES (?, ?, ?, ?)');
    // In key order every page is filled from front to back, so the file needs no rebuilding.
    const places = [...placeRecords(geography, sources)].sort((a, b) => (a.geoId < b.geoId ? -1 : 1));
    pace.step('Writing places', places.length, 'places');
    for (const { kind, geoId, details, item } of places) {
      if (pace.count()) await pace.rest();
      addPlace.run(geoId, kind, JSON.stringify(details), item === null ? null : JSON.stringify(item));
      counts[kind] += 1;
    }
    const addMetrics = database.prepare('INSERT INTO county_metrics VALUES (?, ?, ?, ?)');
    for (const row of metrics) addMetrics.run(row.geo_id, row.tag, row.property_type, JSON.stringify(row));
    database.exec('COMMIT');
  } finally {
    database?.close();
  }
  const citySearch = join(directory, citySearchFile);
  writePlaceIndex(citySearch, searchedCities(geography));
  const files = [await finishedFile(path), await finishedFile(citySearch)];
  return { files, cities: counts.city, counties: counts.county, jurisdictions: counts.jurisdiction };
}

function* searchedCities(geography: Geography) {
  for (const { geoId, name, state, population, countyGeoid } of geography.cities) {
    const county = geography.countyByGeoid(countyGeoid)?.name ?? null;
    yield { geoId, name, county, state, population };
  }
}
