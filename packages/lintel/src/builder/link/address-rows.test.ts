/**
 * Rows that are addresses of permits become one record per permit, found by each of its addresses and counted
 * once.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  type Address,
  endpoints,
  geoId,
  type Permit,
  type PermitStatus,
  type Property,
} from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import {
  syntheticAddressRows,
  syntheticMention,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld, type World } from '@lintel/testing/release/synthetic-world.js';
import { readOrigin } from '../../format/segment/read-origin.js';
import type { PermitQuery } from '../../query/questions.js';
import type { SqliteRawStore } from '../../raw/sqlite-raw-store.js';
import type { PermitRecord, Refined, RefinedPermit } from '../../refine/record/refined.js';
import { openRelease } from '../../releases/open-release.js';
import type { BuiltRelease } from '../build-release.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-address-rows-'));
after(() => rmSync(root, { recursive: true, force: true }));

const source = 'permits-c';
/** A permit with the same number in every call; each test overrides the parts it needs. */
function permit(number: number, change: Partial<PermitRecord> = {}): RefinedPermit {
  const made = syntheticPermit(number, syntheticNumbers(number));
  assert.ok(made.kind === 'permit');
  const same = {
    number: `P${number}`,
    record_kind: 'initial',
    status: 'active',
    start_date: '2026-03-01',
    file_date: '2026-03-01',
    job_value: 500_00,
  } as const;
  const record = { ...made.record, ...same, ...change };
  return { ...made, record, contractor: null, defects: [] };
}

/** A permit at a house of Millick Street, in a ZIP code. */
function at(house: number, zip = '94103', change: Partial<PermitRecord> = {}): RefinedPermit {
  const { record } = permit(0);
  const address = { ...record.address, street_no: String(house), street: 'MILLICK ST', zip_code: zip };
  const geoIds = { ...record.geo_ids, address_id: idOf(house), city_id: city };
  return permit(0, { address, geo_ids: geoIds, ...change });
}
const idOf = (house: number) => geoId('address', `${house} MILLICK`);
const city = geoId('city', 'San Francisco');

/** The rows of permit `number` at several houses. */
const rowsOf = (number: number, houses: readonly RefinedPermit[], change: Partial<PermitRecord> = {}) => {
  const [first, ...others] = houses;
  assert.ok(first !== undefined);
  const { address, geo_ids } = first.record;
  return syntheticAddressRows(permit(number, { address, geo_ids, ...change }), others);
};
const stored = (rows: readonly Refined[], prefix = 'c') =>
  rows.map((row, i) => syntheticRow(`${prefix}${i}`, row));

async function built(
  fill: (store: SqliteRawStore) => void,
): Promise<{ world: World; release: BuiltRelease; permits: Permit[] }> {
  const world = makeWorld(root, fill);
  const release = await world.build();
  return { world, release, permits: recordsOf<Permit>(release.directory, 'permits') };
}
const othersOf = (found: Permit | undefined) => found?.other_addresses?.map(({ street_no }) => street_no);
const defectsOf = ({ report }: BuiltRelease) =>
  Object.fromEntries(report.defects.map(({ name, field, count }) => [`${name} ${field}`, count]));

test('the rows of one permit become one record, its further addresses by street and house number', async () => {
  const rows = rowsOf(1, [at(40), at(110), at(9), at(40), at(12)]);
  const { release, permits } = await built((store) => {
    ingest(store, source, stored(rows));
    ingest(store, 'permits-a', [syntheticRow('a', permit(2))]);
  });
  assert.deepEqual(permits.map(({ number }) => number).sort(), ['P1', 'P2']);
  const found = permits.find(({ number }) => number === 'P1');
  assert.equal(found?.address.street_no, '40');
  assert.deepEqual(othersOf(found), ['9', '12', '110']);
  const [nine] = found?.other_addresses ?? [];
  assert.deepEqual(nine, { ...at(9).record.address, ...at(9).record.geo_ids });
  assert.equal(Object.keys(found ?? {}).at(-1), 'other_addresses');
  assert.equal('other_addresses' in (permits.find(({ number }) => number === 'P2') ?? {}), false);
  const [, c] = release.report.sources;
  assert.deepEqual([c?.read, c?.records, c?.merged, c?.quarantined], [5, 1, 4, 0]);
  const origin = readOrigin(release.directory, found?.id ?? '');
  assert.deepEqual(
    [origin?.source, origin?.key, origin?.otherKeys],
    [source, 'c0', ['c1', 'c2', 'c3', 'c4']],
  );
});

test('the same number in a source whose rows are permits gives no further addresses: the newest row is the permit', async () => {
  const { permits } = await built((store) => ingest(store, 'permits-a', stored(rowsOf(1, [at(4), at(5)]))));
  assert.deepEqual(
    permits.map(({ address, other_addresses }) => [address.street_no, other_addresses]),
    [['4', undefined]],
  );
});

test('the row seen last is the permit, then the one that states most, then the smallest key; differences are counted', async () => {
  const [old = assert.fail(), newer = assert.fail()] = rowsOf(1, [at(4), at(5)]);
  const final = { ...permit(1).record, ...at(5).record, id: permit(1).record.id, number: 'P1' };
  const last: Refined = { ...permit(1), record: { ...final, status: 'final', final_date: '2026-05-01' } };
  const less = { ...permit(2).record, job_value: null, fees: null };
  const { release, permits } = await built((store) => {
    ingest(store, source, [syntheticRow('1', old), syntheticRow('2', newer)]);
    ingest(store, source, [syntheticRow('2', last)]);
    const [a = assert.fail(), b = assert.fail()] = rowsOf(2, [at(6), at(7)]);
    assert.ok(a.kind === 'permit');
    const scant = { ...a, record: { ...a.record, job_value: less.job_value, fees: less.fees } };
    ingest(store, source, [syntheticRow('3', scant), syntheticRow('4', b)]);
    const [c = assert.fail(), d = assert.fail()] = rowsOf(3, [at(8), at(9)]);
    ingest(store, source, [syntheticRow('10', c), syntheticRow('9', d)]);
  });
  const of = (number: string) => permits.find((one) => one.number === number);
  assert.deepEqual(
    [of('P1')?.status, of('P1')?.final_date, of('P1')?.address.street_no],
    ['final', '2026-05-01', '5'],
  );
  assert.deepEqual(othersOf(of('P1')), ['4']);
  assert.deepEqual([of('P2')?.address.street_no, othersOf(of('P2'))], ['7', ['6']]);
  assert.deepEqual([of('P3')?.address.street_no, othersOf(of('P3'))], ['9', ['8']]);
  const defects = defectsOf(release);
  assert.equal(defects['address_rows_differ status'], 1);
  assert.equal(defects['address_rows_differ final_date'], 1);
  assert.equal(defects['address_rows_differ job_value'], 1);
});

/** Rows of one permit, each with a status and when the source says that it changed it. */
const changed = (...rows: readonly (readonly [status: PermitStatus, changed: string | null])[]) =>
  rowsOf(
    1,
    rows.map(() => at(4)),
  ).map((row, i) => {
    const [status = 'active', day = null] = rows[i] ?? [];
    assert.ok(row.kind === 'permit');
    const record = { ...row.record, status };
    const made = syntheticRow(`c${i}`, { ...row, record });
    return { ...made, sourceUpdatedMs: day === null ? null : Date.parse(day) };
  });

for (const name of [source, 'permits-a']) {
  test(`of rows of one permit in ${name} that were seen together, the one that the source changed last is the record`, async () => {
    const { permits } = await built((store) =>
      ingest(store, name, changed(['in_review', '2026-03-01'], ['final', '2026-05-02'], ['active', null])),
    );
    assert.deepEqual(
      permits.map(({ status }) => status),
      ['final'],
    );
  });

  test(`a row of ${name} that was read again is no later than one that the source changed after it`, async () => {
    const [old = assert.fail(), newer = assert.fail()] = changed(
      ['in_review', '2026-03-01'],
      ['final', '2026-05-02'],
    );
    const { permits } = await built((store) => {
      ingest(store, name, [old, newer]);
      ingest(store, name, [old]);
    });
    assert.deepEqual(
      permits.map(({ status }) => status),
      ['final'],
    );
  });
}

test('an address whose row the source no longer has is left out, unless all of them are gone', async () => {
  const { permits, release } = await built((store) => {
    const first = store.startRun(source, 'portal');
    for (const row of [...stored(rowsOf(1, [at(4), at(5)])), ...stored(rowsOf(2, [at(6), at(7)]), 'd')])
      first.put(row);
    first.finish();
    const second = store.startRun(source, 'portal');
    for (const row of stored(rowsOf(1, [at(4), at(5)])).slice(1)) second.put(row);
    second.finish({ vanishedSince: second.id });
  });
  const of = (number: string) => permits.find((one) => one.number === number);
  assert.deepEqual([of('P1')?.address.street_no, othersOf(of('P1'))], ['5', undefined]);
  assert.deepEqual([of('P2')?.address.street_no, othersOf(of('P2'))], ['6', ['7']]);
  assert.equal(release.report.merged, 2 + 1, 'one row was read twice');
});

test('a contractor named by any row belongs to the permit, and two are a defect', async () => {
  const mention = (number: number) => syntheticMention(number, syntheticNumbers(1));
  const named = (rows: readonly Refined[], ...numbers: readonly (number | null)[]) =>
    rows.map(
      (row, i) => ({ ...row, contractor: numbers[i] === null ? null : mention(numbers[i] ?? 0) }) as Refined,
    );
  const { permits, release } = await built((store) => {
    ingest(store, source, stored(named(rowsOf(1, [at(4), at(5)]), null, 1)));
    ingest(store, source, stored(named(rowsOf(2, [at(4), at(5)]), 2, 3), 'd'));
  });
  assert.ok(permits.every(({ contractor_id: id }) => id !== undefined));
  assert.equal(defectsOf(release)['address_rows_differ contractor'], 1);
  assert.equal(
    release.info.counts.contractors,
    2,
    'a contractor that only a superseded row names is no record',
  );
});

const noFilter: PermitQuery = {
  ...emptyQuery(endpoints.permit_search),
  permit_from: '1900-01-01',
  permit_to: '2100-01-01',
};

test('each address finds the permit, and every place counts it once, with its value', async () => {
  const rows = rowsOf(1, [at(4), at(5, '94110'), at(6, '94110')]);
  const { release } = await built((store) => ingest(store, source, stored(rows)));
  const open = openRelease(release.directory);
  try {
    const places = [idOf(4), idOf(5), idOf(6), '94103', '94110', 'CA', city];
    for (const place of places) {
      const query = { ...noFilter, geo_id: [place] };
      const { items } = open.searchPermits(query, 0, 10);
      assert.deepEqual(
        items.map((item) => (JSON.parse(item.toString()) as Permit).number),
        ['P1'],
        place,
      );
      assert.deepEqual(open.countPermits(query), { value: 1, relation: 'eq' }, place);
    }
    const metrics = (kind: 'address' | 'zip' | 'city' | 'state', place: string) => {
      const [row] = open.currentMetrics(kind, place, { tag: 'all', propertyType: 'all' }, null) ?? [];
      const { permit_count, total_job_value } = JSON.parse(row?.toString() ?? '{}');
      return [permit_count, total_job_value];
    };
    for (const house of [4, 5, 6]) assert.deepEqual(metrics('address', idOf(house)), [1, 500_00]);
    for (const zip of ['94103', '94110']) assert.deepEqual(metrics('zip', zip), [1, 500_00]);
    assert.deepEqual(metrics('city', city), [1, 500_00]);
    assert.deepEqual(metrics('state', 'CA'), [1, 500_00]);
  } finally {
    open.close();
  }
  const addresses = recordsOf<Address>(release.directory, 'addresses');
  assert.deepEqual(addresses.map(({ street_no, zip_code }) => [street_no, zip_code]).sort(), [
    ['4', '94103'],
    ['5', '94110'],
    ['6', '94110'],
  ]);
});

test('the property at each address counts the permit and has the facts of its own row', async () => {
  const storeys = (count: number) => ({ property_story_count: count, property_unit_count: null });
  const [four = assert.fail(), five = assert.fail()] = rowsOf(1, [at(4), at(5)]);
  assert.ok(four.kind === 'permit' && five.kind === 'permit');
  const { release, permits } = await built((store) => {
    ingest(store, source, [
      syntheticRow('1', { ...four, record: { ...four.record, ...storeys(2) } }),
      syntheticRow('2', { ...five, record: { ...five.record, ...storeys(7) } }),
    ]);
    const { address, geo_ids } = at(5).record;
    ingest(store, 'permits-a', [
      syntheticRow('a', permit(9, { address, geo_ids, property_story_count: null })),
    ]);
  });
  const properties = recordsOf<Property>(release.directory, 'properties');
  const of = (house: number) => properties.find(({ id }) => id === idOf(house));
  assert.deepEqual([of(4)?.permit_count, of(4)?.property_story_count], [1, 2]);
  assert.deepEqual([of(5)?.permit_count, of(5)?.property_story_count], [2, 7]);
  assert.equal(of(5)?.address.street_no, '5');
  const other = permits.find(({ number }) => number === 'P9');
  assert.equal(other?.property_story_count, 7, 'facts are carried to other permits of the further address');
});

test('a permit that another source states later is taken from that source, and its further addresses are ignored', async () => {
  const [four = assert.fail(), five = assert.fail()] = rowsOf(1, [at(4), at(5)]);
  assert.ok(five.kind === 'permit');
  const seven = { ...five, record: { ...five.record, property_story_count: 7 } };
  const { address, geo_ids } = at(5).record;
  const { permits } = await built((store) => {
    ingest(store, source, stored([four, seven]));
    ingest(store, 'permits-b', [
      syntheticRow('b', four),
      syntheticRow('c', permit(9, { address, geo_ids, property_story_count: null })),
    ]);
  });
  assert.deepEqual(permits.map(({ number, other_addresses }) => [number, other_addresses]).sort(), [
    ['P1', undefined],
    ['P9', undefined],
  ]);
  assert.equal(permits.find(({ number }) => number === 'P9')?.property_story_count, null);
});

test('rows in any order, in threads and with little memory give the same release', async () => {
  const chance = syntheticNumbers(11);
  const rows = Array.from({ length: 300 }, (_, i) =>
    stored(
      syntheticAddressRows(
        syntheticPermit(i, chance),
        Array.from({ length: Math.floor(chance() * 5) }, () => syntheticPermit(0, chance)),
      ),
      `c${i}-`,
    ),
  ).flat();
  const filled = (some: typeof rows) => makeWorld(root, (store) => ingest(store, source, some));
  const world = filled(rows);
  const { id } = await world.build();
  assert.equal((await world.build({ memoryBytes: 20_000 })).id, id);
  const threads = {
    refineModule: new URL(import.meta.resolve('@lintel/testing/release/synthetic-refinery.js')),
    refineData: world.home.raw,
    refineThreads: 2,
  };
  assert.equal((await world.build(threads)).id, id);
  const { directory } = await filled([...rows].reverse()).build();
  const text = (of: string) => readFileSync(join(of, 'permits.ndjson'), 'utf8');
  assert.equal(text(directory), text(join(world.home.releases, id)));
});
