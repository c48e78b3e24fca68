/** Names of columns as words: every way of writing one gives the same, and patterns use no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldWords } from './column-words.js';
import { completions, marksOf, nameWords } from './name-words.js';

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
  assert.deepEqual(
    [wordsOf('Case__'), wordsOf('PIN14'), wordsOf('LNAMEOWNER')],
    ['case number', 'pin', 'last owner'],
  );
  assert.deepEqual([wordsOf('DDLat'), wordsOf('LONG_DD')], ['latitude', 'longitude']);
  assert.deepEqual(nameWords('SpokanePermitID'), { known: new Set(['permit', 'id']), unknown: ['spokane'] });
});

test('a name is read through marks of its layer, one wrong letter and a letter that says whose it is', () => {
  const words = (names: readonly string[]) =>
    names.map((name) => [...nameWords(name, marksOf(names)).known].join(' '));
  assert.deepEqual(words(['CSX_CASENO', 'CSX_STATUS', 'CSX_ADDR']), ['case number', 'status', 'address']);
  // A lead that is a word says something, and two names do not make a mark.
  assert.deepEqual(nameWords('OWNER_CITY', marksOf(['OWNER_CITY', 'OWNER_ZIP', 'OWNER_NAME'])).known.size, 2);
  assert.deepEqual(nameWords('CSX_ADDR', marksOf(['CSX_ADDR', 'CSX_ZIP'])).unknown, ['csx']);
  assert.equal(words(['zzPlan_View_Name', 'zzPlan_View_Status', 'zzPlan_View_Address'])[1], 'status');
  assert.equal(wordsOf('PemitProjectStatus'), 'permit project status');
  assert.deepEqual([wordsOf('scity'), wordsOf('ozip')], ['city site', 'owner zip']);
});

test('a name that a shapefile cut to ten letters is completed, a whole one is not', () => {
  const readings = (name: string) => completions(name).map(({ known }) => [...known].join(' '));
  assert.ok(readings('PropertyOw').includes('property owner'));
  assert.ok(readings('PROJECT_ST').includes('project status'));
  assert.deepEqual(readings('permitdate'), []);
  assert.deepEqual(readings('PropertyOwn'), []);
});

test('every word of a pattern is a word of the vocabulary, or the pattern could never match', () => {
  const patterns = Object.values(fieldWords)
    .flat()
    .flatMap(({ field, strong, weak, last }) =>
      [...strong, ...weak, ...last].map(({ allowed }) => ({ field, allowed })),
    );
  assert.ok(patterns.length > 200);
  for (const { field, allowed } of patterns)
    for (const word of allowed) assert.equal(wordsOf(word), word, `${field}: ${word}`);
});
