/**
 * The words of the index that a query word may mean, with the cost of each: the word itself, its completions
 * (when it may be truncated) and, in later stages, words within one or two errors, words of which it has only
 * the consonants, and its completions when another word follows.
 */

import { cutInsideFrom } from '../format/address-index/limits.js';
import { completionsOf, otherRoutes } from '../format/address-index/usps-words.js';
import { otherForm, type Vocabulary, type WordRange } from '../format/address-index/vocabulary.js';
import type { QueryWord } from './classify.js';
import {
  contracted,
  cutShort,
  cutShortInside,
  cutShortWithError,
  oneError,
  otherForm as otherFormCost,
  otherRoute,
} from './costs.js';

interface CostRange extends WordRange {
  readonly cost: number;
}

export interface Expansions {
  /** Cost by number of the indexed word. */
  readonly words: ReadonlyMap<number, number>;
  /** Completions of the query's word; after the first, ascending and disjoint. */
  readonly ranges: readonly CostRange[];
}

/**
 * Words that the query's word may mean, with up to `errors` errors. Words with digits never have errors; nor
 * do short suffixes and directions, which are too frequent to be confused with others.
 */
export function expansionsOf(vocabulary: Vocabulary, word: QueryWord, errors: number): Expansions {
  const words = new Map<number, number>();
  const ranges: CostRange[] = [];
  const add = (id: number, cost: number) => {
    const main = vocabulary.main(id);
    if (cost < (words.get(main) ?? Number.POSITIVE_INFINITY)) words.set(main, cost);
  };
  const exact = vocabulary.find(word.text);
  if (exact >= 0) add(exact, 0);
  const other = otherForm(word.text);
  const otherId = other === null ? -1 : vocabulary.find(other);
  if (otherId >= 0) add(otherId, otherFormCost);
  for (const route of otherRoutes(word.text)) {
    const id = vocabulary.find(route);
    if (id >= 0) add(id, otherRoute);
  }
  const addRange = (range: WordRange, cost: number) => {
    if (range.from >= range.to) return;
    ranges.push({ ...range, cost });
    for (const form of vocabulary.forms(range)) add(form, cost);
  };
  if (word.last) addRange(vocabulary.prefix(word.text), cutShort);
  if (errors > 0 && /^[A-Z]+$/.test(word.text) && !(word.soft && word.text.length < 4)) {
    vocabulary.near(word.text, errors, (id, found) => add(id, found * oneError));
    vocabulary.contracted(word.text, word.last, (id) => add(id, contracted));
    if (word.last)
      for (const range of nearPrefixes(vocabulary, word.text)) addRange(range, cutShortWithError);
    else if (word.text.length >= cutInsideFrom) {
      if (word.beforeSuffix || exact < 0) addRange(vocabulary.prefix(word.text), cutShortInside);
      for (const suffix of completionsOf(word.text)) {
        const id = vocabulary.find(suffix);
        if (id >= 0) add(id, cutShortInside);
      }
    }
  }
  return { words, ranges };
}

/** Whether the index has any of the possible words. */
export function isKnown({ words, ranges }: Expansions): boolean {
  return words.size > 0 || ranges.length > 0;
}

/** The words that begin with the letters after one error, as ascending disjoint ranges. */
function nearPrefixes(vocabulary: Vocabulary, letters: string): WordRange[] {
  const found: WordRange[] = [];
  vocabulary.nearPrefix(letters, (range) => found.push(range));
  found.sort((a, b) => a.from - b.from);
  const apart: WordRange[] = [];
  for (const range of found) {
    const last = apart.at(-1);
    if (last && range.from <= last.to)
      apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else apart.push(range);
  }
  return apart;
}

/** Cost of meaning the indexed word, or -1 when the query's word cannot mean it. */
export function costOf({ words, ranges }: Expansions, word: number): number {
  let cost = words.get(word) ?? -1;
  const take = (range: CostRange | undefined) => {
    if (range && word >= range.from && word < range.to && (cost < 0 || range.cost < cost)) cost = range.cost;
  };
  take(ranges[0]);
  if (ranges.length < 2) return cost;
  let low = 1;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) <= word) low = middle + 1;
    else high = middle;
  }
  take(ranges[low]);
  return cost;
}
