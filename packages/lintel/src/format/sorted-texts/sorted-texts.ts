/**
 * Texts in byte order, each with a number: permit numbers, licences, web sites, owners. Binary search finds a
 * text, or all texts with a prefix, as a range of ranks.
 */
import { join } from 'node:path';
import { maxOwnerLength } from '@lintel/contract/plain';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { firstWhere } from '../../base/memory/lower-bound.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';

const offsetBytes = 6;
/**
 * Bytes of a text that are kept: one more than the longest text of a query can have, where upper-casing may
 * turn a letter into three of four bytes each. So a truncated text equals no text of a query but keeps its
 * prefixes.
 */
const maxTextBytes = maxOwnerLength * 12 + 1;

export class SortedTextsWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #sort: ExternalSort;
  readonly #number = Buffer.alloc(4);

  constructor(directory: string, name: string, scratch: string, memoryBytes: number) {
    this.#directory = directory;
    this.#name = name;
    this.#sort = new ExternalSort({ path: scratch, memoryBytes });
  }

  add(text: string, number: number): void {
    this.addBytes(Buffer.from(text), number);
  }

  /** Adds a text as UTF-8. */
  addBytes(text: Uint8Array, number: number): void {
    this.#number.writeUInt32LE(number);
    this.#sort.push(text.length > maxTextBytes ? text.subarray(0, maxTextBytes) : text, this.#number);
  }

  /** Writes the texts; `ranked` is called with the number at each rank. */
  async finish(ticker: Ticker, ranked?: (number: number, rank: number) => void): Promise<WrittenFile[]> {
    const texts = new FileWriter(join(this.#directory, `${this.#name}.texts`));
    const offsets = new FileWriter(join(this.#directory, `${this.#name}.places`));
    const numbers = new FileWriter(join(this.#directory, `${this.#name}.numbers`));
    const offset = Buffer.alloc(offsetBytes);
    let rank = 0;
    for (const { bytes, key, payload, end } of this.#sort.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      offset.writeUIntLE(texts.position, 0, offsetBytes);
      offsets.write(offset);
      texts.write(bytes, key, payload);
      numbers.write(bytes, payload, end);
      ranked?.(bytes.readUInt32LE(payload), rank);
      rank += 1;
    }
    offset.writeUIntLE(texts.position, 0, offsetBytes);
    offsets.write(offset);
    return [texts.finish(), offsets.finish(), numbers.finish()];
  }

  close(): void {
    this.#sort.close();
  }
}

export class SortedTextsReader {
  readonly #texts: MappedFile;
  readonly #offsets: MappedFile;
  readonly #numbers: MappedFile;
  readonly #count: number;

  constructor(directory: string, name: string) {
    this.#texts = new MappedFile(join(directory, `${name}.texts`), { access: 'at random' });
    this.#offsets = new MappedFile(join(directory, `${name}.places`), { access: 'at random' });
    this.#numbers = new MappedFile(join(directory, `${name}.numbers`), { access: 'at random' });
    this.#count = this.#offsets.bytes / offsetBytes - 1;
    const end = this.#count < 0 ? -1 : this.#offsets.slice(this.#count * offsetBytes, offsetBytes);
    const isWhole = this.#numbers.bytes === this.#count * Uint32Array.BYTES_PER_ELEMENT;
    if (end === -1 || !isWhole || end.readUIntLE(0, offsetBytes) !== this.#texts.bytes)
      throw new Error(`${name}.texts, ${name}.places and ${name}.numbers do not fit each other`);
  }

  /** The ranks of the texts that begin with `text`, as a half-open range. */
  beginning(text: string): { from: number; to: number } {
    const bytes = Buffer.from(text).subarray(0, maxTextBytes);
    return { from: this.#first(bytes, false), to: this.#first(bytes, true) };
  }

  /** The numbers of exactly this text, ascending. */
  numbersOf(text: string): Uint32Array {
    const bytes = Buffer.from(text).subarray(0, maxTextBytes);
    return this.numbers(this.#first(bytes, false, true), this.#first(bytes, true, true));
  }

  /** The numbers at a range of ranks, ascending. */
  numbers(from: number, to: number): Uint32Array {
    if (to <= from) return new Uint32Array();
    return this.#numbers
      .numbers(Uint32Array, from * Uint32Array.BYTES_PER_ELEMENT, to - from)
      .slice()
      .sort();
  }

  close(): void {
    for (const file of [this.#texts, this.#offsets, this.#numbers]) file.close();
  }

  /**
   * The first rank whose text is not before `text` or, if `behind`, is after it and all texts that begin with
   * it. If `whole`, the texts themselves are compared, else their beginnings.
   */
  #first(text: Buffer, behind: boolean, whole = false): number {
    return firstWhere(0, this.#count, (rank) => {
      const other = this.#read(rank);
      const order = (whole ? other : other.subarray(0, text.length)).compare(text);
      return order > 0 || (order === 0 && !behind);
    });
  }

  #read(rank: number): Buffer {
    const pair = this.#offsets.slice(rank * offsetBytes, offsetBytes * 2);
    const offset = pair.readUIntLE(0, offsetBytes);
    return this.#texts.slice(offset, pair.readUIntLE(offsetBytes, offsetBytes) - offset);
  }
}
