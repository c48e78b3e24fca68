import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxMemoText } from './limits.js';
import { remembered } from './memo.js';

test('a remembered function gives what the function gives, and asks it once for a short text', () => {
  const asked: string[] = [];
  const upper = remembered((text) => {
    asked.push(text);
    return text.toUpperCase();
  });
  const long = 'x'.repeat(maxMemoText + 1);
  for (const text of ['roof', 'deck', 'roof', long, long]) assert.equal(upper(text), text.toUpperCase());
  assert.deepEqual(asked, ['roof', 'deck', long, long]);
});
