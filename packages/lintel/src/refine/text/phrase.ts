/**
 * Finds the phrases of a set in texts, thousands of phrases at a time: only phrases that begin with a word of
 * the text, and whose last word occurs at or after it, are tried. Their syntax is in `phrase-syntax.ts`.
 */
import type { Lexicon, Words } from './lexicon.js';
import { type Gap, parsePhrase } from './phrase-syntax.js';
import { comma, sentenceEnd, struck } from './word-classes.js';

interface Phrase {
  readonly id: number;
  /** Slot ids in order, and the gap before each. */
  readonly slots: readonly number[];
  readonly gaps: readonly Gap[];
  /** The slot tried first: fewer words fill it than the first slot. */
  readonly lastSlot: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Maximum words of a gap. */
const gapWords = 4;
const farGapWords = 10;
/** A slot that no word fills. */
const noSlot = -1;
const none: readonly Phrase[] = [];

/** The phrases that begin with a word of one class, in their order. */
interface Beginning {
  readonly phrases: readonly Phrase[];
  /** The last slot of each, in one array: for most phrases nothing else is read. */
  readonly lastSlots: Int32Array;
}

/** A compiled set of phrases. The id of a phrase is its index in the list it was compiled from. */
export class PhraseSet {
  readonly #lexicon: Lexicon;
  readonly #byFirstSlot = new Map<number, Phrase[]>();
  /** By word class, for classes seen in texts. */
  readonly #byClass: (Beginning | undefined)[] = [];

  /** All words of the phrases must be in the lexicon. */
  constructor(phrases: readonly string[], lexicon: Lexicon) {
    this.#lexicon = lexicon;
    phrases.forEach((text, id) => {
      const { parts, atStart, atEnd } = parsePhrase(text);
      const slots = parts.map(({ slot }) => lexicon.slotId(slot));
      const [first = noSlot] = slots;
      const phrase = {
        id,
        slots,
        gaps: parts.map(({ gap }) => gap),
        lastSlot: slots.at(-1) ?? first,
        atStart,
        atEnd,
      };
      const begun = this.#byFirstSlot.get(first);
      if (begun === undefined) this.#byFirstSlot.set(first, [phrase]);
      else begun.push(phrase);
    });
  }

  /** Whether a text has any of the phrases. */
  isIn(text: string): boolean {
    let isFound = false;
    this.scan(this.#lexicon.read(text), () => {
      isFound = true;
    });
    return isFound;
  }

  /** The lowest id of the phrases that a text has, or null. */
  firstIn(text: string): number | null {
    let first: number | null = null;
    this.scan(this.#lexicon.read(text), (id) => {
      if (first === null || id < first) first = id;
    });
    return first;
  }

  /** Calls `found` for every match of every phrase: words from `start` up to, not including, `end`. */
  scan(words: Words, found: (id: number, start: number, end: number) => void): void {
    const { classes } = words;
    for (let start = 0; start < classes.length; start++) {
      const number = classes[start] ?? struck;
      const { lastSlots, phrases } = this.#byClass[number] ?? this.#beginningWith(number);
      for (let at = 0; at < lastSlots.length; at++) {
        if (!this.#lexicon.mayFill(lastSlots[at] ?? noSlot, words, start)) continue;
        const phrase = phrases[at];
        if (phrase === undefined) throw new RangeError(`no phrase ${at} begins with word class ${number}`);
        if (phrase.atStart && start > 0) continue;
        const end = phrase.slots.length === 1 ? start + 1 : this.#match(phrase, words, start);
        if (end > 0 && !(phrase.atEnd && !endsText(classes, end))) found(phrase.id, start, end);
      }
    }
  }

  #beginningWith(number: number): Beginning {
    const { slots } = this.#lexicon.wordClass(number);
    const phrases = slots.flatMap((slot) => this.#byFirstSlot.get(slot) ?? none).sort((a, b) => a.id - b.id);
    const beginning = { phrases, lastSlots: Int32Array.from(phrases, ({ lastSlot }) => lastSlot) };
    // Filled up to here first: an array with holes is looked up as a hash table.
    while (this.#byClass.length < number) this.#byClass.push(undefined);
    this.#byClass[number] = beginning;
    return beginning;
  }

  /** The end of the match of the phrase that begins with the word at `start`, or 0. */
  #match(phrase: Phrase, words: Words, start: number): number {
    let at = start;
    for (const slot of phrase.slots) {
      if (!this.#lexicon.mayFill(slot, words, at)) return 0;
      at += 1;
    }
    return this.#matchRest(phrase, 1, words.classes, start + 1);
  }

  /** The end of the match of the slots from `at` on, or 0. */
  #matchRest(phrase: Phrase, at: number, classes: readonly number[], from: number): number {
    const slot = phrase.slots[at];
    if (slot === undefined) return from;
    const gap = phrase.gaps[at];
    const limit = gap === 'far' ? farGapWords : gapWords;
    let skipped = 0;
    for (let position = from; position < classes.length; position++) {
      const number = classes[position] ?? struck;
      const word = this.#lexicon.wordClass(number);
      if (word.fills.has(slot)) {
        const end = this.#matchRest(phrase, at + 1, classes, position + 1);
        if (end > 0) return end;
      }
      if (gap === 'none' || number === sentenceEnd || number === struck) return 0;
      if (gap === 'near' && word.leadsAway) return 0;
      if (number !== comma && !word.isNumber && ++skipped > limit) return 0;
    }
    return 0;
  }
}

/** Whether only the end of a sentence follows from `end` on. */
function endsText(classes: readonly number[], end: number): boolean {
  return end === classes.length || (end === classes.length - 1 && classes[end] === sentenceEnd);
}
