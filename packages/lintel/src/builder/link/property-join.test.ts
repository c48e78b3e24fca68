import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { geoId, type Permit, type PropertyFacts, propertyFactNames } from '@lintel/contract';
import { useConflict, withCarriedFacts, withOneUse } from '@lintel/testing/release/synthetic-facts.js';
import {
  syntheticCatalog,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
  syntheticSource,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { emptyPropertyFacts } from '../../refine/record/empty-records.js';
import { linkedKeys, type PermitRecord, type Refined } from '../../refine/record/refined.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-properties-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** The address ids of made-up permits are those of the house numbers 1 to 40. */
function assessed(houseNumber: number, asOf: string | null, facts: Partial<PropertyFacts>): Refined {
  const addressId = geoId('address', `${houseNumber} MILLICK`);
  const parcel = `${houseNumber} A`;
  return {
    kind: 'property',
    addressId,
    asOf,
    parcel,
    facts: { ...emptyPropertyFacts, ...facts },
    defects: [],
  };
}

const catalog = syntheticCatalog([
  syntheticSource('assessor', 'properties'),
  syntheticSource('permits-a', 'permits'),
  syntheticSource('zoning-parcels', 'properties'),
]);
const permitRows: Refined[] = [];
/** What each row of an assessor's file states, by its source and key. */
const factsOfRow = new Map<string, PropertyFacts>();
const world = makeWorld(root, (store) => {
  const chance = syntheticNumbers(11);
  for (let i = 0; i < 600; i++) permitRows.push(syntheticPermit(i, chance));
  ingest(
    store,
    'permits-a',
    permitRows.map((refined, i) => syntheticRow(`a${i}`, refined)),
  );
  const rows: Refined[] = [];
  for (let house = 1; house <= 30; house++) {
    rows.push(assessed(house, '2025-09-01', { property_year_built: 1900 + house, property_unit_count: 2 }));
    rows.push(assessed(house, '2020-01-01', { property_year_built: 1800, property_lot_size: 100 + house }));
  }
  rows.push(assessed(999, '2025-01-01', { property_year_built: 1999 }));
  const addRows = (source: string, prefix: string, refined: readonly Refined[]) => {
    for (const [i, row] of refined.entries()) {
      if (row.kind === 'property') factsOfRow.set(`${source} ${prefix}${i}`, row.facts);
    }
    ingest(
      store,
      source,
      refined.map((row, i) => syntheticRow(`${prefix}${i}`, row)),
    );
  };
  addRows('assessor', 'h', rows);
  addRows('zoning-parcels', 'z', [
    assessed(1, '2026-06-01', { property_type: 'exempt', property_owner_type: 'government' }),
    assessed(2, '2027-06-01', { property_type: 'vacant land', property_type_detail: 'lot' }),
  ]);
});
const built = await world.build({ catalog });
const text = readFileSync(join(built.directory, 'permits.ndjson'), 'utf8');
const permits = text
  .slice(0, -1)
  .split('\n')
  .map((line) => JSON.parse(line) as Permit);

const refinedOf = new Map(
  permitRows.flatMap((row) => (row.kind === 'permit' ? [[row.record.id, row.record] as const] : [])),
);

const withCarried = new Map(withCarriedFacts([...refinedOf.values()]).map((record) => [record.id, record]));

const assessedOn = new Map([
  [1, '2026-06-01'],
  [2, '2027-06-01'],
]);
/** The house number of a permit; 0 without an address. */
const houseOf = ({ geo_ids, address }: PermitRecord) =>
  geo_ids.address_id === null ? 0 : Number(address.street_no);

test('a permit keeps the facts that it states, and gets the others of an assessor and of its address', () => {
  const seen = { own: 0, assessed: 0, carried: 0 };
  for (const permit of permits) {
    const own = refinedOf.get(permit.id);
    const carried = withCarried.get(permit.id);
    assert.ok(own && carried);
    const house = houseOf(own);
    const giver = permit.property_facts_joined?.property_year_built ?? null;
    if (own.property_year_built !== null) {
      assert.equal(permit.property_year_built, own.property_year_built);
      assert.equal(giver, null);
      seen.own += 1;
    } else if (giver !== null && giver.permit_id === null) {
      assert.ok(house >= 1 && house <= 30);
      assert.equal(permit.property_year_built, 1900 + house);
      assert.ok(!own.tags.includes('new_construction'), 'a new building was not built before its permit');
      seen.assessed += 1;
    } else {
      assert.equal(permit.property_year_built, carried.property_year_built);
      seen.carried += giver === null ? 0 : 1;
    }
    const asOf = assessedOn.get(house) ?? '2025-09-01';
    const wins = house >= 1 && house <= 30 && (permit.start_date === null || permit.start_date <= asOf);
    if (house >= 1 && house <= 30 && own.parcel_number !== null) {
      assert.equal(permit.property_lot_size, 100 + house, 'the lot is that of all buildings of the parcel');
    }
    if (house === 1 && wins && permit.property_facts_joined?.property_type !== undefined) {
      assert.equal(permit.property_type, 'exempt');
    } else if (house > 2) assert.equal(permit.property_type, carried.property_type);
  }
  assert.ok(seen.own > 200 && seen.assessed > 50 && seen.carried > 20, JSON.stringify(seen));
});

test('a newer type that is neither housing nor business gives way where the tags of a permit say which it is', () => {
  let overruled = 0;
  let believed = 0;
  for (const permit of permits) {
    assert.equal(useConflict(permit), null);
    if (permit.geo_ids.address_id === null || permit.address.street_no !== '2') continue;
    const own = refinedOf.get(permit.id);
    // Only an assessor knows the lot. What it says of the building says nothing of a new one, or of an unknown day.
    if (permit.property_facts_joined?.property_lot_size === undefined) continue;
    if (own?.tags.includes('new_construction') || permit.start_date === null) continue;
    const tags = own?.tags.filter((tag) => tag === 'residential' || tag === 'commercial') ?? [];
    if (tags.length === 1) {
      assert.equal(permit.property_type, own?.property_type);
      overruled += 1;
    } else {
      assert.equal(permit.property_type, 'vacant land');
      believed += 1;
    }
  }
  const defects = built.report.sources.find(({ source }) => source === 'permits-a')?.defects;
  assert.equal(defects?.find(({ name }) => name === 'property_type_overruled')?.count, overruled);
  assert.ok(overruled > 0 && believed > 0);
});

test('a permit that states another fact than a newer one of its address keeps it, and the conflict is counted', () => {
  const newest = new Map<string, string>();
  let conflicts = 0;
  for (const permit of permits) {
    const { address_id } = permit.geo_ids;
    const type = refinedOf.get(permit.id)?.property_type ?? null;
    if (address_id === null || type === null) continue;
    const first = newest.get(address_id);
    if (first === undefined) newest.set(address_id, type);
    else if (first !== type) conflicts += 1;
  }
  const source = built.report.sources.find(({ source: id }) => id === 'permits-a');
  const counted = source?.defects.find(
    ({ name, field }) => name === 'property_conflict' && field === 'property_type',
  );
  assert.ok(conflicts > 0);
  assert.equal(counted?.count, conflicts);
});

test('enriching changes only the facts of the property and the tag of its type, and never the order of keys', () => {
  let tagged = 0;
  for (const permit of permits) {
    const own = refinedOf.get(permit.id);
    assert.ok(own);
    const { tags } = withOneUse({ tags: own.tags, property_type: permit.property_type });
    assert.deepEqual(permit.tags, tags);
    if (tags.length > own.tags.length) tagged += 1;
    const rest = (record: object) =>
      Object.entries(record).filter(
        ([name]) => !/^(property_|contractor_id|other_contractors|job_value_outlier|tags)/.test(name),
      );
    assert.deepEqual(rest(permit), rest(own));
    const keys = Object.keys(permit).filter((name) => !(linkedKeys as readonly string[]).includes(name));
    assert.deepEqual(keys, Object.keys(own));
  }
  assert.ok(tagged > 0);
});

test('every fact that a permit did not state names the permit or row that stated it', () => {
  let fromPermits = 0;
  let fromRows = 0;
  for (const permit of permits) {
    const own = refinedOf.get(permit.id);
    const joined = permit.property_facts_joined ?? {};
    const given = propertyFactNames.filter((name) => permit[name] !== null && permit[name] !== own?.[name]);
    assert.deepEqual(Object.keys(joined), given);
    for (const name of given) {
      const { permit_id, source_id, row_key } = joined[name] ?? {};
      if (permit_id) {
        assert.equal(refinedOf.get(permit_id)?.[name], permit[name]);
        fromPermits += 1;
      } else {
        assert.equal(factsOfRow.get(`${source_id} ${row_key}`)?.[name], permit[name]);
        fromRows += 1;
      }
    }
  }
  assert.ok(fromPermits > 20 && fromRows > 200, `${fromPermits} ${fromRows}`);
});

test('each address of an assessor is a record, further rows of it are merged, and fill counts what is published', () => {
  const of = (id: string) => built.report.sources.find(({ source }) => source === id);
  const assessor = of('assessor');
  assert.deepEqual([assessor?.read, assessor?.records, assessor?.merged], [61, 29, 32]);
  assert.deepEqual([of('zoning-parcels')?.records, of('zoning-parcels')?.merged], [2, 0]);
  const withYear = permits.filter((permit) => permit.property_year_built !== null).length;
  assert.equal(built.report.fill.property_year_built, withYear);
  const withType = permits.filter((permit) => permit.property_type !== null).length;
  assert.equal(built.report.fill.property_type, withType);
});

test('a build with little memory gives the same bytes', async () => {
  const small = await world.build({ catalog, memoryBytes: 1 << 14 });
  assert.equal(readFileSync(join(small.directory, 'permits.ndjson'), 'utf8'), text);
  assert.equal(small.id, built.id);
});
