/** The suggestion of C14. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest, nearestFew } from './nearest.js';
import { propertyTypes } from './vocabulary/property.js';
import { tagIds } from './vocabulary/tag.js';

test('a misspelt tag suggests the tag that was meant', () => {
  const meant: [string, string][] = [
    ['sollar', 'solar'],
    ['sloar', 'solar'],
    ['Solar', 'solar'],
    ['reroofing', 'reroof'],
    ['re-roof', 'reroof'],
    ['roof', 'roofing'],
    ['pool', 'pool_spa'],
    ['swimming pool', 'pool_and_hot_tub'],
    ['hot tub', 'pool_and_hot_tub'],
    ['heatpump', 'heat_pump'],
    ['ev-charger', 'ev_charger'],
    ['electric', 'electrical'],
  ];
  for (const [given, tag] of meant) assert.equal(nearestFew(given, tagIds, 1)[0], tag, given);
});

test('a misspelt property type suggests the one that was meant', () => {
  assert.equal(nearest('residental', propertyTypes), 'residential');
  assert.equal(nearest('vacant_land', propertyTypes), 'vacant land');
  assert.equal(nearest('COMMERCIAL', propertyTypes), 'commercial');
});

test('every listed value is nearest to itself, and to itself with one letter doubled', () => {
  for (const tag of tagIds) {
    assert.equal(nearest(tag, tagIds), tag);
    for (let at = 0; at < tag.length; at++) {
      const slipped = tag.slice(0, at) + tag.slice(at, at + 1) + tag.slice(at);
      assert.equal(nearest(slipped, tagIds), tag, slipped);
    }
  }
});

test('what is far from everything has no nearest', () => {
  for (const far of ['xyz', '', 'x'.repeat(1_000_000)])
    assert.equal(nearest(far, propertyTypes), null, far.slice(0, 9));
  assert.equal(nearest('x', []), null);
});

test('where something must be suggested, it is for any text, also for none and for a very long one', () => {
  const first = (text: string) => nearestFew(text, tagIds, 3)[0];
  fc.assert(fc.property(fc.string(), (text) => tagIds.some((tag) => tag === first(text))));
  assert.notEqual(first(''), undefined);
  assert.notEqual(first('x'.repeat(1_000_000)), undefined);
  assert.deepEqual(nearestFew('x', [], 3), []);
});

test('of several suggestions all but the first are near', () => {
  assert.deepEqual(nearestFew('qqqqqqqqq', tagIds, 3).length, 1);
  assert.deepEqual(nearestFew('solr', tagIds, 3)[0], 'solar');
  assert.equal(nearestFew('pool', tagIds, 3)[0], 'pool_spa');
  assert.ok(nearestFew('pool', tagIds, 3).includes('pool_and_hot_tub'));
});
