/**
 * Searches places (cities) by name, with the state or the county if the text has them (`Austin, TX`).
 *
 * The steps are those of the address search: normalise, tokenise, classify, candidates, score, order. A place
 * matches when its name, county and state have every word of the text and its name at least one. Whole names
 * come before prefixes, these before misspelt names; then the larger place comes first.
 */
import type { TotalCount } from '@lintel/contract';
import { u32At } from '../base/memory/at.js';
import { type InvertedIndex, readInvertedIndex } from '../format/address-index/inverted-index.js';
import { placeIndexKind } from '../format/address-index/layout.js';
import { maxNamedPlaces, maxScoredPlaces } from '../format/address-index/limits.js';
import { normalise } from '../format/address-index/normalise.js';
import { readStateWords } from '../format/address-index/state-words.js';
import { tokenise } from '../format/address-index/tokenise.js';
import { withoutCountry } from '../format/address-index/usps-words.js';
import { readVocabulary, type Vocabulary } from '../format/address-index/vocabulary.js';
import { openSectionFile, type SectionReader } from '../format/sections/section-file.js';
import {
  misspeltStates,
  type QueryWord,
  queryWords,
  type Reading,
  type StatePhrase,
  statePhrases,
} from './classify.js';
import * as costs from './costs.js';
import { type Expansions, expansionsOf } from './expansions.js';
import { costOfOrder, scoreWord, unknown } from './match-score.js';
import { order, page, type Ranked, totalOf } from './order.js';
import { splitAndJoin } from './split-join.js';
import { TokenMasks, walk, walkWords } from './token-masks.js';

interface PlaceMatches {
  /** geo_ids, best first. */
  readonly ids: string[];
  /** Result number at which the next page begins, null at the end. */
  readonly next: number | null;
  readonly total: TotalCount;
}

export interface PlaceIndex {
  /** `size` results from result number `offset`; at most the first 1,000 exist. Never throws. */
  search(text: string, offset: number, size: number): PlaceMatches;
  close(): void;
}

interface PlaceTables {
  readonly vocabulary: Vocabulary;
  readonly stateWords: ReadonlyMap<string, number>;
  readonly names: InvertedIndex;
  /** How many words each name has; 0 for a nickname, whose place is listed by its name too. */
  readonly nameOwnWords: Uint32Array;
  /** Words of a county: its state, then its name. */
  readonly counties: InvertedIndex;
  readonly countyOf: Uint32Array;
  readonly geoIds: readonly string[];
}

interface Question {
  readonly expansions: readonly Expansions[];
  readonly states: readonly StatePhrase[];
  readonly all: number;
  /** Cost of this reading of the text. */
  readonly cost: number;
}

/** Opens a finished place index. A file of another kind or format, or a truncated one, is refused by name. */
export function openPlaceIndex(path: string): PlaceIndex {
  const tables = loadTables(path);
  const nameMarks = new TokenMasks(tables.names.size);
  const countyMarks = new TokenMasks(tables.counties.size);
  const search = (text: string, offset: number, size: number): PlaceMatches => {
    const readings = readingsOf(withoutCountry(tokenise(normalise(text))));
    let matches: Ranked[] = [];
    for (let errors = 0; errors <= 2 && matches.length === 0; errors++) {
      const others =
        errors === 1 ? readings.flatMap((reading) => splitAndJoin(tables.vocabulary, reading)) : [];
      matches = [...readings, ...others].flatMap((reading) =>
        find(tables, ask(tables, reading, errors), nameMarks, countyMarks),
      );
    }
    const ranked = order(inNamedState(tables, readings, matches));
    const found = [...new Set(ranked.map(({ row }) => tables.geoIds[row] ?? ''))];
    const { items, next } = page(found, offset, size);
    return { ids: items, next, total: totalOf(found.length) };
  };
  return { search, close() {} };
}

/**
 * A text that ends with a state (`Boulder, CO`) means that state: where any match is in it, the others, which
 * read the code as a prefix of another word (`County`), are left out.
 */
function inNamedState(tables: PlaceTables, readings: readonly Reading[], matches: Ranked[]): Ranked[] {
  const codes = readings.flatMap(({ words, states }) => {
    const all = 2 ** words.length - 1;
    const last = 2 ** (words.length - 1);
    const closing = states.filter(({ bits, cost }) => cost === 0 && bits !== all && (bits & last) !== 0);
    return closing.map(({ code }) => code);
  });
  if (codes.length === 0) return matches;
  const named = new Set(codes.map((code) => tables.stateWords.get(code)));
  const within = matches.filter(({ row }) => {
    const [state] = wordsOf(tables.counties, u32At(tables.countyOf, row));
    return named.has(state);
  });
  return within.length > 0 ? within : matches;
}

const kinds = new Set(['CITY', 'TOWN', 'VILLAGE', 'BOROUGH', 'TOWNSHIP']);
const beforeName = /^(?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP|COUNTY|CITY AND COUNTY) OF (?=.)/;

/**
 * A place's text as it is, and without the word for its kind (`City of Austin`, `New York City, NY`); none for no
 * words.
 */
function readingsOf(tokens: readonly string[]): Reading[] {
  if (tokens.length === 0) return [];
  const text = tokens.join(' ');
  const name = text.replace(beforeName, '');
  const kind = tokens.findLastIndex((token) => kinds.has(token));
  const readings = [readingOf(tokens, 0)];
  if (name !== text) readings.push(readingOf(name.split(' '), costs.kindOfPlace));
  else if (kind > 0) readings.push(readingOf(tokens.toSpliced(kind, 1), costs.kindOfPlace));
  return readings;
}

function readingOf(tokens: readonly string[], cost: number): Reading {
  const words = queryWords(tokens, true);
  return { house: null, houseLast: false, words, states: statesIn(words), respelt: false, cost };
}

/** The states that the words name; one that does not close the text (`York` in `New York City`) is less likely. */
function statesIn(words: readonly QueryWord[]): StatePhrase[] {
  const last = 2 ** (words.length - 1);
  return statePhrases(words).map((phrase) =>
    (phrase.bits & last) === 0 ? { ...phrase, cost: phrase.cost + costs.stateBeforeName } : phrase,
  );
}

function ask(tables: PlaceTables, { words, states, cost }: Reading, errors: number): Question {
  return {
    expansions: words.map((word) => expansionsOf(tables.vocabulary, word, errors)),
    states: errors > 0 ? [...states, ...misspeltStates(words)] : states,
    all: 2 ** words.length - 1,
    cost,
  };
}

function loadTables(path: string): PlaceTables {
  const file = openSectionFile(path, placeIndexKind);
  try {
    return readTables(file);
  } finally {
    file.close();
  }
}

function readTables(file: SectionReader): PlaceTables {
  const vocabulary = readVocabulary(file);
  return {
    vocabulary,
    stateWords: readStateWords(vocabulary),
    names: readInvertedIndex(file, 'name'),
    nameOwnWords: file.numbers('nameOwnWords'),
    counties: readInvertedIndex(file, 'county'),
    countyOf: file.numbers('countyOf'),
    geoIds: Buffer.from(file.bytes('geoIds')).toString('latin1').split('\n'),
  };
}

/** Places whose words match the question, with their costs. */
function find(
  tables: PlaceTables,
  question: Question,
  nameMarks: TokenMasks,
  countyMarks: TokenMasks,
): Ranked[] {
  try {
    for (const [i, expansions] of question.expansions.entries()) {
      walk(tables.names, expansions, 1 << i, nameMarks, Number.POSITIVE_INFINITY);
      walk(tables.counties, expansions, 1 << i, countyMarks, Number.POSITIVE_INFINITY);
    }
    for (const { code, bits } of question.states) {
      const word = tables.stateWords.get(code);
      if (word !== undefined)
        walkWords(tables.counties, word, word + 1, bits, countyMarks, Number.POSITIVE_INFINITY);
    }
    const found: Ranked[] = [];
    for (const place of placesToScore(nameMarks.touched)) {
      const bits = nameMarks.of(place) | countyMarks.of(u32At(tables.countyOf, place));
      if (bits !== question.all) continue;
      const cost = costOfPlace(tables, question, place);
      if (cost < unknown) found.push({ row: place, cost });
    }
    return found;
  } finally {
    nameMarks.clear();
    countyMarks.clear();
  }
}

/** The places to score: all, or when they are too many the largest and the first found by whole words. */
function placesToScore(touched: readonly number[]): readonly number[] {
  if (touched.length <= maxScoredPlaces) return touched;
  const largest = Uint32Array.from(touched).sort().subarray(0, maxScoredPlaces);
  return [...new Set([...largest, ...touched.slice(0, maxNamedPlaces)])];
}

/** A word counts where it costs least: for the name, the state or the county. */
function costOfPlace(tables: PlaceTables, question: Question, place: number): number {
  const inName: number[] = [];
  const inCounty: number[] = [];
  const own = tables.nameOwnWords[place] ?? 0;
  const has = wordsOf(tables.names, place).map((word) => scoreWord(question.expansions, word, inName));
  const [state = 0, ...county] = wordsOf(tables.counties, u32At(tables.countyOf, place));
  for (const word of county) scoreWord(question.expansions, word, inCounty);
  const inPlace = question.expansions.map((_, i) =>
    Math.min(inName[i] ?? unknown, (inCounty[i] ?? unknown) + costs.inCounty),
  );
  const cost = costOfWords(
    inName,
    inPlace,
    question.states.filter(({ code }) => tables.stateWords.get(code) === state),
  );
  // What follows the last matched word may still be typed, but of a nickname; an unmatched word before it is missing.
  const lastNamed = has.findLastIndex((bits) => bits !== 0);
  const missing = has.slice(0, Math.max(0, lastNamed)).filter((bits) => bits === 0).length;
  const isBegun = lastNamed >= 0 && lastNamed < has.length - 1;
  if (own === 0 && isBegun) return unknown;
  const kind = own === 0 ? costs.nickname : isBegun ? costs.cutShort : 0;
  return cost + kind + missing * costs.nameLacksWord + costOfOrder(has) + question.cost;
}

/**
 * Cost of the words of a text, `unknown` when none of them is left for the name. A phrase that names the place's state
 * means it with all of its words or with none: none, one and all of the phrases are tried.
 */
function costOfWords(
  inName: readonly number[],
  inPlace: readonly number[],
  phrases: readonly StatePhrase[],
): number {
  const readings = [[], ...phrases.map((phrase) => [phrase]), phrases];
  const costOf = (meant: readonly StatePhrase[]) => {
    const inState = meant.reduce((bits, phrase) => bits | phrase.bits, 0);
    const rest = [...inPlace.keys()].filter((i) => (inState & (1 << i)) === 0);
    if (!rest.some((i) => inName[i] !== undefined)) return unknown;
    return (
      rest.reduce((sum, i) => sum + (inPlace[i] ?? unknown), 0) +
      meant.reduce((sum, { cost }) => sum + cost, 0)
    );
  };
  return Math.min(...readings.map(costOf));
}

function wordsOf(index: InvertedIndex, list: number): number[] {
  return [...index.words.subarray(index.starts[list], index.starts[list + 1])];
}
