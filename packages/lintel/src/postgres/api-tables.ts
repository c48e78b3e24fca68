/**
 * What the service needs of a release besides the tables for people: every record as the bytes of its answer by its
 * number in the release (`position`), and values by which records are found, folded as the files of a release fold them.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BuildingAddress, Permit, Property } from '@lintel/contract';
import { permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import { daysFile } from '../format/column/row-dates.js';
import { dictionaryFile } from '../format/dictionary/layout.js';
import {
  foldContractorName,
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
  mergedIdsFile,
  metricsFile,
  recordsFile,
  type SegmentKind,
} from '../format/layout.js';
import { dictionaryFields } from '../format/permit-fields.js';
import { xOf, yOf } from '../format/points/mercator.js';
import { scanRecords } from '../format/segment/scan-records.js';
import { RowReader } from '../format/segment/segment-reader.js';
import { foldText } from '../format/text-index/text-index.js';
import { comparedWith } from '../releases/changes/keep-changes.js';
import { pairDirectory } from '../releases/changes/layout.js';
import { binaryRows, type RecordValues, type TableColumn } from './binary-rows.js';
import { type Layout, type Placement, shardCounty, shardCountyOf } from './sharding.js';
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
function facetsOf(permit: RecordValues): number {
  const status = numberIn(permitStatuses, permit.text('status'));
  const type = numberIn(propertyTypes, permit.text('property_type'));
  return tagBits(permit.texts('tags')) + status * statusFactor + type * typeFactor;
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

/** Columns of a table for people that only the service reads, and their values in a record. */
export interface ServiceColumns {
  readonly columns: readonly TableColumn[];
  valuesOf(record: RecordValues): readonly unknown[];
}

const point = { api_x: 'integer', api_y: 'integer' } as const;

export const permitColumns: ServiceColumns = {
  columns: columnsOf({
    api_facets: 'integer',
    api_number: 'text',
    api_parcel: 'text',
    api_description: 'text',
    ...point,
  }),
  valuesOf: (permit) => [
    facetsOf(permit),
    folded(permit, 'number', foldNumber),
    folded(permit, 'parcel_number', foldNumber),
    folded(permit, 'description', foldText),
    ...pointOf(permit),
  ],
};

export const contractorColumns: ServiceColumns = {
  columns: columnsOf({
    api_name: 'text',
    api_business_name: 'text',
    api_website: 'text',
    api_license: 'text',
  }),
  valuesOf: (contractor) => [
    folded(contractor, 'name', foldContractorName),
    folded(contractor, 'business_name', foldContractorName),
    folded(contractor, 'website', foldWebsite),
    folded(contractor, 'license', foldLicense),
  ],
};

export const propertyColumns: ServiceColumns = {
  columns: columnsOf({ api_owner: 'text', ...point }),
  valuesOf: (property) => [folded(property, 'property_legal_owner', foldOwner), ...pointOf(property)],
};

function folded(record: RecordValues, column: string, fold: (text: string) => string): string | null {
  const text = record.text(column);
  return text === null ? null : fold(text);
}

/** x grows eastwards and y southwards, in steps of the map. */
function pointOf(record: RecordValues): readonly [number | null, number | null] {
  const lat = record.text('address_lat');
  const long = record.text('address_long');
  return lat === null || long === null ? [null, null] : [xOf(Number(long)), yOf(Number(lat))];
}

/** Where the records of a kind lie: beside the tables for people. */
const recordPlacements: Readonly<Record<Exclude<SegmentKind, 'changes'>, Placement>> = {
  permits: 'shard_county',
  origins: 'shard_county',
  properties: 'shard_county',
  contractors: 'everywhere',
  spellings: 'everywhere',
  decisions: 'position',
  addresses: 'position',
};

export const apiTables = (layout: Layout): readonly ReleaseTable[] => [
  ...(
    ['permits', 'contractors', 'properties', 'decisions', 'addresses', 'origins', 'spellings'] as const
  ).map((kind) => recordTable(layout, kind)),
  apiTable('other_places', {
    placement: 'everywhere',
    comment: 'Places of permits with several addresses, besides those of the first.',
    columns: columnsOf({ place: 'text', position: 'integer' }),
    primaryKey: ['place', 'position'],
    count: () => null,
    rows: (directory, from) => skipped(otherPlaces(directory), from),
  }),
  apiTable('files', {
    placement: 'coordinator',
    comment: 'Files of the release that the service reads as they are, in parts.',
    columns: columnsOf({ name: 'text', part: 'integer', bytes: 'bytes' }),
    primaryKey: ['name', 'part'],
    count: () => null,
    rows: (directory, from) => skipped(fileParts(directory), from),
  }),
  ...(layout === 'citus' ? shardTables : []),
];

/** By which the service finds the servers that it asks. */
const shardTables: readonly ReleaseTable[] = [
  apiTable('ids', {
    placement: 'id',
    comment: 'The counties by which permits and properties are divided.',
    columns: [...columnsOf({ id: 'text' }), shardCounty],
    primaryKey: ['id'],
    count: () => null,
    rows: (directory, from) => skipped(idsWithCounties(directory), from),
  }),
  apiTable('counties', {
    placement: 'everywhere',
    comment: 'The counties by which the records of a place are divided.',
    columns: [...columnsOf({ place: 'text' }), shardCounty],
    primaryKey: ['place', shardCounty.name],
    count: () => null,
    rows: (directory, from) => skipped(countiesOfPlaces(directory), from),
  }),
];

/** A table that no view shows. */
function apiTable(name: string, table: Omit<ReleaseTable, 'name' | 'indexes' | 'encode'>): ReleaseTable {
  const encode = (rows: Iterable<unknown>) => binaryRows(table.columns, rows);
  return { name: `${apiPrefix}${name}`, indexes: {}, encode, ...table };
}

function columnsOf(columns: Readonly<Record<string, TableColumn['type']>>): readonly TableColumn[] {
  return Object.entries(columns).map(([name, type]) => ({ name, path: [name], type, description: '' }));
}

function* skipped(rows: Iterable<object>, from: number): Generator<object> {
  let row = 0;
  for (const each of rows) if (row++ >= from) yield each;
}

/** The records of a kind as they are. */
function recordTable(layout: Layout, kind: keyof typeof recordPlacements): ReleaseTable {
  const placement = recordPlacements[kind];
  const isByCounty = layout === 'citus' && placement === 'shard_county';
  // Releases built before spellings were kept do not have them.
  const isKept = (directory: string) => existsSync(join(directory, recordsFile(kind)));
  return apiTable(kind, {
    comment: 'What the service answers.',
    placement,
    columns: [...columnsOf({ position: 'integer', record: 'text' }), ...(isByCounty ? [shardCounty] : [])],
    primaryKey: ['position'],
    count(directory) {
      if (!isKept(directory)) return 0;
      const reader = new RowReader(directory, kind);
      reader.close();
      return reader.rows;
    },
    *rows(directory, from) {
      if (!isKept(directory)) return;
      // Those of origins are their permits'.
      const located = isByCounty ? recordsOf(directory, kind === 'properties' ? kind : 'permits') : null;
      let position = 0;
      for (const record of scanRecords(directory, kind)) {
        const own = located?.next().value;
        if (position >= from) yield { position, record, [shardCounty.name]: own && shardCountyOf(own) };
        position += 1;
      }
    },
  });
}

/** What is read of a permit or a property to find its server. */
type Located = Pick<Permit | Property, 'id' | 'address' | 'geo_ids'>;

/** Permits or properties in their order. */
function* recordsOf(directory: string, kind: 'permits' | 'properties'): Generator<Located> {
  for (const record of scanRecords(directory, kind)) yield locatedOf(record);
}

/** Where a record lies. Only that part of it is parsed, which is a fifth of it: id first, address before geo_ids. */
export function locatedOf(record: Buffer): Located {
  const idEnd = record.indexOf('",') + 1;
  const from = record.indexOf(',"address":{', idEnd);
  const to = record.indexOf('}', record.indexOf(',"geo_ids":{', from)) + 1;
  return JSON.parse(`${record.toString('latin1', 0, idEnd)}${record.toString('utf8', from, to)}}`) as Located;
}

function* idsWithCounties(directory: string): Generator<object> {
  for (const kind of ['permits', 'properties'] as const)
    for (const record of recordsOf(directory, kind))
      yield { id: record.id, [shardCounty.name]: shardCountyOf(record) };
}

/** Each place with each county of its records; those of addresses are among the ids. */
function* countiesOfPlaces(directory: string): Generator<object> {
  const given = new Set<string>();
  for (const kind of ['permits', 'properties'] as const) {
    for (const record of recordsOf(directory, kind)) {
      const county = shardCountyOf(record);
      for (const place of placesOf({ ...record.address, ...record.geo_ids, address_id: null })) {
        const pair = `${place} ${county}`;
        if (given.has(pair)) continue;
        given.add(pair);
        yield { place, [shardCounty.name]: county };
      }
    }
  }
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

type Placed = Pick<BuildingAddress, 'state' | 'zip_code' | 'zip_code_ext'> & (Permit | Property)['geo_ids'];

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
  ...dictionaryFields.map(dictionaryFile),
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
  const merged = existsSync(join(directory, mergedIdsFile)) ? [mergedIdsFile] : [];
  for (const name of [...servedFiles, ...merged]) yield* partsOf(name, join(directory, name));
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
