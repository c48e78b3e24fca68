/** Messages on terminals and in logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting } from './print.js';

const message = `lintel: ${'--tags: Input should be one of 37 values (see lintel tags); '.repeat(4)}`.trim();

test('a message fits a terminal with whole words, and is one line in a log', () => {
  const lines = fitting(message, { isTTY: true, columns: 80 }).split('\n');
  assert.equal(lines.length, 4);
  assert.ok(lines.every((line) => line.length <= 80));
  assert.equal(lines.join(' '), message);
  assert.equal(fitting(message, { isTTY: false, columns: 80 }), message);
});
