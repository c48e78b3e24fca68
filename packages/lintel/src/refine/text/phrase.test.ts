import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lexicon } from './lexicon.js';
import { PhraseSet } from './phrase.js';
import { comma, sentenceEnd } from './word-classes.js';

/** Which of the phrases are in the text. */
function found(phrases: readonly string[], text: string): string[] {
  const lexicon = Lexicon.compile(phrases);
  const hits = new Set<number>();
  new PhraseSet(phrases, lexicon).scan(lexicon.read(text), (id) => hits.add(id));
  return phrases.filter((_, id) => hits.has(id));
}

test('words, alternatives, prefixes and numbers of a phrase match', () => {
  const phrases = ['new deck|porch', 'roof*', '# amp*', 'a c', 'nonresidential', 'residential'];
  assert.deepEqual(found(phrases, 'NEW PORCH and Roofing'), ['new deck|porch', 'roof*']);
  assert.deepEqual(found(phrases, '200AMP panel; A/C'), ['# amp*', 'a c']);
  assert.deepEqual(found(phrases, 'new, deck'), []);
  assert.deepEqual(found(phrases, 'new old deck'), []);
  assert.deepEqual(found(phrases, 'NON-RESIDENTIAL'), ['nonresidential']);
  assert.deepEqual(found(phrases, 'proof of residentials'), []);
});

test('a gap holds four words within a sentence, and a near gap none that leads away', () => {
  const phrases = ['replace .. roof', 'replace ~ roof'];
  assert.deepEqual(found(phrases, 'replace the old asphalt shingle roof'), phrases);
  assert.deepEqual(found(phrases, 'replace 24 squares, of the old roof'), phrases);
  assert.deepEqual(found(phrases, 'replace all of the old worn roof'), []);
  assert.deepEqual(found(phrases, 'replace unit on roof'), ['replace .. roof']);
  assert.deepEqual(found(phrases, 'replace windows. roof stays'), []);
});

test('sentences end at points but not within initials and numbers', () => {
  const lexicon = Lexicon.compile([]);
  const count = (text: string, word: number) =>
    lexicon.read(text).classes.filter((number) => number === word).length;
  assert.equal(count('Erect garage. Remove shed; new fence\nend', sentenceEnd), 3);
  assert.equal(count('2 D.U. building, 1.5 baths, 1,200 sq', sentenceEnd), 0);
  assert.equal(count('a, b: c, , d', comma), 3);
  const dashes = (text: string, isProse: boolean) =>
    lexicon.read(text, { isProse }).classes.filter((number) => number === comma).length;
  assert.equal(dashes('panel - kitchen \u2013 two-story', true), 2);
  assert.equal(dashes('Residential - New', false), 0);
  assert.deepEqual(found(['ohare'], "O'HARE"), ['ohare']);
});

test('phrases with a common beginning or shared words are all found', () => {
  const phrases = ['new', 'new home', 'new ~ home', 'home|house', 'new single family home'];
  assert.deepEqual(found(phrases, 'new single family home'), [
    'new',
    'new ~ home',
    'home|house',
    'new single family home',
  ]);
});

test('anchors match the beginning and the end of the text', () => {
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

test('abbreviated and misspelt words count as the words that they mean', () => {
  const phrases = ['replac* ~ water heater', 'new garage', 'existing', 'kitchen remodel*'];
  assert.deepEqual(found(phrases, 'RPLC WTR HTR'), ['replac* ~ water heater']);
  assert.deepEqual(found(phrases, '(N) gar. and (E) deck'), ['new garage', 'existing']);
  assert.deepEqual(found(phrases, 'kitch rmdl'), ['kitchen remodel*']);
});

test('words run together are split, and other long words are not', () => {
  const phrases = ['kitchen remodel*', 'retail office remodel*', 'kitchen'];
  assert.deepEqual(found(phrases, 'KITCHENREMODELING'), ['kitchen remodel*', 'kitchen']);
  assert.deepEqual(found(phrases, 'retailofficeremodel'), ['retail office remodel*']);
  assert.deepEqual(found(phrases, 'kitchenqualityservice'), []);
});

test('the point of an abbreviation does not end a sentence if small letters follow', () => {
  const lexicon = Lexicon.compile(['bldg', 'elec']);
  const count = (text: string) =>
    lexicon.read(text, { isProse: true }).classes.filter((number) => number === sentenceEnd).length;
  assert.equal(count('New bldg. with elec. panel'), 0);
  assert.equal(count('New bldg. Remodel of office'), 1);
});

test('an explanation gets one position in the text for each word, even of words run together', () => {
  const spans: [number, number][] = [];
  const lexicon = Lexicon.compile(['new', 'kitchen', 'remodel', 'roof']);
  const { classes } = lexicon.read('New kitchenremodel (E) roof', { isProse: true, spans });
  assert.equal(spans.length, classes.length);
  assert.deepEqual(spans.slice(1, 3), [
    [4, 18],
    [4, 18],
  ]);
});

test('a text can be searched after others have been read', () => {
  const phrases = ['new deck', 'replace ~ roof', 'pool'];
  const lexicon = Lexicon.compile(phrases);
  const set = new PhraseSet(phrases, lexicon);
  const idsIn = (words: ReturnType<Lexicon['read']>) => {
    const ids: number[] = [];
    set.scan(words, (id) => {
      ids.push(id);
      // Nested searches do not disturb each other.
      set.scan(lexicon.read('deck, roof, new pool'), () => {});
    });
    return ids;
  };
  const first = lexicon.read('Replace the old roof. New deck');
  const second = lexicon.read('pool');
  assert.deepEqual(idsIn(second), [2]);
  assert.deepEqual(idsIn(first), [1, 0]);
  assert.deepEqual(idsIn(first), [1, 0]);
});

test('a lexicon refuses words that no text has, and a phrase set words that its lexicon lacks', () => {
  assert.throws(() => Lexicon.compile(["o'hare"]), /"o'hare" is not a word of small letters and digits/);
  assert.throws(() => Lexicon.compile(['^ .. $']), /the phrase "\^ \.\. \$" has no word/);
  assert.throws(() => new PhraseSet(['porch'], Lexicon.compile(['deck'])), /no phrase .* has "porch"/);
});
