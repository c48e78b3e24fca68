/**
 * What the service needs of a release besides the tables for people: every record as the bytes of its answer by its
 * number in the release (`position`), and values by which records are found, folded as the files of a release fold them.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BuildingAddress, Contractor, Permit, Property } from '@lintel/contract';
import { permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import type { ColumnType } from '../export/column.js';
import { daysFile } from '../format/column/row-dates.js';
import {
  foldLicense,
  foldNumber,
  foldOwner,
  foldWebsite,
  jurisdictionCoverageFile,
} from '../format/filters/layout.js';
import {
  addressSearchFile,
  citySearchFile,
  countySearchFile,
  coverageFile,
  indexFile,
  jurisdictionSearchFile,
  metricsFile,
  recordsFile,
  type SegmentKind,
} from '../format/layout.js';
import { xOf, yOf } from '../format/points/mercator.js';
import { scanRecords } from '../format/segment/scan-records.js';
import { RowReader } from '../format/segment/segment-reader.js';
import { foldText } from '../format/text-index/text-index.js';
import { comparedWith } from '../releases/changes/keep-changes.js';
import { pairDirectory } from '../releases/changes/layout.js';
import type { TableColumn } from './binary-rows.js';
import type { ReleaseTable } from './tables.js';

/** How the names of tables and columns begin that no view shows. */
export const apiPrefix = 'api_';

/** The status of a permit in its facets: the tags are below. */
const statusFactor = 2 ** tagIds.length;
/** Its property type. */
const typeFactor = statusFactor * 16;

if (permitStatuses.length > 15 || propertyTypes.length > 15 || !Number.isSafeInteger(typeFactor * 16))
  throw new Error('the vocabulary has outgrown the bits of api_facets');

/** The vocabulary that facets number, in its order. */
export const facetWords = [...tagIds, ...permitStatuses, ...propertyTypes].join();

/** A number with the bits of these tags. */
export function tagBits(tags: readonly string[]): number {
  return [...new Set(tags)].reduce((bits, tag) => bits + 2 ** tagIds.indexOf(tag as never), 0);
}

/** Tags, status and property type in one number, so that an index holds all three. */
function facetsOf({ tags, status, property_type: type }: Permit): number {
  const [statusNumber, typeNumber] = [numberIn(permitStatuses, status), numberIn(propertyTypes, type)];
  return tagBits(tags) + statusNumber * statusFactor + typeNumber * typeFactor;
}

/** The number of a word in its vocabulary, from 1; 0 for none. */
export function numberIn(words: readonly string[], word: string | null): number {
  return word === null ? 0 : words.indexOf(word) + 1;
}

/** The number of the status in the facets of a permit `t`, as SQL. */
export const statusIn = (t: string) => `(${t}.api_facets / ${statusFactor} & 15)`;
/** That of the property type. */
export const typeIn = (t: string) => `(${t}.api_facets / ${typeFactor})`;

/** Tags and status of facets. */
export function readFacets(facets: number): {
  readonly tags: readonly string[];
  readonly status: string | null;
} {
  const number = Math.floor(facets / statusFactor) % 16;
  return {
    tags: tagIds.filter((_, bit) => Math.floor(facets / 2 ** bit) % 2 === 1),
    status: permitStatuses[number - 1] ?? null,
  };
}

/** Columns of a table for people that only the service reads, and their values. */
export interface ServiceColumns {
  readonly columns: readonly TableColumn[];
  valuesOf(record: unknown): object;
}

const point = { api_x: 'integer', api_y: 'integer' } as const;

export const permitColumns = serviceColumns<Permit>(
  { api_facets: 'integer', api_number: 'text', api_description: 'text', ...point },
  (permit) => ({
    api_facets: facetsOf(permit),
    api_number: permit.number === null ? null : foldNumber(permit.number),
    api_description: permit.description === null ? null : foldText(permit.description),
    ...pointOf(permit.address),
  }),
);

export const contractorColumns = serviceColumns<Contractor>(
  { api_name: 'text', api_business_name: 'text', api_website: 'text', api_license: 'text' },
  ({ name, business_name, website, license }) => ({
    api_name: name === null ? null : foldText(name),
    api_business_name: business_name === null ? null : foldText(business_name),
    api_website: website === null ? null : foldWebsite(website),
    api_license: license === null ? null : foldLicense(license),
  }),
);

export const propertyColumns = serviceColumns<Property>(
  { api_owner: 'text', ...point },
  ({ property_legal_owner: owner, address }) => ({
    api_owner: owner === null ? null : foldOwner(owner),
    ...pointOf(address),
  }),
);

function serviceColumns<T>(
  columns: Readonly<Record<string, ColumnType>>,
  valuesOf: (record: T) => object,
): ServiceColumns {
  return { columns: columnsOf(columns), valuesOf: (record) => valuesOf(record as T) };
}

/** x grows eastwards and y southwards, in steps of the map. */
function pointOf({ latlng }: BuildingAddress): object {
  const [lat, lng] = latlng ?? [];
  return lat === undefined || lng === undefined
    ? { api_x: null, api_y: null }
    : { api_x: xOf(lng), api_y: yOf(lat) };
}

export const apiTables: readonly ReleaseTable[] = [
  ...(
    ['permits', 'contractors', 'properties', 'decisions', 'addresses', 'origins', 'spellings'] as const
  ).map(recordTable),
  {
    name: `${apiPrefix}other_places`,
    comment: 'Places of permits with several addresses, besides those of the first.',
    columns: columnsOf({ place: 'text', position: 'integer' }),
    primaryKey: ['place', 'position'],
    indexes: {},
    count: () => null,
    rows: (directory, from) => skipped(otherPlaces(directory), from),
  },
  {
    name: `${apiPrefix}files`,
    comment: 'Files of the release that the service reads as they are, in parts.',
    columns: columnsOf({ name: 'text', part: 'integer', bytes: 'bytes' }),
    primaryKey: ['name', 'part'],
    indexes: {},
    count: () => null,
    rows: (directory, from) => skipped(fileParts(directory), from),
  },
];

function columnsOf(columns: Readonly<Record<string, TableColumn['type']>>): readonly TableColumn[] {
  return Object.entries(columns).map(([name, type]) => ({ name, path: [name], type, description: '' }));
}

function* skipped(rows: Iterable<object>, from: number): Generator<object> {
  let row = 0;
  for (const each of rows) if (row++ >= from) yield each;
}

/** The records of a kind as they are. */
function recordTable(kind: SegmentKind): ReleaseTable {
  // Releases built before spellings were kept do not have them.
  const isKept = (directory: string) => existsSync(join(directory, recordsFile(kind)));
  return {
    name: `${apiPrefix}${kind}`,
    comment: 'What the service answers.',
    columns: columnsOf({ position: 'integer', record: 'text' }),
    primaryKey: ['position'],
    indexes: {},
    count(directory) {
      if (!isKept(directory)) return 0;
      const reader = new RowReader(directory, kind);
      reader.close();
      return reader.rows;
    },
    *rows(directory, from) {
      if (!isKept(directory)) return;
      let position = 0;
      for (const record of scanRecords(directory, kind)) {
        if (position >= from) yield { position, record };
        position += 1;
      }
    },
  };
}

/** The places of each permit that contain it by another address than its first. */
function* otherPlaces(directory: string): Generator<object> {
  let position = 0;
  for (const line of scanRecords(directory, 'permits')) {
    if (line.includes('"other_addresses":[{')) {
      const { address, geo_ids: ids, other_addresses: others = [] } = JSON.parse(line.toString()) as Permit;
      const first = new Set(placesOf({ ...address, ...ids }));
      for (const place of new Set(others.flatMap(placesOf))) if (!first.has(place)) yield { place, position };
    }
    position += 1;
  }
}

type Placed = Pick<BuildingAddress, 'state' | 'zip_code' | 'zip_code_ext'> & Permit['geo_ids'];

/** All places that contain an address. */
function placesOf(each: Placed): string[] {
  const { state, zip_code: zip, zip_code_ext: ext } = each;
  const zipExt = zip === null || ext === null ? null : `${zip}-${ext}`;
  const places = [state, zip, zipExt, each.address_id, each.city_id, each.county_id, each.jurisdiction_id];
  return places.filter((place) => place !== null);
}

/**
 * Files that the service reads as they are: what is found about places and in texts by indexes of the release's own
 * formats. Records are not among them.
 */
const servedFiles = [
  indexFile,
  metricsFile,
  coverageFile,
  jurisdictionCoverageFile,
  daysFile,
  addressSearchFile,
  citySearchFile,
  countySearchFile,
  jurisdictionSearchFile,
];

const partBytes = 1 << 16;

/** The files of the release, and of what changed since releases that it was compared with. */
function* fileParts(directory: string): Generator<object> {
  const releases = dirname(directory);
  const id = basename(directory);
  const changes = comparedWith(releases, id).flatMap((from) => {
    const pair = pairDirectory(releases, from, id);
    return readdirSync(pair).map((name) => relative(releases, join(pair, name)));
  });
  for (const name of servedFiles) yield* partsOf(name, join(directory, name));
  for (const name of changes) yield* partsOf(name, join(releases, name));
}

/** An empty file is one empty part. */
function* partsOf(name: string, path: string): Generator<object> {
  const file = openSync(path, 'r');
  try {
    for (let part = 0; ; part++) {
      const bytes = Buffer.allocUnsafe(partBytes);
      const read = readSync(file, bytes);
      if (read === 0 && part > 0) break;
      yield { name, part, bytes: bytes.subarray(0, read) };
    }
  } finally {
    closeSync(file);
  }
}
