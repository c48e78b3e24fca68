/** A name is taken for a place only if one place has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../base/usage-error.js';
import { named, onlyCandidate } from './place-candidates.js';

const cities = [
  { geo_id: 'a', name: 'Austin, Travis County, TX' },
  { geo_id: 'b', name: 'Austin, Mower County, MN' },
  { geo_id: 'c', name: 'Austinburg, Ashtabula County, OH' },
];
const hint = 'Give a state.';
const taken = (text: string, found = cities) => onlyCandidate(text, named(text, 'city', found), hint).geo_id;

test('a name with enough beside it names one place', () => {
  assert.equal(taken('Austin, TX'), 'a');
  assert.equal(taken('austin, mower county'), 'b');
  assert.equal(taken('Austinburg'), 'c');
});

test('a name that several places have is refused, with those places', () => {
  assert.throws(
    () => taken('Austin'),
    (error) => {
      assert.ok(error instanceof UsageError);
      assert.deepEqual(error.list, ['a  Austin, Travis County, TX', 'b  Austin, Mower County, MN']);
      return true;
    },
  );
});

test('a name that no place has is refused, with those nearest to it or what can be given', () => {
  assert.throws(
    () => taken('Austn'),
    (error) => error instanceof UsageError && error.list.length === 3,
  );
  assert.throws(
    () => taken('Nowhereville', []),
    (error) => error instanceof UsageError && error.hint === hint,
  );
});
