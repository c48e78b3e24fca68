/**
 * The sample as a stream of raw rows: source by source, each in the order of its keys, made one at a time.
 *
 * `permits` counts distinct permits; duplicates, second records and rows without a key come on top at the
 * rates of `mess.ts`, licence lists, decisions and parcels in proportion. The same options give the same
 * rows.
 */

import { assessorFiles, parcelCount, parcelRows } from './assessor.js';
import { decisionCount, decisionLists, decisionRows } from './decisions.js';
import { jurisdictions, type ShapeId } from './jurisdictions.js';
import { licenseCount, licenseLists, licenseRows } from './licenses.js';
import { categoryWords } from './office-words.js';
import { permitNumbers } from './permit-number.js';
import { makePermit } from './permits.js';
import type { SamplePlaces } from './places.js';
import { arcgisCounty } from './shapes/arcgis-county.js';
import { bldsCity } from './shapes/blds-city.js';
import { compactJson } from './shapes/compact-json.js';
import { countyExport } from './shapes/county-export.js';
import type { SampleRow, Shape } from './shapes/shape.js';
import { socrataCity } from './shapes/socrata-city.js';
import { createWorld, type Office, type World, type WorldOptions } from './world.js';
import { writePermit } from './writing.js';

export interface SampleOptions extends WorldOptions {
  /** The real places that the world is built in. */
  readonly geography: SamplePlaces;
}

interface SourceRow {
  /** Id of a source of the catalog, `sample-…`. */
  readonly source: string;
  /** As the source would send it; undefined is a column that it leaves out. */
  readonly row: SampleRow;
}

/** The rows of one source. */
export interface SampleSource {
  readonly id: string;
  /** The expected number of rows, without duplicates and broken ones. */
  readonly rows: number;
  generate(): Iterable<SampleRow>;
}

const shapes: Readonly<Record<ShapeId, Shape>> = {
  'socrata-city': socrataCity,
  'arcgis-county': arcgisCounty,
  'blds-city': bldsCity,
  'compact-json': compactJson,
  'county-export': countyExport,
};

/** Ids of all sample sources: permits, licence lists, decisions, assessors' files. */
export function sampleSources(): string[] {
  return [...jurisdictions, ...licenseLists, ...decisionLists, ...assessorFiles].map(({ id }) => id);
}

/** The sources of one sample, before any of their rows is made. */
export function planSample(options: SampleOptions): SampleSource[] {
  const world = createWorld(options, options.geography);
  const permits = world.offices.map((office) => ({
    id: office.place.id,
    rows: office.permits,
    generate: () => permitRows(world, office),
  }));
  const licenses = licenseLists.flatMap(({ id, state }) => {
    const pool = world.pools.get(state);
    return pool ? [{ id, rows: licenseCount(pool), generate: () => licenseRows(world, pool) }] : [];
  });
  const decisions = decisionLists.flatMap(({ id, office: officeId }) => {
    const office = world.offices.find(({ place }) => place.id === officeId);
    return office ? [{ id, rows: decisionCount(office), generate: () => decisionRows(world, office) }] : [];
  });
  const parcels = assessorFiles.flatMap(({ id, office: officeId }) => {
    const office = world.offices.find(({ place }) => place.id === officeId);
    return office ? [{ id, rows: parcelCount(office), generate: () => parcelRows(world, office) }] : [];
  });
  return [...permits, ...licenses, ...decisions, ...parcels];
}

/** All rows of a sample. */
export function* generateSample(options: SampleOptions): Generator<SourceRow> {
  for (const source of planSample(options)) {
    for (const row of source.generate()) yield { source: source.id, row };
  }
}

function* permitRows(world: World, office: Office): Generator<SampleRow> {
  const { place } = office;
  const shape = shapes[place.shape];
  const numberOf = permitNumbers(place.number);
  for (let index = 0; index < office.permits; index++) {
    const permit = makePermit(world, office, index);
    const number = numberOf({
      year: permit.year,
      inYear: permit.inYear,
      overall: index + 1,
      letters: categoryWords[permit.work.category].letters,
    });
    const row = shape.row(permit, writePermit(permit), number);
    yield row;
    if (permit.mess.length > 0) yield* furtherRows(row, permit.mess, shape);
  }
}

/** What else an office sends for a permit: the same row again, a second record, a row without its key. */
function* furtherRows(row: SampleRow, mess: readonly string[], shape: Shape): Generator<SampleRow> {
  if (mess.includes('duplicateRow')) yield row;
  if (mess.includes('secondRecord') && shape.secondRecord) yield shape.secondRecord(row);
  if (mess.includes('keylessRow')) {
    yield { ...row, ...Object.fromEntries(shape.keyColumns.map((column) => [column, null])) };
  }
}
