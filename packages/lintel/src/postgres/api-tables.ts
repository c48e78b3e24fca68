/**
 * The tables from which the service answers: every record as the bytes of its answer, in the order of the release
 * (`position`), beside the values by which it is found, folded as the files of a release fold them.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BuildingAddress, Contractor, Decision, OtherAddress, Permit, Property } from '@lintel/contract';
import type { Column, ColumnType } from '../export/column.js';
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
import type { ReleaseTable } from './tables.js';

/** How the names of these tables begin; views show no others. */
export const apiPrefix = 'api_';

/** The columns of numbers by which permits are found, with their fields. */
export const permitNumbers = {
  job_value: 'job_value',
  fees: 'fees',
  approval_duration: 'approval_duration',
  construction_duration: 'construction_duration',
  inspection_pr: 'inspection_pass_rate',
  market_value: 'property_assess_market_value',
  building_area: 'property_building_area',
  lot_size: 'property_lot_size',
  story_count: 'property_story_count',
  unit_count: 'property_unit_count',
} as const satisfies Readonly<Record<string, keyof Permit>>;

/** The same of properties. */
export const propertyNumbers = {
  market_value: 'property_assess_market_value',
  lot_size: 'property_lot_size',
  building_area: 'property_building_area',
  unit_count: 'property_unit_count',
  year_built: 'property_year_built',
} as const satisfies Readonly<Record<string, keyof Property>>;

const numbers = (names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, 'integer'])) as Record<string, ColumnType>;

const position: Column = {
  name: 'position',
  path: ['position'],
  type: 'integer',
  description: 'Number of the row in the order of the release, from 0.',
};

export const apiTables: readonly ReleaseTable[] = [
  apiTable<Permit>(
    'permits',
    {
      id: 'text',
      record: 'text',
      start_date: 'date',
      places: 'texts',
      address_id: 'text',
      jurisdiction_id: 'text',
      tags: 'texts',
      status: 'text',
      property_type: 'text',
      contractor_id: 'text',
      number_key: 'text',
      description_key: 'text',
      x: 'integer',
      y: 'integer',
      ...numbers(permitNumbers),
    },
    {
      places: 'USING gin (places)',
      tags: 'USING gin (tags)',
      contractor: '(contractor_id, position)',
      number: '(number_key text_pattern_ops)',
      date: '(start_date)',
      place_x: '(x, y)',
    },
    (permit) => ({
      id: permit.id,
      start_date: permit.start_date,
      tags: permit.tags,
      status: permit.status,
      property_type: permit.property_type,
      contractor_id: permit.contractor_id,
      places: placesOf(permit),
      address_id: permit.geo_ids.address_id,
      jurisdiction_id: permit.geo_ids.jurisdiction_id,
      number_key: permit.number === null ? null : foldNumber(permit.number),
      description_key: permit.description === null ? null : foldText(permit.description),
      ...pointOf(permit.address),
      ...valuesOf(permit, permitNumbers),
    }),
  ),
  {
    name: `${apiPrefix}property_permits`,
    comment: 'The permits of each property, by any of their addresses.',
    columns: (
      [
        ['property_id', 'text'],
        ['start_date', 'date'],
        ['status', 'text'],
        ['tags', 'texts'],
      ] as const
    ).map(([name, type]) => ({ name, path: [name], type, description: '' })),
    primaryKey: [],
    indexes: { property: '(property_id, start_date)' },
    count: () => null,
    *rows(directory, from) {
      let row = 0;
      for (const pair of propertyPermits(directory)) if (row++ >= from) yield pair;
    },
  },
  apiTable<Contractor>(
    'contractors',
    {
      id: 'text',
      record: 'text',
      name_key: 'text',
      business_name_key: 'text',
      website_key: 'text',
      license_key: 'text',
      classifications: 'texts',
      total_job_value: 'integer',
      permit_count: 'integer',
      avg_inspection_pass_rate: 'integer',
    },
    { license: '(license_key)', website: '(website_key)' },
    (contractor) => ({
      id: contractor.id,
      total_job_value: contractor.total_job_value,
      permit_count: contractor.permit_count,
      avg_inspection_pass_rate: contractor.avg_inspection_pass_rate,
      name_key: contractor.name === null ? null : foldText(contractor.name),
      business_name_key: contractor.business_name === null ? null : foldText(contractor.business_name),
      website_key: contractor.website === null ? null : foldWebsite(contractor.website),
      license_key: contractor.license === null ? null : foldLicense(contractor.license),
      classifications: contractor.classification_derived,
    }),
  ),
  apiTable<Property>(
    'properties',
    {
      id: 'text',
      record: 'text',
      places: 'texts',
      jurisdiction_id: 'text',
      owner_key: 'text',
      property_type: 'text',
      x: 'integer',
      y: 'integer',
      ...numbers(propertyNumbers),
    },
    { places: 'USING gin (places)', owner: '(owner_key)', place_x: '(x, y)' },
    (property) => ({
      id: property.id,
      property_type: property.property_type,
      places: placesOf(property),
      jurisdiction_id: property.geo_ids.jurisdiction_id,
      owner_key: property.property_legal_owner === null ? null : foldOwner(property.property_legal_owner),
      ...pointOf(property.address),
      ...valuesOf(property, propertyNumbers),
    }),
  ),
  apiTable<Decision>(
    'decisions',
    {
      id: 'text',
      record: 'text',
    },
    {},
    ({ id }) => ({ id }),
  ),
  apiTable('addresses', { record: 'text' }, {}, () => ({})),
  apiTable('origins', { record: 'text' }, {}, () => ({})),
  apiTable('spellings', { record: 'text' }, {}, () => ({})),
  {
    name: `${apiPrefix}files`,
    comment: 'Files of the release that the service reads as they are, in parts.',
    columns: [
      { name: 'name', path: ['name'], type: 'text', description: '' },
      { name: 'part', path: ['part'], type: 'integer', description: '' },
      { name: 'bytes', path: ['bytes'], type: 'bytes', description: '' },
    ],
    primaryKey: ['name', 'part'],
    indexes: {},
    count: () => null,
    *rows(directory, from) {
      let row = 0;
      for (const part of fileParts(directory)) if (row++ >= from) yield part;
    },
  },
];

/**
 * Files that the service reads as they are: what is found about places and in texts by indexes of the release's own
 * formats. Records are not among them.
 */
export const servedFiles = [
  indexFile,
  metricsFile,
  coverageFile,
  jurisdictionCoverageFile,
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

/** A table of one kind of record; `valuesOf` gives its columns besides `position` and `record`. */
function apiTable<T>(
  kind: SegmentKind,
  columns: Readonly<Record<string, ColumnType>>,
  indexes: Readonly<Record<string, string>>,
  values: (record: T) => object,
): ReleaseTable {
  // Releases built before spellings were kept do not have them.
  const isKept = (directory: string) => existsSync(join(directory, recordsFile(kind)));
  return {
    name: `${apiPrefix}${kind}`,
    comment: 'What the service answers from.',
    columns: [
      position,
      ...Object.entries(columns).map(([name, type]) => ({ name, path: [name], type, description: '' })),
    ],
    primaryKey: ['position'],
    indexes: { ...('id' in columns ? { id: '(id)' } : {}), ...indexes },
    count(directory) {
      if (!isKept(directory)) return 0;
      const reader = new RowReader(directory, kind);
      reader.close();
      return reader.rows;
    },
    *rows(directory, from) {
      if (!isKept(directory)) return;
      let row = 0;
      for (const line of scanRecords(directory, kind)) {
        if (row++ < from) continue;
        yield Object.assign(values(JSON.parse(line.toString()) as T), { position: row - 1, record: line });
      }
    },
  };
}

function* propertyPermits(directory: string): Generator<object> {
  for (const line of scanRecords(directory, 'permits')) {
    const {
      geo_ids,
      other_addresses: others = [],
      start_date,
      status,
      tags,
    } = JSON.parse(line.toString()) as Permit;
    const addresses = new Set([geo_ids, ...others].map(({ address_id }) => address_id));
    for (const property_id of addresses) {
      if (property_id !== null) yield { property_id, start_date, status, tags };
    }
  }
}

interface Placed {
  readonly address: BuildingAddress;
  readonly geo_ids: Permit['geo_ids'];
  readonly other_addresses?: readonly OtherAddress[];
}

/** All places that contain something, by any of its addresses. */
function placesOf({ address, geo_ids: ids, other_addresses: others = [] }: Placed): string[] {
  const places = [{ ...address, ...ids }, ...others].flatMap((each) => {
    const { state, zip_code: zip, zip_code_ext: ext } = each;
    const zipExt = zip === null || ext === null ? null : `${zip}-${ext}`;
    return [state, zip, zipExt, each.address_id, each.city_id, each.county_id, each.jurisdiction_id];
  });
  return [...new Set(places.filter((place) => place !== null))];
}

function pointOf({ latlng }: BuildingAddress): { readonly x: number | null; readonly y: number | null } {
  const [lat, lng] = latlng ?? [];
  return lat === undefined || lng === undefined ? { x: null, y: null } : { x: xOf(lng), y: yOf(lat) };
}

function valuesOf<T extends object>(record: T, fields: Readonly<Record<string, keyof T>>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, record[field] ?? null]));
}
