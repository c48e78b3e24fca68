/**
 * Folded texts in the order of their rows, in blocks of 32: one native search over the bytes of a block finds
 * which of its rows contain a text.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';

/** Rows of a block: one bit each of a 32-bit word. */
export const blockRows = 32;
const newline = 10;

/** Writes `name.folded` and `name.blocks`. Texts must not contain a line end. */
export class TextBlocksWriter {
  rows = 0;
  readonly #path: string;
  readonly #texts: FileWriter;
  readonly #starts: number[] = [];
  readonly #newline = Uint8Array.of(newline);

  constructor(directory: string, name: string) {
    this.#path = join(directory, name);
    this.#texts = new FileWriter(`${this.#path}.folded`);
  }

  /** Adds the text of the next row: `bytes[0, length)`. */
  add(bytes: Uint8Array, length: number): void {
    if (this.rows % blockRows === 0) this.#starts.push(this.#texts.position);
    this.#texts.write(bytes, 0, length);
    this.#texts.write(this.#newline);
    this.rows += 1;
  }

  finish(): WrittenFile[] {
    const starts = new FileWriter(`${this.#path}.blocks`);
    this.#starts.push(this.#texts.position);
    starts.write(new Uint8Array(Float64Array.from(this.#starts).buffer));
    return [this.#texts.finish(), starts.finish()];
  }

  close(): void {
    this.#texts.close();
  }
}

export class TextBlocksReader {
  readonly #name: string;
  readonly #texts: MappedFile;
  readonly #blocks: MappedFile;
  /** Where each block begins, and where the last one ends. */
  readonly #starts: Float64Array;

  constructor(directory: string, name: string) {
    this.#name = `${name}.blocks`;
    this.#blocks = new MappedFile(join(directory, `${name}.blocks`));
    this.#texts = new MappedFile(join(directory, `${name}.folded`));
    this.#starts = this.#blocks.numbers(Float64Array);
    const end = this.#starts.at(-1);
    if (end !== this.#texts.bytes)
      throw new Error(`${name}.folded has ${this.#texts.bytes} bytes; its blocks end at ${String(end)}.`);
  }

  /** Bit `i` says whether row `i` of the block contains the text. */
  matches(block: number, wanted: Buffer): number {
    const start = at(this.#starts, block, this.#name);
    const bytes = this.#texts.slice(start, at(this.#starts, block + 1, this.#name) - start);
    let rows = 0;
    let row = 0;
    let lineEnd = -1;
    for (let found = bytes.indexOf(wanted); found >= 0; found = bytes.indexOf(wanted, lineEnd)) {
      if (lineEnd < 0) lineEnd = bytes.indexOf(newline);
      while (lineEnd >= 0 && lineEnd < found) {
        lineEnd = bytes.indexOf(newline, lineEnd + 1);
        row += 1;
      }
      if (row >= blockRows)
        throw new Error(`a block of texts is damaged: it has more than ${blockRows} rows`);
      rows |= 1 << row;
      if (lineEnd < 0) break;
    }
    return rows >>> 0;
  }

  close(): void {
    this.#texts.close();
    this.#blocks.close();
  }
}
