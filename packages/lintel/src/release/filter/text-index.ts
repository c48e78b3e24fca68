/**
 * Finds the rows whose text contains a given piece: the rows of every word of the texts, the words themselves, found by a
 * piece of them, the rows of the seams between words, and the folded texts.
 *
 * A piece without a space lies within a word: the rows of the words that contain it are the answer, and no text is
 * looked at. Of a piece of several words the rows are taken that have a word for each of them and its seams; their texts
 * are searched. So they are where nearly every row would have to be listed, or too many different words.
 */
import type { WrittenFile } from '../build/file-writer.js';
import { GrowableU32 } from '../build/growable.js';
import { PostingsReader } from './postings-reader.js';
import { PostingsWriter } from './postings-writer.js';
import { RowList, type RowSource } from './row-source.js';
import { blockRows, TextBlocksReader, TextBlocksWriter } from './text-blocks.js';
import { UnionSource } from './union-source.js';
import { WordListReader, WordListWriter } from './word-list.js';

const space = 32;
/** Words of one search whose rows are listed. */
const maxWords = 1024;
/** Of words that every so manyth row has, rows are looked at instead: a page is soon found. */
const frequentShare = 8;
/** Lists of one search that stay in their file, the longest; the rows of the others are put into one list. */
const maxLists = 32;
const maxMerged = 1 << 15;

/** Rows of a seam up to which no words are looked for as well. */
const fewRows = 4096;

/** A text as it is searched: in lower case, control characters as spaces. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

/**
 * A seam is the space between two words with so many bytes before and behind it. The short ones are for texts that begin or
 * end with a letter or two beside a space: `4 bath`.
 */
const allSeams = [
  { before: 3, behind: 3 },
  { before: 1, behind: 3 },
  { before: 1, behind: 2 },
  { before: 2, behind: 1 },
  { before: 1, behind: 1 },
] as const;
/** Bits to which a seam is hashed. */
const seamBits = 19;
/** Seams are many and most are rare: the longer the runs, the fewer the pieces of which lists are put together. */
const seamRunPairs = 1 << 22;

type Seam = (typeof allSeams)[number];

const wordsOf = (name: string) => `${name}.words`;
const rowsOf = (name: string) => `${name}.rows`;
const seamsOf = (name: string) => `${name}.seams`;

/** The number of the seam at the space at `at`: of its kind, and of the bytes before and behind the space. */
function hashSeam(bytes: Uint8Array, at: number, { before, behind }: Seam): number {
  let seam = before * 4 + behind;
  for (let i = at - before; i <= at + behind; i++) seam = Math.imul(seam, 0x01000193) ^ (bytes[i] ?? 0);
  return Math.imul(seam ^ (seam >>> 15), 0x9e3779b1) >>> (32 - seamBits);
}

function fits({ before, behind }: Seam, at: number, length: number): boolean {
  return at >= before && at + behind < length;
}

/** What is looked for of a text: seams, and the words that no seam holds whole, each with the spaces beside it. */
interface Telling {
  readonly seams: readonly number[];
  readonly pieces: readonly Buffer[];
}

/** At each space the seams that lie in the text whole, but for those that lie in another one. */
function tellingOf(text: Buffer): Telling {
  const seams: number[] = [];
  const pieces: Buffer[] = [];
  let [from, toldBefore] = [0, 0];
  for (let at = text.indexOf(space); from <= text.length; at = text.indexOf(space, from)) {
    const end = at < 0 ? text.length : at;
    const fitting = at < 0 ? [] : allSeams.filter((kind) => fits(kind, at, text.length));
    const told = Math.max(toldBefore, ...fitting.map(({ before }) => before));
    if (end - from > told) pieces.push(text.subarray(Math.max(0, from - 1), end + 1));
    for (const kind of fitting) {
      if (!fitting.some((other) => holds(other, kind))) seams.push(hashSeam(text, at, kind));
    }
    toldBefore = Math.max(0, ...fitting.map(({ behind }) => behind));
    from = end + 1;
  }
  return { seams, pieces };
}

/** Whether the first kind of seam is another that holds all that the second does. */
function holds(one: Seam, other: Seam): boolean {
  return one !== other && one.before >= other.before && one.behind >= other.behind;
}

/** Writes the texts, their words (`name.words`), and the rows of each word (`name.rows`) and seam (`name.seams`). */
export class TextIndexWriter {
  readonly #texts: TextBlocksWriter;
  readonly #words: WordListWriter;
  readonly #rows: PostingsWriter;
  /** The row in which each word was last met, plus one. */
  readonly #met = new GrowableU32();
  readonly #seams: PostingsWriter;
  /** The row in which each seam was last met, plus one. */
  readonly #seen = new Uint32Array(1 << seamBits);
  #line = Buffer.alloc(1 << 12);

  constructor(directory: string, name: string, scratch: string) {
    this.#texts = new TextBlocksWriter(directory, name);
    this.#words = new WordListWriter(directory, wordsOf(name), `${scratch}-pieces`);
    this.#rows = new PostingsWriter(directory, rowsOf(name), `${scratch}-rows`);
    this.#seams = new PostingsWriter(directory, seamsOf(name), `${scratch}-seams`, seamRunPairs);
  }

  /** Adds the text of the next row, as `foldText` gave it; empty when there is none. */
  add(text: string): void {
    if (text.length * 3 > this.#line.length) this.#line = Buffer.alloc(text.length * 6);
    const length = this.#line.write(text);
    const row = this.#texts.rows;
    this.#texts.add(this.#line, length);
    for (let from = 0; from < length; ) {
      let to = from;
      while (to < length && this.#line[to] !== space) to += 1;
      if (to > from) this.#addWord(from, to, row);
      if (to < length) this.#addSeams(to, length, row);
      from = to + 1;
    }
  }

  finish(): WrittenFile[] {
    return [this.#texts, this.#words, this.#rows, this.#seams].flatMap((part) => part.finish());
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#rows, this.#seams]) part.close();
  }

  /** Adds the seams at the space at `at` that lie in the text whole. */
  #addSeams(at: number, length: number, row: number): void {
    for (const kind of allSeams) {
      if (!fits(kind, at, length)) continue;
      const seam = hashSeam(this.#line, at, kind);
      if (this.#seen[seam] === row + 1) continue;
      this.#seen[seam] = row + 1;
      this.#seams.add(seam, row);
    }
  }

  #addWord(from: number, to: number, row: number): void {
    const word = this.#words.number(this.#line, from, to);
    if (word === this.#met.length) this.#met.push(0);
    if (this.#met.at(word) === row + 1) return;
    this.#met.set(word, row + 1);
    this.#rows.add(word, row);
  }
}

const nothing = new RowList(new Uint32Array(0));

/** One search for a piece of text. */
export interface TextSearch {
  /** Lists on all of which every row stands that contains it; none where no list tells. */
  readonly lists: readonly RowSource[];
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
    const telling = tellingOf(wanted);
    const seams = telling.seams.map((seam) => this.#seams.list(seam) ?? nothing);
    const isFound = seams.some(({ count }) => count <= fewRows);
    const ofWords = isFound ? [] : telling.pieces.map((piece) => this.#list(piece));
    const lists = [...seams, ...ofWords].filter((list) => list !== null);
    const isExact = lists.length === 1 && !wanted.includes(space);
    let [last, found] = [-1, 0];
    const has = (row: number) => {
      const block = Math.floor(row / blockRows);
      if (block !== last) found = this.#texts.matches(block, wanted);
      last = block;
      return ((found >>> (row & (blockRows - 1))) & 1) === 1;
    };
    return { lists, isExact, has };
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#rows, this.#seams]) part.close();
  }

  /** The rows with a word that contains the piece; null where looking at rows is better. */
  #list(piece: Buffer): RowSource | null {
    const words = this.#words.containing(piece, maxWords);
    if (words === null) return null;
    const lists = words.map((word) => this.#rows.list(word)).filter((list) => list !== null);
    const total = lists.reduce((sum, { count }) => sum + count, 0);
    if (total > 0 && total * frequentShare >= this.#count) return null;
    lists.sort((a, b) => b.count - a.count);
    const rest = mergedRows(lists.splice(maxLists));
    if (rest === null) return null;
    const [only] = lists;
    if (only === undefined) return rest;
    return rest.count === 0 && lists.length === 1 ? only : new UnionSource([...lists, rest]);
  }
}

/** The rows of all the lists as one; null when they are too many. */
function mergedRows(lists: readonly RowList[]): RowList | null {
  const total = lists.reduce((sum, { count }) => sum + count, 0);
  if (total > maxMerged) return null;
  const rows = new Uint32Array(total);
  let filled = 0;
  for (const list of lists) {
    rows.set(list.rows, filled);
    filled += list.count;
  }
  return new RowList(lists.length > 1 ? rows.sort() : rows);
}
