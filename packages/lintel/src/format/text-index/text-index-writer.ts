/**
 * Writes what text-index.ts reads: the texts, their words, and the rows of each word and of each pair of
 * adjacent words.
 */
import type { WrittenFile } from '../../base/files/file-writer.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import { TextBlocksWriter } from './text-blocks.js';
import { bytePair, pairRowsOf, wordPair, wordRowsOf, wordsOf } from './text-index.js';
import { WordListWriter } from './word-list.js';

const space = 32;
const noWord = -1;

export class TextIndexWriter {
  readonly #texts: TextBlocksWriter;
  readonly #words: WordListWriter;
  readonly #wordRows: PostingsWriter;
  readonly #pairRows: PostingsWriter;
  /** The last row in which each two bytes around a space occurred, plus one. */
  readonly #lastRowOfBytes = new Uint32Array(1 << 16);
  /** The last row in which each word occurred, plus one: a row is listed once under each of its words. */
  readonly #lastRow = new GrowableU32();
  #line = Buffer.alloc(1 << 12);

  /** Writes into `directory`; files that begin with `scratch` are removed at the end. */
  constructor(directory: string, name: string, scratch: string) {
    this.#texts = new TextBlocksWriter(directory, name);
    this.#words = new WordListWriter(directory, wordsOf(name), `${scratch}-grams`);
    this.#wordRows = new PostingsWriter(directory, wordRowsOf(name), `${scratch}-rows`);
    this.#pairRows = new PostingsWriter(directory, pairRowsOf(name), `${scratch}-pairs`);
  }

  /** Adds the folded text of the next row; empty when there is none. */
  add(text: string): void {
    if (text.length * 3 > this.#line.length) this.#line = Buffer.alloc(text.length * 6);
    this.addBytes(this.#line, this.#line.write(text));
  }

  /** Adds the text of the next row as UTF-8: `line[0, length)`. */
  addBytes(line: Uint8Array, length: number): void {
    const row = this.#texts.rows;
    this.#texts.add(line, length);
    for (let from = 0, before = noWord; from < length; ) {
      let to = from;
      while (to < length && line[to] !== space) to += 1;
      const word = to === from ? noWord : this.#addWord(line, from, to, row);
      if (before !== noWord && word !== noWord) {
        this.#pairRows.add(wordPair(before, word), row);
        this.#addBytePair(line[from - 2] ?? 0, line[from] ?? 0, row);
      }
      before = word;
      from = to + 1;
    }
  }

  finish(): WrittenFile[] {
    return [this.#texts, this.#words, this.#wordRows, this.#pairRows].flatMap((part) => part.finish());
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#wordRows, this.#pairRows]) part.close();
  }

  #addWord(line: Uint8Array, from: number, to: number, row: number): number {
    const word = this.#words.number(line, from, to);
    while (this.#lastRow.length <= word) this.#lastRow.push(0);
    if (this.#lastRow.at(word) === row + 1) return word;
    this.#lastRow.set(word, row + 1);
    this.#wordRows.add(word, row);
    return word;
  }

  #addBytePair(last: number, first: number, row: number): void {
    const bytes = last * 256 + first;
    if (this.#lastRowOfBytes[bytes] === row + 1) return;
    this.#lastRowOfBytes[bytes] = row + 1;
    this.#pairRows.add(bytePair(last, first), row);
  }
}
