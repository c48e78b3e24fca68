/**
 * The different words of many texts, numbered in the order in which they are met, and found by a piece of them: a word
 * is what stands between spaces.
 *
 * Words lie in blocks of 32 with a space before and behind, so that a piece that begins or ends with a space is looked
 * for at that end of a word. For every piece of one to four bytes (hashed to 18 bits) the blocks are listed that have it;
 * those that have all of the rarest pieces are searched. While writing, a word is known by 64 bits of hash.
 */
import type { WrittenFile } from '../../base/files/file-writer.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { PostingsReader } from '../postings/postings-reader.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import { BlockSource, endOfRows } from '../postings/rows-cursor.js';
import { blockRows, TextBlocksReader, TextBlocksWriter } from './text-blocks.js';
import { TextHash } from './text-hash.js';

const hashBits = 18;
const space = 32;
/** Bytes of the longest piece that is listed. */
const longestPiece = 4;
/** Pieces of one search that are looked up, the rarest. */
const maxPieces = 8;
const runPairs = 1 << 20;

/** The number of the piece of `length` bytes at `at`. */
function hashPiece(bytes: Uint8Array, at: number, length: number): number {
  let piece = length;
  for (let i = at; i < at + length; i++) piece = Math.imul(piece, 0x01000193) ^ (bytes[i] ?? 0);
  return Math.imul(piece ^ (piece >>> 15), 0x9e3779b1) >>> (32 - hashBits);
}

/** Writes `name.folded`, `name.blocks` and the lists `name.pieces`. */
export class WordListWriter {
  readonly #keys = new KeyTable();
  readonly #hash = new TextHash();
  readonly #texts: TextBlocksWriter;
  readonly #pieces: PostingsWriter;
  /** The block in which each piece was last met, plus one. */
  readonly #seen = new Uint32Array(1 << hashBits);
  #padded = Buffer.alloc(256);

  constructor(directory: string, name: string, scratch: string) {
    this.#texts = new TextBlocksWriter(directory, name);
    this.#pieces = new PostingsWriter(directory, `${name}.pieces`, scratch, { runPairs });
  }

  /** The number of the word `bytes[from, to)`; a new one is added. */
  number(bytes: Uint8Array, from: number, to: number): number {
    this.#hash.read(bytes, from, to);
    const before = this.#keys.length;
    const word = this.#keys.number(this.#hash.high, this.#hash.low);
    if (word === before) this.#add(bytes, from, to);
    return word;
  }

  finish(): WrittenFile[] {
    return [...this.#texts.finish(), ...this.#pieces.finish()];
  }

  close(): void {
    this.#texts.close();
    this.#pieces.close();
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
    for (let size = 1; size <= longestPiece; size++) {
      for (let at = 0; at + size <= length; at++) {
        const piece = hashPiece(padded, at, size);
        if (this.#seen[piece] === block + 1) continue;
        this.#seen[piece] = block + 1;
        this.#pieces.add(piece, block);
      }
    }
  }
}

export class WordListReader {
  readonly #texts: TextBlocksReader;
  readonly #pieces: PostingsReader;

  constructor(directory: string, name: string) {
    this.#texts = new TextBlocksReader(directory, name);
    this.#pieces = new PostingsReader(directory, `${name}.pieces`);
  }

  /**
   * The numbers of the words, each with a space before and behind it, that contain the piece; null when they are more
   * than `most`, or when `take`, which is given each of them, says no. Frequent words mostly come first.
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
    this.#pieces.close();
  }

  /** The blocks that may have such a word; null when there are none. */
  #blocks(piece: Buffer): BlockSource | null {
    const size = Math.min(piece.length, longestPiece);
    const pieces = new Set<number>();
    for (let at = 0; at + size <= piece.length; at++) pieces.add(hashPiece(piece, at, size));
    const rarest = [...pieces]
      .map((each) => ({ each, count: this.#pieces.count(each) }))
      .sort((a, b) => a.count - b.count)
      .slice(0, maxPieces);
    const lists = rarest.map(({ each }) => this.#pieces.list(each)).filter((list) => list !== null);
    return lists.length < rarest.length ? null : new BlockSource(lists, 1);
  }
}
