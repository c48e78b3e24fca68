/** Reads the lists that `PostingsWriter` wrote. */
import { join } from 'node:path';
import { MappedFile } from '../../base/mapped-file.js';
import { PostingsList } from './rows-cursor.js';

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
  list(term: number): PostingsList | null {
    const at = this.#find(term);
    return at < 0 ? null : this.#listAt(at);
  }

  /** The lists of those that are wanted of `most` terms from the first one on. */
  listsFrom(first: number, most: number, isWanted: (term: number) => boolean): PostingsList[] {
    const lists: PostingsList[] = [];
    const from = this.#firstFrom(first);
    // Terms are distinct and ascend, unless the file is damaged.
    for (let at = from; at < Math.min(this.#terms, from + most); at++) {
      const term = this.#words[at * 4] ?? 0;
      if (term >= first + most) break;
      if (isWanted(term)) lists.push(this.#listAt(at));
    }
    return lists;
  }

  #listAt(at: number): PostingsList {
    const start = (this.#starts[at * 2 + 1] ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
    return new PostingsList(this.#lists.numbers(Uint32Array, start, this.#words[at * 4 + 1] ?? 0));
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
    const at = this.#firstFrom(term);
    return at < this.#terms && this.#words[at * 4] === term ? at : -1;
  }

  /** Where the first term stands that is not below this one. */
  #firstFrom(term: number): number {
    let low = 0;
    let high = this.#terms;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle * 4] ?? 0) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
