import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { refineFreeRecord } from 'lintel/dist/refine/free-record.js';
import { scoreAddresses } from './score-addresses.js';

const geography = loadGeography();
const refine = (given: Readonly<Record<string, unknown>>) =>
  refineFreeRecord(given, geography, { source: null, today: '2026-11-21' });

test('only what the line itself has is compared, in USPS notation', () => {
  const expected = {
    housenumber: '12',
    street: 'Northwest Quillback Avenue East',
    locality: 'Austin',
    region_a: 'TX',
    postalcode: '78701',
  };
  const score = scoreAddresses([{ in: { text: '12 quillback av e, austin' }, expected: [expected] }], refine);
  assert.deepEqual(score.faults, []);
  assert.equal(score.right, 1);
  assert.deepEqual(score.components.zip, { told: 0, right: 0 });
  assert.deepEqual(score.components.city, { told: 1, right: 1 });
});

test('a case without a house, or whose line lacks the number, is skipped', () => {
  const cases = [
    { in: { text: 'Quillback Museum' }, expected: [{ housenumber: '11', street: 'Quillback Street' }] },
    { in: { text: '11 Quillback St' }, expected: ['nothing', { street: 'Quillback Street' }] },
  ];
  assert.equal(scoreAddresses(cases, refine).cases, 0);
});

test('a wrong component is its own fault and makes the case wrong', () => {
  const cases = [
    { in: { text: '11 Quillback St' }, expected: [{ housenumber: '11', street: 'Quillback St' }] },
  ];
  const address = { ...refine({ address: '11 Quillback St' }).address, street: 'QUILL ST' };
  const { right, faults } = scoreAddresses(cases, () => ({ address }));
  assert.equal(right, 0);
  assert.deepEqual(faults, [
    { text: '11 Quillback St', component: 'street', expected: 'QUILLBACK ST', got: 'QUILL ST' },
  ]);
});
