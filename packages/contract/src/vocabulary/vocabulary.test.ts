/** The closed vocabularies (C20 to C24), listed here by hand a second time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contractorClassifications } from './classification.js';
import { assetClasses, decisionCategories } from './decision.js';
import { propertyTypes } from './property.js';
import { permitStatuses } from './status.js';
import { tagIds, tags, withParents } from './tag.js';

/** Every tag with its parents. */
const expected: Record<string, string[]> = {
  accessory_structure: [],
  addition: [],
  room_addition: ['addition'],
  adu: [],
  new_adu: ['adu'],
  bathroom: [],
  bath_remodel: ['bathroom', 'remodel'],
  kitchen: [],
  kitchen_remodel: ['kitchen', 'remodel'],
  battery: [],
  solar_battery_storage: ['battery', 'solar'],
  commercial: [],
  residential: [],
  demolition: [],
  electrical: [],
  electric_meter: ['electrical'],
  ev_charger: ['electrical'],
  fire_sprinkler: [],
  gas: [],
  generator: [],
  grading: [],
  hvac: [],
  heat_pump: ['hvac'],
  new_construction: [],
  new_dwelling: ['new_construction', 'residential'],
  plumbing: [],
  water_heater: ['plumbing'],
  pool_and_hot_tub: [],
  pool_spa: ['pool_and_hot_tub'],
  remodel: [],
  roofing: [],
  reroof: ['roofing'],
  sitework: [],
  solar: [],
  telecom: [],
  utilities: [],
  window_door: [],
};

test('the tags and their parents are exactly those of the definition', () => {
  assert.deepEqual([...tagIds], Object.keys(expected).sort());
  for (const tag of tags) assert.deepEqual([...tag.parents].sort(), expected[tag.id]?.sort(), tag.id);
});

test('tags have two levels: no parent has a parent', () => {
  for (const tag of tags) for (const parent of tag.parents) assert.deepEqual(expected[parent], [], tag.id);
});

test('every tag has its own one-sentence description', () => {
  for (const tag of tags) assert.match(tag.description, /^A permit [^.]+\.$/, tag.id);
  assert.equal(new Set(tags.map((tag) => tag.description)).size, tags.length);
});

test('a permit with a child tag carries its parents too, sorted and each once', () => {
  assert.deepEqual(withParents(['new_dwelling', 'heat_pump', 'hvac']), [
    'heat_pump',
    'hvac',
    'new_construction',
    'new_dwelling',
    'residential',
  ]);
  assert.deepEqual(withParents([]), []);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tagIds)), (ids) => {
      const all = withParents(ids);
      assert.deepEqual(all, [...new Set(all)].sort());
      assert.deepEqual(withParents(all), all);
      assert.ok(
        ids.every((id) => all.includes(id) && expected[id]?.every((parent) => all.some((t) => t === parent))),
      );
    }),
  );
});

test('the other vocabularies have exactly their values', () => {
  assert.deepEqual([...permitStatuses].sort(), ['active', 'final', 'in_review', 'inactive']);
  assert.deepEqual([...propertyTypes].sort(), [
    'agricultural',
    'commercial',
    'exempt',
    'industrial',
    'miscellaneous',
    'office',
    'recreational',
    'residential',
    'vacant land',
  ]);
  assert.equal(new Set(contractorClassifications).size, 13);
  assert.equal(new Set(decisionCategories).size, 12);
  assert.equal(new Set(assetClasses).size, 6);
});
