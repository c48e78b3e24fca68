/**
 * The query words that each list of words (a street's name, a place) has, found through postings: one bit per
 * word, for all lists at once, in scratch memory that is cleared after each question.
 */
import type { AddressTables } from '../format/address-index/address-tables.js';
import type { InvertedIndex } from '../format/address-index/inverted-index.js';
import { maxPostings } from '../format/address-index/limits.js';
import type { Expansions } from './expansions.js';
import type { Question } from './match-score.js';

/** Scratch marks of one kind of list: bits of query words by list, cleared after each question. */
export class TokenMasks {
  readonly #bits: Uint32Array;
  readonly #touched: number[] = [];

  constructor(size: number) {
    this.#bits = new Uint32Array(size);
  }

  get touched(): readonly number[] {
    return this.#touched;
  }

  of(list: number): number {
    return this.#bits[list] ?? 0;
  }

  add(list: number, bits: number): void {
    const before = this.#bits[list] ?? 0;
    if (before === 0) this.#touched.push(list);
    this.#bits[list] = before | bits;
  }

  clear(): void {
    for (const list of this.#touched) this.#bits[list] = 0;
    this.#touched.length = 0;
  }
}

/** Marks the lists that have the word, at most `limit` of them. */
export function walk(
  index: InvertedIndex,
  expansions: Expansions,
  bit: number,
  masks: TokenMasks,
  limit: number,
): void {
  let walked = 0;
  for (const word of expansions.words.keys()) {
    walked += walkWords(index, word, word + 1, bit, masks, limit - walked);
  }
  for (const { from, to } of expansions.ranges)
    walked += walkWords(index, from, to, bit, masks, limit - walked);
}

/** Marks the lists of the words from `from` up to `to`; returns how many. */
export function walkWords(
  index: InvertedIndex,
  from: number,
  to: number,
  bits: number,
  masks: TokenMasks,
  limit: number,
): number {
  const start = index.postingStarts[from] ?? 0;
  const end = Math.min(index.postingStarts[to] ?? start, index.postings.length);
  const count = Math.min(end - start, limit);
  for (let i = start; i < start + count; i++) masks.add(index.postings[i] ?? 0, bits);
  return Math.max(count, 0);
}

/** How many postings the word has. */
export function postingsOf(index: InvertedIndex, expansions: Expansions): number {
  const count = (from: number, to: number) =>
    (index.postingStarts[to] ?? 0) - (index.postingStarts[from] ?? 0);
  let total = 0;
  for (const word of expansions.words.keys()) total += count(word, word + 1);
  for (const { from, to } of expansions.ranges) total += count(from, to);
  return total;
}

/** Marks the places that have words of the question. */
export function markPlaces(tables: AddressTables, question: Question, masks: TokenMasks): void {
  const unlimited = Number.POSITIVE_INFINITY;
  question.expansions.forEach((expansions, i) => {
    walk(tables.places, expansions, 1 << i, masks, unlimited);
  });
  for (const { code, bits } of question.states) {
    const word = tables.stateWords.get(code);
    if (word !== undefined) walkWords(tables.places, word, word + 1, bits, masks, unlimited);
  }
}

/**
 * Marks the names that have words of the question that are in few names; returns the bits of the words
 * without marks.
 */
export function markNamesOfRareWords(tables: AddressTables, question: Question, masks: TokenMasks): number {
  let unmarked = 0;
  for (const [i, expansions] of question.expansions.entries()) {
    const bit = 1 << i;
    const isRare = (question.soft & bit) === 0 && postingsOf(tables.names, expansions) <= maxPostings;
    if (isRare) walk(tables.names, expansions, bit, masks, maxPostings);
    else unmarked |= bit;
  }
  return unmarked;
}

/** Number of bits set. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
