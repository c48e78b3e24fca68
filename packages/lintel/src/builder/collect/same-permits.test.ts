/** One permit that two sources of one authority have becomes one record; what only looks the same stays apart. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { geoId, type Permit } from '@lintel/contract';
import { permitId } from '@lintel/contract/plain';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import {
  syntheticCatalog,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
  syntheticSource,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { readOrigin } from '../../format/segment/read-origin.js';
import type { PermitRecord, RefinedPermit } from '../../refine/record/refined.js';
import type { Source } from '../../refine/record/source.js';
import { openRelease } from '../../releases/open-release.js';
import type { BuildOptions } from '../build-release.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-same-permits-'));
after(() => rmSync(root, { recursive: true, force: true }));

function sourceOf(id: string, change: Partial<Source> = {}): Source {
  const source = syntheticSource(id, 'permits');
  return { ...source, context: { ...source.context, namespace: id }, ...change };
}
const { context } = sourceOf('region');
const elsewhere = {
  ...context,
  jurisdiction: { ...context.jurisdiction, geoid: '0644000', name: 'Los Angeles' },
};
/** A region that collects several authorities comes after a city, whatever their ids. */
const catalog = syntheticCatalog([
  sourceOf('a-region', { otherContexts: [elsewhere] }),
  sourceOf('b-city'),
  { ...sourceOf('c-addresses'), rowIs: 'address' },
  { ...sourceOf('d-elsewhere'), context: { ...elsewhere, id: 'd-elsewhere', namespace: 'd-elsewhere' } },
]);

const authority = geoId('jurisdiction', 'Overlap City');
const idOf = (source: string, key: string) => permitId(source, key);

/** A row of a source: a permit of the authority at a house of Millick Street, with what it changes. */
function row(source: string, key: string, change: Partial<PermitRecord> = {}, house = 4) {
  const made = syntheticPermit(1, syntheticNumbers(1));
  assert.ok(made.kind === 'permit');
  const { tags: _, ...plain } = made.record;
  const record: PermitRecord = {
    ...plain,
    id: idOf(source, key),
    source_id: source,
    number: 'BLD-26-1',
    description: null,
    job_value: null,
    status: null,
    record_kind: undefined,
    parent_number: undefined,
    file_date: '2026-03-01',
    issue_date: undefined,
    final_date: undefined,
    start_date: '2026-03-01',
    end_date: '2026-03-01',
    total_duration: 0,
    construction_duration: null,
    approval_duration: null,
    tags: [],
    parcel_number: null,
    address: { ...made.record.address, street_no: String(house), street: 'MILLICK ST', latlng: null },
    geo_ids: {
      ...made.record.geo_ids,
      address_id: geoId('address', `${house} MILLICK`),
      jurisdiction_id: authority,
    },
    ...change,
  };
  const refined: RefinedPermit = { ...made, record, contractor: null, defects: [] };
  return syntheticRow(key, refined);
}

type Rows = Readonly<Record<string, readonly ReturnType<typeof row>[]>>;

/** A release of the rows by source. `days`: how long after the first the others were read. */
async function built(rows: Rows, options: Partial<BuildOptions> = {}, days = 0) {
  const day = (at: number) => ({ asOfMs: Date.UTC(2026, 5, 1) + at * days * 86_400_000 });
  const world = makeWorld(root, (store) => {
    for (const [at, [source, of]] of Object.entries(rows).entries()) {
      if (days === 0) ingest(store, source, of);
      else {
        const run = store.startRun(source, 'file', day(at));
        for (const each of of) run.put(each);
        run.finish();
      }
    }
  });
  const release = await world.build({ catalog, ...options });
  return { release, permits: recordsOf<Permit>(release.directory, 'permits') };
}

const overlap = (counts: object) => [{ source: 'a-region', other: 'b-city', ...counts }];

test('one permit of a region and a city is one record, each field from who knows it', async () => {
  const region = row('a-region', 'r', { number: 'bld 26 1', job_value: 500_00, tags: ['solar'] });
  const city = row('b-city', 'c', { status: 'active', description: 'Roof', issue_date: '2026-03-11' });
  const { release, permits } = await built({ 'a-region': [region], 'b-city': [city] });
  const [permit = assert.fail(), ...more] = permits;
  assert.deepEqual(more, []);
  assert.equal(permit.id, idOf('b-city', 'c'));
  const { source_id, number, job_value, status, description, tags, approval_duration } = permit;
  assert.deepEqual(
    { source_id, number, job_value, status, description, tags, approval_duration },
    {
      source_id: 'b-city',
      number: 'BLD-26-1',
      job_value: 500_00,
      status: 'active',
      description: 'Roof',
      tags: ['solar'],
      approval_duration: 10,
    },
  );
  const origin = readOrigin(release.directory, permit.id);
  assert.deepEqual([origin?.source, origin?.key], ['b-city', 'c']);
  assert.deepEqual(origin?.merged, [
    { id: idOf('a-region', 'r'), source: 'a-region', keys: ['r'], fields: ['job_value', 'tags'] },
  ]);
  assert.deepEqual(release.report.overlaps, overlap({ same: 1, repeated: 0, different: 0 }));
  assert.deepEqual([release.report.records, release.report.merged], [1, 1]);
});

test('an id that the record does not keep finds it', async () => {
  const rows = { 'a-region': [row('a-region', 'r')], 'b-city': [row('b-city', 'c')] };
  const { release, permits } = await built(rows);
  const former = idOf('a-region', 'r');
  const open = openRelease(release.directory);
  try {
    const found = await open.records('permits', [former, idOf('b-city', 'c'), '0'.repeat(16)]);
    assert.deepEqual(found.map(String), [JSON.stringify(permits[0])]);
    assert.equal((await open.permitOrigin(former))?.key, 'c');
  } finally {
    open.close();
  }
});

test('of values that differ, that of the source seen on the later day counts, then of who knows more', async () => {
  const region = row('a-region', 'r', { status: 'active', description: 'Region' });
  const city = row('b-city', 'c', { status: 'final', description: 'City', job_value: 1_00 });
  const later = await built({ 'b-city': [city], 'a-region': [region] }, {}, 3);
  assert.deepEqual([later.permits[0]?.id, later.permits[0]?.status], [idOf('b-city', 'c'), 'active']);
  assert.equal(later.permits[0]?.job_value, 1_00);
  const together = await built({ 'b-city': [city], 'a-region': [region] });
  assert.deepEqual([together.permits[0]?.description, together.permits[0]?.status], ['City', 'final']);
});

const apart: Readonly<Record<string, readonly [Partial<PermitRecord>, house: number]>> = {
  'another street': [
    {
      address: {
        street_no: '4',
        street: 'OTHER AVE',
        city: null,
        county: null,
        zip_code: null,
        zip_code_ext: null,
        state: 'CA',
        jurisdiction: null,
        latlng: null,
        unit: null,
      },
      geo_ids: {
        address_id: geoId('address', '4 OTHER'),
        city_id: null,
        county_id: null,
        jurisdiction_id: authority,
      },
    },
    4,
  ],
  'a date more than a year later': [{ file_date: '2028-03-01', start_date: '2028-03-01' }, 4],
  'another house and day': [{ file_date: '2026-03-02', start_date: '2026-03-02' }, 9],
};

for (const [what, [change, house]] of Object.entries(apart)) {
  test(`the same number with ${what} is another permit`, async () => {
    const { release, permits } = await built({
      'a-region': [row('a-region', 'r', change, house)],
      'b-city': [row('b-city', 'c')],
    });
    assert.equal(permits.length, 2);
    assert.deepEqual(release.report.overlaps, overlap({ same: 0, repeated: 0, different: 1 }));
  });
}

test('a number that a source has twice merges nothing, nor does one of another authority', async () => {
  const other = {
    geo_ids: {
      address_id: null,
      city_id: null,
      county_id: null,
      jurisdiction_id: geoId('jurisdiction', 'X'),
    },
  };
  const { release, permits } = await built({
    'a-region': [row('a-region', 'r')],
    'b-city': [row('b-city', 'c'), row('b-city', 'd')],
    'd-elsewhere': [row('d-elsewhere', 'e', other)],
  });
  assert.equal(permits.length, 4);
  assert.deepEqual(release.report.overlaps, overlap({ same: 0, repeated: 1, different: 0 }));
});

test('a row that another of its permit supersedes takes no permit of another source with it', async () => {
  const [renumbered, old] = [row('b-city', 'c', { number: 'BLD-26-2' }), row('b-city', 'c')];
  const { permits } = await built({
    'a-region': [row('a-region', 'r')],
    'b-city': [renumbered, { ...old, key: 'c-old' }],
  });
  assert.deepEqual(permits.map(({ number }) => number).sort(), ['BLD-26-1', 'BLD-26-2']);
});

test('the further addresses of a permit stay with it', async () => {
  const houses = [
    row('c-addresses', 'k', {}, 4),
    row('c-addresses', 'k', {}, 8),
    row('c-addresses', 'k', {}, 9),
  ];
  const { permits, release } = await built({
    'a-region': [row('a-region', 'r', { job_value: 7_00 }, 8)],
    'c-addresses': houses.map((each, i) => ({ ...each, key: `k${i}` })),
  });
  const [permit = assert.fail(), ...more] = permits;
  assert.deepEqual(more, []);
  const all = [permit.address, ...(permit.other_addresses ?? [])].map(({ street_no }) => street_no);
  assert.deepEqual(all.sort(), ['4', '8', '9']);
  assert.equal(permit.job_value, 7_00);
  assert.equal(release.report.merged, 3);
});

test('a build with little memory gives the same release', async () => {
  const many = (source: string) =>
    Array.from({ length: 300 }, (_, i) =>
      row(source, String(i), { number: `N${i}`, description: `${source} ${i}` }, i),
    );
  const rows = { 'a-region': many('a-region'), 'b-city': many('b-city') };
  const [one, other] = [await built(rows), await built(rows, { memoryBytes: 1 << 16 })];
  assert.equal(one.permits.length, 300);
  assert.equal(one.release.id, other.release.id);
});
