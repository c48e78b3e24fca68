import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyFacts } from '@lintel/contract';
import { emptyPropertyFacts } from '../../refine/record/empty-records.js';
import { AddressFacts, packStated, unpackStated } from './address-facts.js';

const stated = (facts: Partial<PropertyFacts>) =>
  unpackStated(packStated({ ...emptyPropertyFacts, ...facts }, false));

test('a permit is given the newest facts that it does not state itself', () => {
  const newer = stated({ property_year_built: 1998, property_type: 'residential' });
  const older = stated({ property_year_built: 1950, property_story_count: 2 });
  const facts = new AddressFacts([newer, older]);
  assert.deepEqual(facts.lacking(stated({})), {
    facts: { property_type: 'residential', property_story_count: 2, property_year_built: 1998 },
    statedBy: { property_type: 0, property_story_count: 1, property_year_built: 0 },
  });
  assert.deepEqual(facts.lacking(newer)?.facts, { property_story_count: 2 });
  assert.deepEqual(facts.conflicts(older), ['property_year_built']);
  assert.deepEqual(facts.conflicts(newer), []);
});

test('the property type is carried only where all permits of the address agree', () => {
  const shop = stated({ property_type: 'commercial', property_type_detail: 'retail' });
  const flat = stated({ property_type: 'residential' });
  assert.equal(new AddressFacts([shop, flat]).lacking(stated({})), null);
  assert.deepEqual(new AddressFacts([shop]).lacking(stated({ property_type: 'commercial' }))?.facts, {
    property_type_detail: 'retail',
  });
});

test('an owner and a value are never carried to another permit', () => {
  const owned = {
    property_legal_owner: 'QUILL LLC',
    property_assess_market_value: 1,
    property_owner_type: 'x',
  };
  assert.equal(packStated({ ...emptyPropertyFacts, ...owned }, false), '');
});

test('the area of a building is carried to another permit, the area of the work never', () => {
  const facts = { ...emptyPropertyFacts, property_building_area: 240, property_year_built: 1931 };
  const newest = (isWorkArea: boolean) => new AddressFacts([unpackStated(packStated(facts, isWorkArea))]);
  assert.deepEqual(newest(true).lacking(stated({}))?.facts, { property_year_built: 1931 });
  assert.deepEqual(newest(false).lacking(stated({}))?.facts, {
    property_building_area: 240,
    property_year_built: 1931,
  });
});
