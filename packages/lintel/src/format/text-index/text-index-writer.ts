/**
 * Writes texts, the rows of their words and of the seams between these, and the words themselves: see text-index.ts.
 *
 * Many permits have the very text of another. What a text adds to the lists is remembered, for as long as seams keep their
 * numbers; a text is known by its hash, as words are.
 */
import type { WrittenFile } from '../../base/files/file-writer.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import { noWord, type SeamedText, SeamsWriter } from './boundary-grams-writer.js';
import { RememberedLists } from './remembered-lists.js';
import { TextBlocksWriter } from './text-blocks.js';
import { TextHash } from './text-hash.js';
import { rowsOf, seamsOf, spaceBefore, spaceBehind, stands, termOfWord, wordsOf } from './text-index.js';
import { WordListWriter } from './word-list.js';

const space = 32;
/** Bytes of a text that is remembered, at most. */
const maxRemembered = 1 << 12;

/** Writes the texts, their words (`name.words`), and the rows of each word (`name.rows`) and seam (`name.seams`). */
export class TextIndexWriter {
  readonly #texts: TextBlocksWriter;
  readonly #words: WordListWriter;
  readonly #rows: PostingsWriter;
  /** The row in which each word was last met so standing, plus one. */
  readonly #met = new GrowableU32();
  readonly #seams: SeamsWriter;
  /** Of texts how many seams they have, the numbers of these, and the terms of their words. */
  readonly #known = new RememberedLists();
  /** For which run of the seams. */
  #run = 0;
  readonly #hash = new TextHash();
  /** What the text at hand adds. */
  readonly #toldSeams = new GrowableU32();
  readonly #toldTerms = new GrowableU32();
  #line = Buffer.alloc(1 << 12);

  constructor(directory: string, name: string, scratch: string) {
    this.#texts = new TextBlocksWriter(directory, name);
    this.#words = new WordListWriter(directory, wordsOf(name), `${scratch}-pieces`);
    this.#rows = new PostingsWriter(directory, rowsOf(name), `${scratch}-rows`);
    this.#seams = new SeamsWriter(directory, seamsOf(name), `${scratch}-seams`);
  }

  /** Adds the text of the next row, as `foldText` gave it; empty when there is none. */
  add(text: string): void {
    if (text.length * 3 > this.#line.length) this.#line = Buffer.alloc(text.length * 6);
    this.addBytes(this.#line, this.#line.write(text));
  }

  /** Adds the text of the next row as UTF-8: `line[0, length)`. */
  addBytes(line: Uint8Array, length: number): void {
    const row = this.#texts.rows;
    this.#texts.add(line, length);
    if (length > maxRemembered) {
      this.#addText(line, length, row);
      return;
    }
    const run = this.#seams.begin(length, row);
    if (run !== this.#run) this.#known.clear();
    this.#run = run;
    this.#hash.read(line, 0, length);
    const which = this.#known.number(this.#hash.high, this.#hash.low);
    if (which < this.#known.length) this.#addKnown(which, row);
    else {
      this.#addText(line, length, row);
      this.#remember();
    }
  }

  finish(): WrittenFile[] {
    return [this.#texts, this.#words, this.#rows, this.#seams].flatMap((part) => part.finish());
  }

  close(): void {
    for (const part of [this.#texts, this.#words, this.#rows, this.#seams]) part.close();
  }

  #addText(bytes: Uint8Array, length: number, row: number): void {
    this.#toldSeams.clear();
    this.#toldTerms.clear();
    const text: SeamedText = { bytes, length, row, told: this.#toldSeams };
    for (let from = 0, before = noWord; from <= length; ) {
      let to = from;
      while (to < length && bytes[to] !== space) to += 1;
      const word = to === from ? noWord : this.#addWord(text, from, to);
      if (from > 0) this.#seams.add(text, from - 1, before, word);
      before = word;
      from = to + 1;
    }
  }

  #addWord({ bytes, length, row }: SeamedText, from: number, to: number): number {
    const word = this.#words.number(bytes, from, to);
    const term = termOfWord(word, (from > 0 ? spaceBefore : 0) + (to < length ? spaceBehind : 0));
    while (this.#met.length <= termOfWord(word, stands - 1)) this.#met.push(0);
    if (this.#met.at(term) === row + 1) return word;
    this.#met.set(term, row + 1);
    this.#toldTerms.push(term);
    this.#rows.add(term, row);
    return word;
  }

  #remember(): void {
    const { words } = this.#known;
    words.push(this.#toldSeams.length);
    for (let i = 0; i < this.#toldSeams.length; i++) words.push(this.#toldSeams.at(i));
    for (let i = 0; i < this.#toldTerms.length; i++) words.push(this.#toldTerms.at(i));
    this.#known.end();
  }

  #addKnown(which: number, row: number): void {
    const { words } = this.#known;
    const end = this.#known.start(which + 1);
    let at = this.#known.start(which);
    const terms = at + 1 + words.at(at);
    for (at += 1; at < terms; at++) this.#seams.addNumbered(words.at(at), row);
    for (; at < end; at++) this.#rows.add(words.at(at), row);
  }
}
