import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tagIds } from '@lintel/contract';
import { hashOf, readKeptLabels } from './kept-labels.js';

test('a kept label is found by source and texts alone, and a damaged line is refused', () => {
  const fields = { type: 'Roof', description: 'Reroof', address: '12 Elm St' };
  assert.equal(hashOf('a', fields), hashOf('a', { type: 'Roof', description: 'Reroof' }));
  assert.notEqual(hashOf('a', fields), hashOf('b', fields));
  const label = { tags: ['reroof', 'roofing'], property_type: null, status: 'final', unsure: ['remodel'] };
  const labels = readKeptLabels('# head\n00ff\t31\treroof roofing\t\tfinal\tremodel\n');
  assert.deepEqual(labels.get('00ff'), { round: '31', label });
  assert.throws(() => readKeptLabels('00ff\t31\treroof'), /line 1/);
});

test('every kept label names known tags, and no text of a permit', () => {
  const path = new URL('../../src/quality/permit-labels.tsv', import.meta.url);
  const known: ReadonlySet<string> = new Set(tagIds);
  for (const [hash, { label }] of readKeptLabels(readFileSync(path, 'utf8'))) {
    assert.match(hash, /^[0-9a-f]{16}$/);
    for (const tag of [...label.tags, ...label.unsure]) assert.ok(known.has(tag), tag);
  }
});
