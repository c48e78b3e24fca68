/**
 * The address search over thousands of addresses: complete walks, frequent numbers, and comparison with a
 * full scan.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { editDistance } from '@lintel/contract';
import { randomNumbers, syntheticAddresses } from '@lintel/testing/release/synthetic-addresses.js';
import { addressOf, syntheticIndexes } from '@lintel/testing/release/synthetic-index.js';
import { maxNumbered, maxResults, maxUnmarked } from '../format/address-index/limits.js';

const indexes = syntheticIndexes();
after(() => indexes.remove());

const countryRows = [...syntheticAddresses(4000, 11)];
const country = indexes.indexOf(countryRows);

test('a very frequent number finds the right street', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const word = (i: number) =>
    Array.from({ length: 4 }, (_, at) => letters[Math.floor(i / 26 ** at) % 26]).join('');
  for (const count of [maxUnmarked + 500, maxNumbered + 500]) {
    const texts = Array.from(
      { length: count },
      (_, i) => `7 ${word(i * 7)} ST, ${word(i % 40)}TON, TX 75001`,
    );
    const index = indexes.indexOf(texts.map(addressOf));
    for (const at of [0, 1, count >> 1, count - 1]) {
      const text = texts[at] ?? '';
      assert.equal(texts[index.search(text, 0, 10).items[0]?.row ?? -1], text);
      const street = text.slice(0, text.indexOf(','));
      assert.equal(texts[index.search(street, 0, 10).items[0]?.row ?? -1], text);
    }
    assert.ok(index.search('7 q', 0, 10).items.every(({ row }) => texts[row]?.includes(' Q')));
  }
});

test('walking by offsets gives each result once, in the order of one long page', () => {
  for (const text of ['st', 'main', countryRows[0]?.city ?? '', '1', 'n st', 'a', '10 oak']) {
    const { items, next } = country.search(text, 0, maxResults + 100);
    const whole = items.map(({ row }) => row);
    assert.equal(next, null);
    assert.ok(whole.length <= maxResults);
    assert.equal(new Set(whole).size, whole.length);
    for (const size of [1, 7, 100]) {
      const walked: number[] = [];
      for (let offset: number | null = 0; offset !== null && walked.length < 150 * size; ) {
        const page = country.search(text, offset, size);
        walked.push(...page.items.map(({ row }) => row));
        offset = page.next;
      }
      assert.deepEqual(walked, whole.slice(0, walked.length));
      if (size === 100) assert.equal(walked.length, whole.length);
    }
  }
});

/** The best rows of a full scan: every word of the query within one error, the house number exact. */
function scan(query: readonly string[]): number[] {
  const known = new Map<string, number>();
  const errors = (word: string, other: string) => {
    const key = `${word} ${other}`;
    const found =
      known.get(key) ?? (word === other ? 0 : /\d/.test(word + other) ? 9 : editDistance(word, other));
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

test('the best results of a full scan with edit distance are on the first page', () => {
  const random = randomNumbers(5);
  let compared = 0;
  for (let i = 0; i < 150; i++) {
    const row = Math.floor(random() * countryRows.length);
    const { street_no, street, city, state, zip_code } = countryRows[row] ?? addressOf('');
    const words = `${street_no} ${street} ${city} ${state} ${zip_code}`.split(' ');
    const long = words.flatMap((word, at) => (/^[A-Z]{4,}$/.test(word) ? [at] : []));
    for (const at of long) words[at] = damage(words[at] ?? '', random);
    const best = scan(words);
    if (best.length === 0 || best.length > 10) continue;
    compared += 1;
    const found = country.search(words.join(' '), 0, 10).items.map(({ row }) => row);
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
