/** The tables of places in the index of a release. */
import type { Database } from '../../base/sqlite.js';
import type { ReleasePlace } from '../entry/place-records.js';

/** What searches and lists show of a place is the beginning of its details. */
export const placeTables = `
  CREATE TABLE place (
    geo_id TEXT PRIMARY KEY, kind TEXT NOT NULL, details TEXT NOT NULL, item_end INTEGER NOT NULL,
    item TEXT NOT NULL AS (substr(details, 1, item_end) || '}')
  ) WITHOUT ROWID;
  CREATE TABLE zip_code (number INTEGER PRIMARY KEY, geo_id TEXT NOT NULL UNIQUE);
`;

/** Adds places, or replaces what is there of them. In the order of their geo_ids every page is filled to its end. */
export function addPlaces(database: Database, places: readonly ReleasePlace[]): void {
  const add = database.prepare(
    'INSERT OR REPLACE INTO place (geo_id, kind, details, item_end) VALUES (?, ?, ?, length(?) - 1)',
  );
  for (const { kind, geoId, record } of places) {
    const { details, item } = record();
    add.run(geoId, kind, details, item);
  }
}

/** Numbers all ZIP codes in their order. */
export function numberZipCodes(database: Database): void {
  database.exec(`
    DELETE FROM zip_code;
    INSERT INTO zip_code
      SELECT row_number() OVER (ORDER BY geo_id) - 1, geo_id FROM place WHERE kind = 'zip' ORDER BY geo_id;
  `);
}
