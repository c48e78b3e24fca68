/** The query to the index for a reading of a text in one stage: which words each of its words may mean. */

import type { Vocabulary } from '../format/address-index/vocabulary.js';
import { misspeltStates, type Reading } from './classify.js';
import { expansionsOf } from './expansions.js';
import type { Question, Stage } from './match-score.js';

/** Errors per word that each stage tolerates. */
const errorsOf: Readonly<Record<Stage, number>> = {
  exact: 0,
  lenient: 0,
  'one error': 1,
  'two errors': 2,
  loose: 1,
  'any street': 0,
};

/**
 * The question for a reading in a stage. `asWritten`: bits of words that are known to be spelt right, besides
 * the names of states in full.
 */
export function ask(vocabulary: Vocabulary, reading: Reading, stage: Stage, asWritten = 0): Question {
  const bitsWhere = (test: (i: number) => boolean) =>
    reading.words.reduce((bits, _, i) => (test(i) ? bits | (1 << i) : bits), 0);
  const errors = errorsOf[stage];
  const words = reading.words;
  // A number before everything else is a house number, not a wrong ZIP code.
  const firstZip = reading.house ? 0 : 1;
  const zip = words.findLastIndex(({ text }, i) => i >= firstZip && /^\d{5}$/.test(text));
  const phrases = reading.states.filter(({ bits, cost }) => cost === 0 && !isDirectionOrSuffix(words, bits));
  const stateBits = phrases.reduce((all, { bits }) => all | bits, 0);
  return {
    reading,
    stage,
    // A state named in full is not another word misspelt.
    expansions: words.map((word, i) =>
      expansionsOf(vocabulary, word, (stateBits | asWritten) & (1 << i) ? 0 : errors),
    ),
    states: errors > 0 && stateBits === 0 ? [...reading.states, ...misspeltStates(words)] : reading.states,
    all: bitsWhere(() => true),
    soft: bitsWhere((i) => words[i]?.soft ?? false) & ~stateBits,
    zips: bitsWhere((i) => i === zip),
    lastWord: bitsWhere((i) => words[i]?.last ?? false),
    stateBits,
  };
}

/** Whether NE or CT is a direction or suffix rather than a state, which comes after a street and a city. */
function isDirectionOrSuffix(words: Reading['words'], bits: number): boolean {
  const first = 31 - Math.clz32(bits & -bits);
  if (!words[first]?.soft || bits !== 1 << first) return false;
  return words.length - first > 3 || words.slice(0, first).filter((word) => !word.soft).length < 2;
}
