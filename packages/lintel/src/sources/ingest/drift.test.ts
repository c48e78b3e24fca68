/** What a fetch reports about changed columns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/user-error.js';
import type { Columns } from './drift.js';
import { driftBetween, refuseDrift } from './drift.js';

/**
 * The refusal when `Permit_Number` and `Work` are read and the dataset has changed from `before` to `now`.
 */
function refusal(before: Columns, now: Columns): string | null {
  try {
    refuseDrift(driftBetween(before, now), ['Permit_Number', 'Work'], now, 'Elm permits');
    return null;
  } catch (error) {
    assert.ok(error instanceof UserError);
    return error.message;
  }
}

const before: Columns = new Map([
  ['Permit_Number', 'text'],
  ['Work', 'text'],
  ['Ward', 'number'],
]);

test('a lost column is reported with its probable new name, and without a guess if none is near', () => {
  const renamed: Columns = new Map([
    ['PermitNumber', 'text'],
    ['Work', 'text'],
  ]);
  assert.equal(
    refusal(before, renamed),
    'Elm permits has lost the column "Permit_Number" (nearest now: "PermitNumber"), which the mapping of the source reads.',
  );
  const twins: Columns = new Map([
    ['Permit_Number', 'text'],
    ['Permit_Numbers', 'text'],
  ]);
  const renamedTwin: Columns = new Map([
    ['Permit_Numbers', 'text'],
    ['Permit_No', 'text'],
  ]);
  assert.match(
    refusal(twins, renamedTwin) ?? '',
    /nearest now: "Permit_No"/,
    'a column that was there before',
  );
  const gone: Columns = new Map([
    ['Zebra', 'text'],
    ['Work', 'text'],
  ]);
  assert.equal(
    refusal(before, gone),
    'Elm permits has lost the column "Permit_Number", which the mapping of the source reads.',
  );
});

test('columns that nothing reads may come, go and change their type', () => {
  const now: Columns = new Map([
    ['Permit_Number', 'text'],
    ['Work', 'text'],
    ['Parcel', 'text'],
  ]);
  assert.equal(refusal(before, now), null);
  assert.equal(refusal(before, new Map(before).set('Ward', 'text')), null);
  assert.match(refusal(before, new Map(before).set('Work', 'number')) ?? '', /type of Work: text → number/);
});
