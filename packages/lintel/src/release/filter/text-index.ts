/**
 * Finds the rows whose text contains a given piece: the folded texts in row order in one file, and for every three
 * bytes that occur the blocks of 32 rows in which they do.
 *
 * A piece is looked for in the blocks that have all (the rarest) of its three-byte pieces, by one search over the bytes
 * of the block. Three bytes are hashed to 18 bits: a collision costs a look, never an answer.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';
import { OpenFile, readFully, readWholeFile } from './file.js';
import { PostingsReader } from './postings-reader.js';
import { PostingsWriter } from './postings-writer.js';
import { BlockSource, type RowSource } from './row-source.js';

/** Rows of a block: one bit each in a word. */
export const blockRows = 32;
const hashBits = 18;
const newline = 10;
/** Three-byte pieces of one search that are looked up, the rarest. */
const maxPieces = 8;

/** A text as it is searched: in lower case, control characters as spaces. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

function hashPiece(a: number, b: number, c: number): number {
  return Math.imul((a << 16) | (b << 8) | c, 0x9e3779b1) >>> (32 - hashBits);
}

export class TextIndexWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #texts: FileWriter;
  readonly #pieces: PostingsWriter;
  /** The block in which each piece was last met, plus one. */
  readonly #seen = new Uint32Array(1 << hashBits);
  readonly #starts: number[] = [];
  #line = Buffer.alloc(1 << 12);
  #rows = 0;

  constructor(directory: string, name: string, scratch: string) {
    this.#directory = directory;
    this.#name = name;
    this.#texts = new FileWriter(join(directory, `${name}.folded`));
    this.#pieces = new PostingsWriter(directory, `${name}.pieces`, scratch);
  }

  /** Adds the text of the next row, as `foldText` gave it; empty when there is none. */
  add(text: string): void {
    if (this.#rows % blockRows === 0) this.#starts.push(this.#texts.position);
    if (text.length * 3 + 1 > this.#line.length) this.#line = Buffer.alloc(text.length * 6);
    const length = this.#line.write(text);
    this.#line[length] = newline;
    this.#addPieces(length, Math.floor(this.#rows / blockRows) + 1);
    this.#texts.write(this.#line, 0, length + 1);
    this.#rows += 1;
  }

  finish(): WrittenFile[] {
    const starts = new FileWriter(join(this.#directory, `${this.#name}.blocks`));
    this.#starts.push(this.#texts.position);
    starts.write(new Uint8Array(Float64Array.from(this.#starts).buffer));
    return [this.#texts.finish(), starts.finish(), ...this.#pieces.finish()];
  }

  close(): void {
    this.#texts.close();
    this.#pieces.close();
  }

  #addPieces(length: number, block: number): void {
    const line = this.#line;
    const seen = this.#seen;
    for (let i = 2; i < length; i++) {
      const piece = hashPiece(line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0);
      if (seen[piece] === block) continue;
      seen[piece] = block;
      this.#pieces.add(piece, block - 1);
    }
  }
}

export class TextIndexReader {
  readonly #texts: OpenFile;
  readonly #pieces: PostingsReader;
  /** Where each block begins. */
  readonly #starts: Float64Array;
  #bytes = Buffer.alloc(1 << 14);

  constructor(directory: string, name: string) {
    this.#starts = new Float64Array(readWholeFile(join(directory, `${name}.blocks`)));
    this.#pieces = new PostingsReader(directory, `${name}.pieces`);
    this.#texts = new OpenFile(join(directory, `${name}.folded`));
  }

  /** A search for a piece of text. */
  search(text: string): TextSearch {
    const wanted = Buffer.from(foldText(text));
    return new TextSearch(this.#sources(wanted), (block) => this.#matches(block, wanted));
  }

  close(): void {
    this.#texts.close();
    this.#pieces.close();
  }

  /** The rows that may contain it; null when that cannot be told, or is half of all. */
  #sources(wanted: Buffer): RowSource | null {
    if (wanted.length < 3) return null;
    const pieces = new Set<number>();
    for (let i = 2; i < wanted.length; i++) {
      pieces.add(hashPiece(wanted[i - 2] ?? 0, wanted[i - 1] ?? 0, wanted[i] ?? 0));
    }
    const counted = [...pieces].map((piece) => ({ piece, count: this.#pieces.count(piece) }));
    const rarest = counted.sort((a, b) => a.count - b.count).slice(0, maxPieces);
    const useful = rarest.filter(({ count }, i) => i === 0 || count * 2 < this.#starts.length);
    const lists = useful.map(({ piece }) => this.#pieces.list(piece) ?? nothing);
    return new BlockSource(lists, blockRows);
  }

  /** Bit `i` says whether row `i` of the block contains the text. */
  #matches(block: number, wanted: Buffer): number {
    const start = this.#starts[block] ?? 0;
    const length = (this.#starts[block + 1] ?? start) - start;
    if (length > this.#bytes.length) this.#bytes = Buffer.alloc(length * 2);
    readFully(this.#texts.fd, this.#bytes, start, length);
    const bytes = this.#bytes.subarray(0, length);
    let found = 0;
    let row = 0;
    let lineEnd = bytes.indexOf(newline);
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, lineEnd)) {
      while (lineEnd >= 0 && lineEnd < at) {
        lineEnd = bytes.indexOf(newline, lineEnd + 1);
        row += 1;
      }
      found |= 1 << row;
      if (lineEnd < 0) break;
    }
    return found >>> 0;
  }
}

const nothing: RowSource = { count: 0, seek: () => 0xffffffff };

/** One search for a piece of text. */
export class TextSearch {
  /** The rows that may contain it, in order; null when all may. */
  readonly source: RowSource | null;
  readonly #matches: (block: number) => number;
  #block = -1;
  #found = 0;

  constructor(source: RowSource | null, matches: (block: number) => number) {
    this.source = source;
    this.#matches = matches;
  }

  /** Whether the text of the row contains it. */
  has(row: number): boolean {
    const block = Math.floor(row / blockRows);
    if (block !== this.#block) {
      this.#found = this.#matches(block);
      this.#block = block;
    }
    return ((this.#found >>> (row & (blockRows - 1))) & 1) === 1;
  }
}
