import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DefectList } from './defects.js';
import { passRate, readArea, readCount, readYear } from './numbers.js';

test('counts, areas and years are parsed in their usual spellings', () => {
  const defects: DefectList = [];
  assert.equal(readCount('12', 'unit_count', 'units', defects), 12);
  assert.equal(readCount('1,204', 'unit_count', 'units', defects), 1204);
  assert.equal(readCount('3.0', 'story_count', 'stories', defects), 3);
  assert.equal(readCount('0', 'inspections_failed', 'inspections', defects), 0);
  assert.equal(readArea('5,802', 'building_area', defects), 5802);
  assert.equal(readArea('1234.6 sq ft', 'building_area', defects), 1235);
  assert.equal(readArea('0.25 acres', 'lot_size', defects), 10_890);
  assert.equal(readArea('.5 AC', 'lot_size', defects), 21_780);
  assert.equal(readYear('1925', 'year_built', '2026-11-21', defects), 1925);
  assert.deepEqual(defects, []);
});

test('implausible numbers are null and noted', () => {
  const cases: readonly (readonly [(defects: DefectList) => number | null, string])[] = [
    [(d) => readCount('2.5', 'story_count', 'stories', d), 'number_unreadable'],
    [(d) => readCount('-2', 'story_count', 'stories', d), 'number_unreadable'],
    [(d) => readCount('9999', 'story_count', 'stories', d), 'number_implausible'],
    [(d) => readArea('big', 'lot_size', d), 'number_unreadable'],
    [(d) => readArea('sq ft', 'lot_size', d), 'number_unreadable'],
    [(d) => readArea('0', 'lot_size', d), 'number_placeholder'],
    [(d) => readYear('0', 'year_built', '2026-11-21', d), 'number_placeholder'],
    [(d) => readYear('1492', 'year_built', '2026-11-21', d), 'number_implausible'],
    [(d) => readYear('2050', 'year_built', '2026-11-21', d), 'number_implausible'],
  ];
  for (const [read, name] of cases) {
    const defects: DefectList = [];
    assert.equal(read(defects), null);
    assert.equal(defects[0]?.name, name);
  }
});

test('a stated zero of units or stories is a fact', () => {
  const defects: DefectList = [];
  for (const zero of ['0', '0.0']) assert.equal(readCount(zero, 'unit_count', 'units', defects), 0);
  assert.equal(readCount('0', 'story_count', 'stories', defects), 0);
  assert.deepEqual(defects, []);
});

test('the pass rate counts partial results as not passed and is null without results', () => {
  assert.equal(passRate(2, 1, 0), 67);
  assert.equal(passRate(1, null, 1), 50);
  assert.equal(passRate(null, 3, null), 0);
  assert.equal(passRate(0, 0, 0), null);
  assert.equal(passRate(null, null, null), null);
});
