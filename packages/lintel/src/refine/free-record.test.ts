import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Permit } from '@lintel/contract';
import { sanFrancisco } from '@lintel/testing/refine/sources.js';
import fc from 'fast-check';
import { loadGeography } from '../geography/load.js';
import { type FreeRecord, refineFreeRecord, refineFreeRecords } from './free-record.js';
import { permitFields } from './record/canonical.js';
import { defectNames } from './record/defects.js';
import type { SourceContext } from './record/source-context.js';
import { refine } from './refine.js';

const geography = loadGeography();
const today = '2026-11-21';
const free = (given: Record<string, unknown>): FreeRecord =>
  refineFreeRecord(given, geography, { source: null, today });

test('a record without a source is refined from its own fields alone', () => {
  const record = free({
    number: 'P-1',
    type: 'Residential',
    description: 'Kitchen remodel',
    status_raw: 'Issued',
    issue_date: '2024-03-05T00:00:00Z',
    job_value: 1250.5,
    address: '12 N 03RD ST APT 4',
    city: 'Austin',
    state: 'Texas',
    zip: 78701,
    contractor_name: 'QUILL, D R INC',
    lat: null,
  });
  assert.deepEqual(record.tags, ['kitchen', 'kitchen_remodel', 'remodel', 'residential']);
  assert.equal(record.status, 'active');
  assert.equal(record.property_type, 'residential');
  assert.equal(record.issue_date, '2024-03-05');
  assert.equal(record.job_value, 125_050);
  const { street_no, street, unit, city, county, state, zip_code, jurisdiction } = record.address;
  assert.deepEqual(
    [street_no, street, unit, city, county, state, zip_code, jurisdiction],
    ['12', 'N 3RD ST', 'APT 4', 'AUSTIN', 'TRAVIS COUNTY', 'TX', '78701', null],
  );
  assert.ok(record.geo_ids.address_id !== null && record.geo_ids.city_id !== null);
  assert.equal(record.geo_ids.jurisdiction_id, null);
  assert.equal(record.contractor?.name_key, 'DR QUILL');
  assert.deepEqual(record.defects, []);
});

test('a record without a place gets none, and is not refused', () => {
  const record = free({ description: 'Reroof' });
  assert.deepEqual(record.tags, ['reroof', 'roofing']);
  assert.deepEqual(
    Object.values(record.address).filter((part) => part !== null),
    [],
  );
  assert.deepEqual(
    Object.values(record.geo_ids).filter((id) => id !== null),
    [],
  );
  assert.deepEqual(free({}).defects, []);
});

test('a list or object instead of a text is dropped with a defect, null and unknown names without one', () => {
  const { tags, defects } = free({ description: ['Reroof'], use: { a: 1 }, city: null, colour: ['red'] });
  assert.deepEqual(tags, []);
  assert.deepEqual(
    defects.map(({ name, field }) => `${name} ${field}`),
    ['text_no_text description', 'text_no_text use'],
  );
});

test('city and state come from the line, from the place, or from the ZIP code', () => {
  const placeOf = (given: Record<string, unknown>) => {
    const { city, state, zip_code } = free(given).address;
    return [city, state, zip_code];
  };
  assert.deepEqual(placeOf({ place: 'Philadelphia, PA' }), ['PHILADELPHIA', 'PA', null]);
  assert.deepEqual(placeOf({ place: 'New York, New York' }), ['NEW YORK', 'NY', null]);
  assert.deepEqual(placeOf({ place: 'Los Angeles CA' }), ['LOS ANGELES', 'CA', null]);
  assert.deepEqual(placeOf({ place: 'Austin, TX', city: 'Round Rock' }), ['ROUND ROCK', 'TX', null]);
  assert.deepEqual(placeOf({ address: '100 Main St Ste 200 Chicago IL 60601' }), ['CHICAGO', 'IL', '60601']);
  assert.deepEqual(placeOf({ address: '100 Main St', zip: '60601' }), ['CHICAGO', 'IL', '60601']);
  assert.deepEqual(placeOf({ address: '100 Main St, Nashville, TN' }), ['NASHVILLE', 'TN', null]);
  assert.equal(placeOf({ lat: '41.88', lng: '-87.63' })[1], 'IL');
});

test('units are in USPS notation, from their column or from the line', () => {
  const unitOf = (address: string, unit?: string) => free({ address, unit, state: 'IL' }).address.unit;
  const cases: readonly (readonly [string, string | null])[] = [
    ['12 Main St #4B', '# 4B'],
    ['12 Main St Apartment 4', 'APT 4'],
    ['12 Main St, Suite #200, Chicago', 'STE 200'],
    ['12 Main St Bldg 2 Unit 7', 'BLDG 2 UNIT 7'],
    ['12 Main St 2nd Floor', 'FL 2'],
    ['12 Main St 4B', '# 4B'],
    ['12 Main St Rear', 'REAR'],
    ['12 Main St Unit', null],
    ['12 Main St', null],
    ['12 Lot St', null],
  ];
  for (const [line, unit] of cases) assert.equal(unitOf(line), unit, line);
  assert.equal(unitOf('12 Main St', '4'), '# 4');
  assert.equal(unitOf('12 Main St', 'ste 9'), 'STE 9');
});

test("a source's record is refined as the build refines it", () => {
  const source: SourceContext = {
    ...sanFrancisco,
    statusWords: { approved: 'in_review' },
    jobValuePlaceholders: [1],
  };
  const fields = {
    number: '7',
    status_raw: 'Approved',
    job_value: '1',
    address: '1 Main St',
    description: 'adu',
  };
  const built = refine({ kind: 'permits', key: 'k', fields }, source, geography, { today });
  const { contractor: _, ...record } = refineFreeRecord(fields, geography, { source, today });
  assert.equal(built.kind, 'permit');
  if (built.kind !== 'permit') return;
  const { id: _id, source_id: _source, ...expected } = built.record;
  assert.deepEqual(record, { ...expected, defects: built.defects });
});

test('whatever a record holds, the result has all fields and only known defects', () => {
  const names = new Set<string>(defectNames);
  const wanted = Permit.required.filter((key) => key !== 'id' && key !== 'source_id');
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.object(),
  );
  const key = fc.constantFrom<string>(...permitFields, 'place', '__proto__', 'constructor');
  fc.assert(
    fc.property(fc.dictionary(key, value), (given) => {
      const record = free(given);
      for (const name of wanted) assert.ok(name in record, name);
      for (const { name } of record.defects) assert.ok(names.has(name), name);
    }),
    { numRuns: 300 },
  );
});

test('a direction spelled out belongs to the city if there is such a city', () => {
  const partsOf = (address: string, state: string) => {
    const { street, city } = free({ address, state }).address;
    return [street, city];
  };
  assert.deepEqual(partsOf('15 Call Street North Billerica', 'MA'), ['CALL ST', 'NORTH BILLERICA']);
  assert.deepEqual(partsOf('15 5th Ave N Nashville', 'TN'), ['5TH AVE N', 'NASHVILLE']);
  assert.deepEqual(partsOf('15 5th Ave North Nashville', 'TN'), ['5TH AVE N', 'NASHVILLE']);
});

test('a record on which a step fails is refused, and no other', () => {
  const failing = Object.defineProperty({}, 'address', {
    enumerable: true,
    get() {
      throw new RangeError('too deep');
    },
  });
  const good = { address: '12 Elm St', state: 'KS' };
  const options = { source: null, today };
  const [first, second, third] = refineFreeRecords([good, failing, good], geography, options);
  assert.deepEqual(second, { kind: 'refused', reason: 'cannot be refined: too deep' });
  assert.deepEqual([first, third], [free(good), free(good)]);
  assert.throws(() => free(failing), {
    name: 'UserError',
    message: 'The record cannot be refined: too deep.',
  });
});
