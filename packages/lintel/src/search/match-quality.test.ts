/**
 * What the address search reports for each result: how the words of the text matched it, and in which fields.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressOf, syntheticIndexes } from '@lintel/testing/release/synthetic-index.js';

const indexes = syntheticIndexes();
after(() => indexes.remove());

const texts = `
12 MAIN ST, SPRINGTON, TX 75001
120 MAIN ST, SPRINGTON, TX 75001
14 MAIN ST, SPRINGTON, TX 75001
16 MAIN ST, SPRINGTON, TX 75001
13 MAIN ST, SPRINGTOWN, TX 76001
8407 MAINE DR, DALEVILLE, TX 77001
500 N LAMBERT BLVD, DALEVILLE, TX 77001
502 S LAMBERT BLVD, DALEVILLE, TX 77001
119 E 6TH ST, DALEVILLE, TX 77001
131 E 6TH ST, DALEVILLE, TX 77001
1240 E 6TH ST, DALEVILLE, TX 77001
124 E 6TH ST, DALLEVILLE, TX 78001
45A ELM CT, CEDARVALE, UT 84001
47 ELM CT, CEDARVALE, UT 84001
45 ELM PARK CT, CEDARVALE, UT 84001
7 LAKE ST, LAKE CITY, FL 32055
9 CRIMSON SHADE ST, CEDARVALE, UT 84001
600 N MICHIGAN AVE, LARKFIELD, WV 25001
1 N FRANKLIN ST, LARKFIELD, WV 25001
3 SEVEN HILLS RD, LARKFIELD, WV 25001
37-92 30TH AVE, LARKFIELD, WV 25001
31 SR 13, LARKFIELD, WV 25001
77 1ST AVE, LARKFIELD, WV 25001
800 LAKESIDE BLVD, LARKFIELD, WV 25001
21 OLD MILL LN, LARKFIELD, WV 25001`
  .trim()
  .split('\n');
const index = indexes.indexOf(texts.map(addressOf));

/** The results as `address: match field,field`. */
function found(text: string, size = 10): string[] {
  return index
    .search(text, 0, size)
    .items.map(
      ({ row, match, matchedFields }) =>
        `${texts[row]?.replace(/ \d{5}$/, '')}: ${match} ${matchedFields.join(',')}`,
    );
}

function assertFirst(table: readonly (readonly [string, string])[]): void {
  const wrong = table.filter(([text, expected]) => found(text)[0] !== expected);
  assert.deepEqual(
    wrong.map(([text, expected]) => ({ text, expected, found: found(text, 3) })),
    [],
  );
}

test('exact: every word of the text is a word of the address, in any USPS spelling', () => {
  const main = '12 MAIN ST, SPRINGTON, TX: exact';
  assertFirst([
    ['12 main st springton tx 75001', `${main} street_no,street,city,state,zip_code`],
    ['12 Main Street, Springton, Texas', `${main} street_no,street,city,state`],
    ['springton, 12 main', `${main} street_no,street,city`],
    ['12 main st apt 4b 75001 usa', `${main} street_no,street,zip_code`],
    ['77 first avenue', '77 1ST AVE, LARKFIELD, WV: exact street_no,street'],
    ['31 state road 13', '31 SR 13, LARKFIELD, WV: exact street_no,street'],
    ['3792 30th ave', '37-92 30TH AVE, LARKFIELD, WV: exact street_no,street'],
    ['one north franklin street', '1 N FRANKLIN ST, LARKFIELD, WV: exact street_no,street'],
    ['No. 12 main st springton', `${main} street_no,street,city`],
    ['12 springton', `${main} street_no,city`],
    ['32055', '7 LAKE ST, LAKE CITY, FL: exact zip_code'],
    ['west virginia', '600 N MICHIGAN AVE, LARKFIELD, WV: exact state'],
  ]);
});

test('prefix: the text ends within a word or the number, or a word before a suffix or a suffix is truncated', () => {
  assertFirst([
    ['12 main st spring', '12 MAIN ST, SPRINGTON, TX: prefix street_no,street,city'],
    ['12 main st springton tx 75', '12 MAIN ST, SPRINGTON, TX: prefix street_no,street,city,state,zip_code'],
    ['12 main st springton tex', '12 MAIN ST, SPRINGTON, TX: prefix street_no,street,city,state'],
    ['e 6th st daleville 1', '119 E 6TH ST, DALEVILLE, TX: prefix street_no,street,city'],
    ['600 n mich ave', '600 N MICHIGAN AVE, LARKFIELD, WV: prefix street_no,street'],
    ['mich ave larkfield', '600 N MICHIGAN AVE, LARKFIELD, WV: prefix street,city'],
    ['crims shade', '9 CRIMSON SHADE ST, CEDARVALE, UT: prefix street'],
    ['502 sou lambert boule daleville', '502 S LAMBERT BLVD, DALEVILLE, TX: prefix street_no,street,city'],
  ]);
});

test('corrected: a word was misspelt, joined, split, or has lost its vowels', () => {
  assertFirst([
    ['12 mian st springton', '12 MAIN ST, SPRINGTON, TX: corrected street_no,street,city'],
    ['12 main st sprinkton texas', '12 MAIN ST, SPRINGTON, TX: corrected street_no,street,city,state'],
    ['12 main st springton txeas', '12 MAIN ST, SPRINGTON, TX: corrected street_no,street,city,state'],
    ['800 lake side blvd', '800 LAKESIDE BLVD, LARKFIELD, WV: corrected street_no,street'],
    ['crimson shd', '9 CRIMSON SHADE ST, CEDARVALE, UT: corrected street'],
    ['9 crmsn shade st', '9 CRIMSON SHADE ST, CEDARVALE, UT: corrected street_no,street'],
    ['crimsn sha', '9 CRIMSON SHADE ST, CEDARVALE, UT: corrected street'],
  ]);
});

test('partial: a word that the address lacks removes its field', () => {
  assertFirst([
    ['12 main ave springton', '12 MAIN ST, SPRINGTON, TX: partial street_no,city'],
    ['12 n main st springton', '12 MAIN ST, SPRINGTON, TX: partial street_no,city'],
    ['12 main st springton tx 75009', '12 MAIN ST, SPRINGTON, TX: partial street_no,street,city,state'],
    ['12 main st elsewhere tx 75001', '12 MAIN ST, SPRINGTON, TX: partial street_no,street,state,zip_code'],
    ['21 very old mill ln', '21 OLD MILL LN, LARKFIELD, WV: partial street_no'],
  ]);
});

test('an address with another house number is partial without it, after all that have it', () => {
  assert.deepEqual(found('124 e 6th st daleville'), [
    '119 E 6TH ST, DALEVILLE, TX: partial street,city',
    '131 E 6TH ST, DALEVILLE, TX: partial street,city',
    '1240 E 6TH ST, DALEVILLE, TX: partial street,city',
  ]);
  assert.deepEqual(found('45 elm ct cedarvale'), [
    '45 ELM PARK CT, CEDARVALE, UT: exact street_no,street,city',
    '45A ELM CT, CEDARVALE, UT: partial street,city',
  ]);
  assert.deepEqual(found('12 main st').slice(1), ['120 MAIN ST, SPRINGTON, TX: partial street']);
  assert.deepEqual(found('12 main st springtown'), ['13 MAIN ST, SPRINGTOWN, TX: partial street,city']);
  for (const text of ['500 s lambert blvd', '600 n mich', '13 mian st springtown', '12 main', '45 elm']) {
    const number = text.split(' ')[0];
    const asked = found(text).map((result) => result.startsWith(`${number} `));
    assert.deepEqual(asked, [...asked].sort().reverse(), `${text}: ${found(text)}`);
    for (const result of found(text))
      assert.equal(
        /: (?:exact|prefix|corrected|partial) street_no/.test(result),
        result.startsWith(`${number} `),
      );
  }
});

test('where the street exists as written, its numbers are offered and not a street of another kind', () => {
  assert.deepEqual(found('500 s lambert blvd'), [
    '500 N LAMBERT BLVD, DALEVILLE, TX: partial street_no',
    '502 S LAMBERT BLVD, DALEVILLE, TX: partial street',
  ]);
  assert.deepEqual(
    found('100 main st daleville'),
    [],
    'MAINE DR is misspelt, of another kind, and has no 100',
  );
  assert.deepEqual(found('100 maine dr daleville'), ['8407 MAINE DR, DALEVILLE, TX: partial street,city']);
});

test('a word of the text counts for only one field', () => {
  assertFirst([
    ['7 lake st', '7 LAKE ST, LAKE CITY, FL: exact street_no,street'],
    ['7 lake st lake city', '7 LAKE ST, LAKE CITY, FL: exact street_no,street,city'],
    ['lake city', '7 LAKE ST, LAKE CITY, FL: exact city'],
  ]);
});

test('words that can be numbers are tried as words of the street too', () => {
  assertFirst([
    ['seven hills rd', '3 SEVEN HILLS RD, LARKFIELD, WV: exact street'],
    ['three seven hills rd', '3 SEVEN HILLS RD, LARKFIELD, WV: exact street_no,street'],
    ['so lambert', '502 S LAMBERT BLVD, DALEVILLE, TX: exact street'],
    ['500 no lambert blvd', '500 N LAMBERT BLVD, DALEVILLE, TX: exact street_no,street'],
  ]);
});
