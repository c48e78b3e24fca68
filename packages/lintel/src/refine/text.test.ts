import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DefectList } from './defects.js';
import { maxDescriptionLength } from './limits.js';
import { cleanFields, decodeEntities, readLine, readText, wellFormed } from './text.js';

test('fields keep their lines and lose control characters and broken Unicode', () => {
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

test('any text becomes well-formed and stays so', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = wellFormed(text);
      assert.equal(wellFormed(clean), clean);
      assert.equal(JSON.parse(Buffer.from(JSON.stringify(clean)).toString()), clean);
    }),
  );
});

test('one-line texts have single blanks and entities are characters', () => {
  assert.equal(readLine(' EAST   38\n STREET ', 'address', []), 'EAST 38 STREET');
  assert.equal(decodeEntities('A&amp;B&nbsp;CO &#39;X&#39;'), "A&B CO 'X'");
});
