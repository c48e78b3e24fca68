import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DefectList } from './defects.js';
import { maxDescriptionLength, maxLineLength } from './limits.js';
import { cleanFields, decodeEntities, readLine, readText, wellFormed } from './text.js';

test('fields keep their line breaks and lose control characters and broken Unicode', () => {
  const defects: DefectList = [];
  const lines = { description: ' erect deck\r\n2nd line\t3 ', type: 'Deck' };
  assert.equal(
    readText(cleanFields(lines, defects).description, 'description', defects),
    'erect deck\n2nd line\t3',
  );
  assert.deepEqual(defects, []);
  const broken = { description: 'a\u0000b\u200bc\ud800d', city: '\u0007', type: 'cafe\u0301' };
  assert.deepEqual(cleanFields(broken, defects), { description: 'abc\ufffdd', type: 'caf\u00e9' });
  assert.deepEqual(
    defects.map(({ name, field }) => `${name} ${field}`),
    ['text_repaired description', 'text_repaired city'],
  );
  const plain = { type: 'Deck' };
  assert.equal(cleanFields(plain, defects), plain);
  assert.equal(readText(' \n ', 'description', []), null);
});

test('a text beyond the limit is cut without breaking a character, and noted', () => {
  const defects: DefectList = [];
  const text = readText('\u{1F3E0}'.repeat(maxDescriptionLength), 'description', defects);
  assert.equal(text?.length, maxDescriptionLength);
  assert.equal(wellFormed(text ?? ''), text);
  assert.deepEqual(defects, [{ name: 'text_cut', field: 'description' }]);
});

test('a field of any length is cut to its limit before any other step, and noted once', () => {
  const defects: DefectList = [];
  const given = {
    address: 'NEW '.repeat(200_000),
    description: `${'\u{1F3E0}'.repeat(maxDescriptionLength)} `,
    type: 'x'.repeat(maxLineLength),
    number: '7'.repeat(maxLineLength + 1),
  };
  const clean = cleanFields(given, defects);
  assert.equal(clean.address.length, maxLineLength - 1, 'the blank at the cut is dropped');
  assert.equal(clean.description.length, maxDescriptionLength);
  assert.equal(clean.type, given.type);
  assert.equal(clean.number.length, maxLineLength);
  readText(clean.description, 'description', defects);
  readLine(clean.number, 'number', defects);
  assert.deepEqual(
    defects.map(({ name, field }) => `${name} ${field}`),
    ['text_cut address', 'text_cut description', 'text_cut number'],
  );
});

test('cleaning makes any text well-formed, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = wellFormed(text);
      assert.equal(wellFormed(clean), clean);
      assert.equal(JSON.parse(Buffer.from(JSON.stringify(clean)).toString()), clean);
    }),
  );
});

test('one-line texts have single blanks and decoded entities', () => {
  assert.equal(readLine(' EAST   38\n STREET ', 'address', []), 'EAST 38 STREET');
  assert.equal(decodeEntities('A&amp;B&nbsp;CO &#39;X&#39;'), "A&B CO 'X'");
});
