import assert from 'node:assert/strict';
import { test } from 'node:test';
import { propertyTypes } from '@lintel/contract';
import fc from 'fast-check';
import { ByteSink } from '../../base/memory/byte-sink.js';
import { emptyPropertyFacts } from '../../refine/record/empty-records.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { writePermitJson } from './permit-json.js';

const bare: PermitRecord = {
  id: '0123456789abcdef',
  number: null,
  description: null,
  description_derived: null,
  jurisdiction: null,
  job_value: null,
  type: null,
  subtype: null,
  fees: null,
  status: null,
  file_date: null,
  issue_date: undefined,
  final_date: undefined,
  start_date: null,
  end_date: null,
  total_duration: null,
  construction_duration: null,
  approval_duration: null,
  inspection_pass_rate: undefined,
  tags: [],
  address: {
    street_no: null,
    street: null,
    city: null,
    county: null,
    zip_code: null,
    zip_code_ext: null,
    state: null,
    jurisdiction: null,
    latlng: null,
  },
  geo_ids: { address_id: null, city_id: null, county_id: null, jurisdiction_id: null },
  ...emptyPropertyFacts,
};

/** Any text, short and long, with what JSON escapes and what UTF-8 needs several bytes for. */
const text = fc.option(
  fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('"', '\\', 'a\nb\tc', '\ud800', `${'x'.repeat(40)}"`, `${'x'.repeat(40)}é`, '\u007f'),
  ),
);
const number = fc.option(
  fc.oneof(
    fc.integer(),
    fc.nat(),
    fc.double({ noNaN: true }),
    fc.constantFrom(0, -0, 9, 10, 999_999_999, 1e9, 1e13, 0.5),
  ),
);
const degrees = fc.double({ noNaN: true, noDefaultInfinity: true });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const records: fc.Arbitrary<PermitRecord> = fc
  .record({
    texts: fc.array(text, { minLength: 24, maxLength: 24 }),
    numbers: fc.array(number, { minLength: 10, maxLength: 10 }),
    issue: maybe(fc.constant('2024-02-29')),
    final: maybe(fc.constant('2025-01-01')),
    rate: maybe(fc.nat(100)),
    tags: fc.constantFrom<PermitRecord['tags']>([], ['roofing'], ['electrical', 'solar']),
    latlng: fc.option(fc.tuple(degrees, degrees)),
    type: fc.option(fc.constantFrom(...propertyTypes)),
  })
  .map(({ texts, numbers, issue, final, rate, tags, latlng, type }) => {
    const t = (at: number) => texts[at] ?? null;
    const n = (at: number) => numbers[at] ?? null;
    return {
      ...bare,
      number: t(0),
      description: t(1),
      description_derived: t(2),
      jurisdiction: t(3),
      job_value: n(0),
      type: t(4),
      subtype: t(5),
      fees: n(1),
      issue_date: issue,
      final_date: final,
      total_duration: n(2),
      inspection_pass_rate: rate,
      tags,
      address: { ...bare.address, street_no: t(6), street: t(7), city: t(8), jurisdiction: t(9), latlng },
      geo_ids: { address_id: t(10), city_id: t(11), county_id: t(12), jurisdiction_id: t(13) },
      property_census_tract: t(14),
      property_type: type,
      property_legal_owner: t(15),
      property_lot_size: n(3),
      property_year_built: n(4),
      property_assess_market_value: n(5),
    };
  });

test('the JSON of a permit is what JSON.stringify makes of it, whatever its texts and numbers are', () => {
  fc.assert(
    fc.property(records, (permit) => {
      // Little room, so that it has to grow on the way, and something in it already.
      const sink = new ByteSink(new SharedArrayBuffer(16));
      sink.text('before');
      const { split, addressFrom, addressTo } = writePermitJson(sink, permit);
      const json = Buffer.from(sink.taken()).subarray('before'.length);
      assert.equal(json.toString(), Buffer.from(JSON.stringify(permit)).toString());
      assert.ok(json.subarray(split).toString().startsWith(',"tags":'));
      assert.deepEqual(
        JSON.parse(json.subarray(addressFrom, addressTo).toString()),
        JSON.parse(JSON.stringify(permit.address)),
      );
    }),
    { numRuns: 500 },
  );
});
