/**
 * Files in the shapes of the catalog's cities, made up: every row is accounted for, and every value reaches
 * its field.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeCityFiles } from '@lintel/testing/sources/city-files.js';
import { filesOf, ingested } from '@lintel/testing/sources/ingested-files.js';
import { loadCatalog } from './source/load-catalog.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-city-files-'));
writeCityFiles(directory);
after(() => rmSync(directory, { recursive: true, force: true }));

interface Expected {
  readonly folder: string;
  readonly read: number;
  readonly stored: number;
  /** Field → stored rows that have a value for it, for every field that any row has. */
  readonly filled: Readonly<Record<string, number>>;
}

const expected: Readonly<Record<string, Expected>> = {
  'san-francisco-ca': {
    folder: 'san-francisco-ca',
    read: 5,
    stored: 4,
    filled: {
      number: 4,
      type: 4,
      description: 3,
      status_raw: 4,
      file_date: 4,
      issue_date: 2,
      job_value: 3,
      street_no: 4,
      street_name: 4,
      street_suffix: 4,
      zip: 4,
      point: 2,
      parcel: 4,
    },
  },
  'nashville-tn': {
    folder: 'nashville-tn',
    read: 3,
    stored: 3,
    filled: {
      number: 3,
      type: 3,
      subtype: 2,
      description: 2,
      file_date: 3,
      issue_date: 2,
      job_value: 2,
      address: 3,
      city: 3,
      state: 3,
      zip: 3,
      lat: 2,
      lng: 2,
      parcel: 3,
      record_kind: 2,
      contractor_name: 1,
    },
  },
  'chicago-il': {
    folder: 'chicago-il',
    read: 4,
    stored: 3,
    filled: {
      number: 3,
      type: 3,
      description: 1,
      status_raw: 3,
      issue_date: 3,
      job_value: 1,
      address: 3,
      lat: 1,
      lng: 1,
      contractor_name: 2,
      other_contractors: 2,
      contractor_phone: 1,
    },
  },
  'yarmouth-me': {
    folder: 'yarmouth-me',
    read: 2,
    stored: 2,
    filled: {
      type: 2,
      issue_date: 2,
      job_value: 1,
      fees: 1,
      address: 2,
      lat: 1,
      lng: 1,
      contractor_name: 1,
      lot_size: 1,
    },
  },
  'new-york-ny-land-use': {
    folder: 'decisions',
    read: 2,
    stored: 2,
    filled: {
      title: 2,
      description: 2,
      decision_date: 2,
      outcome: 1,
      category: 1,
      subcategory: 1,
      address: 1,
      city: 1,
      county: 1,
      source_url: 2,
    },
  },
  'chicago-il-contractors': {
    folder: 'contractors',
    read: 2,
    stored: 2,
    filled: {
      business_name: 2,
      classification: 1,
      trade: 2,
      license_exp_date: 2,
      phone: 2,
      address: 2,
      city: 2,
      state: 2,
      zip: 2,
    },
  },
};

for (const [id, { folder, read, stored, filled }] of Object.entries(expected)) {
  test(`every row of the files of ${id} is stored once, and each field is filled from its column`, async () => {
    const found = await ingested(loadCatalog().require(id), filesOf(join(directory, folder), /./));
    assert.deepEqual([found.read, found.stored, found.quarantined], [read, stored, 0]);
    assert.deepEqual(Object.fromEntries(found.filled), filled);
  });
}

test('an export without the location column loses no location, in whatever order the files are read', async () => {
  const source = loadCatalog().require('san-francisco-ca');
  const files = filesOf(join(directory, 'san-francisco-ca'), /./);
  for (const paths of [files, files.toReversed()]) {
    const { rows } = await ingested(source, paths);
    const located = rows.filter((row) => 'Location' in row).map((row) => row['Record ID']);
    assert.deepEqual(located.sort(), ['1', '2']);
    assert.equal(new Set(rows.map((row) => source.map(row).key)).size, 3, 'a number is a permit');
  }
});
