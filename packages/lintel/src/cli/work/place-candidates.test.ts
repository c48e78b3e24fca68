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
  assert.equal(taken('Austin, Travis, TX'), 'a');
  const joined = [{ geo_id: 'd', name: 'Nashville, Davidson County, TN' }];
  assert.equal(taken('Nashville-Davidson, TN', joined), 'd');
});

test('a state by name or without a comma, a nickname and the word for its kind name a place', () => {
  for (const text of ['austin tx', 'Austin, Texas', 'AUSTIN TEXAS', 'City of Austin, TX', 'Austin City, TX'])
    assert.equal(taken(text), 'a', text);
  const large = [
    { geo_id: 'n', name: 'New York, New York County, NY' },
    { geo_id: 'y', name: 'York, Livingston County, NY' },
    { geo_id: 'l', name: 'St. Louis, Saint Louis City, MO' },
  ];
  for (const text of ['New York, NY', 'New York City', 'NYC, NY', 'nyc', 'new york new york', 'New York'])
    assert.equal(taken(text, large), 'n', text);
  for (const text of ['Saint Louis', 'St Louis MO', 'STL']) assert.equal(taken(text, large), 'l', text);
  const boise = [
    { geo_id: 'o', name: 'Boise City, Cimarron County, OK' },
    { geo_id: 'i', name: 'Boise, Ada County, ID' },
  ];
  assert.equal(taken('Boise City', boise), 'o');
  assert.equal(taken('Boise City, ID', boise), 'i');
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
