/** Text index: a search gives exactly the rows that contain the text. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { foldText, TextIndexReader } from './text-index.js';
import { TextIndexWriter } from './text-index-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-format-'));
after(() => rmSync(root, { recursive: true, force: true }));
let names = 0;
const newName = () => `file-${names++}`;

test('a text is found in exactly the rows that contain it, in either case', () => {
  const word = fc.oneof(
    fc.constantFrom('Roof', 'roofing', 'é', 'ÉTÉ', 'ab', 'İ', '😀 deck', 'aaaa', '\n', ''),
    fc.nat(99).map((number) => `Unit-${number}`),
  );
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 150 }), fc.oneof(text, word), fc.nat(9), (texts, piece, cut) => {
      // Cut within words, and with spaces at its ends.
      const wanted = piece.slice(cut % 3, piece.length - Math.floor(cut / 3));
      fc.pre(wanted !== '' && !/[\ud800-\udfff]/u.test(wanted));
      const name = newName();
      const writer = new TextIndexWriter(root, name, join(root, `${name}.scratch`));
      for (const each of texts) writer.add(foldText(each));
      writer.finish();
      const reader = new TextIndexReader(root, name, texts.length);
      const expected = texts.flatMap((each, row) => (foldText(each).includes(foldText(wanted)) ? row : []));
      const search = reader.search(foldText(wanted));
      assert.deepEqual(
        texts.flatMap((_, row) => (search.has(row) ? row : [])),
        expected,
      );
      if (search.isExact) {
        const [list] = search.lists;
        assert.deepEqual(
          texts.flatMap((_, row) => (list?.seek(row) === row ? row : [])),
          expected,
        );
      }
      for (const list of reader.search(foldText(wanted)).lists) {
        for (const row of expected) assert.equal(list.seek(row), row);
      }
      reader.close();
    }),
    { numRuns: 60 },
  );
});

test('an index without texts finds nothing, and one with truncated texts is refused by name', () => {
  const empty = newName();
  new TextIndexWriter(root, empty, join(root, `${empty}.scratch`)).finish();
  const reader = new TextIndexReader(root, empty, 0);
  assert.deepEqual(
    reader.search('roof').lists.map(({ count }) => count),
    [0],
  );
  reader.close();
  const name = newName();
  const writer = new TextIndexWriter(root, name, join(root, `${name}.scratch`));
  for (const text of ['new roof', '', 'x'.repeat(10_000)]) writer.add(text);
  writer.finish();
  truncateSync(join(root, `${name}.folded`), 100);
  assert.throws(() => new TextIndexReader(root, name, 3), new RegExp(`${name}.folded has 100 bytes`));
});
