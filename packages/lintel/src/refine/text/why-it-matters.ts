/**
 * Makes the one sentence that says what a decision does, of nothing but the record's own facts: its zoning change, or
 * what its words or else its category say is decided (data/decision-words.json), where it is, and whether it was approved. Null where the
 * facts do not allow a sentence.
 */
import { readFileSync } from 'node:fs';
import type { DecisionCategory } from '@lintel/contract';
import { readWords } from './lexicon.js';
import { PhraseSet } from './phrase.js';

interface MatterFile {
  readonly denied: readonly string[];
  readonly pending: readonly string[];
  /** Phrases, the sentence when approved, and what an application that was not asks for. */
  readonly matters: readonly (readonly [readonly string[], string, string])[];
  /** The two sentences for decisions of which no more than the category is known. */
  readonly of_category: Readonly<Partial<Record<DecisionCategory, readonly [string, string]>>>;
}

const file = JSON.parse(
  readFileSync(new URL('../data/decision-words.json', import.meta.url), 'utf8'),
) as MatterFile;
const denied = new PhraseSet(file.denied);
const pending = new PhraseSet(file.pending);
const matterOwners = file.matters.flatMap(([phrases], index) => phrases.map(() => index));
const matters = new PhraseSet(file.matters.flatMap(([phrases]) => phrases));

export interface DecisionFacts {
  readonly text: string;
  /** The source's word for what became of it; null when it does not tell. */
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
  if (outcome !== null && stands(denied, outcome)) return `The application to ${asked} was disapproved.`;
  if (outcome !== null && stands(pending, outcome)) return `The application asks to ${asked}.`;
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
  let first = file.matters.length;
  matters.scan(readWords(text), (id) => {
    first = Math.min(first, matterOwners[id] ?? first);
  });
  const matter = file.matters[first];
  return matter === undefined
    ? null
    : [matter[1].replace('{where}', where), matter[2].replace('{where}', where)];
}

function matterOfCategory(
  category: DecisionCategory | null,
  where: string,
): readonly [string, string] | null {
  const matter = category === null ? undefined : file.of_category[category];
  return matter === undefined
    ? null
    : [matter[0].replace('{where}', where), matter[1].replace('{where}', where)];
}

function stands(set: PhraseSet, text: string): boolean {
  let found = false;
  set.scan(readWords(text), () => {
    found = true;
  });
  return found;
}
