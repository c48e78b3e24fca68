/** What the address search finds for typical input, in a town small enough to list every result. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressOf, syntheticIndexes } from '@lintel/testing/release/synthetic-index.js';
import fc from 'fast-check';

const indexes = syntheticIndexes();
after(() => indexes.remove());

const townTexts = `
12 MAIN ST, SPRINGTON, TX 75001
120 MAIN ST, SPRINGTON, TX 75001
1204 MAIN ST, SPRINGTON, TX 75002
14 MAIN ST, SPRINGTON, TX 75001
16 MAIN ST, SPRINGTON, TX 75001
12 MAIN ST, SPRINGTON, OH 45001
13 MAIN ST, SPRINGTON, OH 45001
12 MAINE AVE, SPRINGTON, OH 45001
500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63001
502 N OAK HOLLOW DR, SAINT BRENDAN, MO 63001
77 1ST AVE, NEW LARKFIELD, NY 10901
79 21ST ST, NEW LARKFIELD, NY 10901
800 LAKESIDE BLVD, LARKFIELD, WV 25001
31 SR 13, LARKFIELD, WV 25001
350 S 1200 E, CEDARVALE, UT 84001
45A ELM CT, CEDARVALE, UT 84001
45 ELM CT, CEDARVALE, UT 84001
7A2 ROWAN CT, CEDARVALE, UT 84001
9 QUEEN CHRISTINA WAY, CEDARVALE, UT 84001
9000 WASHINGTON BLVD, NORTH HAVENDALE, CT 06001
10001 PINE RD, CEDARVALE, UT 84002
15 PINE RD, EASTMOOR, NY 10001
8 ALLEY PKWY, EASTMOOR, NY 10001
3 O'MALLEY-ROSS LN, EASTMOOR, NY 10001
MARKET SQ, EASTMOOR, NY 10001`
  .trim()
  .split('\n');
const town = townTexts.map(addressOf);
const small = indexes.indexOf(town);

/** The addresses found for the text, as texts, best first. */
function find(text: string, size = 10): string[] {
  return small.search(text, 0, size).items.map(({ row }) => townTexts[row] ?? '');
}

function assertFirst(text: string, expected: string): void {
  assert.equal(find(text)[0], expected, `${text} → ${find(text).join(' | ')}`);
}

const oak = '500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63001';

test('every address is found first by its own text', () => {
  for (const text of townTexts) assertFirst(text, text);
});

test('an address is found while it is typed, wherever its last word ends', () => {
  const text = '500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63001';
  for (let end = 7; end <= text.length; end++) assertFirst(text.slice(0, end), oak);
});

test('the parts of an address are found in any order, case and punctuation, with a unit or a country', () => {
  for (const text of [
    'saint brendan mo, 500 n oak hollow dr',
    '63001 Oak Hollow 500',
    'Oak Hollow Dr N 500 St. Brendan',
    '500 N. Oak Hollow Dr., Apt. 4B, Saint Brendan, MO 63001-1234',
    '500 n oak hollow dr #12 saint brendan',
    '500 N Oak Hollow Dr Suite 200, Saint Brendan, MO, USA',
    '500 oak hollow, saint brendan',
    '\t500   N\nOAK  HOLLOW DR;SAINT BRENDAN',
  ]) {
    assertFirst(text, oak);
  }
  assertFirst("3 o'malley ross lane", "3 O'MALLEY-ROSS LN, EASTMOOR, NY 10001");
  assertFirst('3 OMalley Ross Ln', "3 O'MALLEY-ROSS LN, EASTMOOR, NY 10001");
});

test('long and short USPS forms find the same address', () => {
  assertFirst('500 North Oak Hollow Drive, St Brendan, Missouri', oak);
  assertFirst('77 First Avenue, New Larkfield', '77 1ST AVE, NEW LARKFIELD, NY 10901');
  assertFirst('79 Twenty-First Street', '79 21ST ST, NEW LARKFIELD, NY 10901');
  assertFirst('77 1 av new larkfield', '77 1ST AVE, NEW LARKFIELD, NY 10901');
  assertFirst('31 State Route 13 Larkfield West Virginia', '31 SR 13, LARKFIELD, WV 25001');
  assertFirst('31 sr13', '31 SR 13, LARKFIELD, WV 25001');
  assertFirst('350 South 1200 East', '350 S 1200 E, CEDARVALE, UT 84001');
  assertFirst('9000 washington boulevard n havendale', '9000 WASHINGTON BLVD, NORTH HAVENDALE, CT 06001');
});

test('one error anywhere in a word is tolerated: insertion, deletion, substitution, transposition', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const [before, word, rest] of [
    ['500 N OAK ', 'HOLLOW', ' DR, SAINT BRENDAN, MO 63001'],
    ['500 N OAK HOLLOW DR, SAINT ', 'BRENDAN', ', MO 63001'],
    ['500 N OAK HOLLOW DR, SAINT ', 'BRENDAN', ''],
  ] as const) {
    for (let i = 0; i < word.length; i++) {
      const letter = letters[(i * 7 + 3) % 26] ?? '';
      const wrong = [
        word.slice(0, i) + letter + word.slice(i),
        word.slice(0, i) + word.slice(i + 1),
        word.slice(0, i) + letter + word.slice(i + 1),
        word.slice(0, i) + (word[i + 1] ?? '') + (word[i] ?? '') + word.slice(i + 2),
      ];
      for (const text of wrong) assertFirst(before + text + rest, oak);
    }
  }
});

test('two errors in a long word are tolerated', () => {
  for (const word of ['CRHISTINNA', 'KHRISTINAA', 'CHITINA', 'XHRISTINX']) {
    assertFirst(`9 QUEEN ${word} WAY CEDARVALE`, '9 QUEEN CHRISTINA WAY, CEDARVALE, UT 84001');
  }
});

test('words joined or split are found', () => {
  assertFirst('800 lake side blvd larkfield', '800 LAKESIDE BLVD, LARKFIELD, WV 25001');
  assertFirst('500 n oakhollow dr saint brendan', oak);
  assertFirst('12main st springton ohio', '12 MAIN ST, SPRINGTON, OH 45001');
});

test('a state, by code or name, restricts', () => {
  for (const state of ['OH', 'ohio', 'Oh']) {
    const found = find(`12 main st springton ${state}`);
    assert.equal(found[0], '12 MAIN ST, SPRINGTON, OH 45001');
    assert.ok(found.every((text) => text.includes(', OH ')));
  }
  assert.deepEqual(find('500 n oak hollow dr saint brendan texas'), []);
  assert.equal(find('larkfield west virginia').length, 2);
  assert.deepEqual(find('larkfield virginia'), []);
});

test('a house number is never fuzzy: the exact one, then numbers that begin with it', () => {
  assert.deepEqual(find('12 main st').slice(0, 4), [
    '12 MAIN ST, SPRINGTON, TX 75001',
    '12 MAIN ST, SPRINGTON, OH 45001',
    '120 MAIN ST, SPRINGTON, TX 75001',
    '1204 MAIN ST, SPRINGTON, TX 75002',
  ]);
  assert.deepEqual(find('12 main st springton tx 75001'), ['12 MAIN ST, SPRINGTON, TX 75001']);
  assert.equal(find('main st springton tx 120')[0], '120 MAIN ST, SPRINGTON, TX 75001');
});

test('a number that does not exist gives the nearest of the same street, never of another city', () => {
  assert.deepEqual(find('121 main st springton tx'), [
    '120 MAIN ST, SPRINGTON, TX 75001',
    '16 MAIN ST, SPRINGTON, TX 75001',
    '14 MAIN ST, SPRINGTON, TX 75001',
    '12 MAIN ST, SPRINGTON, TX 75001',
    '1204 MAIN ST, SPRINGTON, TX 75002',
  ]);
  assert.equal(find('15 main st springton, oh')[0], '13 MAIN ST, SPRINGTON, OH 45001');
  assert.deepEqual(find('12 main st, cedarvale'), []);
});

test('a house letter is preferred when it is right and tolerated when it is not', () => {
  assert.deepEqual(find('45a elm ct cedarvale'), [
    '45A ELM CT, CEDARVALE, UT 84001',
    '45 ELM CT, CEDARVALE, UT 84001',
  ]);
  assert.deepEqual(find('45 elm ct cedarvale'), [
    '45 ELM CT, CEDARVALE, UT 84001',
    '45A ELM CT, CEDARVALE, UT 84001',
  ]);
});

test('five digits alone are a ZIP code first, then a house number', () => {
  const found = find('10001');
  assert.ok(found.slice(0, 4).every((text) => text.endsWith(' 10001')));
  assert.ok(found.includes('10001 PINE RD, CEDARVALE, UT 84002'));
  assert.equal(found.length, 5);
  assert.equal(find('10001 pine rd cedarvale')[0], '10001 PINE RD, CEDARVALE, UT 84002');
  assert.equal(find('pine rd 10001')[0], '15 PINE RD, EASTMOOR, NY 10001');
});

test('a wrong ZIP code, suffix or direction with the right city is tolerated', () => {
  assertFirst('500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63009', oak);
  assertFirst('500 S OAK HOLLOW DR, SAINT BRENDAN, MO 63001', oak);
  assertFirst('500 N OAK HOLLOW LN, SAINT BRENDAN, MO 63001', oak);
  assertFirst('500 N OAK HOLLOW DR, WESTPHALIA, MO 63001', oak);
});

test('a street without a number, and a city, list their addresses', () => {
  assert.equal(find('main st springton').length, 7);
  assert.equal(find('cedarvale, ut').length, 6);
  assertFirst('market square eastmoor', 'MARKET SQ, EASTMOOR, NY 10001');
});

test('an unknown address gives an empty list', () => {
  for (const text of [
    '',
    ' ',
    ',,,',
    '12 zanzibar st springton',
    'qwrtzp',
    '99 zzyzx rd',
    '🏠',
    '"*"',
    '#',
    '-',
    'apt 4',
  ]) {
    assert.deepEqual(find(text), [], text);
  }
});

test('any text gives a list quickly and never throws', () => {
  const times: number[] = [];
  const words = fc.constantFrom(
    '12',
    'MAIN',
    'ST',
    'N',
    'S',
    'a',
    '"',
    '*',
    'NEAR',
    'OR',
    '-',
    '#',
    'fl',
    '10001',
    '%',
    "';--",
    '\0',
    '🏠',
    '١٢',
    '1/2',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
    fc
      .constantFrom('a', 'N ', '1', 'st st ', ' ', ',', '#1 ')
      .map((part) => part.repeat(10_000 / part.length)),
  );
  fc.assert(
    fc.property(text, fc.nat(1200), fc.integer({ min: 1, max: 100 }), (query, offset, size) => {
      const begun = process.cpuUsage();
      const { items, next } = small.search(query, offset, size);
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
      assert.ok(items.length <= size && items.every(({ row }) => row < town.length));
      assert.ok(next === null || next === offset + items.length);
    }),
    { numRuns: 1000 },
  );
  times.sort((a, b) => a - b);
  assert.ok((times[Math.floor(times.length * 0.99)] ?? 0) < 50, `99 % within 50 ms, not ${times.at(-11)} ms`);
});

test('explain names the steps of a search in their order', () => {
  const steps = small.explain('500 n oak holow dr').map(({ step }) => step);
  assert.deepEqual(steps.slice(0, 6), [
    'normalise',
    'tokenise',
    'classify',
    'candidates (exact)',
    'longer numbers (exact)',
    'score (exact)',
  ]);
  assert.ok(steps.includes('candidates (one error)'));
  assert.equal(steps.at(-1), 'order');
  assert.doesNotThrow(() => JSON.stringify(small.explain('12 main')));
});
