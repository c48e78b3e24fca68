/**
 * Makes the one sentence that says what a decision does, from the facts of the record alone: its zoning
 * change, or what its words or else its category say is decided (data/decision-words.json), where, and
 * whether it was approved. Null if the facts are not enough for a sentence.
 */
import type { DecisionCategory } from '@lintel/contract';
import { lazily } from '../../base/lazily.js';
import { PhraseSet } from './phrase.js';
import { decisionWords, lexicon } from './rule-files.js';

const denied = lazily(() => new PhraseSet(decisionWords.denied, lexicon()));
const pending = lazily(() => new PhraseSet(decisionWords.pending, lexicon()));
const matterPhrases = lazily(
  () =>
    new PhraseSet(
      decisionWords.matters.flatMap(([phrases]) => phrases),
      lexicon(),
    ),
);
const matterOfPhrase = decisionWords.matters.flatMap((matter) => matter[0].map(() => matter));

interface DecisionFacts {
  readonly text: string;
  /** The outcome as the source writes it; null if it gives none. */
  readonly outcome: string | null;
  readonly previous: string | null;
  readonly next: string | null;
  /** House number and street. */
  readonly street: string | null;
  readonly category: DecisionCategory | null;
}

/** The sentence, or null. */
export function whyItMatters(facts: DecisionFacts): string | null {
  const { text, outcome, previous, next, street, category } = facts;
  const where = street === null ? '' : ` at ${street}`;
  const [approved, asked] = matterOf(text, previous, next, where) ?? matterOfCategory(category, where) ?? [];
  if (approved === undefined || asked === undefined) return null;
  if (outcome !== null && denied().isIn(outcome)) return `The application to ${asked} was disapproved.`;
  if (outcome !== null && pending().isIn(outcome)) return `The application asks to ${asked}.`;
  return approved;
}

function matterOf(
  text: string,
  previous: string | null,
  next: string | null,
  where: string,
): readonly [string, string] | null {
  if (previous !== null && next !== null && previous !== next) {
    const change = `the zoning${where} from ${previous} to ${next}`;
    return [`Changes ${change}.`, `change ${change}`];
  }
  const phrase = matterPhrases().firstIn(text);
  const matter = phrase === null ? undefined : matterOfPhrase[phrase];
  return matter === undefined
    ? null
    : [matter[1].replace('{where}', where), matter[2].replace('{where}', where)];
}

function matterOfCategory(
  category: DecisionCategory | null,
  where: string,
): readonly [string, string] | null {
  const matter = category === null ? undefined : decisionWords.of_category[category];
  return matter === undefined
    ? null
    : [matter[0].replace('{where}', where), matter[1].replace('{where}', where)];
}
