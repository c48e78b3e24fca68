/** Reads the lists that `PostingsWriter` wrote. */
import { join } from 'node:path';
import { MappedFile } from '../../base/mapped-file.js';
import { RowList } from './row-source.js';

export class PostingsReader {
  readonly #lists: MappedFile;
  /** Where each list lies: sixteen bytes a term, in the order of the terms. */
  readonly #places: MappedFile;
  readonly #words: Uint32Array;
  readonly #starts: Float64Array;
  readonly #terms: number;

  constructor(directory: string, name: string) {
    this.#places = new MappedFile(join(directory, `${name}.terms`));
    this.#lists = new MappedFile(join(directory, `${name}.lists`));
    this.#words = this.#places.numbers(Uint32Array);
    this.#starts = this.#places.numbers(Float64Array);
    this.#terms = this.#words.length / 4;
  }

  /** The list of a term, ready to be read from its beginning; null when nothing has the term. */
  list(term: number): RowList | null {
    const at = this.#find(term);
    if (at < 0) return null;
    const start = (this.#starts[at * 2 + 1] ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
    return new RowList(this.#lists.numbers(Uint32Array, start, this.#words[at * 4 + 1] ?? 0));
  }

  /** How many have the term. */
  count(term: number): number {
    const at = this.#find(term);
    return at < 0 ? 0 : (this.#words[at * 4 + 1] ?? 0);
  }

  close(): void {
    this.#lists.close();
    this.#places.close();
  }

  #find(term: number): number {
    let low = 0;
    let high = this.#terms;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle * 4] ?? 0) < term) low = middle + 1;
      else high = middle;
    }
    return this.#words[low * 4] === term && low < this.#terms ? low : -1;
  }
}
