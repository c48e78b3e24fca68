/**
 * Splits texts into the words of phrases: lower case, letters and digits apart (`200amp` is `200 amp`),
 * apostrophes dropped, `&` as `and`, `non` joined to the next word. Ends of sentences and commas (also colons
 * and dashes between blanks) are words of their own: no phrase crosses the end of a sentence.
 *
 * A word is looked up in the trie of all phrase words, character by character, and becomes the number of its
 * class. Words run together are split (`KITCHENREMODEL`); `(N)` and `(E)` are new and existing.
 */

import { asciiLetters } from '../record/text.js';
import {
  comma,
  longNumber,
  sentenceEnd,
  shortNumber,
  struck,
  type WordClass,
  WordClasses,
} from './word-classes.js';
import { placeOf, root, type WordTrie } from './word-trie.js';

/** A text in words. */
export interface Words {
  /** The class of each word. A word is struck out by setting its class to `struck`. */
  readonly classes: number[];
  /** How many words the lexicon had read before this text: word positions count over all texts. */
  readonly offset: number;
}

interface ReadOptions {
  /**
   * Whether a dash between blanks counts as a comma, as in prose. In a category's name it joins two parts.
   */
  readonly isProse?: boolean;
  /** Filled with the position of each word in the text: its first character, and the one after its last. */
  readonly spans?: [number, number][];
}

/** Minimum letters of words run together: shorter words often consist of others by chance. */
const shortestGlued = 12;
const longestGlued = 60;
/** Minimum letters of each part. */
const shortestPart = 3;
const noSlots: readonly number[] = [];

export class Lexicon {
  readonly #words: WordClasses;
  readonly #trie: WordTrie;
  readonly #andClass: number;
  readonly #newClass: number;
  readonly #existingClass: number;
  readonly #nonClass: number;
  readonly #nonNode: number;
  #wordsRead = 0;
  /**
   * By class and by slot: the last position, counted over all texts, at which it was met or filled. So
   * nothing is cleared between texts, and `mayFill` stays true for an earlier text where it was true.
   */
  readonly #lastMet: Float64Array;
  readonly #lastFilled: Float64Array;

  /** A lexicon of the words of all phrases, and of further words for `classOf`. */
  static compile(phrases: Iterable<string>, furtherWords: Iterable<string> = []): Lexicon {
    return new Lexicon(new WordClasses(phrases, ['and', 'non', 'new', 'existing', ...furtherWords]));
  }

  private constructor(words: WordClasses) {
    this.#words = words;
    this.#trie = words.trie;
    this.#andClass = words.classOf('and');
    this.#newClass = words.classOf('new');
    this.#existingClass = words.classOf('existing');
    this.#nonClass = words.classOf('non');
    this.#nonNode = words.trie.insert('non');
    this.#lastMet = new Float64Array(words.classes.length).fill(-1);
    this.#lastFilled = new Float64Array(words.slotCount).fill(-1);
  }

  /** The id of a slot of a phrase. Throws if no phrase of the lexicon has it. */
  slotId(slot: string): number {
    return this.#words.slotId(slot);
  }

  /** The number of the class of a word. */
  classOf(word: string): number {
    return this.#words.classOf(word);
  }

  /** A class by its number. */
  wordClass(number: number): WordClass {
    const found = this.#words.classes[number];
    if (found === undefined) throw new RangeError(`the lexicon has no word class ${number}`);
    return found;
  }

  /**
   * Whether the word at `from`, or a later one, may fill a slot. True is exact only until the next text is
   * read; false is always exact.
   */
  mayFill(slot: number, words: Words, from: number): boolean {
    return (this.#lastFilled[slot] ?? -1) >= words.offset + from;
  }

  /** The words of a text. */
  read(text: string, { isProse = false, spans }: ReadOptions = {}): Words {
    const plain = asciiLetters(text);
    const lower = plain.toLowerCase();
    const found: number[] = [];
    let index = 0;
    /** Length of the last word: the point of an initial (`D.U.`) does not end a sentence. */
    let length = 0;
    while (index < lower.length) {
      const code = lower.charCodeAt(index);
      const place = placeOf(code);
      const start = index;
      if (place < 0) {
        const state = code === 40 ? this.#stateMark(lower, index) : null;
        if (state !== null) found.push(state);
        else if (code !== 46 || !this.#isPointOfShort(plain, index, found.at(-1)))
          this.#pushBreak(
            found,
            isStars(lower, index) ? 59 : isProse && isDash(lower, index) ? 44 : code,
            length,
          );
        index += state === null ? 1 : 3;
        if (spans !== undefined && spans.length < found.length) spans.push([start, index]);
        continue;
      }
      index = place < 26 ? this.#readLetters(lower, index, found) : this.#readDigits(lower, index, found);
      length = index - start;
      if (spans !== undefined) {
        spans[found.length - 1] = [spans[found.length - 1]?.[0] ?? start, index];
        for (let of = found.length - 2; of >= 0 && spans[of] === undefined; of--) spans[of] = [start, index];
      }
    }
    return this.#noteFilled(found);
  }

  /** Replaces the word at a position of the text read last by one of another class. */
  replace(words: Words, at: number, number: number): void {
    words.classes[at] = number;
    const position = words.offset + at;
    for (const slot of this.wordClass(number).slots) {
      if ((this.#lastFilled[slot] ?? -1) < position) this.#lastFilled[slot] = position;
    }
  }

  /** Notes the last position in the text at which each slot is filled. */
  #noteFilled(classes: number[]): Words {
    const offset = this.#wordsRead;
    this.#wordsRead += classes.length;
    // From the end: only the last position of a class counts.
    for (let at = classes.length - 1; at >= 0; at--) {
      const number = classes[at] ?? struck;
      if ((this.#lastMet[number] ?? -1) >= offset) continue;
      this.#lastMet[number] = offset + at;
      const slots = this.#words.classes[number]?.slots ?? noSlots;
      for (const slot of slots) {
        if ((this.#lastFilled[slot] ?? -1) < offset) this.#lastFilled[slot] = offset + at;
      }
    }
    return { classes, offset };
  }

  #readLetters(text: string, start: number, found: number[]): number {
    const last = found.length - 1;
    const joined = last >= 0 && found[last] === this.#nonClass;
    let node = joined ? this.#nonNode : root;
    let isInside = true;
    let index = start;
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 97 || code > 122) {
        if (code === 39 && isLetter(text.charCodeAt(index + 1))) continue;
        break;
      }
      if (!isInside) continue;
      const child = this.#trie.child(node, code - 97);
      if (child === 0) isInside = false;
      else node = child;
    }
    const number = isInside ? this.#words.endClass(node) : this.#words.leaveClass(node);
    if (joined) found[last] = number;
    else if (isInside || index - start < shortestGlued || index - start > longestGlued) found.push(number);
    else found.push(...(this.#splitGlued(text, start, index) ?? [number]));
    return index;
  }

  /**
   * Splits a run of letters into known words, trying the longest first; null if it cannot be split
   * completely.
   */
  #splitGlued(text: string, start: number, end: number): number[] | null {
    const words = this.#words;
    let node = root;
    let index = start;
    const stops: (readonly [end: number, number: number])[] = [];
    for (; index < end; index++) {
      const child = this.#trie.child(node, text.charCodeAt(index) - 97);
      if (child === 0) break;
      node = child;
      if (words.isWord(node) && index + 1 - start >= shortestPart)
        stops.push([index + 1, words.endClass(node)]);
    }
    const rest = index === end ? words.endClass(node) : words.leaveClass(node);
    if (stops.at(-1)?.[0] !== end && this.wordClass(rest).slots.length > 0) stops.push([end, rest]);
    for (const [stop, number] of stops.reverse()) {
      if (stop === end) {
        if (start > 0 && isLetter(text.charCodeAt(start - 1))) return [number];
        continue;
      }
      const behind = this.#splitGlued(text, stop, end);
      if (behind !== null) return [number, ...behind];
    }
    return null;
  }

  /** A number with inner commas and points. */
  #readDigits(text: string, start: number, found: number[]): number {
    let node = root;
    let isInside = true;
    let index = start;
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const place = placeOf(code);
      if (place < 26 && ((code !== 44 && code !== 46) || placeOf(text.charCodeAt(index + 1)) < 26)) break;
      const child = place < 0 || !isInside ? 0 : this.#trie.child(node, place);
      if (child === 0) isInside = false;
      else node = child;
    }
    const isKnown = isInside && this.#words.isWord(node);
    found.push(isKnown ? this.#words.endClass(node) : index - start > 2 ? longNumber : shortNumber);
    return index;
  }

  /** The word that `(N)` or `(E)`, as on Californian plans, stands for, if one begins here. */
  #stateMark(lower: string, index: number): number | null {
    if (lower.charCodeAt(index + 2) !== 41) return null;
    const letter = lower.charCodeAt(index + 1);
    if (letter === 110) return this.#newClass;
    return letter === 101 ? this.#existingClass : null;
  }

  /**
   * Whether a point belongs to an abbreviation within a sentence: small letters follow it, or it is `EXIST.`
   */
  #isPointOfShort(plain: string, index: number, last: number | undefined): boolean {
    if (last === undefined || !this.#words.shortWords.has(last)) return false;
    if (this.wordClass(last).leadsAway) return true;
    const next = plain.charCodeAt(plain.charCodeAt(index + 1) === 32 ? index + 2 : index + 1);
    return isLetter(next) || next === 44;
  }

  /** Adds the break, if any, for a character between two words. */
  #pushBreak(found: number[], code: number, length: number): void {
    if (code === 38) found.push(this.#andClass);
    if (code !== 44 && code !== 58 && code !== 59 && code !== 10 && code !== 46) return;
    const last = found.at(-1);
    if (last === undefined || last === sentenceEnd) return;
    if (code === 44 || code === 58) {
      if (last !== comma) found.push(comma);
    } else if (last === comma) found[found.length - 1] = sentenceEnd;
    else if (code !== 46 || length > 1) found.push(sentenceEnd);
  }
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Whether two stars, with which offices part notes from each other (`*** PER PLAN ***`), begin here. */
function isStars(text: string, index: number): boolean {
  return text.charCodeAt(index) === 42 && text.charCodeAt(index + 1) === 42;
}

/** Whether a dash between two blanks, or one longer than a hyphen, is at this position. */
function isDash(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === 0x2013 || code === 0x2014) return true;
  return code === 45 && text.charCodeAt(index - 1) === 32 && text.charCodeAt(index + 1) === 32;
}
