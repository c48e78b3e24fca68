/**
 * Finds the rows whose text contains a piece of text.
 *
 * The index holds the rows of each word and of each pair of adjacent words (a biword index: Manning, Raghavan
 * and Schütze, Introduction to Information Retrieval, 2.4.1). A search is split at its spaces. Its first and
 * last part may be ends of words; the word list gives the words they may mean. If these are too many for
 * pairs, the two bytes around the space are looked up instead. All lists give candidates only: the texts
 * themselves, kept in blocks, decide.
 */
import { PostingsReader } from '../postings/postings-reader.js';
import { type BitmapSource, PostingsList } from '../postings/rows-cursor.js';
import { UnionCursor } from '../postings/union-cursor.js';
import { blockRows, TextBlocksReader } from './text-blocks.js';
import { WordListReader } from './word-list.js';

const space = 32;
/**
 * Words that the only part of a search may mean, at most: rows with one of more words are soon found by
 * testing.
 */
const maxWords = 4096;
/**
 * Words that one of several parts may mean, and pairs of words that two of them may mean: each costs a
 * lookup.
 */
const maxPairs = 256;
/** A list that holds at least one row in 8 is not used: testing rows in order fills a page as fast. */
const frequentShare = 8;
/** Lists of a union up to this length are merged into one list. */
const shortList = 64;
/**
 * Pairs are hashed to this many bits. Few pairs are frequent, so hardly any rare pair shares the list of one.
 */
const pairBits = 22;

/** A description as it is searched: in lower case, control characters as spaces. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

/** Names of the files of an index, besides those of its texts. */
export const wordsOf = (name: string) => `${name}.words`;
export const wordRowsOf = (name: string) => `${name}.rows`;
export const pairRowsOf = (name: string) => `${name}.pairs`;

/** Precedes a byte where a pair consists of bytes: no word has so large a number. */
const byteFlag = 0x80000000;

/** The term of two adjacent words, by their numbers. */
export function wordPair(one: number, other: number): number {
  const mixed = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) ^ Math.imul(other ^ (other >>> 13), 0x297a2d39);
  return Math.imul(mixed ^ (mixed >>> 12), 0x9e3779b1) >>> (32 - pairBits);
}

/**
 * The term of the last byte of a word and the first byte of the next: for words of which too little is given.
 */
export function bytePair(last: number, first: number): number {
  return wordPair(byteFlag | last, byteFlag | first);
}

const nothing = new PostingsList(new Uint32Array(0));

/** One search for a piece of text. */
export interface TextSearch {
  /** Lists each of which holds every row that contains the text; none where all rows must be tested. */
  readonly lists: readonly BitmapSource[];
  /** Whether every row on the list contains the text, so that none needs to be tested. */
  readonly isExact: boolean;
  /** Whether the text of the row contains it. */
  has(row: number): boolean;
}

/**
 * A part of the text searched for, between its spaces, and the words it may mean: null if they are too many.
 */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly words: readonly number[] | null;
}

export class TextIndexReader {
  readonly #texts: TextBlocksReader;
  readonly #words: WordListReader;
  readonly #wordRows: PostingsReader;
  readonly #pairRows: PostingsReader;
  readonly #count: number;

  /** `rows` is the number of texts. */
  constructor(directory: string, name: string, rows: number) {
    this.#count = rows;
    this.#texts = new TextBlocksReader(directory, name);
    this.#words = new WordListReader(directory, wordsOf(name));
    this.#wordRows = new PostingsReader(directory, wordRowsOf(name));
    this.#pairRows = new PostingsReader(directory, pairRowsOf(name));
  }

  /** A search for a piece of text, folded as the texts were. */
  search(folded: string): TextSearch {
    const wanted = Buffer.from(folded);
    const lists = this.#lists(wanted);
    let [block, found] = [-1, 0];
    const has = (row: number) => {
      const its = Math.floor(row / blockRows);
      if (its !== block) found = this.#texts.matches(its, wanted);
      block = its;
      return ((found >>> (row % blockRows)) & 1) === 1;
    };
    return { lists, isExact: lists.length === 1 && !wanted.includes(space), has };
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#wordRows, this.#pairRows]) part.close();
  }

  #lists(wanted: Buffer): BitmapSource[] {
    const places = partsOf(wanted);
    const [only] = places;
    if (places.length === 1 && only !== undefined) return this.#wordList(wanted, only);
    const parts = places.map((place): Part => {
      return { ...place, words: this.#words.containing(withSpaces(wanted, place), maxPairs) };
    });
    const lists: (BitmapSource | null)[] = [];
    const covered = new Set<Part>();
    for (const [i, part] of parts.entries()) {
      const next = parts[i + 1];
      if (next === undefined || next.from !== part.to + 1) continue;
      const pairs = pairsOf(part, next);
      const bytes = bytePair(wanted[part.to - 1] ?? 0, wanted[next.from] ?? 0);
      lists.push(this.#union((pairs ?? [bytes]).map((pair) => this.#pairRows.list(pair))));
      if (pairs !== null) covered.add(part).add(next);
    }
    for (const part of parts) {
      if (part.words === null || covered.has(part)) continue;
      lists.push(this.#union(part.words.map((word) => this.#wordRows.list(word))));
    }
    return lists.filter((list) => list !== null);
  }

  /** The list of a search for part of one word; none if testing rows is better. */
  #wordList(wanted: Buffer, place: Place): BitmapSource[] {
    const lists: (PostingsList | null)[] = [];
    let total = 0;
    const words = this.#words.containing(withSpaces(wanted, place), maxWords, (word) => {
      const list = this.#wordRows.list(word);
      lists.push(list);
      total += list?.count ?? 0;
      return total * frequentShare < this.#count;
    });
    const list = words === null ? null : this.#union(lists);
    return list === null ? [] : [list];
  }

  /** The rows of any of the lists; null if testing rows is better. */
  #union(some: readonly (PostingsList | null)[]): BitmapSource | null {
    const lists = some.filter((list) => list !== null);
    const total = lists.reduce((sum, { count }) => sum + count, 0);
    if (total > 0 && total * frequentShare >= this.#count) return null;
    const [only] = lists;
    if (only === undefined) return nothing;
    if (lists.length === 1) return only;
    const long = lists.filter(({ count }) => count > shortList);
    const rest = mergedRows(lists.filter(({ count }) => count <= shortList));
    if (long.length === 0) return rest;
    return new UnionCursor(rest.count === 0 ? long : [...long, rest]);
  }
}

/** `text[from, to)`. */
type Place = Pick<Part, 'from' | 'to'>;

/** The parts of a text between its spaces. */
function partsOf(text: Uint8Array): Place[] {
  const places: Place[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from;
    while (to < text.length && text[to] !== space) to += 1;
    if (to > from) places.push({ from, to });
    from = to + 1;
  }
  return places;
}

/** A part with the adjacent spaces, as the word list finds it at an end of a word. */
function withSpaces(text: Buffer, { from, to }: Place): Buffer {
  return text.subarray(Math.max(0, from - 1), to + 1);
}

/** The terms of the pairs of words that two adjacent parts may mean; null if they are too many. */
function pairsOf(one: Part, other: Part): number[] | null {
  if (one.words === null || other.words === null) return null;
  if (one.words.length * other.words.length > maxPairs) return null;
  const others = other.words;
  return [...new Set(one.words.flatMap((word) => others.map((each) => wordPair(word, each))))];
}

/** The rows of all the lists as one. */
function mergedRows(lists: readonly PostingsList[]): PostingsList {
  const rows = new Uint32Array(lists.reduce((sum, { count }) => sum + count, 0));
  let filled = 0;
  for (const list of lists) {
    rows.set(list.rows, filled);
    filled += list.count;
  }
  return new PostingsList(lists.length > 1 ? rows.sort() : rows);
}
