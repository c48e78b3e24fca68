/** States by code or name (C30). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStates } from './state-search.js';

const states = [
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'WA', name: 'Washington' },
];
const found = (text: string) => findStates(states, text).map(({ code }) => code);

test('a code, a name, its beginning, one of its words and a misspelling find a state', () => {
  assert.deepEqual(found('ca'), ['CA', 'NC', 'SC'], 'the code first');
  assert.deepEqual(found(' New  york '), ['NY']);
  assert.deepEqual(found('Cal'), ['CA']);
  assert.deepEqual(found('carolina'), ['NC', 'SC']);
  assert.deepEqual(found('Californa'), ['CA']);
  assert.deepEqual(found('C'), ['CA', 'CO', 'NC', 'SC']);
  assert.deepEqual(found('Washington, WA'), ['WA']);
  assert.deepEqual(found('N. Carolina'), ['NC']);
  assert.deepEqual(found('Durham, N.C.'), ['NC']);
});

test('a text that is not a state finds none', () => {
  for (const text of ['', '  ', 'xx', '%', 'Texasss', '9']) assert.deepEqual(found(text), []);
});
