import { PostingsReader } from '../postings/postings-reader.js';
import { type RowCursor, RowList } from '../postings/rows-cursor.js';
import { UnionSource } from '../postings/union-cursor.js';
import {
  byteWordSeam,
  tellingSeams,
  type WordPlace,
  wordByteSeam,
  wordPlaces,
  wordsSeam,
} from './boundary-grams.js';
import { blockRows, TextBlocksReader } from './text-blocks.js';
import { WordListReader } from './word-list.js';

const space = 32;
/** Words of one search whose rows are listed. What more words contain is in so many rows that a page of them is soon found. */
const maxWords = 4096;
/** Words beside others whose seams are looked up. */
const maxBeside = 1024;
/** Pairs of words of one search whose seams are looked up. */
const maxPairs = 4096;
/** Of words that every so manyth row has, rows are looked at instead: a page is soon found. */
const frequentShare = 8;
/** Lists of up to so many rows are put into one list; the others stay in theirs. */
const shortList = 64;
/** Rows of a seam up to which nothing else is looked for as well. */
const fewRows = 256;

/** A text as it is searched: in lower case, control characters as spaces. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

/** How a word stands in a text, in four ways: with a space before it, with one behind it. */
export const spaceBefore = 1;
export const spaceBehind = 2;
export const stands = 4;
/** The list of a word by where it stands. */
export const termOfWord = (word: number, stand: number) => word * stands + stand;

export const wordsOf = (name: string) => `${name}.words`;
export const rowsOf = (name: string) => `${name}.rows`;
export const seamsOf = (name: string) => `${name}.seams`;

const nothing = new RowList(new Uint32Array(0));

/** One search for a piece of text. */
export interface TextSearch {
  /** Lists on all of which every row stands that contains it; none where no list tells. */
  readonly lists: readonly RowCursor[];
  /** Whether the lists tell all: what stands on them contains it. */
  readonly isExact: boolean;
  /** Whether the text of the row contains it. */
  has(row: number): boolean;
}

export class TextIndexReader {
  readonly #texts: TextBlocksReader;
  readonly #words: WordListReader;
  readonly #rows: PostingsReader;
  readonly #seams: PostingsReader;
  readonly #count: number;

  /** `rows` is how many texts there are. */
  constructor(directory: string, name: string, rows: number) {
    this.#count = rows;
    this.#texts = new TextBlocksReader(directory, name);
    this.#words = new WordListReader(directory, wordsOf(name));
    this.#rows = new PostingsReader(directory, rowsOf(name));
    this.#seams = new PostingsReader(directory, seamsOf(name));
  }

  /** A search for a piece of text. */
  search(text: string): TextSearch {
    const wanted = Buffer.from(foldText(text));
    const places = wordPlaces(wanted);
    const lists = this.#lists(wanted, places);
    const isOneWord = places.length === 1 && wanted.indexOf(doubleSpace) < 0;
    let [last, found] = [-1, 0];
    const has = (row: number) => {
      const block = Math.floor(row / blockRows);
      if (block !== last) found = this.#texts.matches(block, wanted);
      last = block;
      return ((found >>> (row & (blockRows - 1))) & 1) === 1;
    };
    return { lists, isExact: isOneWord && lists.length === 1, has };
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#rows, this.#seams]) part.close();
  }

  /** The lists of seams and words that tell of a text. */
  #lists(wanted: Buffer, places: readonly WordPlace[]): RowCursor[] {
    const seams: RowList[] = [];
    /** How many bytes of each word the seams of bytes hold. */
    const told = new Uint32Array(wanted.length + 1);
    for (let at = wanted.indexOf(space); at >= 0; at = wanted.indexOf(space, at + 1)) {
      const telling = tellingSeams(wanted, at);
      for (const seam of telling.seams) {
        const list = this.#seams.list(seam);
        if (list === null) return [nothing];
        seams.push(list);
      }
      // Noted where the words beside the space end and begin.
      told[at] = Math.max(told[at] ?? 0, telling.before);
      told[at + 1] = telling.behind;
    }
    if (seams.some(({ count }) => count <= fewRows)) return seams;
    const isTold = ({ from, to }: WordPlace) => to - from <= Math.max(told[from] ?? 0, told[to] ?? 0);
    return [...seams, ...this.#wordLists(wanted, places, isTold)];
  }

  /** The lists of words, and of words that stand beside each other, that tell more than seams of bytes do. */
  #wordLists(
    wanted: Buffer,
    places: readonly WordPlace[],
    isTold: (place: WordPlace) => boolean,
  ): RowCursor[] {
    const pieces = places.map((place) => new Piece(wanted, place, isTold(place), this.#words));
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined)
      return [this.#ofOneWord(only)].filter((list) => list !== null);
    const lists: (RowCursor | null)[] = [];
    for (const [i, piece] of pieces.entries()) {
      const next = pieces[i + 1];
      if (next?.from === piece.to + 1) lists.push(...this.#besideEachOther(wanted, piece, next));
    }
    for (const piece of pieces) {
      if (!piece.isTold) lists.push(this.#union(piece.words, (word) => this.#ofWord(word, piece.stand)));
    }
    return lists.filter((list) => list !== null);
  }

  /** The rows of the words that contain a piece; null where looking at rows is better. */
  #ofOneWord({ bytes, stand }: Piece): RowCursor | null {
    const lists: RowList[] = [];
    let total = 0;
    const words = this.#words.containing(bytes, maxWords, (word) => {
      for (const list of this.#ofWord(word, stand)) {
        lists.push(list);
        total += list.count;
      }
      return total * frequentShare < this.#count;
    });
    return words === null ? null : this.#union(lists, (list) => [list]);
  }

  /** The lists of two pieces with one space between them; notes which piece need not be looked for by itself. */
  #besideEachOther(wanted: Buffer, one: Piece, other: Piece): (RowCursor | null)[] {
    if (one.isFragment && other.isFragment) return [];
    const words = one.isFragment ? one.atMost(pairsOf(other)) : one.words;
    const others = other.isFragment ? other.atMost(pairsOf(one)) : other.words;
    if (words !== null && others !== null && words.length * others.length <= maxPairs) {
      one.noteBeside();
      other.noteBeside();
      return [this.#union(words, (word) => others.map((each) => this.#seams.list(wordsSeam(word, each))))];
    }
    const lists: (RowCursor | null)[] = [];
    if (!one.isFragment) {
      const byte = wanted[other.from] ?? 0;
      lists.push(this.#union(words, (word) => [this.#seams.list(wordByteSeam(word, byte))]));
      if (words !== null) one.noteBeside();
    }
    if (!other.isFragment) {
      const byte = wanted[one.to - 1] ?? 0;
      lists.push(this.#union(others, (word) => [this.#seams.list(byteWordSeam(byte, word))]));
      if (others !== null) other.noteBeside();
    }
    return lists;
  }

  /** The lists of a word that stands as asked. */
  #ofWord(word: number, stand: number): RowList[] {
    return this.#rows.listsFrom(termOfWord(word, 0), stands, (term) => (term & stand) === stand);
  }

  /** The rows of any list of any of the words; null where looking at rows is better. */
  #union<T>(words: readonly T[] | null, listsOf: (word: T) => (RowList | null)[]): RowCursor | null {
    if (words === null) return null;
    const lists: RowList[] = [];
    let total = 0;
    for (const word of words) {
      for (const list of listsOf(word)) {
        if (list === null) continue;
        lists.push(list);
        total += list.count;
      }
    }
    if (total > 0 && total * frequentShare >= this.#count) return null;
    const [only] = lists;
    if (only === undefined) return nothing;
    if (lists.length === 1) return only;
    const long = lists.filter(({ count }) => count > shortList);
    const rest = mergedRows(lists.filter(({ count }) => count <= shortList));
    if (long.length === 0) return rest;
    return new UnionSource(rest.count === 0 ? long : [...long, rest]);
  }
}

const doubleSpace = '  ';

/** A word of a text that is looked for, or what there is of it. */
class Piece {
  readonly from: number;
  readonly to: number;
  /** With the spaces beside it. */
  readonly bytes: Buffer;
  /** Which spaces the text asks for beside it. */
  readonly stand: number;
  /** Whether other lists tell all of it. */
  isTold: boolean;
  /** Whether it is a few bytes of a word, which seams of bytes hold: too many words may be meant. */
  readonly isFragment: boolean;
  readonly #isAtEdge: boolean;
  readonly #list: WordListReader;
  #words: number[] | null | undefined;

  constructor(text: Buffer, { from, to }: WordPlace, isTold: boolean, list: WordListReader) {
    this.from = from;
    this.to = to;
    this.isTold = isTold;
    this.isFragment = isTold && (from === 0 || to === text.length);
    this.stand = (from > 0 ? spaceBefore : 0) + (to < text.length ? spaceBehind : 0);
    this.#isAtEdge = from === 1 || to === text.length - 1;
    this.bytes = text.subarray(Math.max(0, from - 1), to + 1);
    this.#list = list;
  }

  /** The words that it may be; null when they are too many. */
  get words(): number[] | null {
    if (this.#words === undefined) this.#words = this.#list.containing(this.bytes, maxBeside);
    return this.#words;
  }

  /** The words that a fragment may be, when they are so many at most; none are looked for of a single byte, which seams hold. */
  atMost(most: number): number[] | null {
    return this.to - this.from === 1 ? null : this.#list.containing(this.bytes, most);
  }

  /** It is told together with the word beside it: nothing more is to be known but that there is a space at the text's edge. */
  noteBeside(): void {
    this.isTold = !this.#isAtEdge;
  }
}

/** With how many words at most those that a piece may be are paired. */
function pairsOf({ words }: Piece): number {
  return words === null ? 0 : Math.min(maxBeside, Math.floor(maxPairs / Math.max(1, words.length)));
}

/** The rows of all the lists as one. */
function mergedRows(lists: readonly RowList[]): RowList {
  const rows = new Uint32Array(lists.reduce((sum, { count }) => sum + count, 0));
  let filled = 0;
  for (const list of lists) {
    rows.set(list.rows, filled);
    filled += list.count;
  }
  return new RowList(lists.length > 1 ? rows.sort() : rows);
}
