import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyFacts } from '@lintel/contract';
import { noPropertyFacts } from '../../refine/no-facts.js';
import { AddressFacts, packStated, unpackStated } from './address-facts.js';

const stated = (facts: Partial<PropertyFacts>) => unpackStated(packStated({ ...noPropertyFacts, ...facts }));

test('a permit is given the newest facts that it does not state itself', () => {
  const newer = stated({ property_year_built: 1998, property_type: 'residential' });
  const older = stated({ property_year_built: 1950, property_story_count: 2 });
  const facts = new AddressFacts([newer, older]);
  assert.deepEqual(facts.lacking(stated({})), {
    property_type: 'residential',
    property_story_count: 2,
    property_year_built: 1998,
  });
  assert.deepEqual(facts.lacking(newer), { property_story_count: 2 });
  assert.deepEqual(facts.conflicts(older), ['property_year_built']);
  assert.deepEqual(facts.conflicts(newer), []);
});

test('the kind of property is carried only where all permits of the address agree', () => {
  const shop = stated({ property_type: 'commercial', property_type_detail: 'retail' });
  const flat = stated({ property_type: 'residential' });
  assert.equal(new AddressFacts([shop, flat]).lacking(stated({})), null);
  assert.deepEqual(new AddressFacts([shop]).lacking(stated({ property_type: 'commercial' })), {
    property_type_detail: 'retail',
  });
});

test('an owner and a value are never carried to another permit', () => {
  const owned = {
    property_legal_owner: 'QUILL LLC',
    property_assess_market_value: 1,
    property_owner_type: 'x',
  };
  assert.equal(packStated({ ...noPropertyFacts, ...owned }), '');
});
