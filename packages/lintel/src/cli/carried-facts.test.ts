/**
 * Rows of one address, from a file to a published release: what each permit is given by the others, and what
 * not.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Contractor, Permit } from '@lintel/contract';
import { checkOneUse, recordsOf } from '@lintel/testing/release/oracle.js';
import { dataQuality } from '../explain/data-quality.js';
import { readManifest } from '../format/manifest.js';
import { openInstallation } from '../installation/installation.js';
import { openRelease } from '../releases/open-release.js';
import { ingestFile } from '../sources/ingest/ingest.js';
import { silentCommandProgress } from './terminal/progress.js';
import { buildFrom } from './work/build.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-carried-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const columns = [
  'permit_number',
  'sub_type',
  'work_type',
  'permit_location',
  'date_issued',
  'work_description',
  'status',
  'folder_owner',
  'total_existing_bldg_footage',
  'total_new_add_footage',
  'number_of_units',
  'city',
  'county',
];
const file = join(directory, 'austin.csv');
const row = (number: string, rest: readonly string[]) =>
  [number, ...rest].map((cell) => `"${cell}"`).join(',');
const place = ['Austin', 'Travis County'];
writeFileSync(
  file,
  [
    columns.join(','),
    row('2016-000001 BP', [
      'R- 434 Addition & Alterations',
      'Addition',
      '12 QUILL ST',
      '06/20/2016',
      'Add 300 sq ft bedroom',
      'Active',
      '',
      '',
      '300',
      '0',
      ...place,
    ]),
    row('2016-000002 BP', [
      'R- 434 Addition & Alterations',
      'Addition',
      '12 QUILL ST',
      '05/20/2016',
      'Addition to rear',
      'Active',
      '',
      '1900',
      '250',
      '0',
      ...place,
    ]),
    row('2016-000003 EP', [
      'Electrical Permit',
      'Repair',
      '12 QUILL ST',
      '04/20/2016',
      'Replace 200 amp service',
      'Active',
      'Quill Electric Co.LTD,',
      '',
      '',
      '',
      ...place,
    ]),
    row('2016-000004 BP', [
      'R- 101 Single Family Houses',
      'New',
      '14 QUILL ST',
      '04/20/2016',
      'New 2 story residence',
      'Active',
      '',
      '',
      '2400',
      '1',
      ...place,
    ]),
    row('2016-000005 PP', [
      'Plumbing Permit',
      'Repair',
      '14 QUILL ST',
      '05/20/2016',
      'Repair water line',
      'Active',
      '',
      '',
      '',
      '',
      ...place,
    ]),
  ].join('\n'),
);

const installation = await openInstallation(
  directory,
  silentCommandProgress,
  () => new AbortController().signal,
  { makesHome: true },
);
after(() => installation.close());
const source = (await installation.catalog()).require('austin-tx-daily');
await ingestFile({ store: await installation.rawStore(), source, path: file });
const built = await buildFrom(installation, { asOf: '2016-12-31', refineThreads: 0 });
const release = openRelease(built.directory);
after(() => release.close());
const permits = recordsOf<Permit>(built.directory, 'permits');
const permit = (number: string) => {
  const found = permits.find((each) => each.number?.startsWith(number));
  assert.ok(found, number);
  return found;
};

test('the area of an addition or a new house stays with its permit, and zero units are never passed on', () => {
  const areas = permits.map(({ number, property_building_area: area }) => [number, area]).sort();
  assert.deepEqual(areas, [
    ['2016-000001 BP', null],
    ['2016-000002 BP', 2150],
    ['2016-000003 EP', null],
    ['2016-000004 BP', 2400],
    ['2016-000005 PP', null],
  ]);
  assert.equal(permit('2016-000003').property_unit_count, null);
  assert.equal(permit('2016-000005').property_unit_count, 1);
});

test('a type from another permit adds its tag to the permit, its contractor and the metrics', () => {
  assert.equal(permit('2016-000003').property_type, 'residential');
  assert.ok(permit('2016-000003').tags.includes('residential'));
  const [contractor] = recordsOf<Contractor>(built.directory, 'contractors');
  assert.equal(contractor?.business_name, 'Quill Electric Co. LTD');
  assert.equal(contractor?.tag_tally.residential, 1);
  assert.ok(checkOneUse(release, permits) > 0);
});

test('the report lists what the source does not give', () => {
  const { fill } = dataQuality(readManifest(built.directory)).sources[0] ?? {};
  assert.deepEqual([fill?.status?.stated, fill?.fees?.stated, fill?.fees?.records], [true, false, 0]);
});
