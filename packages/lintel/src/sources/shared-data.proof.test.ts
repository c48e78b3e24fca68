/**
 * Real files of the cities in the catalog: every row is accounted for and every distinct row key is stored
 * once. The same promises are tried on made-up files in city-files.test.ts.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import { filesOf, ingested } from '@lintel/testing/sources/ingested-files.js';
import type { CanonicalPermit } from '../refine/record/canonical.js';
import { loadCatalog } from './source/load-catalog.js';

interface Expected {
  readonly folder: string;
  readonly files: RegExp;
  readonly read: number;
  readonly keys: number;
  /** Fields that nearly every permit of the source has. */
  readonly filled: readonly (keyof CanonicalPermit)[];
}

const expected: Readonly<Record<string, Expected>> = {
  'san-francisco-ca': {
    folder: 'san-francisco-ca',
    files: /\.csv$/,
    read: 18_898,
    keys: 15_173,
    filled: [
      'number',
      'type',
      'status_raw',
      'file_date',
      'job_value',
      'street_no',
      'street_name',
      'zip',
      'parcel',
    ],
  },
  'chicago-il': {
    folder: 'chicago-il',
    files: /\.json$/,
    read: 32_465,
    keys: 32_465,
    filled: ['number', 'type', 'description', 'issue_date', 'address', 'lat', 'lng'],
  },
  'chicago-il-portal': {
    folder: 'chicago-il',
    files: /\.csv$/,
    read: 441,
    keys: 441,
    filled: [
      'number',
      'type',
      'description',
      'issue_date',
      'job_value',
      'fees',
      'street_name',
      'contractor_name',
      'contractor_phone',
    ],
  },
  'nashville-tn': {
    folder: 'nashville-tn',
    files: /\.csv$/,
    read: 5996,
    keys: 5994,
    filled: ['number', 'type', 'subtype', 'description', 'file_date', 'address', 'city', 'zip', 'lat', 'lng'],
  },
  'boulder-co': {
    folder: 'boulder-county-co',
    files: /^Construction/,
    read: 599,
    keys: 599,
    filled: ['number', 'type', 'work', 'description', 'status_raw', 'file_date', 'address', 'zip'],
  },
  'lafayette-co': {
    folder: 'boulder-county-co',
    files: /^Lafayette/,
    read: 126,
    keys: 126,
    filled: ['number', 'type', 'description', 'issue_date', 'job_value', 'fees'],
  },
  'austin-tx-daily': {
    folder: 'austin-tx',
    files: /^austin/,
    read: 20_677,
    keys: 20_148,
    filled: [
      'number',
      'type',
      'subtype',
      'work',
      'description',
      'status_raw',
      'issue_date',
      'address',
      'city',
    ],
  },
  'new-york-ny-dob-now-recent': {
    folder: 'new-york-ny',
    files: /^cb6/,
    read: 1289,
    keys: 1289,
    filled: [
      'number',
      'type',
      'status_raw',
      'issue_date',
      'street_no',
      'street_name',
      'county',
      'lat',
      'lng',
    ],
  },
  'new-york-ny-bis-daily': {
    folder: 'new-york-ny',
    files: /\.csv$/,
    read: 4621,
    keys: 4133,
    filled: ['number', 'type', 'status_raw', 'file_date', 'street_no', 'street_name', 'city', 'county'],
  },
  'philadelphia-pa-odata': {
    folder: 'philadelphia-pa',
    files: /\.json$/,
    read: 2000,
    keys: 2000,
    filled: ['number', 'type', 'subtype', 'description', 'status_raw', 'issue_date', 'street_no', 'zip'],
  },
  'tampa-fl': {
    folder: 'tampa-bay-fl',
    files: /tampa_city/,
    read: 17,
    keys: 17,
    filled: ['number', 'type', 'description', 'status_raw', 'file_date', 'address', 'zip', 'use'],
  },
  'lakeland-fl': {
    folder: 'tampa-bay-fl',
    files: /lakeland/,
    read: 93,
    keys: 93,
    filled: ['number', 'type', 'description', 'file_date', 'address', 'city', 'zip', 'point'],
  },
  'hernando-county-fl': {
    folder: 'tampa-bay-fl',
    files: /hernando/,
    read: 1,
    keys: 1,
    filled: ['number', 'type', 'status_raw', 'issue_date', 'job_value', 'parcel'],
  },
  'tampa-bay-fl': {
    folder: 'tampa-bay-fl',
    files: /\.csv$/,
    read: 1426,
    keys: 1421,
    filled: ['number', 'type', 'state'],
  },
  'yarmouth-me': {
    folder: 'yarmouth-me',
    files: /\.geojson$/,
    read: 177,
    keys: 177,
    filled: ['type', 'issue_date', 'job_value', 'fees', 'address', 'lat', 'lng', 'lot_size', 'market_value'],
  },
  'marion-county-fl': {
    folder: 'marion-county-fl',
    files: /\.json$/,
    read: 105,
    keys: 105,
    filled: [
      'number',
      'type',
      'description',
      'status_raw',
      'file_date',
      'issue_date',
      'address',
      'inspections_passed',
    ],
  },
  'chicago-il-contractors': {
    folder: 'contractors',
    files: /\.csv$/,
    read: 400,
    keys: 400,
    filled: [],
  },
  'new-york-ny-land-use': {
    folder: 'decisions',
    files: /\.ndjson$/,
    read: 2516,
    keys: 2516,
    filled: [],
  },
};

for (const [id, { folder, files, read, keys, filled }] of Object.entries(expected)) {
  testOnRealData(`all files of ${id} are accounted for`, async () => {
    const found = await ingested(loadCatalog().require(id), filesOf(join(realData, folder), files));
    assert.deepEqual([found.read, found.stored, found.quarantined], [read, keys, 0]);
    for (const field of filled) {
      const rows = found.filled.get(field) ?? 0;
      assert.ok(rows >= 0.97 * keys, `${field} has a value in ${rows} of ${keys} rows`);
    }
  });
}

testOnRealData(
  "San Francisco's narrower export loses no location, in whatever order the files are read",
  async () => {
    const source = loadCatalog().require('san-francisco-ca');
    const files = filesOf(join(realData, 'san-francisco-ca'), /\.csv$/);
    for (const paths of [files, files.toReversed()]) {
      const { rows } = await ingested(source, paths);
      assert.equal(rows.filter((row) => 'Location' in row).length, 4954);
      assert.equal(new Set(rows.map((row) => source.map(row).key)).size, 12_478, 'a number is a permit');
    }
  },
);

testOnRealData('every file of records is read by a source of the catalog', () => {
  const folders = new Set(Object.values(expected).map(({ folder }) => folder));
  const unread = [...folders].flatMap((folder) =>
    readdirSync(join(realData, folder))
      .filter((name) => !Object.values(expected).some((own) => own.folder === folder && own.files.test(name)))
      .map((name) => `${folder}/${name}`),
  );
  assert.deepEqual(unread, ['austin-tx/BLDS-field-map.csv']);
});
