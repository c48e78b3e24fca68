import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decision, Permit, permitId } from '@lintel/contract';
import { Value } from '@lintel/contract/typebox';
import { sanFrancisco } from '@lintel/testing/refine/sources.js';
import fc from 'fast-check';
import { loadGeography } from '../geography/load.js';
import { contractorFields, decisionFields, permitFields } from './record/canonical.js';
import { defectNames } from './record/defects.js';
import { linkedKeys, type Refined } from './record/refined.js';
import type { Canonical } from './record/source.js';
import type { SourceContext } from './record/source-context.js';
import { refine, refineRows } from './refine.js';

const geography = loadGeography();
const today = '2026-11-21';
const source: SourceContext = {
  ...sanFrancisco,
  statusWords: { approved: 'in_review' },
  jobValuePlaceholders: [1],
};

const row = {
  number: '202001015555',
  type: 'additions alterations or repairs',
  description: 'Kitchen remodel\nin kind ',
  use: '1 family dwelling',
  status_raw: 'complete',
  file_date: '01/02/2020',
  issue_date: '02/03/2020',
  final_date: '2020-12-24T00:00:00.000',
  job_value: '$36,500.00',
  street_no: '0100',
  street_name: '03rd',
  street_suffix: 'Street',
  unit: '4',
  parcel: '0725/010',
  zip: '941031234',
  point: 'POINT (-122.40 37.78)',
  inspections_passed: '3',
  inspections_failed: '1',
  contractor_name: 'QUILL, D R INC',
  census_tract: '153',
  story_count: '2',
};

function permit(fields: Record<string, string>): Extract<Refined, { kind: 'permit' }> {
  const refined = refine({ kind: 'permits', key: 'k1', fields }, source, geography, { today });
  assert.equal(refined.kind, 'permit');
  if (refined.kind !== 'permit') throw new Error('refused');
  return refined;
}

test('rows refined together give the same results as alone, in the same order', () => {
  const fields = fc.dictionary(
    fc.constantFrom(...permitFields),
    fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom(...Object.values(row))),
  );
  const elsewhere = { ...source, statusWords: { approved: null } };
  const canonical = fc.oneof(
    fields.map((given): Canonical => ({ kind: 'permits', key: 'k', fields: given })),
    fields.map((given): Canonical => ({ kind: 'permits', key: '', fields: given })),
    fields.map((given): Canonical => ({ kind: 'permits', key: 'k', fields: given, context: elsewhere })),
    fc.string().map((name): Canonical => ({ kind: 'contractors', key: 'k', fields: { name } })),
  );
  fc.assert(
    fc.property(fc.array(canonical, { maxLength: 12 }), (rows) => {
      const alone = rows.map((one) => refine(one, source, geography, { today }));
      assert.deepEqual(refineRows(rows, source, geography, { today }), alone);
    }),
    { numRuns: 100 },
  );
});

/** The keys of a permit in wire order, without those that linking adds. */
const wireKeys = Object.keys(Permit.properties).filter(
  (key) => !(linkedKeys as readonly string[]).includes(key),
);

test("a complete row becomes the contract's wire record, keys in order", () => {
  const { record, contractor, defects } = permit(row);
  assert.deepEqual(Object.keys(record), wireKeys);
  assert.deepEqual([...Value.Errors(Permit, record)], []);
  assert.equal(record.id, permitId('us-ca-san-francisco', 'k1'));
  assert.equal(record.description, 'Kitchen remodel\nin kind');
  assert.equal(record.job_value, 3_650_000);
  assert.equal(record.status, 'final');
  assert.deepEqual([record.start_date, record.end_date], ['2020-01-02', '2020-12-24']);
  assert.deepEqual(
    [record.total_duration, record.construction_duration, record.approval_duration],
    [357, 325, 32],
  );
  assert.equal(record.inspection_pass_rate, 75);
  assert.deepEqual(record.tags, ['kitchen', 'kitchen_remodel', 'remodel', 'residential']);
  assert.deepEqual(record.address, {
    street_no: '100',
    street: '3RD ST',
    city: 'SAN FRANCISCO',
    county: 'SAN FRANCISCO COUNTY',
    zip_code: '94103',
    zip_code_ext: '1234',
    state: 'CA',
    jurisdiction: 'SAN FRANCISCO',
    latlng: [37.78, -122.4],
    unit: '# 4',
  });
  assert.equal(record.source_id, source.id);
  assert.equal(record.parcel_number, '0725/010');
  assert.equal(record.property_type, 'residential');
  assert.equal(record.property_census_tract, '06075015300');
  assert.equal(contractor?.facts.business_name, 'D R QUILL INC');
  assert.deepEqual(defects, []);
});

test('missing fields are null, and the optional keys are absent', () => {
  const { record } = permit({ number: 'A-1' });
  const wire = JSON.parse(JSON.stringify(record)) as Record<string, unknown>;
  assert.deepEqual(
    Object.keys(wire),
    wireKeys.filter((key) => (Permit.required as readonly string[]).includes(key)),
  );
  const known = new Set(['id', 'number', 'jurisdiction', 'source_id', 'tags', 'address', 'geo_ids']);
  for (const [key, value] of Object.entries(wire)) if (!known.has(key)) assert.equal(value, null, key);
  assert.equal(record.geo_ids.address_id, null);
});

test('all units of a house have one address id', () => {
  assert.equal(permit({ ...row, unit: 'Apt 5' }).record.address.unit, 'APT 5');
  const id = (unit: string) => permit({ ...row, unit }).record.geo_ids.address_id;
  assert.equal(id('4'), id('5'));
  assert.equal(permit({ number: '1', address: '100 3rd St Apt 9' }).record.geo_ids.address_id, id('4'));
  assert.equal(permit({ number: '1', address: '3rd St' }).record.geo_ids.address_id, null);
});

test('a row with nothing usable is refused with its reason', () => {
  const empty = refine({ kind: 'permits', key: 'k', fields: { description: 'deck' } }, source, geography, {
    today,
  });
  assert.deepEqual(empty, { kind: 'refused', reason: 'has no number, no date and no address' });
  assert.equal(
    refine({ kind: 'permits', key: '', fields: row }, source, geography, { today }).kind,
    'refused',
  );
  assert.equal(
    refine({ kind: 'decisions', key: 'k', fields: { category: 'x' } }, source, geography, { today }).kind,
    'refused',
  );
});

test('no row throws, breaks the contract or gives an unknown defect', () => {
  const samples = fc.constantFrom(
    '0',
    '1',
    '-5',
    '$1,000.50',
    '2024-02-30',
    '2024-05-10',
    '1681189200000',
    '12/30/1899',
    'POINT (1 2)',
    '37.7',
    '-122.4',
    '100 MAIN ST APT 4',
    'SUITE',
    'N/A',
    'CA',
    'issued',
    'QUILL, JOHN',
    '94103',
    '__proto__',
    'constructor',
    '\ud800',
    'a\u0000b',
  );
  const value = fc.oneof(samples, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
  const fieldsOf = (names: readonly string[]) =>
    fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 20 });
  const names = new Set<string>(defectNames);
  fc.assert(
    fc.property(
      fieldsOf(permitFields),
      fieldsOf(decisionFields),
      fieldsOf(contractorFields),
      (permits, decisions, contractors) => {
        const refined = [
          refine({ kind: 'permits', key: 'k', fields: permits }, source, geography, { today }),
          refine({ kind: 'decisions', key: 'k', fields: decisions }, source, geography, { today }),
          refine({ kind: 'contractors', key: 'k', fields: contractors }, source, geography, { today }),
        ];
        for (const result of refined) {
          if (result.kind === 'refused') continue;
          for (const { name } of result.defects) assert.ok(names.has(name), name);
          if (result.kind === 'permit') assert.deepEqual([...Value.Errors(Permit, result.record)], []);
          if (result.kind === 'decision') assert.deepEqual([...Value.Errors(Decision, result.record)], []);
          const json = JSON.stringify(result);
          assert.deepEqual(JSON.parse(Buffer.from(json).toString()), JSON.parse(json));
          assert.doesNotMatch(json, /\\ud[89a-f]/i);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a decision becomes the wire record, its zoning change parsed from the title', () => {
  const refined = refine(
    {
      kind: 'decisions',
      key: 'LU 1',
      fields: {
        title:
          'Zoning, Elm Avenue. Application submitted by Maple Partners LLC pursuant to law, changing from an R6B District to an R7A District property at Elm Avenue',
        decision_date: '0001-01-01T00:00:00',
        address: '12 Elm Avenue',
        source_url: 'https://example.org/lu/1',
      },
    },
    source,
    geography,
    { today },
  );
  assert.equal(refined.kind, 'decision');
  if (refined.kind !== 'decision') return;
  const { record, defects } = refined;
  assert.deepEqual(Object.keys(record), Object.keys(Decision.properties));
  assert.deepEqual([...Value.Errors(Decision, record)], []);
  assert.deepEqual([record.zoning_previous, record.zoning_new], ['R6B', 'R7A']);
  assert.equal(record.category, 'spot_rezoning');
  assert.equal(record.applicant_name, 'Maple Partners LLC');
  assert.equal(record.why_it_matters, 'Changes the zoning at 12 ELM AVE from R6B to R7A.');
  assert.equal(record.street, '12 ELM AVE');
  assert.equal(record.decision_date, null);
  assert.deepEqual(
    defects.map(({ name }) => name),
    ['date_placeholder'],
  );
});

/** A row on which a step fails, which bad data alone should never cause. */
const failing: Canonical = {
  kind: 'permits',
  key: 'bad',
  fields: Object.defineProperty({}, 'description', {
    enumerable: true,
    get() {
      throw new RangeError('Maximum call stack size exceeded');
    },
  }),
};

test('a row on which a step fails is refused with the reason, and the other rows are refined', () => {
  const good: Canonical = { kind: 'permits', key: 'k1', fields: row };
  const refused = { kind: 'refused', reason: 'cannot be refined: Maximum call stack size exceeded' };
  const [before, bad, after] = refineRows([good, failing, good], source, geography, { today });
  assert.deepEqual(bad, refused);
  assert.deepEqual(refine(failing, source, geography, { today }), refused);
  assert.deepEqual([before, after], [permit(row), permit(row)]);
});

test('a row that its source could not map is refused, and a text that was cut before counts once', () => {
  const unmapped: Canonical = { kind: 'permits', key: '', fields: {}, fault: 'cannot be mapped: x' };
  assert.deepEqual(refine(unmapped, source, geography, { today }), {
    kind: 'refused',
    reason: 'cannot be mapped: x',
  });
  const fields = { ...row, description: 'x'.repeat(20_000) };
  const cut = refine({ kind: 'permits', key: 'k', fields, cut: ['description', 'use'] }, source, geography);
  assert.deepEqual(
    cut.kind === 'permit' && cut.defects.filter(({ name }) => name === 'text_cut').map(({ field }) => field),
    ['description', 'use'],
  );
});

test('words that belong to the name of a numbered road are parsed without recursion, however many', () => {
  const line = (count: number) =>
    permit({ ...row, street_name: `${'NEW '.repeat(count)}US 98` }).record.address;
  assert.equal(line(1).street, 'NEW US HIGHWAY 98 ST');
  assert.match(line(100).street ?? '', /^(?:NEW ){100}US HIGHWAY 98/);
  assert.ok((line(200_000).street ?? '').length <= 510);
});

test('a new building of several homes is a multi-family house, by its words or its column, unless it is named', () => {
  const built = { number: '1', type: 'Permit - new construction', status_raw: 'complete' };
  const kindOf = (fields: Record<string, string>) => {
    const { record, defects } = permit({ ...built, ...fields });
    const { property_unit_count: homes, property_type_detail: kind } = record;
    return [homes, kind, defects.some(({ name }) => name === 'units_from_text')];
  };
  const words = 'Erect a 3 story, 6 dwelling unit building';
  assert.deepEqual(kindOf({ description: words }), [6, 'multi_family', true]);
  assert.deepEqual(kindOf({ description: words, unit_count: '5' }), [5, 'multi_family', false]);
  assert.deepEqual(kindOf({ description: 'Erect 6 new 3-story townhouses' }), [6, 'townhouse', true]);
  assert.deepEqual(
    kindOf({ description: 'Erect a 2 story mixed-use building with 1 dwelling unit and a store' }),
    [1, null, true],
  );
});
