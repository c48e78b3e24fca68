/**
 * Third step: what the words of a query may mean. A word that can be a house number, a ZIP code or part of a
 * street's name gives several readings of the query, best first; units and the country are dropped in all of
 * them.
 *
 * Whether the other words name a street or a place is not decided here but by the index: a word is understood
 * when the street or the place has it.
 */

import { byteEditDistance } from '@lintel/contract/plain';
import {
  type HouseNumber,
  looksLikeHouseNumber,
  parseHouseNumber,
} from '../format/address-index/house-number.js';
import {
  bareUnitWords,
  commonSuffixes,
  directions,
  mainForm,
  routeWords,
  stateNames,
  unitWords,
  withoutCountry,
} from '../format/address-index/usps-words.js';
import { shortDirectionals } from '../geography/usps/words.js';
import { cutShort, numberInWords, numberIsName, numberNotFirst, numberNotZip, oneError } from './costs.js';
import { spelledNumber } from './spelled-number.js';

export interface QueryWord {
  readonly text: string;
  /** Whether a street can match without it: a suffix, a direction, a single letter, or a word for county. */
  readonly soft: boolean;
  /** Whether it may be truncated: the last word of the text. */
  readonly last: boolean;
  /** Whether a suffix follows, before which a word may be truncated too: `MICH AVE`. */
  readonly beforeSuffix: boolean;
}

/** Words that name a state, as bits of their positions. */
export interface StatePhrase {
  readonly code: string;
  readonly bits: number;
  readonly cost: number;
}

export interface Reading {
  readonly house: HouseNumber | null;
  /** Whether more digits of the house number may follow: it is the last word of the text. */
  readonly houseLast: boolean;
  readonly words: readonly QueryWord[];
  readonly states: readonly StatePhrase[];
  /** Whether words of the text were joined or split. */
  readonly respelt: boolean;
  /** Cost of this reading, added to every result. */
  readonly cost: number;
}

/** Words of a text that are its house number. */
interface HouseWords {
  readonly at: number;
  readonly count: number;
  readonly number: HouseNumber | null;
}

/** Words that are tried as the house number. */
const maxHouses = 3;

/** The readings of a query's words, best first; none for no words. */
export function classify(tokens: readonly string[]): Reading[] {
  const words = withoutCountry(withoutUnits(tokens));
  const lastToken = tokens.at(-1);
  const read = (house: number | null, cost: number) =>
    readingOf(words, house === null ? null : houseAt(words, house), cost, lastToken);
  if (words.length === 0) return [];
  const [only = ''] = words;
  if (words.length === 1) {
    if (!looksLikeHouseNumber(only, true)) return [read(null, 0)];
    return /^\d{5}$/.test(only)
      ? [read(null, 0), read(0, numberNotZip)]
      : [read(0, 0), read(null, numberIsName)];
  }
  const houses = words.flatMap((word, i) =>
    looksLikeHouseNumber(word, i === 0) && !routeWords.has(words[i - 1] ?? '') ? [i] : [],
  );
  const costOfHouse = (i: number) => (i === 0 ? 0 : isZip(words[i] ?? '') ? numberNotZip : numberNotFirst);
  const plain = houses.some((i) => !isZip(words[i] ?? '') || i === 0) ? numberIsName : 0;
  const readings = [read(null, plain), ...houses.slice(0, maxHouses).map((i) => read(i, costOfHouse(i)))];
  const spelled = spelledNumber(words);
  if (spelled !== null && spelled.length < words.length) {
    const house = { at: 0, count: spelled.length, number: { value: spelled.value, suffix: '' } };
    readings.push(readingOf(words, house, numberInWords, lastToken));
  }
  return readings.sort((a, b) => a.cost - b.cost);
}

function houseAt(words: readonly string[], at: number): HouseWords {
  const count = /^\d\/\d$/.test(words[at + 1] ?? '') ? 2 : 1;
  return { at, count, number: parseHouseNumber(words.slice(at, at + count).join(' ')) };
}

function isZip(word: string): boolean {
  return /^\d{5}$/.test(word);
}

function readingOf(
  tokens: readonly string[],
  house: HouseWords | null,
  cost: number,
  last: string | undefined,
): Reading {
  const rest = house === null ? tokens : tokens.toSpliced(house.at, house.count);
  const words = queryWords(rest, rest.at(-1) === last);
  const houseLast = house !== null && tokens[house.at] === last && house.at === tokens.length - 1;
  const states = statePhrases(words);
  return { house: house?.number ?? null, houseLast, words, states, respelt: false, cost };
}

/** Texts as words of a query; the last may be truncated when `open`. */
export function queryWords(texts: readonly string[], open: boolean): QueryWord[] {
  return texts.map((text, i) => ({
    text,
    soft: isSoft(text),
    last: open && i === texts.length - 1,
    beforeSuffix: commonSuffixes.has(mainForm(texts[i + 1] ?? '')),
  }));
}

function isSoft(word: string): boolean {
  const main = shortDirectionals.get(word) ?? mainForm(word);
  return commonSuffixes.has(main) || directions.has(main) || /^[A-Z]$/.test(word) || saysCounty(word);
}

/** Whether the word only marks the words next to it as a county. */
export function saysCounty(word: string): boolean {
  return /^(?:COUNTY|CNTY|PARISH)$/.test(word);
}

function withoutUnits(tokens: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i] ?? '';
    const next = tokens[i + 1];
    const box = boxWords(tokens, i);
    if (word === 'NO' && kept.length === 0 && /^\d+$/.test(next ?? '')) continue;
    if (word === '#') {
      i += 1;
    } else if (box > 0) {
      i += box - 1;
    } else if (
      /^\d+(?:ST|ND|RD|TH)$/.test(word) &&
      /^(?:FLOOR|FLR|FL)$/.test(next ?? '') &&
      kept.length > 1
    ) {
      i += 1;
    } else if (kept.length > 0 && unitWords.has(word) && isUnitNumber(word, next, i + 2 < tokens.length)) {
      i += 1;
    } else if (!(kept.length > 1 && next === undefined && bareUnitWords.has(word))) {
      kept.push(word);
    }
  }
  return kept;
}

/** How many words from `i` on are a post office box: `PO BOX 12`. */
function boxWords(tokens: readonly string[], i: number): number {
  const match = /^(?:P O BOX|PO BOX|POST OFFICE BOX|POB|BOX) \d+[A-Z]?(?= |$)/.exec(
    tokens.slice(i, i + 4).join(' '),
  );
  return match ? match[0].split(' ').length : 0;
}

/** Whether the text after a unit designator is a unit number: `4`, `B`, `4B`; after FL not a ZIP code. */
function isUnitNumber(designator: string, next: string | undefined, more: boolean): boolean {
  if (next === undefined) return false;
  if (designator === 'FL' || designator === 'FLOOR') return /^\d{1,3}[A-Z]?$/.test(next);
  if (isZip(next) && !more) return designator !== 'STE';
  return (
    /\d/.test(next) || (/^[A-Z]$/.test(next) && !directions.has(next)) || (directions.has(next) && !more)
  );
}

/** Every way in which adjacent words name a state, in full or (the last ones) truncated. */
export function statePhrases(words: readonly QueryWord[]): StatePhrase[] {
  const found: StatePhrase[] = [];
  for (let i = 0; i < words.length; i++) {
    for (let length = Math.min(4, words.length - i); length > 0; length--) {
      const code = stateNames.get(textOf(words, i, length));
      if (code === undefined) continue;
      found.push({ code, bits: bitsOf(i, length), cost: 0 });
      i += length - 1;
      break;
    }
  }
  for (let length = 1; length <= Math.min(3, words.length); length++) {
    const begun = textOf(words, words.length - length, length);
    if ((begun.length < 2 && words.length < 2) || !words.at(-1)?.last) continue;
    for (const [name, code] of stateNames) {
      if (name.length > begun.length && name.startsWith(begun)) {
        found.push({ code, bits: bitsOf(words.length - length, length), cost: cutShort });
      }
    }
  }
  return found;
}

const encodedStates = [...stateNames]
  .filter(([name]) => name.length >= 4)
  .map(([name, code]) => ({ name: Buffer.from(name, 'latin1'), code }));

/** Ways in which words name a state with one error, when none is named without; codes are never guessed. */
export function misspeltStates(words: readonly QueryWord[]): StatePhrase[] {
  const found: StatePhrase[] = [];
  for (let i = 0; i < words.length; i++) {
    for (let length = Math.min(3, words.length - i); length > 0; length--) {
      const text = Buffer.from(textOf(words, i, length), 'latin1');
      if (text.length < 4) continue;
      for (const { name, code } of encodedStates) {
        if (byteEditDistance(text, 0, text.length, name, 0, name.length, 1) === 1) {
          found.push({ code, bits: bitsOf(i, length), cost: oneError });
        }
      }
    }
  }
  return found;
}

function textOf(words: readonly QueryWord[], from: number, count: number): string {
  return words
    .slice(from, from + count)
    .map((word) => word.text)
    .join(' ');
}

function bitsOf(from: number, count: number): number {
  return ((1 << count) - 1) << from;
}
