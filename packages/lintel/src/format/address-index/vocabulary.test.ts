import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { byteEditDistance } from '@lintel/contract/plain';
import fc from 'fast-check';
import { createSectionFile, openSectionFile } from '../sections/section-file.js';
import { prefixErrorFrom } from './limits.js';
import { allowedErrors, lookupErrors } from './symmetric-deletes.js';
import { readVocabulary, type Vocabulary, writeVocabulary } from './vocabulary.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-words-'));
after(() => rmSync(directory, { recursive: true }));

function vocabularyOf(words: readonly string[]): Vocabulary {
  const path = join(directory, 'words.idx');
  const file = createSectionFile(path, 'words');
  writeVocabulary(file, words);
  file.finish({});
  const reader = openSectionFile(path, 'words');
  const vocabulary = readVocabulary(reader);
  reader.close();
  return vocabulary;
}

function distance(a: string, b: string, limit: number): number {
  return byteEditDistance(Buffer.from(a), 0, a.length, Buffer.from(b), 0, b.length, limit);
}

/** Words over three letters, so that many are similar. */
const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 1, maxLength: 12 });
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 60 });

test('edit distance counts an insertion, deletion, substitution or transposition as one error', () => {
  for (const [other, errors] of [
    ['MAPLE', 0],
    ['MAPLEX', 1],
    ['APLE', 1],
    ['NAPLE', 1],
    ['AMPLE', 1],
    ['MALPE', 1],
    ['AMPEL', 2],
    ['OAK', 3],
  ] as const) {
    assert.equal(distance('MAPLE', other, 2), errors, other);
    assert.equal(distance(other, 'MAPLE', 2), errors, other);
  }
});

test('every word within the allowed errors is found, as by a scan of all words', () => {
  fc.assert(
    fc.property(words, word, (all, query) => {
      const vocabulary = vocabularyOf(all);
      const found = new Map<string, number>();
      vocabulary.near(query, 2, (id, errors) => found.set(vocabulary.text(id), errors));
      for (const other of all) {
        const errors = distance(query, other, 2);
        const wanted =
          errors > 0 && errors <= Math.min(allowedErrors(other.length), lookupErrors(query.length));
        assert.equal(found.get(other), wanted ? errors : undefined, `${query} ~ ${other}`);
      }
    }),
    { numRuns: 300 },
  );
});

test('every word that begins with the letters after one error is found, as by a scan', () => {
  fc.assert(
    fc.property(words, word, (all, letters) => {
      const vocabulary = vocabularyOf(all);
      const found = new Set<string>();
      vocabulary.nearPrefix(letters, ({ from, to }) => {
        for (let id = from; id < to; id++) found.add(vocabulary.text(id));
      });
      if (letters.length < prefixErrorFrom) return assert.equal(found.size, 0);
      for (const other of all) {
        const lengths = [letters.length - 1, letters.length, letters.length + 1];
        const near = lengths.some(
          (length) => length <= other.length && distance(letters, other.slice(0, length), 1) === 1,
        );
        if (near) assert.ok(found.has(other), `${letters} ~ ${other}`);
      }
    }),
    { numRuns: 300 },
  );
});

test('words are found whole and by prefix', () => {
  fc.assert(
    fc.property(words, word, (all, query) => {
      const vocabulary = vocabularyOf(all);
      const sorted = [...all].sort();
      assert.equal(vocabulary.find(query), sorted.indexOf(query));
      const { from, to } = vocabulary.prefix(query);
      assert.deepEqual(
        sorted.slice(from, to),
        sorted.filter((other) => other.startsWith(query)),
      );
    }),
    { numRuns: 200 },
  );
});

test('the long form of a word leads to the form in the index, and only if the index has it', () => {
  const vocabulary = vocabularyOf(['ST', 'MAIN']);
  assert.equal(vocabulary.text(vocabulary.main(vocabulary.find('STREET'))), 'ST');
  assert.equal(vocabulary.text(vocabulary.main(vocabulary.find('SAINT'))), 'ST');
  assert.equal(vocabulary.find('AVENUE'), -1);
});
