import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyFacts, TagId } from '@lintel/contract';
import { emptyPropertyFacts } from '../../refine/record/empty-records.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { AddressFacts, type PermitOfAddress, packStated, unpackStated } from './address-facts.js';

interface Said {
  readonly day?: number;
  readonly tags?: readonly TagId[];
  readonly parcel?: string;
  readonly unit?: string;
  readonly isWorkArea?: boolean;
}

const address: PermitRecord['address'] = {
  street_no: '1',
  street: 'MILLICK ST',
  city: null,
  county: null,
  zip_code: null,
  zip_code_ext: null,
  state: null,
  jurisdiction: null,
  latlng: null,
  unit: null,
};

function permit(facts: Partial<PropertyFacts>, said: Said = {}): PermitOfAddress {
  const { day = 2020_01_01, tags = [], parcel = null, unit = null, isWorkArea = false } = said;
  const record = {
    ...emptyPropertyFacts,
    ...facts,
    tags: [...tags],
    parcel_number: parcel,
    address: { ...address, unit },
  };
  return { day, stated: unpackStated(packStated(record, isWorkArea)) };
}

const given = (receiver: PermitOfAddress, ...others: PermitOfAddress[]) =>
  new AddressFacts([receiver, ...others].sort((a, b) => b.day - a.day)).lacking(receiver)?.facts ?? {};

const twelve = { property_unit_count: 12 };

test('a permit is given the facts on which all permits of its address agree, from the newest that states them', () => {
  const newer = permit({ property_type: 'residential', property_story_count: 2 }, { day: 2021_01_01 });
  const older = permit({ property_story_count: 2, property_unit_count: 4 }, { day: 2019_01_01 });
  const other = permit({ property_unit_count: 5 }, { day: 2018_01_01 });
  const facts = new AddressFacts([newer, older, other]);
  assert.deepEqual(facts.lacking(permit({})), {
    facts: { property_type: 'residential', property_story_count: 2 },
    statedBy: { property_type: 0, property_story_count: 0 },
  });
  assert.deepEqual(facts.conflicts(other.stated), ['property_unit_count']);
  assert.deepEqual(facts.conflicts(older.stated), []);
});

test('a stated 0 is a fact: it is not filled, and who states another number disagrees', () => {
  const none = permit({ property_unit_count: 0 });
  assert.deepEqual(given(none, permit(twelve)), {});
  assert.deepEqual(given(permit({}), none, permit(twelve)), {});
});

test('a detail is given only where the type is certain', () => {
  const shop = permit({ property_type: 'commercial', property_type_detail: 'retail' });
  assert.deepEqual(given(permit({}), shop, permit({ property_type: 'residential' })), {});
  assert.deepEqual(given(permit({ property_type: 'commercial' }), shop), { property_type_detail: 'retail' });
});

test('permits of an address with several buildings share no fact of a building, but those of the place', () => {
  const facts = { ...twelve, property_lot_size: 5000 };
  const lot = { property_lot_size: 5000 };
  const other = permit(facts, { parcel: '0725/010' });
  assert.deepEqual(
    given(permit({}, { parcel: '0725-010' }), other),
    facts,
    'one parcel, written in two ways',
  );
  assert.deepEqual(given(permit({}, { parcel: '0725/011' }), other), lot);
  assert.deepEqual(given(permit({}, { parcel: '000/000' }), other), facts, 'a placeholder is no parcel');
  assert.deepEqual(given(permit({}, { unit: 'BLDG 2' }), other), lot);
  assert.deepEqual(
    given(permit({}), permit({ property_year_built: 1931 }), permit({ ...facts, property_year_built: 2004 })),
    lot,
    'two years of building',
  );
});

test('a building that came later, or was demolished before, says nothing about a permit', () => {
  const erects = permit(twelve, { day: 2020_05_01, tags: ['new_construction'] });
  assert.deepEqual(given(permit({}, { day: 2022_01_01 }), erects), twelve);
  const demolishes = permit({}, { day: 2020_02_01, tags: ['demolition'] });
  assert.deepEqual(given(permit({}, { day: 2012_01_01 }), erects, demolishes), {}, 'before');
  assert.deepEqual(given(permit({}, { day: 2022_01_01 }), erects, demolishes), twelve, 'after');
  const old = permit({ property_story_count: 1 }, { day: 2012_01_01 });
  assert.deepEqual(given(permit({}, { day: 2022_01_01 }), old, demolishes), {});
  assert.deepEqual(given(demolishes, old), { property_story_count: 1 }, 'what is demolished');
  assert.deepEqual(given(permit({}, { day: 0 }), erects, demolishes), {}, 'without a date');
  const built = permit({ property_year_built: 2004 }, { day: 2010_01_01 });
  assert.deepEqual(given(permit({}, { day: 2001_01_01 }), built), {});
});

test('a building that is added beside another makes an address of several', () => {
  const old = permit(twelve, { day: 2012_01_01 });
  const adds = permit({ property_story_count: 1 }, { day: 2020_01_01, tags: ['new_construction'] });
  for (const day of [2013_01_01, 2022_01_01]) assert.deepEqual(given(permit({}, { day }), old, adds), {});
  assert.deepEqual(given(adds, old), {});
});

test("an assessor's building is the permit's if it stood on its day and still does", () => {
  const of = (built: number | null, asOf: number, own: PermitOfAddress, ...others: PermitOfAddress[]) =>
    new AddressFacts([own, ...others].sort((a, b) => b.day - a.day)).isAssessed(own, asOf, built);
  const roof = permit({}, { day: 2015_01_01 });
  assert.ok(of(1931, 2024_01_01, roof));
  assert.ok(!of(2018, 2024_01_01, roof), 'it came later');
  const demolishes = permit({}, { day: 2012_01_01, tags: ['demolition'] });
  assert.ok(!of(1931, 2010_01_01, roof, demolishes), 'it was demolished before');
  assert.ok(!of(null, 2010_01_01, roof, demolishes));
  const erects = permit({}, { day: 2015_01_01, tags: ['new_construction'] });
  assert.ok(of(2016, 2024_01_01, erects), 'what it erects');
  assert.ok(!of(1931, 2024_01_01, erects));
});

test('an owner and a value are never given to another permit, and the area of the work never', () => {
  const owned = {
    property_legal_owner: 'QUILL LLC',
    property_assess_market_value: 1,
    property_owner_type: 'x',
  };
  assert.deepEqual(given(permit({}), permit(owned)), {});
  const area = { property_building_area: 240 };
  assert.deepEqual(given(permit({}), permit(area, { isWorkArea: true })), {});
  assert.deepEqual(given(permit({}), permit(area)), area);
});
