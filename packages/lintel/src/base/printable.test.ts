import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printable, printableJson, printableLine } from './printable.js';

const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

test('control sequences are shown as escapes, all else stays', () => {
  assert.equal(printable('\x1b]0;owned\x07\x1b[2J'), '\\x1b]0;owned\\x07\\x1b[2J');
  assert.equal(printable('a\r\nb\tc'), 'a\\x0d\nb\tc');
  assert.equal(printableLine('a\nlintel: Published.\tx'), 'a\\nlintel: Published.\\tx');
  assert.equal(printable('\u009b31m \u202eexe.vsc \u2028 \u200b'), '\\x9b31m \\u202eexe.vsc \\u2028 \\u200b');
  assert.equal(printable('a\u{e0041}'), 'a\\u{e0041}');
  const text = 'Ñandú 日本 \u{1f3e0} e\u0301 — “quoted” \u200d';
  assert.equal(printableLine(text), text);
});

test('JSON says the same and holds nothing that a terminal would obey', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: false }), fc.string({ unit: 'binary' }), (value, text) => {
      const json = JSON.stringify([value, text, '\u009b\u202e\x1b']);
      const shown = printableJson(json);
      assert.deepEqual(JSON.parse(shown), JSON.parse(json));
      assert.doesNotMatch(shown, obeyed);
    }),
  );
});

test('any text becomes one without control sequences', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(printable(text), obeyed);
      assert.doesNotMatch(printableLine(text), /[\n\t]/);
    }),
  );
});
