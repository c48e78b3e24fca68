/**
 * Compiles the words of phrases into a trie and gives each its class. Words of one class fill the same slots
 * of phrases. A word in no phrase gets the class of its longest prefix in one (`roof*`), or of "any word"; an
 * abbreviated or misspelt word counts as itself and as the word that it stands for.
 */

import { parsePhrase } from './phrase-syntax.js';
import { readAs } from './short-words.js';
import { placeOf, root, WordTrie } from './word-trie.js';

/** Built-in classes: words struck out, breaks, numbers of up to two and of more digits, any other word. */
export const struck = 0;
export const sentenceEnd = 1;
export const comma = 2;
export const shortNumber = 3;
export const longNumber = 4;
const anyWord = 5;

/** What the words of one class have in common. */
export interface WordClass {
  /** Ids of the slots that they fill, as a list and as a set. */
  readonly slots: readonly number[];
  readonly fills: ReadonlySet<number>;
  readonly isNumber: boolean;
  /** Whether they lead away from the work itself, as `to` and `existing` do. */
  readonly leadsAway: boolean;
}

/** Words that lead away from the work itself. */
const leadingAway = new Set(
  'existing exist exst to for at on in into from within per above over under behind near next serving as'.split(
    ' ',
  ),
);

/** Abbreviations that rules name as they are: a point after one need not end the sentence either. */
const pointed = ['res', 'comm', 'const', 'bldg', 'apt', 'dept'];

export class WordClasses {
  readonly trie = new WordTrie();
  /** Classes by number. */
  readonly classes: WordClass[] = [];
  /** Classes of abbreviations: a point after one need not end the sentence. */
  readonly shortWords = new Set<number>();
  readonly #slotIds = new Map<string, number>();
  readonly #numberSlots: number[] = [];
  readonly #commaSlots: number[] = [];
  /** By node: the word that ends there, with the slots that this exact word fills. */
  readonly #words = new Map<number, { readonly word: string; readonly slots: number[] }>();
  /** By node: the slots that all words with this prefix fill. */
  readonly #prefixes = new Map<number, number[]>();
  /** By node: the class of the word that ends there, and of the words that leave the trie there. */
  readonly #endClasses: Uint16Array;
  readonly #leaveClasses: Uint16Array;

  /** The words of all phrases, and further words for `classOf`. */
  constructor(phrases: Iterable<string>, furtherWords: Iterable<string>) {
    for (const phrase of phrases) for (const { slot } of parsePhrase(phrase).parts) this.#addSlot(slot);
    for (const word of [...leadingAway, ...readAs.keys(), ...pointed, ...furtherWords]) this.#addWord(word);
    this.#endClasses = new Uint16Array(this.trie.size);
    this.#leaveClasses = new Uint16Array(this.trie.size);
    this.#addClass([]);
    this.#addClass([]);
    this.#addClass(this.#commaSlots);
    this.#addClass(this.#numberSlots, true);
    this.#addClass(this.#numberSlots, true);
    this.#addClass([]);
    this.#classify(root, [], anyWord);
    for (const [short, word] of readAs) this.#classifyShort(short, word);
    for (const word of pointed) this.shortWords.add(this.classOf(word));
  }

  /** How many slots the phrases have. Their ids are the numbers below it. */
  get slotCount(): number {
    return this.#slotIds.size;
  }

  /** The id of a slot. Throws if no phrase has it. */
  slotId(slot: string): number {
    const id = this.#slotIds.get(slot);
    if (id === undefined) throw new Error(`no phrase of the lexicon has "${slot}"`);
    return id;
  }

  /** The class of a word of lower-case letters and digits. */
  classOf(word: string): number {
    let node = root;
    for (let index = 0; index < word.length; index++) {
      const child = this.trie.child(node, placeOf(word.charCodeAt(index)));
      if (child === 0) return this.leaveClass(node);
      node = child;
    }
    return this.endClass(node);
  }

  /** Whether a word ends at a node. */
  isWord(node: number): boolean {
    return this.#words.has(node);
  }

  /** The class of the word that ends at a node. */
  endClass(node: number): number {
    return this.#endClasses[node] ?? struck;
  }

  /** The class of the words that leave the trie at a node. */
  leaveClass(node: number): number {
    return this.#leaveClasses[node] ?? struck;
  }

  #addSlot(slot: string): void {
    if (this.#slotIds.has(slot)) return;
    const id = this.#slotIds.size;
    this.#slotIds.set(slot, id);
    for (const form of slot.split('|')) {
      if (form === '#') this.#numberSlots.push(id);
      else if (form === ',') this.#commaSlots.push(id);
      else if (form.endsWith('*')) this.#addPrefix(form.slice(0, -1)).push(id);
      else this.#addWord(form).push(id);
    }
  }

  /** Adds a word; gives the list of its slots. */
  #addWord(word: string): number[] {
    const node = this.trie.insert(word);
    const known = this.#words.get(node) ?? { word, slots: [] };
    this.#words.set(node, known);
    return known.slots;
  }

  #addPrefix(prefix: string): number[] {
    const node = this.trie.insert(prefix);
    const slots = this.#prefixes.get(node) ?? [];
    this.#prefixes.set(node, slots);
    return slots;
  }

  #addClass(slots: readonly number[], isNumber = false, leadsAway = false): number {
    const fills = new Set(slots);
    this.classes.push({ slots: [...fills], fills, isNumber, leadsAway });
    return this.classes.length - 1;
  }

  /**
   * Gives a node and its descendants their classes. `slots` and `left`: of words that left the trie above.
   */
  #classify(node: number, slots: readonly number[], left: number): void {
    const prefix = this.#prefixes.get(node);
    const begun = prefix === undefined ? slots : [...slots, ...prefix];
    const leave = prefix === undefined ? left : this.#addClass(begun);
    const end = this.#words.get(node);
    this.#leaveClasses[node] = leave;
    this.#endClasses[node] =
      end === undefined ? leave : this.#classifyWord(end.word, [...begun, ...end.slots]);
    for (const child of this.trie.children(node)) this.#classify(child, begun, leave);
  }

  #classifyWord(word: string, slots: readonly number[]): number {
    const isNumber = placeOf(word.charCodeAt(0)) >= 26;
    return this.#addClass(
      isNumber ? [...slots, ...this.#numberSlots] : slots,
      isNumber,
      leadingAway.has(word),
    );
  }

  /** Lets an abbreviation also count as the word that it means. */
  #classifyShort(short: string, word: string): void {
    const own = this.classes[this.classOf(short)];
    const full = this.classes[this.classOf(word)];
    if (own === undefined || full === undefined) return;
    const both = this.#addClass([...own.slots, ...full.slots], false, own.leadsAway || full.leadsAway);
    this.#endClasses[this.trie.insert(short)] = both;
    this.shortWords.add(both);
  }
}
