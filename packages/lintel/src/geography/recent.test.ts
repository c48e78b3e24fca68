import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recent } from './recent.js';

test('an answer is worked out once while it is remembered, and memory stays bounded', () => {
  const recent = new Recent<string>(2);
  const worked: string[] = [];
  const ask = (text: string) =>
    recent.get(text, (given) => {
      worked.push(given);
      return given.toUpperCase();
    });
  assert.deepEqual(['a', 'a', 'b', 'a', 'c', 'a'].map(ask), ['A', 'A', 'B', 'A', 'C', 'A']);
  assert.deepEqual(worked, ['a', 'b', 'c', 'a']);
});
