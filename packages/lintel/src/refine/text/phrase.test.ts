import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comma, readWords, sentenceEnd } from './lexicon.js';
import { PhraseSet } from './phrase.js';

/** Which of the phrases stand in the text. */
function found(phrases: readonly string[], text: string): string[] {
  const set = new PhraseSet(phrases);
  const hits = new Set<number>();
  set.scan(readWords(text), (id) => hits.add(id));
  return phrases.filter((_, id) => hits.has(id));
}

test('words, alternatives, prefixes and numbers stand where they are written', () => {
  const phrases = ['new deck|porch', 'roof*', '# amp*', 'a c', 'nonresidential', 'residential'];
  assert.deepEqual(found(phrases, 'NEW PORCH and Roofing'), ['new deck|porch', 'roof*']);
  assert.deepEqual(found(phrases, '200AMP panel; A/C'), ['# amp*', 'a c']);
  assert.deepEqual(found(phrases, 'new, deck'), []);
  assert.deepEqual(found(phrases, 'new old deck'), []);
  assert.deepEqual(found(phrases, 'NON-RESIDENTIAL'), ['nonresidential']);
  assert.deepEqual(found(phrases, 'proof of residentials'), []);
});

test('a gap holds four words within a sentence, and a near gap none that leads elsewhere', () => {
  const phrases = ['replace .. roof', 'replace ~ roof'];
  assert.deepEqual(found(phrases, 'replace the old asphalt shingle roof'), phrases);
  assert.deepEqual(found(phrases, 'replace 24 squares, of the old roof'), phrases);
  assert.deepEqual(found(phrases, 'replace all of the old worn roof'), []);
  assert.deepEqual(found(phrases, 'replace unit on roof'), ['replace .. roof']);
  assert.deepEqual(found(phrases, 'replace windows. roof stays'), []);
});

test('sentences end at points but not within initials and numbers', () => {
  const count = (text: string, word: number) => readWords(text).filter((number) => number === word).length;
  assert.equal(count('Erect garage. Remove shed; new fence\nend', sentenceEnd), 3);
  assert.equal(count('2 D.U. building, 1.5 baths, 1,200 sq', sentenceEnd), 0);
  assert.equal(count('a, b: c, , d', comma), 3);
  const dashes = (text: string, isProse: boolean) =>
    readWords(text, isProse).filter((number) => number === comma).length;
  assert.equal(dashes('panel - kitchen \u2013 two-story', true), 2);
  assert.equal(dashes('Residential - New', false), 0);
  assert.deepEqual(found(["o'hare|ohare"], "O'HARE"), ["o'hare|ohare"]);
});

test('phrases that begin alike and share words are all found', () => {
  const phrases = ['new', 'new home', 'new ~ home', 'home|house', 'new single family home'];
  assert.deepEqual(found(phrases, 'new single family home'), [
    'new',
    'new ~ home',
    'home|house',
    'new single family home',
  ]);
});

test('anchors bind a phrase to the beginning and the end of the text', () => {
  const phrases = ['^ single family $', '^ deck', 'door $'];
  assert.deepEqual(found(phrases, 'Single Family.'), ['^ single family $']);
  assert.deepEqual(found(phrases, 'new single family'), []);
  assert.deepEqual(found(phrases, 'single family deck'), []);
  assert.deepEqual(found(phrases, 'deck and door'), ['^ deck', 'door $']);
});

test('a far gap holds ten words within a sentence', () => {
  const phrases = ['remodel .. kitchen', 'remodel ... kitchen'];
  assert.deepEqual(found(phrases, 'remodel of the first floor bath, bedroom and the kitchen'), [
    'remodel ... kitchen',
  ]);
  assert.deepEqual(found(phrases, 'remodel one. New kitchen'), []);
});

test('a comma in a phrase is a comma, colon or spaced dash of the text', () => {
  const phrases = ['apartment , new', 'work , plumbing'];
  assert.deepEqual(found(phrases, 'Secondary Apartment, New'), ['apartment , new']);
  assert.deepEqual(found(phrases, 'Work: plumbing'), ['work , plumbing']);
  assert.deepEqual(found(phrases, 'Apartment new'), []);
});

test('short and misspelt words count as the words that they stand for', () => {
  const phrases = ['replac* ~ water heater', 'new garage', 'existing', 'kitchen remodel*'];
  assert.deepEqual(found(phrases, 'RPLC WTR HTR'), ['replac* ~ water heater']);
  assert.deepEqual(found(phrases, '(N) gar. and (E) deck'), ['new garage', 'existing']);
  assert.deepEqual(found(phrases, 'kitch rmdl'), ['kitchen remodel*']);
});

test('words run together are read one by one, and other long words are left alone', () => {
  const phrases = ['kitchen remodel*', 'retail office remodel*', 'kitchen'];
  assert.deepEqual(found(phrases, 'KITCHENREMODELING'), ['kitchen remodel*', 'kitchen']);
  assert.deepEqual(found(phrases, 'retailofficeremodel'), ['retail office remodel*']);
  assert.deepEqual(found(phrases, 'kitchenqualityservice'), []);
});

test('the point of a short word ends no sentence where small letters go on', () => {
  const count = (text: string) => readWords(text, true).filter((number) => number === sentenceEnd).length;
  assert.equal(count('New bldg. with elec. panel'), 0);
  assert.equal(count('New bldg. Remodel of office'), 1);
});

test('an explanation gets one place in the text for each word, also where words run together', () => {
  const spans: [number, number][] = [];
  const words = readWords('New kitchenremodel (E) roof', true, spans);
  assert.equal(spans.length, words.length);
  assert.deepEqual(spans.slice(1, 3), [
    [4, 18],
    [4, 18],
  ]);
});
