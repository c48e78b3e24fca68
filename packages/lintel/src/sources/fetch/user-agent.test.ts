import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userAgentOf } from './user-agent.js';

test('an operator with non-ASCII letters still makes a valid header, and a missing one is stated', () => {
  assert.equal(userAgentOf('Lintel/1.0', 'Müller <m@example.com>'), 'Lintel/1.0 (M?ller <m@example.com>)');
  assert.equal(userAgentOf('Lintel/1.0', null), 'Lintel/1.0 (operator not named)');
});
