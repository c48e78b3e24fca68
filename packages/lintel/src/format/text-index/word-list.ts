/**
 * The distinct words of many texts, numbered by first appearance, and found by any part of them. A word is a
 * run of bytes between spaces.
 *
 * Words are stored in blocks of 32, each with a space before and after it, so that a piece that begins or
 * ends with a space matches only at that end of a word. An n-gram index (one to four bytes, hashed to 18
 * bits) lists the blocks that have each n-gram; the blocks that have all of the rarest n-grams of a piece are
 * searched. While an index is written, a word is identified by a 64-bit hash.
 */
import type { WrittenFile } from '../../base/files/file-writer.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { PostingsReader } from '../postings/postings-reader.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import { BlockCursor, endOfRows } from '../postings/rows-cursor.js';
import { blockRows, TextBlocksReader, TextBlocksWriter } from './text-blocks.js';
import { TextHash } from './text-hash.js';

const hashBits = 18;
const space = 32;
/** Bytes of the longest n-gram that is indexed. */
const longestGram = 4;
/** How many n-grams of one search are looked up: the rarest. */
const maxGrams = 8;
const runPairs = 1 << 20;

/** The term of the n-gram of `length` bytes at `at`. */
function gramTerm(bytes: Uint8Array, at: number, length: number): number {
  let hash = length;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash, 0x01000193) ^ (bytes[i] ?? 0);
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - hashBits);
}

/** Writes `name.folded`, `name.blocks` and the postings `name.grams`. */
export class WordListWriter {
  readonly #keys = new KeyTable();
  readonly #hash = new TextHash();
  readonly #texts: TextBlocksWriter;
  readonly #grams: PostingsWriter;
  /** The last block in which each n-gram occurred, plus one. */
  readonly #lastBlock = new Uint32Array(1 << hashBits);
  #padded = Buffer.alloc(256);

  constructor(directory: string, name: string, scratch: string) {
    this.#texts = new TextBlocksWriter(directory, name);
    this.#grams = new PostingsWriter(directory, `${name}.grams`, scratch, { runPairs });
  }

  /** The number of the word `bytes[from, to)`; a new word is added. */
  number(bytes: Uint8Array, from: number, to: number): number {
    this.#hash.read(bytes, from, to);
    const before = this.#keys.length;
    const word = this.#keys.number(this.#hash.high, this.#hash.low);
    if (word === before) this.#add(bytes, from, to);
    return word;
  }

  finish(): WrittenFile[] {
    return [...this.#texts.finish(), ...this.#grams.finish()];
  }

  close(): void {
    this.#texts.close();
    this.#grams.close();
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from + 2;
    if (length > this.#padded.length) this.#padded = Buffer.alloc(length * 2);
    const padded = this.#padded;
    padded[0] = space;
    padded.set(bytes.subarray(from, to), 1);
    padded[length - 1] = space;
    const block = Math.floor(this.#texts.rows / blockRows);
    this.#texts.add(padded, length);
    for (let size = 1; size <= longestGram; size++) {
      for (let at = 0; at + size <= length; at++) {
        const gram = gramTerm(padded, at, size);
        if (this.#lastBlock[gram] === block + 1) continue;
        this.#lastBlock[gram] = block + 1;
        this.#grams.add(gram, block);
      }
    }
  }
}

export class WordListReader {
  readonly #texts: TextBlocksReader;
  readonly #grams: PostingsReader;

  constructor(directory: string, name: string) {
    this.#texts = new TextBlocksReader(directory, name);
    this.#grams = new PostingsReader(directory, `${name}.grams`);
  }

  /**
   * The numbers of the words that contain the piece, where each word has a space before and after it. Null if
   * there are more than `most`, or if `take`, called with each of them, returns false. Frequent words mostly
   * come first.
   */
  containing(piece: Buffer, most: number, take: (word: number) => boolean = () => true): number[] | null {
    const words: number[] = [];
    const blocks = this.#blocks(piece);
    if (blocks === null) return words;
    for (let block = blocks.seek(0); block !== endOfRows; block = blocks.seek(block + 1)) {
      for (let found = this.#texts.matches(block, piece); found !== 0; found &= found - 1) {
        const word = block * blockRows + 31 - Math.clz32(found & -found);
        if (words.length === most || !take(word)) return null;
        words.push(word);
      }
    }
    return words;
  }

  close(): void {
    this.#texts.close();
    this.#grams.close();
  }

  /** The blocks that may have such a word; null if there are none. */
  #blocks(piece: Buffer): BlockCursor | null {
    const size = Math.min(piece.length, longestGram);
    const grams = new Set<number>();
    for (let at = 0; at + size <= piece.length; at++) grams.add(gramTerm(piece, at, size));
    const rarest = [...grams]
      .map((gram) => ({ gram, count: this.#grams.count(gram) }))
      .sort((a, b) => a.count - b.count)
      .slice(0, maxGrams);
    const lists = rarest.map(({ gram }) => this.#grams.list(gram)).filter((list) => list !== null);
    return lists.length < rarest.length ? null : new BlockCursor(lists, 1);
  }
}
