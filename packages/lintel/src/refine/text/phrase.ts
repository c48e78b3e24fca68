/**
 * Finds phrases in words, thousands of phrases at a time: only phrases that begin with a word of the text, and all of
 * whose words stand somewhere in it, are tried.
 *
 * A phrase is words with blanks between them. `a|b` is either, `roof*` any word that begins so, `#` a number, `..` up
 * to four words of any kind within the sentence (`...` up to ten), `~` up to four words none of which leads away from
 * what is done (`to`, `for`, `existing` …). Numbers do not count as words of a gap. `^` before the first word and `$` after the last
 * mean the beginning and the end of the whole text.
 */
import { comma, isFilledFrom, sentenceEnd, slotOf, struck, type Words, wordAt } from './lexicon.js';

type Gap = 'none' | 'any' | 'far' | 'near';

interface Phrase {
  readonly id: number;
  /** Slot ids in order, and the gap before each. */
  readonly slots: readonly number[];
  readonly gaps: readonly Gap[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

const gapWords = 4;
const farGapWords = 10;
const none: readonly Phrase[] = [];

/** The phrases that begin with a word. */
interface Beginning {
  readonly phrases: readonly Phrase[];
  /** The last slot of each, side by side: for most phrases nothing else is looked at. */
  readonly lasts: Int32Array;
}

/** A compiled set of phrases. The id of a phrase is its index in the list it was compiled from. */
export class PhraseSet {
  readonly #bySlot = new Map<number, Phrase[]>();
  /** For each word by number the phrases that begin with it, as far as asked for. */
  readonly #byWord: (Beginning | undefined)[] = [];

  constructor(phrases: readonly string[]) {
    phrases.forEach((text, id) => {
      const phrase = compile(text, id);
      const [first] = phrase.slots;
      if (first === undefined) throw new Error(`empty phrase "${text}"`);
      this.#bySlot.set(first, [...(this.#bySlot.get(first) ?? []), phrase]);
    });
  }

  /** Calls `found` for every phrase at every place where it stands: words from `start` up to, not including, `end`. */
  scan(words: Words, found: (id: number, start: number, end: number) => void): void {
    for (let start = 0; start < words.length; start++) {
      const number = words[start] ?? struck;
      const { lasts, phrases } = this.#byWord[number] ?? this.#startingWith(number);
      for (let at = 0; at < lasts.length; at++) {
        if (!isFilledFrom(lasts[at] ?? 0, start)) continue;
        const phrase = phrases[at];
        if (phrase === undefined || (phrase.atStart && start > 0)) continue;
        const end = phrase.slots.length === 1 ? start + 1 : matchAll(phrase, words, start);
        if (end > 0 && !(phrase.atEnd && !endsText(words, end))) found(phrase.id, start, end);
      }
    }
  }

  #startingWith(number: number): Beginning {
    const phrases = (wordAt(number)?.slots ?? []).flatMap((slot) => this.#bySlot.get(slot) ?? none);
    const beginning = { phrases, lasts: Int32Array.from(phrases, lastSlot) };
    // Filled up to here first: in a list with holes every look-up is one in a hash table.
    while (this.#byWord.length < number) this.#byWord.push(undefined);
    this.#byWord[number] = beginning;
    return beginning;
  }
}

/** Whether nothing but the end of a sentence stands from `end` on. */
function endsText(words: Words, end: number): boolean {
  return end === words.length || (end === words.length - 1 && words[end] === sentenceEnd);
}

/** The last slot of a phrase, which is looked at first: fewer words fill it than the first. */
function lastSlot({ slots }: Phrase): number {
  return slots.at(-1) ?? 0;
}

function gapOf(part: string): Gap | null {
  if (part === '~') return 'near';
  if (part === '..') return 'any';
  return part === '...' ? 'far' : null;
}

function compile(text: string, id: number): Phrase {
  const slots: number[] = [];
  const gaps: Gap[] = [];
  let gap: Gap = 'none';
  const parts = text.split(' ').filter((part) => part !== '' && part !== '^' && part !== '$');
  for (const part of parts) {
    const written = gapOf(part);
    if (written !== null) {
      gap = written;
      continue;
    }
    slots.push(slotOf(part));
    gaps.push(gap);
    gap = 'none';
  }
  return {
    id,
    slots,
    gaps,
    atStart: text.startsWith('^'),
    atEnd: text.endsWith('$'),
  };
}

/** The end of the match of the phrase that begins with the word at `start`, or 0. */
function matchAll(phrase: Phrase, words: Words, start: number): number {
  const { slots } = phrase;
  for (let at = 1; at < slots.length; at++) if (!isFilledFrom(slots[at] ?? 0, start + at)) return 0;
  return matchRest(phrase, 1, words, start + 1);
}

/** The end of the match of the slots from `at` on, or 0. */
function matchRest(phrase: Phrase, at: number, words: Words, from: number): number {
  const slot = phrase.slots[at];
  if (slot === undefined) return from;
  const gap = phrase.gaps[at];
  const limit = gap === 'far' ? farGapWords : gapWords;
  let skipped = 0;
  for (let position = from; position < words.length; position++) {
    const number = words[position] ?? struck;
    const word = wordAt(number);
    if (word === undefined) return 0;
    if (word.fills.has(slot)) {
      const end = matchRest(phrase, at + 1, words, position + 1);
      if (end > 0) return end;
    }
    if (gap === 'none' || number === sentenceEnd || number === struck) return 0;
    if (gap === 'near' && word.leadsAway) return 0;
    if (number !== comma && !word.isNumber && ++skipped > limit) return 0;
  }
  return 0;
}
