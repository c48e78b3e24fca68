import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify } from '../../search/classify.js';
import { parseHouseNumber } from './house-number.js';
import { normalise } from './normalise.js';
import { tokenise } from './tokenise.js';
import { mainForm, wordForms } from './usps-words.js';

const words = (text: string) => tokenise(normalise(text)).join(' ');

test('texts that mean the same become the same words', () => {
  for (const [text, expected] of [
    ['12 Calle Peñón', '12 CALLE PENON'],
    ["O'Brien’s Ct.", 'OBRIENS CT'],
    ['5 N.W. 3rd St', '5 NW 3RD ST'],
    ['Washington, D.C.', 'WASHINGTON DC'],
    ['Winston-Salem', 'WINSTON SALEM'],
    ['78701-1234', '78701'],
    ['TX 78701-12', 'TX 78701'],
    ['12-34 Main', '12-34 MAIN'],
    ['123Main St', '123 MAIN ST'],
    ['22nd Ave', '22ND AVE'],
    ['Twenty-Second Ave', '22ND AVE'],
    ['State Route 13', 'SR 13'],
    ['State Road', 'STATE ROAD'],
    ['County Rd 7', 'CR 7'],
    ['US Highway 290', 'US 290'],
    ['U.S. Hwy 290', 'US 290'],
    ['Interstate 35', 'INTERSTATE 35'],
    ['Farm to Market Road 620', 'FM 620'],
    ['FM620', 'FM 620'],
    ['#4B', '# 4B'],
    ['a\u0000b\tc', 'A B C'],
  ] as const) {
    assert.equal(words(text), expected, text);
  }
  assert.equal(mainForm('INTERSTATE'), 'I');
});

test('house numbers keep what follows the number', () => {
  assert.deepEqual(parseHouseNumber('123'), { value: 123, suffix: '' });
  assert.deepEqual(parseHouseNumber('123 A'), { value: 123, suffix: 'A' });
  assert.deepEqual(parseHouseNumber('123 1/2'), { value: 123, suffix: '1/2' });
  assert.deepEqual(parseHouseNumber('12-34'), { value: 12, suffix: '-34' });
  assert.deepEqual(parseHouseNumber('N95W1234'), { value: 95, suffix: 'N95W1234' });
  assert.equal(parseHouseNumber('REAR'), null);
});

test('units and the country are left out, words that only look like them are not', () => {
  const wordsOf = (text: string) =>
    classify(tokenise(normalise(text)))[0]
      ?.words.map((word) => word.text)
      .join(' ');
  assert.equal(wordsOf('1 Elm St Apt 4'), 'ELM ST');
  assert.equal(wordsOf('1 Elm St Ste B Austin'), 'ELM ST AUSTIN');
  assert.equal(wordsOf('1 Elm St # 12, Austin'), 'ELM ST AUSTIN');
  assert.equal(wordsOf('1 Elm St Fl 3'), 'ELM ST');
  assert.equal(wordsOf('1 Elm St Miami FL 33101'), 'ELM ST MIAMI FL 33101');
  assert.equal(wordsOf('1 Elm St 3rd Floor'), 'ELM ST');
  assert.equal(wordsOf('1 Ste Genevieve Dr'), 'STE GENEVIEVE DR');
  assert.equal(wordsOf('1 Elm St, Austin, United States'), 'ELM ST AUSTIN');
});

test('a query with several numbers is read in several ways, the likely one first', () => {
  const houses = (text: string) =>
    classify(tokenise(normalise(text))).map(({ house }) => house?.value ?? null);
  assert.deepEqual(houses('12 elm'), [12, null]);
  assert.deepEqual(houses('elm'), [null]);
  assert.deepEqual(houses('10001'), [null, 10001]);
  assert.deepEqual(houses('elm 10001'), [null, 10001]);
  assert.deepEqual(houses('elm st 12 austin 10001'), [12, null, 10001]);
  assert.deepEqual(houses('hwy 13'), [null]);
  assert.deepEqual(houses('31 sr 13'), [31, null]);
});

test('the normal form of a spelling is its own normal form', () => {
  for (const [form, main] of wordForms) assert.equal(mainForm(main), main, form);
});
