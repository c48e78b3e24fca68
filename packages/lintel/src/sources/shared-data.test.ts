/** Real files of the cities in the catalog: every row is accounted for and every distinct row key is stored once. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import type { CanonicalPermit } from '../refine/canonical.js';
import { ingestFile } from './ingest.js';
import { loadCatalog } from './load-catalog.js';

const shared = resolve('../shared/data');
const skip = existsSync(shared) ? false : `no real permit files at ${shared}`;

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
};

for (const [id, { folder, files, read, keys, filled }] of Object.entries(expected)) {
  test(`all files of ${id} are accounted for`, { skip }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'lintel-shared-'));
    const store = openRawStore(join(directory, 'raw.sqlite'));
    try {
      const source = loadCatalog().require(id);
      const names = readdirSync(join(shared, folder)).filter((name) => files.test(name));
      for (const name of names.sort()) {
        const { counts } = await ingestFile({ store, source, path: join(shared, folder, name) });
        assert.equal(counts.read, counts.new + counts.changed + counts.unchanged + counts.quarantined);
      }
      const [totals] = store.totals();
      assert.deepEqual([totals?.counts.read, totals?.rows, totals?.counts.quarantined], [read, keys, 0]);
      const found = new Map<string, number>();
      for (const row of store.rows(id)) {
        const { kind, key, fields } = source.map(JSON.parse(row.body));
        assert.equal(kind, 'permits');
        assert.ok(key !== '');
        for (const field of Object.keys(fields)) found.set(field, (found.get(field) ?? 0) + 1);
      }
      for (const field of filled) {
        assert.ok((found.get(field) ?? 0) >= 0.97 * keys, `${field} is in ${found.get(field)} of ${keys}`);
      }
    } finally {
      store.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
}
