import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DefectList } from '../record/defects.js';
import { readProperty, snakeCase } from './property.js';
import { type PermitTexts, permitRules } from './rule-set.js';

function kind(texts: PermitTexts, told?: string, detail?: string): string {
  const { type, detail: finer } = readProperty(told, detail, texts, permitRules().match(texts).names, []);
  return `${type} ${finer}`;
}

test("the source's own type wins, then the use column, then the text", () => {
  assert.equal(kind({ use: 'office' }, 'Single Family Residence'), 'residential null');
  assert.equal(kind({ use: 'apartments' }), 'residential multi_family');
  assert.equal(kind({ use: '1 family dwelling' }), 'residential single_family_home');
  assert.equal(kind({ use: '1-2 Family Dwelling' }), 'residential null');
  assert.equal(kind({ type: 'One and Two Family', description: 'reroof dwelling' }), 'residential null');
  assert.equal(kind({ use: '2 Family Dwelling' }), 'residential multi_family');
  assert.equal(kind({ description: 'Barn for hay, agricultural use' }), 'agricultural null');
  assert.equal(kind({ type: 'Comm-Plumbing' }), 'commercial null');
  assert.equal(kind({ use: 'office', description: 'interior alterations' }), 'office null');
  assert.equal(kind({ description: 'reroof single family dwelling' }), 'residential single_family_home');
  assert.equal(kind({ description: 'tenant improvement for restaurant' }), 'commercial restaurant');
  assert.equal(kind({ description: 'interior build-out of office suite 540' }), 'office null');
  assert.equal(
    kind({ description: 'beauty school with classrooms and accessory office' }),
    'commercial null',
  );
  assert.equal(
    kind({
      type: 'Remodel',
      use: 'commercial',
      description: 'Change of use from religious services to restaurant',
    }),
    'commercial restaurant',
  );
  assert.equal(kind({ description: 'stairs rebuilt (occupancy R-5, type IIIA)' }), 'residential null');
  assert.equal(kind({ description: 'new lobby (occupancy group B; type 1A)' }), 'commercial null');
  assert.equal(kind({ use: 'workshop commercial', description: 'erect paint booth' }), 'commercial null');
  assert.equal(kind({ type: 'Sign permit', description: 'wall sign for a shop' }), 'null null');
  assert.equal(kind({ type: 'Sign' }), 'null null');
  assert.equal(kind({ type: 'Sign', description: 'entrance monument sign' }), 'null null');
  assert.equal(kind({ use: 'Zoo' }), 'recreational null');
  assert.equal(kind({ use: 'Classroom', description: 'replace HVAC' }), 'exempt null');
  assert.equal(kind({ use: 'storage shed' }), 'miscellaneous null');
  assert.equal(kind({ use: 'prkng garage/private' }), 'null null');
  assert.equal(kind({ use: 'prkng garage/public' }), 'commercial null');
  assert.equal(kind({ description: 'vacant lot' }), 'vacant land null');
  assert.equal(kind({ description: 'repair porch' }), 'null null');
  assert.equal(kind({}, 'Vacant Land'), 'vacant land null');
  assert.equal(kind({}, 'Non-Residential'), 'commercial null');
  assert.equal(kind({}, 'Residential', 'Two-Family Home'), 'residential two_family_home');
});

test('an unknown property type is noted', () => {
  const defects: DefectList = [];
  assert.equal(readProperty('Zone 7', undefined, {}, new Set(), defects).type, null);
  assert.deepEqual(defects, [{ name: 'property_type_unknown', field: 'property_type' }]);
});

test('open sets of values are snake_case', () => {
  assert.equal(snakeCase(' Private Owner / LLC '), 'private_owner_llc');
  assert.equal(snakeCase('--'), null);
});
