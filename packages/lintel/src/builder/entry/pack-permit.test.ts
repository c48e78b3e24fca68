import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoId, permitStatuses, propertyFactNames, propertyTypes, tagIds } from '@lintel/contract';
import fc from 'fast-check';
import { dateText } from '../../base/calendar-date.js';
import { layOut, widths } from '../../base/memory/byte-layout.js';
import { ByteSink } from '../../base/memory/byte-sink.js';
import { keyFieldBits, keyFields, storedField } from '../../format/permit-fields.js';
import { xOf, yOf } from '../../format/points/mercator.js';
import { emptyPropertyFacts } from '../../refine/record/empty-records.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { packPermit } from './pack-permit.js';
import { headFields, locatedFields, permitAt, permitMembers } from './permit-entry.js';
import { numberReader, PermitView } from './permit-view.js';

const bare: PermitRecord = {
  id: '0123456789abcdef',
  number: null,
  description: null,
  description_derived: null,
  jurisdiction: null,
  source_id: 'somewhere',
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
  parcel_number: null,
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
    unit: null,
  },
  geo_ids: { address_id: null, city_id: null, county_id: null, jurisdiction_id: null },
  ...emptyPropertyFacts,
};

/** Any text, short or long, including characters that JSON escapes or that take several bytes in UTF-8. */
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
      address: {
        ...bare.address,
        street_no: t(6),
        street: t(7),
        city: t(8),
        jurisdiction: t(9),
        latlng,
        unit: t(10),
      },
      property_census_tract: t(14),
      property_type: type,
      property_legal_owner: t(15),
      property_lot_size: n(3),
      property_year_built: n(4),
      property_assess_market_value: n(5),
    };
  });

/** Permits whose heads cover the full range of every number. */
const cents = fc.option(fc.constantFrom(0, 1, 99_999, 2 ** 40, Number.MAX_SAFE_INTEGER));
const whole = fc.option(fc.constantFrom(0, 1, 100, 2 ** 31 - 1));
const id = (kind: 'address' | 'city' | 'county' | 'jurisdiction') =>
  fc.option(fc.string().map((text) => geoId(kind, text)));
const heads: fc.Arbitrary<PermitRecord> = fc
  .record({
    job_value: cents,
    fees: cents,
    status: fc.option(fc.constantFrom(...permitStatuses)),
    start_date: fc.option(fc.constantFrom('1800-01-01', '2024-02-29', '2199-12-31')),
    construction_duration: whole,
    approval_duration: whole,
    inspection_pass_rate: maybe(fc.nat(100)),
    tags: fc
      .uniqueArray(fc.constantFrom(...tagIds))
      .map((tags) => tagIds.filter((tag) => tags.includes(tag))),
    state: fc.option(fc.constantFrom('CA', 'WY')),
    zip: fc.option(fc.constantFrom('00000', '00501', '99999')),
    ext: fc.option(fc.constantFrom('0000', '9999')),
    latlng: fc.option(fc.constant<[number, number]>([37.5, -122])),
    geo_ids: fc.record({
      address_id: id('address'),
      city_id: id('city'),
      county_id: id('county'),
      jurisdiction_id: id('jurisdiction'),
    }),
    property_type: fc.option(fc.constantFrom(...propertyTypes)),
    property_lot_size: cents,
    property_building_area: cents,
    property_story_count: whole,
    property_unit_count: whole,
    property_year_built: whole,
    property_assess_market_value: cents,
  })
  .map(({ state, zip, ext, latlng, ...fields }) => {
    const zip_code_ext = zip === null ? null : ext;
    return { ...bare, ...fields, address: { ...bare.address, state, zip_code: zip, zip_code_ext, latlng } };
  });

/**
 * The payload of a permit after some other bytes, packed with little room, so that the buffer has to grow.
 */
function packed(record: PermitRecord): Buffer {
  const sink = new ByteSink(new SharedArrayBuffer(16));
  sink.text('before');
  packPermit(sink, { kind: 'permit', record, contractor: null, otherContractors: [], defects: [] });
  return Buffer.from(sink.taken()).subarray('before'.length);
}

const jsonOf = (bytes: Buffer) =>
  bytes.subarray(permitAt.json, permitAt.json + bytes.readUInt32LE(permitAt.stated));

test('the JSON of a permit equals JSON.stringify, whatever its texts and numbers are', () => {
  fc.assert(
    fc.property(records, (permit) => {
      assert.equal(jsonOf(packed(permit)).toString(), Buffer.from(JSON.stringify(permit)).toString());
    }),
    { numRuns: 500 },
  );
});

test('the head of a permit returns every field it holds, including minimum, maximum and unknown values', () => {
  fc.assert(
    fc.property(heads, (permit) => {
      const bytes = packed(permit);
      const fields: Readonly<Record<string, unknown>> = { ...permit.address, ...permit.geo_ids, ...permit };
      for (const name of headFields) {
        assert.deepEqual(readField(bytes, name), inHead(name, fields[name]), name);
      }
      const filled = keyFields.filter((name) => bytes.readUInt32LE(permitAt.fill) & keyFieldBits(name));
      assert.deepEqual(
        filled,
        keyFields.filter((name) => isKnown(fields[name])),
      );
      const bits = bytes.readUInt16LE(permitAt.facts);
      assert.deepEqual(
        propertyFactNames.filter((_, i) => (bits >>> i) & 1),
        propertyFactNames.filter((name) => isKnown(fields[name]) && fields[name] !== 0),
      );
    }),
    { numRuns: 300 },
  );
});

test('the head of a permit says where the values are in its JSON', () => {
  fc.assert(
    fc.property(records, (permit) => {
      const bytes = packed(permit);
      const json = jsonOf(bytes);
      const fields: Readonly<Record<string, unknown>> = { ...permit.address, ...permit };
      for (const name of locatedFields) {
        const from = bytes.readUInt32LE(permitAt[`${name}_from`]);
        const to = bytes.readUInt32LE(permitAt[`${name}_to`]);
        const value = JSON.stringify(fields[name]) ?? '';
        assert.equal(json.toString('utf8', from, to), Buffer.from(value).toString());
        if (from > 0) assert.ok(json.toString('utf8', 0, from).endsWith(`"${name}":`));
      }
    }),
    { numRuns: 200 },
  );
});

test('no two members of a head share a byte, and the JSON begins after the last', () => {
  for (const { layout, members } of [
    { layout: permitAt, members: permitMembers },
    { layout: layOut({ a: 'u8', b: 'f64', c: 'u16' }), members: { a: 'u8', b: 'f64', c: 'u16' } as const },
  ]) {
    const owners = new Map<number, string>();
    for (const [name, width] of Object.entries(members)) {
      const from = (layout as Readonly<Record<string, number>>)[name];
      assert.ok(from !== undefined, name);
      for (let byte = from; byte < from + widths[width]; byte++) {
        assert.equal(owners.get(byte), undefined, `${name} shares byte ${byte}`);
        owners.set(byte, name);
      }
    }
    assert.equal(owners.size, layout.end);
    assert.equal(Math.max(...owners.keys()), layout.end - 1);
  }
  assert.ok(permitAt.json >= permitAt.end);
});

test('a record that lacks a field of the contract is refused, not written without it', () => {
  const { fees: _, ...without } = bare;
  assert.throws(() => packed(without as PermitRecord), /lacks fees/);
});

/** A field as its head gives it back: points in steps. */
function inHead(name: string, value: unknown): unknown {
  if (name === 'tags') return value ?? [];
  const [lat, lng] = name === 'latlng' ? ((value as [number, number] | null) ?? []) : [];
  return lat === undefined || lng === undefined ? (value ?? null) : [xOf(lng), yOf(lat)];
}

const isKnown = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const headNumber = (bytes: Buffer, name: (typeof headFields)[number]) =>
  numberReader(name)(new PermitView().moveTo(bytes));

/** The value of a field in the form of the record, read from the head of a permit. */
function readField(bytes: Buffer, name: (typeof headFields)[number]): unknown {
  const at = permitAt[name];
  const row = storedField(name);
  switch (row.head) {
    case 'geo_id':
      return bytes.readBigUInt64LE(at) === 0n ? null : bytes.toString('base64url', at, at + 8);
    case 'tags': {
      const bits = bytes.readBigUInt64LE(at);
      return tagIds.filter((_, i) => (bits >> BigInt(i)) & 1n);
    }
    case 'word':
      return row.words?.[headNumber(bytes, name) - 1] ?? null;
    case 'date':
      return dateText(headNumber(bytes, name));
    case 'point': {
      const [x, y] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      return y === 0 ? null : [x, y];
    }
    case 'state':
      return bytes.readUInt16LE(at) === 0 ? null : bytes.toString('latin1', at, at + 2);
    case 'zip_code': {
      const zip = headNumber(bytes, name);
      return zip === 0 ? null : String(zip - 1).padStart(5, '0');
    }
    case 'zip_code_ext': {
      const zip = headNumber(bytes, name);
      return zip === 0
        ? null
        : String(zip - 1)
            .padStart(9, '0')
            .slice(5);
    }
    case 'f64': {
      const value = headNumber(bytes, name);
      return Number.isNaN(value) ? null : value;
    }
    default: {
      const value = headNumber(bytes, name);
      return value < 0 ? null : value;
    }
  }
}
