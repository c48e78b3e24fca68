/**
 * Strikes out what a text only excludes or mentions: `no electrical work`, `separate permit for plumbing`.
 * The words stay in place but match no rule.
 */
import type { Lexicon, Words } from './lexicon.js';
import { PhraseSet } from './phrase.js';
import type { StrikeReach, tagRuleFile } from './rule-files.js';
import { comma, longNumber, sentenceEnd, struck } from './word-classes.js';

type Strikes = Pick<typeof tagRuleFile, 'keep' | 'strike' | 'strikeBefore'>;

/** Maximum words of a strike to the next comma. */
const maxStruckWords = 12;

export class StrikeOut {
  readonly #phrases: PhraseSet;
  readonly #kept: number;
  readonly #reaches: readonly StrikeReach[];
  /** Classes of the trades, and of the comma between them. */
  readonly #trades: ReadonlySet<number>;
  readonly #orClass: number;

  constructor({ keep, strike, strikeBefore }: Strikes, lexicon: Lexicon) {
    this.#phrases = new PhraseSet(
      [...keep, ...strike.map(([phrase]) => phrase), ...strikeBefore.phrases],
      lexicon,
    );
    this.#kept = keep.length;
    this.#reaches = strike.map(([, reach]) => reach);
    const trades = strikeBefore.over.filter((word) => word !== ',');
    this.#trades = new Set([comma, ...trades.map((word) => lexicon.classOf(word))]);
    this.#orClass = lexicon.classOf('or');
  }

  /** Strikes out words, in place. A number sign does not strike: `No 1054`. */
  apply(words: Words): void {
    const { classes } = words;
    let keptAt = -1;
    this.#phrases.scan(words, (id, start, end) => {
      if (id < this.#kept) keptAt = start;
      if (keptAt === start) return;
      const reach = this.#reaches[id - this.#kept];
      if (reach === undefined) classes.fill(struck, this.#startOfTrades(classes, start), end);
      else if (reach !== 'comma' || classes[end] !== longNumber) {
        const from = reach === 'whole' ? startOfSentence(classes, start) : start;
        classes.fill(struck, from, reach === 'phrase' ? end : this.#endOfStrike(classes, end, reach));
      }
    });
  }

  /** Where the list of trades before a place begins. */
  #startOfTrades(classes: readonly number[], at: number): number {
    let from = at;
    while (from > 0 && this.#trades.has(classes[from - 1] ?? struck)) from -= 1;
    return from;
  }

  /** Where striking stops: at the next comma, a few words on, or at the end of the sentence. */
  #endOfStrike(classes: readonly number[], from: number, reach: StrikeReach): number {
    const toComma = reach === 'comma';
    const limit = toComma ? Math.min(classes.length, from + maxStruckWords) : classes.length;
    let to = from;
    while (to < limit && (classes[to] !== sentenceEnd || (!toComma && this.#isTradesOnly(classes, to + 1)))) {
      if (toComma && classes[to] === comma && !this.#listGoesOn(classes, to + 1)) break;
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
