/**
 * The addresses with a given house number, or one in a range, that match a reading of the query.
 *
 * A house number is the rarest word of most queries: the addresses that have it are scanned one by one, so
 * that nothing is missed however common the other words are. Each word of the index is marked with the words
 * of the query that it may match, so that rejecting an address costs a few memory reads; only the others are
 * scored. Where very many addresses have the number, names and places are marked first, which reduces it to
 * two reads.
 */
import type { AddressTables } from '../format/address-index/address-tables.js';
import { endOfList } from '../format/address-index/inverted-index.js';
import {
  fewEnough,
  maxNumbered,
  maxNumberedMatches,
  maxUnmarked,
  maxWrongWords,
} from '../format/address-index/limits.js';
import {
  canAnswer,
  costOfStreet,
  forgiven,
  isNameAnswer,
  type MatchScore,
  missingWords,
  type Question,
  scoreName,
  scorePlace,
} from './match-score.js';
import { bitCount, markNamesOfRareWords, markPlaces, TokenMasks } from './token-masks.js';

export interface HouseNumberMatch {
  readonly row: number;
  /** The requested range that contains its number. */
  readonly range: number;
  /** Its street's name and place. */
  readonly name: number;
  readonly place: number;
  readonly cost: number;
  /** Whether the query names its city or ZIP. */
  readonly placeNamed: boolean;
}

/** House numbers from the first to the second. */
export type NumberRange = readonly [number, number];

export interface HouseNumberFinder {
  /**
   * The addresses with such a number on streets that match the question, by row. `range` is the index of the
   * matching range. Scans at most `maxNumbered` and finds at most `maxNumberedMatches`, those of the largest
   * places.
   */
  find(question: Question, numbers: NumberRange, range: number): HouseNumberMatch[];
}

/** A finder over the tables. It keeps scratch memory, so only one search may use it at a time. */
export function createHouseNumberFinder(tables: AddressTables): HouseNumberFinder {
  /** Words of the query, as bits, that each word of the index may match. */
  const meanings = new Uint32Array(tables.vocabulary.size);
  const nameMarks = new TokenMasks(tables.names.size);
  const placeMarks = new TokenMasks(tables.places.size);
  return {
    find(question, [low, high], range) {
      if (!canAnswer(question)) return [];
      const { rows, streets } = tables.numbered(low, high, maxNumbered);
      if (rows.length === 0) return [];
      const score = new StreetScore(tables, question, meanings);
      const isMarked = question.stage !== 'loose' && rows.length > maxUnmarked;
      try {
        markWords(tables, question, meanings);
        const mayAnswer = isMarked ? markStreets(tables, question, nameMarks, placeMarks) : () => true;
        const found: HouseNumberMatch[] = [];
        for (let i = 0; i < rows.length && found.length < maxNumberedMatches; i++) {
          const street = streets[i] ?? 0;
          const match = mayAnswer(street) ? score.of(street) : null;
          if (match) found.push({ row: rows[i] ?? 0, range, ...match });
        }
        return question.stage === 'loose' && found.length > fewEnough ? [] : found;
      } finally {
        unmarkWords(tables, question, meanings);
        nameMarks.clear();
        placeMarks.clear();
      }
    },
  };
}

/** Marks names and places; returns a quick test of a street by them, which may have false positives. */
function markStreets(
  tables: AddressTables,
  question: Question,
  names: TokenMasks,
  places: TokenMasks,
): (street: number) => boolean {
  markPlaces(tables, question, places);
  const needed = question.all & ~forgiven(question) & ~markNamesOfRareWords(tables, question, names);
  const { nameOfStreet } = tables;
  return (street) => {
    const missing = needed & ~names.of(nameOfStreet[street] ?? 0);
    return missing === 0 || (missing & ~places.of(tables.placeOfStreet(street))) === 0;
  };
}

function markWords(tables: AddressTables, question: Question, meanings: Uint32Array): void {
  for (const [i, { words, ranges }] of question.expansions.entries()) {
    const bit = 1 << i;
    for (const word of words.keys()) meanings[word] = (meanings[word] ?? 0) | bit;
    for (const { from, to } of ranges)
      for (let word = from; word < to; word++) meanings[word] = (meanings[word] ?? 0) | bit;
  }
  for (const { code, bits } of question.states) {
    const word = tables.stateWords.get(code);
    if (word !== undefined) meanings[word] = (meanings[word] ?? 0) | bits;
  }
}

function unmarkWords(tables: AddressTables, question: Question, meanings: Uint32Array): void {
  for (const { words, ranges } of question.expansions) {
    for (const word of words.keys()) meanings[word] = 0;
    for (const { from, to } of ranges) meanings.fill(0, from, to);
  }
  for (const { code } of question.states) meanings[tables.stateWords.get(code) ?? meanings.length] = 0;
}

type StreetAnswer = Pick<HouseNumberMatch, 'name' | 'place' | 'cost' | 'placeNamed'>;

/** Scores streets, each name and place once. */
class StreetScore {
  readonly #tables: AddressTables;
  readonly #question: Question;
  readonly #meanings: Uint32Array;
  readonly #names = new Map<number, MatchScore>();
  readonly #places = new Map<number, MatchScore>();
  readonly #placeBits = new Map<number, boolean>();
  /** Words that must match, and how many of them may be wrong. */
  readonly #needed: number;
  readonly #wrong: number;

  constructor(tables: AddressTables, question: Question, meanings: Uint32Array) {
    this.#tables = tables;
    this.#question = question;
    this.#meanings = meanings;
    this.#needed = question.all & ~forgiven(question);
    this.#wrong = question.stage === 'loose' ? maxWrongWords : 0;
  }

  /** How well the street matches; null when it does not. */
  of(street: number): StreetAnswer | null {
    const name = this.#tables.nameOfStreet[street] ?? 0;
    const place = this.#tables.placeOfStreet(street);
    if (!this.#mayAnswer(name, place)) return null;
    const question = this.#question;
    const nameScore = remembered(this.#names, name, () => scoreName(this.#tables, question, name));
    if (!isNameAnswer(question, nameScore)) return null;
    if (question.stage === 'loose' && (nameScore.bits & ~question.soft) === 0) return null;
    const placeScore = remembered(this.#places, place, () => scorePlace(this.#tables, question, place));
    const wrong = this.#wrong === 0 ? 0 : this.#forgivenHere(nameScore, placeScore);
    const cost = costOfStreet(question, nameScore, placeScore, wrong);
    return cost < 0 ? null : { name, place, cost, placeNamed: placeScore.named };
  }

  #mayAnswer(name: number, place: number): boolean {
    const { names, places } = this.#tables;
    let bits = 0;
    for (let at = names.starts[name] ?? 0, end = endOfList(names, name); at < end; at++)
      bits |= this.#meanings[names.words[at] ?? 0] ?? 0;
    if (this.#wrong > 0 && (bits & ~this.#question.soft) === 0) return false;
    for (let at = places.starts[place] ?? 0, end = endOfList(places, place); at < end; at++)
      bits |= this.#meanings[places.words[at] ?? 0] ?? 0;
    const missing = this.#needed & ~bits;
    return missing === 0 || (this.#wrong > 0 && bitCount(missing) <= this.#wrong);
  }

  /**
   * Words that the loose stage ignores for this street: some when its ZIP code is right, one when its whole
   * city is and, where the street's whole name is matched, those that name no other place of the index.
   */
  #forgivenHere(name: MatchScore, place: MatchScore): number {
    const missing = missingWords(this.#question, name, place) & ~this.#question.soft;
    if ((place.bits & this.#question.zips) !== 0) return missing;
    if (place.named && place.isWhole && bitCount(missing) < 2) return missing;
    // A city matched only in part may be another city that has all the words.
    const others = place.isWhole ? missing : missing | place.bits;
    return name.isWhole && !this.#namesPlace(others) ? missing : 0;
  }

  /** Whether the words have all words of some city. */
  #namesPlace(bits: number): boolean {
    const known = this.#placeBits.get(bits);
    if (known !== undefined) return known;
    const { vocabulary, places, cityWords } = this.#tables;
    const words = this.#question.reading.words
      .filter((_, i) => bits & (1 << i))
      .map(({ text }) => vocabulary.find(text))
      .filter((word) => word >= 0)
      .map((word) => vocabulary.main(word));
    const isNamed = words.some((word) => {
      const from = places.postingStarts[word] ?? 0;
      return places.postings
        .subarray(from, places.postingStarts[word + 1] ?? from)
        .some((place) => cityWords(place).every((own) => words.includes(own)));
    });
    this.#placeBits.set(bits, isNamed);
    return isNamed;
  }
}

function remembered(known: Map<number, MatchScore>, key: number, make: () => MatchScore): MatchScore {
  let score = known.get(key);
  if (!score) {
    score = make();
    known.set(key, score);
  }
  return score;
}
