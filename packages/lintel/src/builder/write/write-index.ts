/**
 * Writes what is looked up by place into the index, which begins with all places of the geography (geography-files.ts):
 * what jurisdictions add to them, and where their roll-ups are; the search index over the names of jurisdictions; and the
 * index over decisions.
 */
import { join } from 'node:path';
import type { Decision, OfficialPlace } from '@lintel/contract';
import { finishedFile, type WrittenFile } from '../../base/files/file-writer.js';
import { createScratch, type Database, forgetWriter, type Statement } from '../../base/sqlite.js';
import { type SearchedPlace, writePlaceIndex } from '../../format/address-index/place-index-writer.js';
import { facetsOf } from '../../format/decision-facets.js';
import { indexFile, jurisdictionSearchFile, releaseFormat } from '../../format/layout.js';
import type { Geography } from '../../geography/geography.js';
import type { Source } from '../../refine/record/source.js';
import { type NamedJurisdiction, releasePlaces } from '../entry/place-records.js';
import { addPlaces, numberZipCodes } from './place-tables.js';
import type { RolledPlace } from './roll-up.js';

/**
 * Rows of decisions are their rows in the segment: newest first. The text of a decision is indexed, not kept.
 */
const schema = `
  CREATE TABLE roll_up (
    geo_id TEXT PRIMARY KEY, metrics_at INTEGER NOT NULL, metrics_bytes INTEGER NOT NULL,
    coverage_at INTEGER NOT NULL, coverage_words INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE decision (row INTEGER PRIMARY KEY, project_value INTEGER);
  CREATE TABLE decision_day (date TEXT PRIMARY KEY, first_row INTEGER NOT NULL, last_row INTEGER NOT NULL) WITHOUT ROWID;
  CREATE VIRTUAL TABLE decision_text USING fts5(
    title, description, facets, content = '', columnsize = 0, tokenize = 'porter unicode61'
  );
`;

interface WrittenIndex {
  readonly files: readonly WrittenFile[];
  readonly cities: number;
  readonly counties: number;
  readonly jurisdictions: number;
}

interface IndexInputs {
  readonly geography: Geography;
  readonly sources: readonly Source[];
  readonly rolled: readonly RolledPlace[];
  readonly official: ReadonlyMap<string, OfficialPlace>;
}

export class IndexWriter {
  readonly #directory: string;
  #database: Database | null;
  readonly #addValue: Statement;
  readonly #addText: Statement;
  readonly #days = new Map<string, { first: number; last: number }>();
  #decisions = 0;

  /** The directory has the index of the geography. */
  constructor(directory: string) {
    this.#directory = directory;
    const database = createScratch(join(directory, indexFile));
    this.#database = database;
    database.exec(`${schema} PRAGMA user_version = ${releaseFormat}; BEGIN;`);
    this.#addValue = database.prepare('INSERT INTO decision VALUES (?, ?)');
    this.#addText = database.prepare(
      'INSERT INTO decision_text (rowid, title, description, facets) VALUES (?, ?, ?, ?)',
    );
  }

  /** Indexes the next decision of the segment. */
  addDecision(decision: Decision): void {
    const row = this.#decisions++;
    const { title, description, decision_date: date } = decision;
    this.#addValue.run(row, decision.project_value);
    this.#addText.run(row, title, description, facetsOf(decision));
    if (date === null) return;
    const day = this.#days.get(date);
    if (day === undefined) this.#days.set(date, { first: row, last: row });
    else day.last = row;
  }

  /** Writes everything about places, and finishes the files. */
  async finish({ geography, sources, rolled, official }: IndexInputs): Promise<WrittenIndex> {
    const database = this.#database;
    if (database === null) throw new Error('the index is finished already');
    const addDay = database.prepare('INSERT INTO decision_day VALUES (?, ?, ?)');
    for (const [date, { first, last }] of [...this.#days].sort()) addDay.run(date, first, last);
    const { places, jurisdictions, unknownZips } = releasePlaces(geography, sources, zipCodesOf(rolled));
    addPlaces(database, places);
    if (unknownZips > 0) numberZipCodes(database);
    const addRolled = database.prepare('INSERT INTO roll_up VALUES (?, ?, ?, ?, ?)');
    for (const place of [...rolled].sort(byGeoId)) {
      const { geoId, metricsAt, metricsBytes, coverageAt, coverageWords } = place;
      addRolled.run(geoId, metricsAt, metricsBytes, coverageAt, coverageWords);
    }
    if (official.size > 0) writeOfficial(database, official);
    database.exec(`INSERT INTO decision_text (decision_text) VALUES ('optimize'); COMMIT;`);
    this.close();
    const path = join(this.#directory, indexFile);
    forgetWriter(path);
    const searchPath = join(this.#directory, jurisdictionSearchFile);
    writePlaceIndex(searchPath, searchedJurisdictions(jurisdictions));
    const files = [await finishedFile(path), await finishedFile(searchPath)];
    const { cities, counties } = geography;
    return {
      files,
      cities: cities.length,
      counties: counties.length,
      jurisdictions: jurisdictions.length,
    };
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }
}

/** What official counts say of the places that the release knows. */
function writeOfficial(database: Database, official: ReadonlyMap<string, OfficialPlace>): void {
  database.exec('CREATE TABLE official (geo_id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID');
  const add = database.prepare('INSERT INTO official SELECT geo_id, ? FROM place WHERE geo_id = ?');
  for (const [id, place] of official) add.run(JSON.stringify(place), id);
}

/** In key order every page is filled from front to back, so the file needs no rebuilding. */
function byGeoId(a: { readonly geoId: string }, b: { readonly geoId: string }): number {
  return a.geoId < b.geoId ? -1 : 1;
}

function zipCodesOf(rolled: readonly RolledPlace[]): string[] {
  return rolled.filter(({ kind }) => kind === 'zip').map(({ geoId }) => geoId);
}

function searchedJurisdictions(jurisdictions: readonly NamedJurisdiction[]): SearchedPlace[] {
  // In the order of the table, which the numbers of equal names follow.
  return [...jurisdictions].sort(byGeoId).map(({ geoId, name, state }) => {
    return { geoId, name, county: null, state, population: 0 };
  });
}
