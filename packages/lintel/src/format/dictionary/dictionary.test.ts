/** Dictionaries: texts that differ only in how they are typed are one value to a filter, others are not. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DictionaryReader, DictionaryWriter } from './dictionary.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-dictionary-'));
after(() => rmSync(root, { recursive: true, force: true }));

const values = [
  'Rehab – Home',
  null,
  'rehab -\thome ',
  'Übung "1"',
  'Rehab–Home',
  '',
  'Unknown',
  'rehab - homes',
];

test('a value finds all texts that are the same but for case, white space and dashes', () => {
  const writer = new DictionaryWriter(root, 'type', join(root, 'scratch-'));
  for (const value of values) {
    const bytes = Buffer.from(JSON.stringify(value));
    writer.add({ bytes, from: 0, to: bytes.length });
  }
  writer.finish();
  const reader = new DictionaryReader(root, 'type', values.length);
  const found = (...asked: string[]) =>
    reader
      .numbersOf(asked)
      .flatMap((number) => values.flatMap((_, row) => (reader.at(row) === number ? row : [])));
  assert.deepEqual(found('REHAB - HOME'), [0, 2]);
  assert.deepEqual(found('Rehab-Home', 'übung "1"'), [4, 3]);
  assert.deepEqual(found('rehab'), []);
  assert.deepEqual(found('unknown'), [1, 6]);
  assert.deepEqual(reader.list(1)?.rows, Uint32Array.of(0));
  reader.close();
});
