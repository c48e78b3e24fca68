import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from '../../geography/load.js';
import { contextOfState } from '../free-record.js';
import type { CanonicalPermit } from '../record/canonical.js';
import { refine } from '../refine.js';

const geography = loadGeography();
const source = contextOfState('TX', geography);

/** Published area and units, and whether the area is the area of the work. */
function areaOf(fields: CanonicalPermit): readonly unknown[] {
  const row = { kind: 'permits', key: 'k', fields: { number: '1', ...fields } } as const;
  const refined = refine(row, source, geography, { today: '2026-06-30' });
  if (refined.kind !== 'permit') throw new Error('no permit');
  const { property_building_area: area, property_unit_count: units } = refined.record;
  return [area, units, refined.isWorkArea ?? false];
}

const house = { type: 'New single family dwelling' };
const deck = { type: 'Addition', description: 'Add 300 sq ft to rear of house' };

test('the area of the work is the area of the building only if the permit erects it', () => {
  assert.deepEqual(areaOf({ ...house, job_area: '2400' }), [2400, null, true]);
  assert.deepEqual(areaOf({ ...deck, job_area: '300' }), [null, null, false]);
  assert.deepEqual(areaOf({ description: 'Replace water heater', job_area: '300' }), [null, null, false]);
  assert.deepEqual(areaOf({ ...house, building_area: '2600', job_area: '2400' }), [2600, null, false]);
});

test('an area on a permit for part of a building says nothing about other permits', () => {
  assert.deepEqual(areaOf({ ...deck, building_area: '300' }), [300, null, true]);
  assert.deepEqual(areaOf({ description: 'Demolish detached garage', building_area: '424' }), [
    424,
    null,
    true,
  ]);
  assert.deepEqual(areaOf({ description: 'Reroof 24 squares', building_area: '2400' }), [2400, null, true]);
  assert.deepEqual(areaOf({ description: 'Replace water heater', building_area: '1900' }), [
    1900,
    null,
    false,
  ]);
});

test('a stated zero of units is a fact', () => {
  assert.deepEqual(areaOf({ ...house, unit_count: '0' }), [null, 0, false]);
  assert.deepEqual(areaOf({ ...house, unit_count: '2' }), [null, 2, false]);
});
