import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Address } from '@lintel/contract';
import fc from 'fast-check';
import { Failure } from '../../base/failure.js';
import { type AddressIndex, openAddressIndex } from './address-index.js';
import { createAddressIndex } from './address-index-writer.js';
import { maxNumbered, maxResults, maxUnmarked } from './limits.js';
import { madeUpAddresses, randomNumbers } from './made-up-addresses.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-search-'));
after(() => rmSync(directory, { recursive: true }));

const opened: AddressIndex[] = [];
after(() => {
  for (const index of opened) index.close();
});

let files = 0;
function indexOf(addresses: Iterable<Address>, sortRows?: number): AddressIndex {
  const path = join(directory, `${files++}.idx`);
  const writer = createAddressIndex(path, sortRows === undefined ? {} : { sortRows });
  for (const address of addresses) writer.add(address);
  writer.finish();
  const index = openAddressIndex(path);
  opened.push(index);
  return index;
}

/** `12 MAIN ST, SPRINGTON, TX 75001` as an address. */
function address(text: string): Address {
  const [line = '', city = '', last = ''] = text.split(', ');
  const match = /^(\d\S*(?: 1\/2)?)? ?(.*)$/.exec(line);
  const [state = '', zip] = last.split(' ');
  return {
    geo_id: 'AAAAAAAAAAA',
    name: text,
    street_no: match?.[1] ?? null,
    street: match?.[2] ?? null,
    city,
    county: null,
    zip_code: zip ?? null,
    zip_code_ext: null,
    state,
    jurisdiction: null,
    lat: null,
    long: null,
  };
}

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
9 QUEEN CHRISTINA WAY, CEDARVALE, UT 84001
9000 WASHINGTON BLVD, NORTH HAVENDALE, CT 06001
10001 PINE RD, CEDARVALE, UT 84002
15 PINE RD, EASTMOOR, NY 10001
8 ALLEY PKWY, EASTMOOR, NY 10001
3 O'MALLEY-ROSS LN, EASTMOOR, NY 10001
MARKET SQ, EASTMOOR, NY 10001`
  .trim()
  .split('\n');
const town = townTexts.map(address);
const small = indexOf(town);

/** The addresses that the text finds, as texts, best first. */
function find(text: string, size = 10): string[] {
  return small.search(text, 0, size).rows.map((row) => townTexts[row] ?? '');
}

function assertFirst(text: string, expected: string): void {
  assert.equal(find(text)[0], expected, `${text} → ${find(text).join(' | ')}`);
}

const oak = '500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63001';

test('every address is found first by its own text', () => {
  for (const text of townTexts) assertFirst(text, text);
});

test('an address is found while it is typed, wherever its last word is cut', () => {
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

test('long and short forms of the Postal Service find the same address', () => {
  assertFirst('500 North Oak Hollow Drive, St Brendan, Missouri', oak);
  assertFirst('77 First Avenue, New Larkfield', '77 1ST AVE, NEW LARKFIELD, NY 10901');
  assertFirst('79 Twenty-First Street', '79 21ST ST, NEW LARKFIELD, NY 10901');
  assertFirst('77 1 av new larkfield', '77 1ST AVE, NEW LARKFIELD, NY 10901');
  assertFirst('31 State Route 13 Larkfield West Virginia', '31 SR 13, LARKFIELD, WV 25001');
  assertFirst('31 sr13', '31 SR 13, LARKFIELD, WV 25001');
  assertFirst('350 South 1200 East', '350 S 1200 E, CEDARVALE, UT 84001');
  assertFirst('9000 washington boulevard n havendale', '9000 WASHINGTON BLVD, NORTH HAVENDALE, CT 06001');
});

test('one wrong letter anywhere in a word is forgiven: more, less, other, swapped, also the first', () => {
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

test('two wrong letters in a long word are forgiven', () => {
  for (const word of ['CRHISTINNA', 'KHRISTINAA', 'CHITINA', 'XHRISTINX']) {
    assertFirst(`9 QUEEN ${word} WAY CEDARVALE`, '9 QUEEN CHRISTINA WAY, CEDARVALE, UT 84001');
  }
});

test('words joined or split otherwise are found', () => {
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

test('a house letter is preferred when it is right and forgiven when it is not', () => {
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

test('a wrong ZIP code, suffix or direction beside the right city is forgiven', () => {
  assertFirst('500 N OAK HOLLOW DR, SAINT BRENDAN, MO 63009', oak);
  assertFirst('500 S OAK HOLLOW DR, SAINT BRENDAN, MO 63001', oak);
  assertFirst('500 N OAK HOLLOW LN, SAINT BRENDAN, MO 63001', oak);
  assertFirst('500 N OAK HOLLOW DR, WESTPHALIA, MO 63001', oak);
});

test('a street without a number, and a city, list their addresses', () => {
  assert.equal(find('main st springton').length, 7);
  assert.equal(find('cedarvale, ut').length, 5);
  assertFirst('market square eastmoor', 'MARKET SQ, EASTMOOR, NY 10001');
});

test('what is not there gives an empty list', () => {
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
      const { rows, next } = small.search(query, offset, size);
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
      assert.ok(rows.length <= size && rows.every((row) => row < town.length));
      assert.ok(next === null || next === offset + rows.length);
    }),
    { numRuns: 1000 },
  );
  times.sort((a, b) => a - b);
  assert.ok((times[Math.floor(times.length * 0.99)] ?? 0) < 50, `99 % within 50 ms, not ${times.at(-11)} ms`);
});

const countryRows = [...madeUpAddresses(4000, 11)];
const country = indexOf(countryRows);

test('a number that very many addresses have finds the right street among them', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const word = (i: number) =>
    Array.from({ length: 4 }, (_, at) => letters[Math.floor(i / 26 ** at) % 26]).join('');
  for (const count of [maxUnmarked + 500, maxNumbered + 500]) {
    const texts = Array.from(
      { length: count },
      (_, i) => `7 ${word(i * 7)} ST, ${word(i % 40)}TON, TX 75001`,
    );
    const index = indexOf(texts.map(address));
    for (const at of [0, 1, count >> 1, count - 1]) {
      const text = texts[at] ?? '';
      assert.equal(texts[index.search(text, 0, 10).rows[0] ?? -1], text);
      const street = text.slice(0, text.indexOf(','));
      assert.equal(texts[index.search(street, 0, 10).rows[0] ?? -1], text);
    }
    assert.ok(index.search('7 q', 0, 10).rows.every((row) => texts[row]?.includes(' Q')));
  }
});

test('walking by offsets gives each result once, in the order of one long page', () => {
  for (const text of ['st', 'main', countryRows[0]?.city ?? '', '1', 'n st', 'a', '10 oak']) {
    const whole = country.search(text, 0, maxResults + 100);
    assert.equal(whole.next, null);
    assert.ok(whole.rows.length <= maxResults);
    assert.equal(new Set(whole.rows).size, whole.rows.length);
    for (const size of [1, 7, 100]) {
      const walked: number[] = [];
      for (let offset: number | null = 0; offset !== null && walked.length < 150 * size; ) {
        const page = country.search(text, offset, size);
        walked.push(...page.rows);
        offset = page.next;
      }
      assert.deepEqual(walked, whole.rows.slice(0, walked.length));
      if (size === 100) assert.equal(walked.length, whole.rows.length);
    }
  }
});

test('the file depends on the addresses only, not on how many are sorted at once', () => {
  const info = [undefined, 1, 100, 1 << 20].map((sortRows) => indexOf(countryRows, sortRows).info);
  const bytes = info.map((_, i) => readFileSync(join(directory, `${files - info.length + i}.idx`)));
  for (const other of bytes) assert.ok(bytes[0]?.equals(other));
  assert.equal(info[0]?.addresses, countryRows.length);
  assert.equal(info[0]?.bytes, bytes[0]?.length);
});

test('no scratch file stays behind', () => {
  const writer = createAddressIndex(join(directory, 'discarded.idx'));
  writer.add(town[0] ?? address('1 A ST, B, TX 75001'));
  writer.discard();
  assert.deepEqual(
    readdirSync(directory).filter((name) => !/^\d+\.idx$/.test(name)),
    [],
  );
});

test('an index without addresses opens and finds nothing', () => {
  assert.deepEqual(indexOf([]).search('12 main st', 0, 10), { rows: [], next: null });
});

/** Errors between two words, the plain way: the whole table, with swaps of neighbours. */
function errorsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i || j),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      const row = table[i];
      if (row) row[j] = cost;
    }
  }
  return at(a.length, b.length);
}

/** Rows that a full scan finds best: every word of the query within one error, the house number exact. */
function scan(query: readonly string[]): number[] {
  const known = new Map<string, number>();
  const errors = (word: string, other: string) => {
    const key = `${word} ${other}`;
    const found =
      known.get(key) ?? (word === other ? 0 : /\d/.test(word + other) ? 9 : errorsBetween(word, other));
    known.set(key, found);
    return found;
  };
  let best: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const [row, { street_no, street, city, state, zip_code }] of countryRows.entries()) {
    if (street_no !== query[0]) continue;
    const words = `${street} ${city} ${state} ${zip_code}`.split(' ');
    let total = 0;
    for (const word of query.slice(1)) {
      const fewest = Math.min(...words.map((other) => errors(word, other)));
      total += fewest > 1 ? Number.POSITIVE_INFINITY : fewest;
    }
    if (total < least) best = [];
    least = Math.min(least, total);
    if (total === least && total < Number.POSITIVE_INFINITY) best.push(row);
  }
  return best;
}

test('what a full scan with edit distance finds best is on the first page', () => {
  const random = randomNumbers(5);
  let compared = 0;
  for (let i = 0; i < 150; i++) {
    const row = Math.floor(random() * countryRows.length);
    const { street_no, street, city, state, zip_code } = countryRows[row] ?? address('');
    const words = `${street_no} ${street} ${city} ${state} ${zip_code}`.split(' ');
    const long = words.flatMap((word, at) => (/^[A-Z]{4,}$/.test(word) ? [at] : []));
    for (const at of long) words[at] = damage(words[at] ?? '', random);
    const best = scan(words);
    if (best.length === 0 || best.length > 10) continue;
    compared += 1;
    const found = country.search(words.join(' '), 0, 10).rows;
    assert.ok(
      best.some((wanted) => found.includes(wanted)),
      `${words.join(' ')}: ${best.map((wanted) => countryRows[wanted]?.name)} not among ${found.map((is) => countryRows[is]?.name)}`,
    );
  }
  assert.ok(compared > 100, `only ${compared} queries had a best answer`);
});

/** The word with one error. */
function damage(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1));
  const kind = Math.floor(random() * 4);
  if (kind === 0) return `${word.slice(0, at)}X${word.slice(at)}`;
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2) return `${word.slice(0, at)}Z${word.slice(at + 1)}`;
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

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

test('a file that is missing, cut short, damaged or of another kind is refused by name', () => {
  const good = readFileSync(join(directory, '0.idx'));
  const refuse = (name: string, bytes: Buffer | null) => {
    const path = join(directory, `${name}.bad`);
    if (bytes) writeFileSync(path, bytes);
    assert.throws(
      () => openAddressIndex(path),
      (error) => error instanceof Failure && error.message.includes(path),
    );
    if (bytes) rmSync(path);
  };
  refuse('missing', null);
  refuse('empty', Buffer.alloc(0));
  refuse('text', Buffer.from('number,street\n'.repeat(100)));
  refuse('short', good.subarray(0, good.length - 1));
  refuse('long', Buffer.concat([good, Buffer.alloc(1)]));
  const changed = Buffer.from(good);
  changed[40] = (changed[40] ?? 0) ^ 1;
  refuse('damaged', changed);
  const format = Buffer.from(good);
  format[8] = 99;
  refuse('format', format);
});
