/**
 * Finds phrases in words, thousands of phrases at a time: each word is looked up once, and only the phrases that
 * begin with it are tried.
 *
 * A phrase is words with blanks between them. `a|b` is either, `roof*` any word that begins so, `#` a number, `..` up
 * to four words of any kind within the sentence, `~` up to four words none of which leads away from what is done
 * (`to`, `for`, `existing` …). Numbers do not count as words of a gap.
 */
import { maxMemo } from './limits.js';

/** One place of a phrase: the words it takes, or a gap before the next. */
interface Slot {
  readonly gap: 'none' | 'any' | 'near';
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly number: boolean;
}

interface Phrase {
  readonly id: number;
  readonly slots: readonly Slot[];
}

const gapWords = 4;
const leadsAway = new Set(
  'existing exist exst to for at on in into from within per above over under behind near next serving as'.split(
    ' ',
  ),
);

/** A compiled set of phrases. The id of a phrase is its index in the list it was compiled from. */
export class PhraseSet {
  readonly #byWord = new Map<string, Phrase[]>();
  readonly #byPrefix: [string, Phrase][] = [];
  readonly #byNumber: Phrase[] = [];
  readonly #memo = new Map<string, readonly Phrase[]>();

  constructor(phrases: readonly string[]) {
    phrases.forEach((text, id) => {
      const phrase = { id, slots: compile(text) };
      const first = phrase.slots[0];
      if (first === undefined) throw new Error(`empty phrase "${text}"`);
      for (const word of first.exact) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), phrase]);
      for (const prefix of first.prefixes) this.#byPrefix.push([prefix, phrase]);
      if (first.number) this.#byNumber.push(phrase);
    });
  }

  /** Calls `found` for every phrase at every place where it stands, the shortest reading of its gaps. */
  scan(words: readonly string[], found: (id: number, start: number, end: number) => void): void {
    for (let start = 0; start < words.length; start++) {
      const candidates = this.#startingWith(words[start] ?? '');
      for (const { id, slots } of candidates) {
        const end = slots.length === 1 ? start + 1 : matchRest(slots, 1, words, start + 1);
        if (end > 0) found(id, start, end);
      }
    }
  }

  #startingWith(word: string): readonly Phrase[] {
    let phrases = this.#memo.get(word);
    if (phrases === undefined) {
      const all = [...(this.#byWord.get(word) ?? [])];
      for (const [prefix, phrase] of this.#byPrefix) if (word.startsWith(prefix)) all.push(phrase);
      if (isNumber(word)) all.push(...this.#byNumber);
      phrases = all.length === 0 ? nonePhrases : [...new Set(all)];
      if (this.#memo.size >= maxMemo) this.#memo.clear();
      this.#memo.set(word, phrases);
    }
    return phrases;
  }
}

const nonePhrases: readonly Phrase[] = [];

function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function compile(text: string): Slot[] {
  const slots: Slot[] = [];
  let gap: Slot['gap'] = 'none';
  for (const part of text.split(' ').filter(Boolean)) {
    if (part === '..' || part === '~') {
      gap = part === '~' ? 'near' : 'any';
      continue;
    }
    const words = part.split('|');
    slots.push({
      gap,
      exact: new Set(words.filter((word) => !word.endsWith('*') && word !== '#')),
      prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
      number: words.includes('#'),
    });
    gap = 'none';
  }
  return slots;
}

/** The end of the match of the slots from `at` on, or 0. */
function matchRest(slots: readonly Slot[], at: number, words: readonly string[], from: number): number {
  const slot = slots[at];
  if (slot === undefined) return from;
  let position = from;
  let skipped = 0;
  while (position < words.length) {
    const word = words[position] ?? '';
    if (fits(slot, word)) {
      const end = matchRest(slots, at + 1, words, position + 1);
      if (end > 0) return end;
    }
    if (slot.gap === 'none' || word === '.' || word === struck) return 0;
    if (slot.gap === 'near' && leadsAway.has(word)) return 0;
    if (word !== ',' && !isNumber(word) && ++skipped > gapWords) return 0;
    position += 1;
  }
  return 0;
}

function fits(slot: Slot, word: string): boolean {
  if (slot.exact.has(word)) return true;
  for (const prefix of slot.prefixes) if (word.startsWith(prefix)) return true;
  return slot.number && isNumber(word);
}

/** Stands in place of a word that was struck out: no phrase takes it or reaches across it. */
export const struck = '\0';
