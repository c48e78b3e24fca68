import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userAgentOf } from './user-agent.js';

test('an operator with letters beyond ASCII still makes a header, and one without a name is told as such', () => {
  assert.equal(userAgentOf('Lintel/1.0', 'Müller <m@example.com>'), 'Lintel/1.0 (M?ller <m@example.com>)');
  assert.equal(userAgentOf('Lintel/1.0', null), 'Lintel/1.0 (operator not named)');
});
