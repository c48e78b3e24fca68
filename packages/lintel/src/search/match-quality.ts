/**
 * How well an address matches a text: which of its fields the words of the text matched, and how (interface
 * 2.5).
 *
 * Each word of a street's name, a city, a ZIP code and a state matches at most one word of the text, in this
 * order, so `LAKE ST, LAKE CITY` needs LAKE twice to match in both. It is computed for the results of a page
 * only, from how the search found them.
 */
import type { AddressField, AddressMatch } from '@lintel/contract';
import type { AddressTables } from '../format/address-index/address-tables.js';
import { saysCounty } from './classify.js';
import { cutShort, cutShortInside, oneError } from './costs.js';
import { costOf } from './expansions.js';
import { type Question, unknown } from './match-score.js';
import type { Scored } from './score.js';

/** A matching address, and the question that it matches. */
export interface Match extends Scored {
  readonly question: Question;
}

export interface MatchQuality {
  readonly match: AddressMatch;
  /** In the order of `addressFields`. */
  readonly matchedFields: AddressField[];
}

/** How well the address of a match fits. */
export function qualityOf(tables: AddressTables, found: Match): MatchQuality {
  const { question, house, name, place } = found;
  const words = new WordsTaken(question);
  const street = name === null ? [] : listOf(tables.names, name);
  const inStreet = words.take(street);
  const [state, zip, ...city] = place === null ? [] : ownWords(tables, place);
  const inZip = zip === undefined ? 0 : words.take([zip]);
  const inCity = words.take(city) | (place === null ? 0 : words.take(otherWords(tables, place)));
  const inState = state === undefined ? 0 : words.takeState(tables.stateWords, state);
  const namesCity = (inCity & ~question.soft) !== 0;
  const missing = words.missing & ~(namesCity ? countyWords(question) : 0);
  const isStreet =
    namesStreet(tables, question, street, inStreet) && (missing & (question.soft | before(inStreet))) === 0;
  const matched: Record<AddressField, boolean> = {
    street_no: house === 'same' || house === 'begun',
    street: isStreet,
    city: namesCity,
    state: inState !== 0,
    zip_code: inZip !== 0,
  };
  return {
    match: kindOf(found, words, missing),
    matchedFields: (Object.keys(matched) as AddressField[]).filter((field) => matched[field]),
  };
}

/** The worst kind of error tolerated. */
function kindOf({ house, question }: Match, words: WordsTaken, missing: number): AddressMatch {
  if (house === 'other' || missing !== 0) return 'partial';
  if (question.reading.respelt || words.costs.some((cost) => cost >= oneError && cost !== unknown))
    return 'corrected';
  if (house === 'begun' || words.costs.some((cost) => cost === cutShort || cost === cutShortInside))
    return 'prefix';
  return 'exact';
}

/** Whether the words name the street: more of it than suffixes and directions, or all that it has. */
function namesStreet(
  tables: AddressTables,
  question: Question,
  street: readonly number[],
  taken: number,
): boolean {
  if ((taken & ~question.soft) !== 0) return true;
  return taken !== 0 && street.every((word) => tables.softWords.has(word));
}

/** Bits of the words before the last of these. */
function before(bits: number): number {
  return bits === 0 ? 0 : (1 << (31 - Math.clz32(bits))) - 1;
}

function countyWords({ reading }: Question): number {
  return reading.words.reduce((bits, { text }, i) => (saysCounty(text) ? bits | (1 << i) : bits), 0);
}

function listOf({ starts, words }: AddressTables['names'], list: number): number[] {
  return [...words.subarray(starts[list], starts[list + 1])];
}

/** State, ZIP and the words of the city. */
function ownWords({ places, placeOwnWords }: AddressTables, place: number): number[] {
  return listOf(places, place).slice(0, placeOwnWords[place]);
}

/** Words of other names in use for the city. */
function otherWords({ places, placeOwnWords }: AddressTables, place: number): number[] {
  return listOf(places, place).slice(placeOwnWords[place]);
}

/** The words of a question, and what matched them. */
class WordsTaken {
  /** Least cost of each word of the question. */
  readonly costs: number[];
  readonly #question: Question;
  #taken = 0;

  constructor(question: Question) {
    this.#question = question;
    this.costs = question.expansions.map(() => unknown);
  }

  /** Words that match nothing. */
  get missing(): number {
    return this.costs.reduce((bits, cost, i) => (cost === unknown ? bits | (1 << i) : bits), 0);
  }

  /**
   * Matches each indexed word with the cheapest word that means it; returns the bits of the matched words.
   */
  take(words: readonly number[]): number {
    let all = 0;
    for (const word of words) {
      let best = -1;
      let least = unknown;
      for (const [i, expansions] of this.#question.expansions.entries()) {
        const cost = costOf(expansions, word);
        if (cost < 0) continue;
        this.costs[i] = Math.min(this.costs[i] ?? unknown, cost);
        if (cost >= least || (this.#taken & (1 << i)) !== 0) continue;
        least = cost;
        best = i;
      }
      if (best < 0) continue;
      this.#taken |= 1 << best;
      all |= 1 << best;
    }
    return all;
  }

  /** The same for the state, which several words together may name. */
  takeState(stateWords: ReadonlyMap<string, number>, state: number): number {
    let all = 0;
    for (const { code, bits, cost } of this.#question.states) {
      if (stateWords.get(code) !== state) continue;
      for (let i = 0; bits >> i !== 0; i++)
        if ((bits >> i) & 1) this.costs[i] = Math.min(this.costs[i] ?? unknown, cost);
      if ((bits & this.#taken) === 0) all |= bits;
    }
    this.#taken |= all;
    return all;
  }
}

/** The stored record of an address with how well it matches. */
export function withQuality(record: Buffer, { match, matchedFields }: MatchQuality): Buffer {
  const quality = `,"match":"${match}","matched_fields":${JSON.stringify(matchedFields)}}`;
  return Buffer.concat([record.subarray(0, -1), Buffer.from(quality)]);
}
