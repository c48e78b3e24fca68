/** Folding texts byte by byte equals folding strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldNumber } from '../filters/layout.js';
import { foldLettersAndDigits, foldPlain, toLower } from './record-texts.js';
import { foldText } from './text-index.js';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a\\"b', 'é', '\u007fZ', '{}'),
);

test('a plain text is folded like a string, and any other is recognised', () => {
  fc.assert(
    fc.property(text, (given) => {
      const json = Buffer.from(JSON.stringify(given));
      const into = Buffer.alloc(json.length);
      const isPlain = json.length === given.length + 2 && !json.includes('\\');
      assert.equal(foldPlain(json, 1, json.length - 1, toLower, into), isPlain);
      if (isPlain) assert.equal(into.toString('utf8', 0, given.length), foldText(given));
    }),
  );
});

test('a plain number keeps the same letters and digits as a string, and any other is recognised', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.constantFrom('2026-000043 BP', 'bp/№ 7', ' - ', 'A_1')), (given) => {
      const json = Buffer.from(JSON.stringify(given));
      const into = Buffer.alloc(json.length);
      const length = foldLettersAndDigits(json, 1, json.length - 1, into);
      if (/^[ !#-[\]-~]*$/.test(given)) assert.equal(into.toString('utf8', 0, length), foldNumber(given));
      else assert.equal(length, -1);
    }),
  );
});
