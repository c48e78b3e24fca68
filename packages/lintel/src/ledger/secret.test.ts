import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hintOf, isSecret, newSecret, randomText } from './secret.js';

test('a new key has the published form and passes its own checksum', () => {
  const secret = newSecret();
  assert.match(secret, /^lk_[0-9A-Za-z]{36}$/);
  assert.ok(isSecret(secret));
  assert.equal(hintOf(secret), secret.slice(0, 7));
});

test('a key with any one character changed, cut off or added is recognised as mistyped', () => {
  const secret = newSecret();
  for (let i = 0; i < secret.length; i++) {
    const other = secret[i] === 'x' ? 'y' : 'x';
    assert.ok(!isSecret(secret.slice(0, i) + other + secret.slice(i + 1)), `position ${i}`);
  }
  assert.ok(!isSecret(secret.slice(0, -1)));
  assert.ok(!isSecret(`${secret}0`));
});

test('text that is not a key is refused without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.ok(!isSecret(text))));
});

test('random text uses every character about equally often', () => {
  const counts = new Map<string, number>();
  for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  for (const [character, count] of counts) assert.ok(count > 800 && count < 1200, `${character}: ${count}`);
});
