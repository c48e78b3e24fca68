/** Reads the lists that `PostingsWriter` wrote. Files whose lengths do not match are refused. */
import { join } from 'node:path';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import { firstWhere } from '../../base/memory/lower-bound.js';
import { PostingsList } from './rows-cursor.js';

export class PostingsReader {
  readonly #lists: MappedFile;
  /**
   * An entry of sixteen bytes per term, in the order of the terms: the term, its count, and the index of its
   * first row.
   */
  readonly #places: MappedFile;
  readonly #name: string;
  readonly #words: Uint32Array;
  readonly #starts: Float64Array;
  readonly #terms: number;

  constructor(directory: string, name: string) {
    this.#name = `${name}.terms`;
    this.#places = new MappedFile(join(directory, `${name}.terms`));
    this.#lists = new MappedFile(join(directory, `${name}.lists`));
    this.#words = this.#places.numbers(Uint32Array);
    this.#starts = this.#places.numbers(Float64Array);
    this.#terms = this.#words.length / 4;
    const rows = this.#lists.bytes / Uint32Array.BYTES_PER_ELEMENT;
    if (!Number.isInteger(this.#terms) || rows !== this.#endOfLists())
      throw new Error(`${name}.lists and ${this.#name} do not fit each other`);
  }

  /** The list of a term, at its start; null if no row has the term. */
  list(term: number): PostingsList | null {
    const entry = this.#find(term);
    return entry < 0 ? null : this.#listAt(entry);
  }

  /** The number of rows with the term. */
  count(term: number): number {
    const entry = this.#find(term);
    return entry < 0 ? 0 : this.#countAt(entry);
  }

  close(): void {
    this.#lists.close();
    this.#places.close();
  }

  #listAt(entry: number): PostingsList {
    const start = at(this.#starts, entry * 2 + 1, this.#name) * Uint32Array.BYTES_PER_ELEMENT;
    return new PostingsList(this.#lists.numbers(Uint32Array, start, this.#countAt(entry)));
  }

  #countAt(entry: number): number {
    return at(this.#words, entry * 4 + 1, this.#name);
  }

  /** Where the last list ends. */
  #endOfLists(): number {
    const last = this.#terms - 1;
    return last < 0 ? 0 : at(this.#starts, last * 2 + 1, this.#name) + this.#countAt(last);
  }

  /** The entry of a term, by binary search; -1 if there is none. */
  #find(term: number): number {
    const found = firstWhere(0, this.#terms, (entry) => at(this.#words, entry * 4, this.#name) >= term);
    return found < this.#terms && this.#words[found * 4] === term ? found : -1;
  }
}
