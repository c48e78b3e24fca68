/** Names of columns as words: every way of writing one gives the same, and patterns use no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldWords } from './column-words.js';
import { nameWords } from './name-words.js';

const wordsOf = (name: string) => [...nameWords(name).known].sort().join(' ');

test('one column written in many ways has the same words', () => {
  for (const name of [
    'PermitIssueDt',
    'permit_issue_date',
    'PERMIT ISSUED DATE',
    'permitissuedate',
    'B1_PER_ISS_DD',
  ])
    assert.equal(wordsOf(name), 'date issue permit', name);
  assert.equal(wordsOf('SITE_ADDR1'), 'address site');
  assert.equal(wordsOf('RECORD_TYPE_TYPE'), 'group record type');
  assert.deepEqual(nameWords('SpokanePermitID'), { known: new Set(['permit', 'id']), unknown: ['spokane'] });
});

test('every word of a pattern is a word of the vocabulary, or the pattern could never match', () => {
  const patterns = Object.values(fieldWords)
    .flat()
    .flatMap(({ field, strong, weak }) => [...strong, ...weak].map(({ allowed }) => ({ field, allowed })));
  assert.ok(patterns.length > 200);
  for (const { field, allowed } of patterns)
    for (const word of allowed) assert.equal(wordsOf(word), word, `${field}: ${word}`);
});
