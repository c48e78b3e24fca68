/** Reads the lists that `PostingsWriter` wrote: where each lies is in memory, sixteen bytes a term. */
import { join } from 'node:path';
import { OpenFile, readWholeFile } from './file.js';
import { FileList } from './row-source.js';

export class PostingsReader {
  readonly #file: OpenFile;
  readonly #words: Uint32Array;
  readonly #starts: Float64Array;
  readonly #terms: number;

  constructor(directory: string, name: string) {
    const terms = readWholeFile(join(directory, `${name}.terms`));
    this.#file = new OpenFile(join(directory, `${name}.lists`));
    this.#words = new Uint32Array(terms);
    this.#starts = new Float64Array(terms);
    this.#terms = this.#words.length / 4;
  }

  /** The list of a term, ready to be read from its beginning; null when nothing has the term. */
  list(term: number): FileList | null {
    const at = this.#find(term);
    return at < 0
      ? null
      : new FileList(this.#file, this.#starts[at * 2 + 1] ?? 0, this.#words[at * 4 + 1] ?? 0);
  }

  /** How many have the term. */
  count(term: number): number {
    const at = this.#find(term);
    return at < 0 ? 0 : (this.#words[at * 4 + 1] ?? 0);
  }

  close(): void {
    this.#file.close();
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
