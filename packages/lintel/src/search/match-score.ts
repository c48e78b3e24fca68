/**
 * How well a street's name or a place matches a question: which words of the query it has, at what cost, and
 * which of its own words the query lacks.
 */
import type { AddressTables } from '../format/address-index/address-tables.js';
import { endOfList } from '../format/address-index/inverted-index.js';
import type { Reading, StatePhrase } from './classify.js';
import * as costs from './costs.js';
import { costOf, type Expansions, isKnown } from './expansions.js';

/**
 * What a stage tolerates in addition to the previous one: incomplete endings; a wrong suffix, direction or
 * ZIP code; one error in each word; two in long words; (with one error per word) words that match nothing;
 * and finally, where the words are only a place, a street that is not named.
 */
export const stages = ['exact', 'lenient', 'one error', 'two errors', 'loose', 'any street'] as const;
export type Stage = (typeof stages)[number];

export interface Question {
  readonly reading: Reading;
  readonly stage: Stage;
  readonly expansions: readonly Expansions[];
  readonly states: readonly StatePhrase[];
  /** One bit per word: all, those a street can match without, and ZIP codes. */
  readonly all: number;
  readonly soft: number;
  readonly zips: number;
  /** The last word of the text, after which more may be typed. */
  readonly lastWord: number;
  /** Words that name a state in full: no stage ignores them. */
  readonly stateBits: number;
}

/** How well one list of words matches the question. */
export interface MatchScore {
  /** Words of the query that it has. */
  readonly bits: number;
  /** Cost of each word that it has. */
  readonly costs: readonly number[];
  /** Cost of its words that the query lacks. */
  readonly lacks: number;
  /** Whether more than a state was named. */
  readonly named: boolean;
  /** Whether the query lacks none of its words except suffixes and directions. */
  readonly isWhole: boolean;
}

export const noMatch: MatchScore = { bits: 0, costs: [], lacks: 0, named: false, isWhole: false };

/** Cost of a missing word. */
export const unknown = Number.POSITIVE_INFINITY;

/** Words that a street may lack in this stage. */
export function forgiven(question: Question): number {
  const isStrict = question.stage === 'exact' || question.stage === 'any street';
  return isStrict ? 0 : question.soft | question.zips;
}

/** Whether the index knows every word that must match; otherwise nothing can have them all. */
export function canAnswer(question: Question): boolean {
  if (question.stage === 'loose') return true;
  let known = forgiven(question);
  for (const { bits } of question.states) known |= bits;
  for (const [i, expansions] of question.expansions.entries()) if (isKnown(expansions)) known |= 1 << i;
  return (question.all & ~known) === 0;
}

/**
 * Whether a name matches: it has more of the query than suffixes and directions, or all of it, or consists
 * only of these itself (`W COURT LN`). Without a house number any name with words of the query does.
 */
export function isNameAnswer(question: Question, name: MatchScore): boolean {
  if (question.stage === 'any street') return true;
  if (question.stage === 'exact' && !question.reading.house) return true;
  if (name.isWhole && name.bits !== 0) return true;
  return (name.bits & ~question.soft) !== 0 || name.bits === question.all;
}

/** Words of the query that a street of this name in this place lacks. */
export function missingWords(question: Question, name: MatchScore, place: MatchScore): number {
  return question.all & ~(name.bits | place.bits);
}

/**
 * Cost of a street of this name in this place, or -1 when it lacks words of the query that the stage
 * requires. `wrong`: bits of further words that it may lack.
 */
export function costOfStreet(question: Question, name: MatchScore, place: MatchScore, wrong = 0): number {
  const missing = missingWords(question, name, place);
  const wrongZips = missing & question.zips;
  if ((missing & ~(forgiven(question) | wrong)) !== 0 || (missing & question.stateBits) !== 0) return -1;
  if ((wrongZips & ~wrong) !== 0 && !place.named) return -1;
  let cost = name.lacks + place.lacks;
  for (let i = 0; i < question.expansions.length; i++) {
    const bit = 1 << i;
    if ((missing & bit) === 0) cost += Math.min(name.costs[i] ?? unknown, place.costs[i] ?? unknown);
    else if (wrongZips & bit) cost += costs.wrongZip;
    else cost += question.soft & bit ? costs.wrongSoft : costs.wrongWord;
  }
  return cost;
}

/** How the words of a street's name match. */
export function scoreName(tables: AddressTables, question: Question, name: number): MatchScore {
  const { starts, words } = tables.names;
  const found: number[] = [];
  let bits = 0;
  let lacks = 0;
  let isWhole = true;
  let isBegun = false;
  const order: number[] = [];
  for (let at = starts[name] ?? 0, end = endOfList(tables.names, name); at < end; at++) {
    const word = words[at] ?? 0;
    const has = scoreWord(question.expansions, word, found);
    bits |= has;
    order.push(has);
    if ((has & question.lastWord) !== 0) isBegun = true;
    if (has !== 0) continue;
    const isSoft = tables.softWords.has(word);
    isWhole &&= isSoft;
    // What follows the last word of the text may still be typed.
    if (isBegun) lacks += isSoft ? costs.softNotTyped : costs.wordNotTyped;
    else lacks += isSoft ? costs.nameLacksSoft : costs.nameLacksWord;
  }
  return { bits, costs: found, lacks: lacks + costOfOrder(order), named: false, isWhole };
}

/** How a place matches, by its words: its state, its ZIP, its city, then other names in use. */
export function scorePlace(tables: AddressTables, question: Question, place: number): MatchScore {
  const { starts, words } = tables.places;
  const start = starts[place] ?? 0;
  const end = endOfList(tables.places, place);
  const ownEnd = Math.min(end, start + (tables.placeOwnWords[place] ?? 0));
  const found: number[] = [];
  const city: number[] = [];
  for (let at = start + 1; at < ownEnd; at++)
    city.push(scoreWord(question.expansions, words[at] ?? 0, found));
  let bits = city.reduce((all, has) => all | has, 0);
  const zip = city.shift() ?? 0;
  const isCity = city.some((has) => (has & ~question.soft) !== 0);
  const lacks = isCity ? city.filter((has) => has === 0).length * costs.cityLacksWord : 0;
  let others = 0;
  for (let at = ownEnd; at < end; at++)
    others |= scoreWord(question.expansions, words[at] ?? 0, found, costs.otherPlaceName);
  bits |= others | scoreState(tables.stateWords, question.states, words[start] ?? 0, found);
  const named = isCity || zip !== 0 || (others & ~question.soft) !== 0;
  return { bits, costs: found, lacks, named, isWhole: lacks === 0 };
}

/**
 * Words of the query that name the state of the word; lowers their costs. A phrase costs once, however long.
 */
function scoreState(
  stateWords: ReadonlyMap<string, number>,
  phrases: readonly StatePhrase[],
  word: number,
  found: number[],
): number {
  let all = 0;
  for (const { code, bits, cost } of phrases) {
    if (stateWords.get(code) !== word) continue;
    all |= bits;
    const first = 31 - Math.clz32(bits & -bits);
    for (let i = first; bits >> i !== 0; i++)
      found[i] = Math.min(found[i] ?? unknown, i === first ? cost : 0);
  }
  return all;
}

/** Words of the query that mean the indexed word; lowers their costs to those of meaning it, and `extra`. */
export function scoreWord(
  expansions: readonly Expansions[],
  word: number,
  found: number[],
  extra = 0,
): number {
  let bits = 0;
  for (const [i, spelling] of expansions.entries()) {
    const cost = costOf(spelling, word);
    if (cost < 0) continue;
    bits |= 1 << i;
    found[i] = Math.min(found[i] ?? unknown, cost + extra);
  }
  return bits;
}

/** Cost of words (given as the bits of each) that the query has in another order. */
export function costOfOrder(words: readonly number[]): number {
  const firsts = words.filter((bits) => bits !== 0).map((bits) => bits & -bits);
  return firsts.some((bit, i) => bit < (firsts[i - 1] ?? 0)) ? costs.otherOrder : 0;
}

/** Cost of all words that were found. */
export function sum(values: readonly (number | undefined)[]): number {
  let total = 0;
  for (const value of values) total += value ?? 0;
  return total;
}
