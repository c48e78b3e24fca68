import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chicago as source } from '@lintel/testing/refine/sources.js';
import { loadGeography } from '../geography/load.js';
import { type CanonicalProperty, propertyFields } from './record/canonical.js';
import { refine } from './refine.js';

const geography = loadGeography();
const today = '2026-11-21';

function property(fields: CanonicalProperty) {
  const whole = { address: '12 W Elm Street', ...fields };
  const refined = refine({ kind: 'properties', key: 'k', fields: whole }, source, geography, { today });
  assert.equal(refined.kind, 'property');
  if (refined.kind !== 'property') throw new Error('refused');
  return refined;
}

test("an assessor's row has the address id of the permits there and facts in wire form", () => {
  const permit = refine(
    { kind: 'permits', key: 'p', fields: { number: 'B-1', address: '12 WEST ELM ST' } },
    source,
    geography,
    { today },
  );
  const { addressId, asOf, facts } = property({
    as_of: '2025-01-01',
    lot_size: '3,125',
    year_built: '1911',
    market_value: '$250,000',
    unit_count: '2',
    property_type: 'Residential',
  });
  assert.equal(permit.kind === 'permit' && permit.record.geo_ids.address_id, addressId);
  assert.equal(asOf, '2025-01-01');
  assert.equal(facts.property_lot_size, 3125);
  assert.equal(facts.property_year_built, 1911);
  assert.equal(facts.property_assess_market_value, 25_000_000);
  assert.equal(facts.property_unit_count, 2);
  assert.equal(facts.property_type, 'residential');
});

test("a private owner's name is never kept, an organisation's is", () => {
  for (const name of [
    'QUILL, JOAN',
    'Joan & Pat Quill',
    'QUILL FAMILY TRUST',
    'Quill Family Partnership LP',
    'J QUILL',
  ]) {
    const { facts } = property({ owner_name: name });
    assert.deepEqual([facts.property_legal_owner, facts.property_owner_type], [null, 'individual'], name);
  }
  for (const name of ['QUILL HOLDINGS LLC', 'CITY OF ELM', 'Elm Housing Authority']) {
    assert.equal(property({ owner_name: name }).facts.property_legal_owner, name);
  }
  const individual = property({ owner_name: 'QUILL CO', owner_type: 'Individual' });
  assert.equal(individual.facts.property_legal_owner, null);
});

test('a company that its source calls an individual is a company, and that is counted', () => {
  for (const owner_type of ['Individual', 'Person', 'Private individual']) {
    const { facts, defects } = property({ owner_name: '12 ELM LLC', owner_type });
    assert.deepEqual(
      [facts.property_legal_owner, facts.property_owner_type],
      ['12 ELM LLC', 'company_owned'],
    );
    assert.deepEqual(defects, [{ name: 'owner_is_company', field: 'owner_type' }]);
  }
});

test("a permit's private owner is not named either, and that is counted", () => {
  const read = (owner_name: string) =>
    refine({ kind: 'permits', key: 'k', fields: { number: '1', owner_name } }, source, geography, { today });
  const person = read('QUILL, JOAN');
  assert.ok(person.kind === 'permit');
  assert.equal(person.record.property_legal_owner, null);
  assert.equal(person.record.property_owner_type, 'individual');
  assert.deepEqual(person.defects, [{ name: 'private_owner', field: 'owner_name' }]);
  const firm = read('QUILL HOLDINGS LLC');
  assert.equal(firm.kind === 'permit' && firm.record.property_legal_owner, 'QUILL HOLDINGS LLC');
});

test('there is no field for contacts of an owner, and a row without a house is refused', () => {
  assert.deepEqual(
    propertyFields.filter((field) => /phone|email|mail/.test(field)),
    [],
  );
  const fields = { parcel: '1', year_built: '1911' };
  assert.equal(
    refine({ kind: 'properties', key: 'k', fields }, source, geography, { today }).kind,
    'refused',
  );
});
