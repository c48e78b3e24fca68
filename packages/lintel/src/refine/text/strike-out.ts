/**
 * Strikes out what a text only excludes or mentions: `no electrical work`, `separate permit for plumbing`.
 * The words stay in place but match no rule.
 */
import type { Lexicon, Words } from './lexicon.js';
import { PhraseSet } from './phrase.js';
import type { StrikeReach, tagRuleFile } from './rule-files.js';
import { comma, longNumber, sentenceEnd, struck } from './word-classes.js';

type Strikes = Pick<typeof tagRuleFile, 'keep' | 'strike' | 'strikeBefore' | 'things'>;

/** What one strike phrase does. */
interface Strike {
  readonly reach: StrikeReach;
  /** The class of the word that takes the place of the first word struck out; null for none. */
  readonly leaves: number | null;
}

/** What a phrase strikes before itself. */
interface BackStrike {
  /** Classes of the words of its list. */
  readonly over: ReadonlySet<number>;
  /** Whether an item of the list stays that has other words, too. */
  readonly items: boolean;
}

/** Maximum words of a strike to the next comma. */
const maxStruckWords = 12;

export class StrikeOut {
  readonly #lexicon: Lexicon;
  readonly #phrases: PhraseSet;
  readonly #kept: number;
  readonly #strikes: readonly Strike[];
  /** Of each phrase that strikes what comes before it. */
  readonly #before: readonly BackStrike[];
  /** Classes of the trades, and of the comma between them. */
  readonly #trades: ReadonlySet<number>;
  /** Classes of the trades, rooms and things that one list may exclude together. */
  readonly #things: ReadonlySet<number>;
  readonly #orClass: number;

  constructor({ keep, strike, strikeBefore, things }: Strikes, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#phrases = new PhraseSet(
      [...keep, ...strike.map(([phrase]) => phrase), ...strikeBefore.flatMap(({ phrases }) => phrases)],
      lexicon,
    );
    this.#kept = keep.length;
    this.#strikes = strike.map(([, reach, leaves]) => ({
      reach,
      leaves: leaves === undefined ? null : lexicon.classOf(leaves),
    }));
    const classOf = (word: string) => (word === ',' ? comma : lexicon.classOf(word));
    this.#before = strikeBefore.flatMap(({ phrases, over, items = false }) => {
      const back = { over: new Set(over.map(classOf)), items };
      return phrases.map(() => back);
    });
    this.#trades = this.#before[0]?.over ?? new Set();
    this.#things = new Set(things.map((word) => lexicon.classOf(word)));
    this.#orClass = lexicon.classOf('or');
  }

  /** Strikes out words, in place. A number sign does not strike: `No 1054`. */
  apply(words: Words): void {
    const { classes } = words;
    /** Where no further phrase may strike: it begins what is kept, or has left a word. */
    let doneAt = -1;
    this.#phrases.scan(words, (id, start, end) => {
      if (id < this.#kept) doneAt = start;
      if (doneAt === start) return;
      const strike = this.#strikes[id - this.#kept];
      if (strike === undefined) {
        const back = this.#before[id - this.#kept - this.#strikes.length];
        if (back !== undefined) classes.fill(struck, startOfList(classes, start, back), end);
      } else if (strike.reach !== 'comma' || classes[end] !== longNumber) {
        const { reach, leaves } = strike;
        const from = reach === 'whole' ? startOfSentence(classes, start) : start;
        classes.fill(struck, from, reach === 'phrase' ? end : this.#endOfStrike(classes, end, reach));
        if (leaves !== null) {
          this.#lexicon.replace(words, start, leaves);
          doneAt = start;
        }
      }
    });
  }

  /** Where striking stops: at the next comma, a few words on, or at the end of the sentence. */
  #endOfStrike(classes: readonly number[], from: number, reach: StrikeReach): number {
    if (reach === 'things') {
      let end = from;
      while (this.#things.has(classes[end] ?? struck) || classes[end] === comma) end += 1;
      return end;
    }
    const toComma = reach === 'comma' || reach === 'list';
    const limit = toComma ? Math.min(classes.length, from + maxStruckWords) : classes.length;
    let to = from;
    while (to < limit && (classes[to] !== sentenceEnd || (!toComma && this.#isTradesOnly(classes, to + 1)))) {
      if (toComma && classes[to] === comma) {
        const goesOn = reach === 'list' ? this.#isThing(classes, to + 1) : this.#listGoesOn(classes, to + 1);
        if (!goesOn) break;
      }
      to += 1;
    }
    return to;
  }

  /** Whether a sentence only names trades, continuing a list: `separate permits for electric; plumbing`. */
  #isTradesOnly(classes: readonly number[], from: number): boolean {
    let at = from;
    while (at < classes.length && classes[at] !== sentenceEnd) {
      if (!this.#trades.has(classes[at] ?? struck)) return false;
      at += 1;
    }
    return at > from;
  }

  /** Whether only trades, rooms and things come before the next comma: `no changes to bath, water heater`. */
  #isThing(classes: readonly number[], from: number): boolean {
    let at = from;
    while (this.#things.has(classes[at] ?? struck)) at += 1;
    const next = classes[at];
    return at > from && (next === undefined || next === comma || next === sentenceEnd);
  }

  /**
   * Whether a list continues after a comma, with one word or with trades up to an "or": `no gas, fire alarm
   * or sewer work`.
   */
  #listGoesOn(classes: readonly number[], from: number): boolean {
    if (classes[from + 1] === this.#orClass) return true;
    for (let at = from; at < classes.length; at++) {
      const word = classes[at] ?? struck;
      if (word === this.#orClass) return true;
      if (!this.#trades.has(word)) return false;
    }
    return false;
  }
}

function startOfSentence(classes: readonly number[], at: number): number {
  let from = at;
  while (from > 0 && classes[from - 1] !== sentenceEnd) from -= 1;
  return from;
}

/** Where the list before a place begins. */
function startOfList(classes: readonly number[], at: number, { over, items }: BackStrike): number {
  let from = at;
  let item = at;
  for (; from > 0; from--) {
    const word = classes[from - 1] ?? struck;
    if (word === comma) item = from;
    if (!over.has(word)) break;
  }
  return items && item < at && from > 0 && classes[from - 1] !== sentenceEnd ? item : from;
}
