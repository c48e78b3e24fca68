/**
 * Reads the lists that `PostingsWriter` wrote. Where each lies is in memory, sixteen bytes a term, up to a million terms; of
 * more it is read when a list is asked for, near where the term is guessed to stand.
 */
import { join } from 'node:path';
import { readWhole } from '../store/read-whole.js';
import { OpenFile } from './file.js';
import { FileList } from './row-source.js';

/** Bytes of terms up to which they are held in memory. */
const defaultHeldBytes = 1 << 24;
const termBytes = 16;
/** Terms that are read at a guess: a kilobyte, which costs hardly more than one. */
const guessTerms = 64;
/** Of so many guesses one halves what is left: terms that lie unevenly are found as well. */
const guessesToHalve = 4;

export class PostingsReader {
  readonly #file: OpenFile;
  readonly #directory: OpenFile;
  readonly #terms: number;
  /** Of the terms in memory: number, count and, as a double, start. */
  readonly #words: Uint32Array;
  readonly #starts: Float64Array;
  readonly #bytes: Uint8Array;
  /** Number of the first term in memory and of the one behind the last. */
  #from = 0;
  #to = 0;

  /** `heldBytes` bounds the terms that may be held in memory. */
  constructor(directory: string, name: string, heldBytes = defaultHeldBytes) {
    this.#directory = new OpenFile(join(directory, `${name}.terms`));
    this.#file = new OpenFile(join(directory, `${name}.lists`));
    this.#terms = this.#directory.bytes / termBytes;
    const isHeld = this.#directory.bytes <= heldBytes;
    this.#bytes = new Uint8Array((isHeld ? this.#terms : guessTerms) * termBytes);
    this.#words = new Uint32Array(this.#bytes.buffer);
    this.#starts = new Float64Array(this.#bytes.buffer);
    if (isHeld) this.#load(0, this.#terms);
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
    this.#directory.close();
  }

  /** Where the term stands in memory; -1 when nothing has it. */
  #find(term: number): number {
    if (this.#to - this.#from < this.#terms && !this.#isLoaded(term) && !this.#near(term)) return -1;
    let low = 0;
    let high = this.#to - this.#from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#term(middle) < term) low = middle + 1;
      else high = middle;
    }
    return this.#from + low < this.#to && this.#term(low) === term ? low : -1;
  }

  #term(at: number): number {
    return this.#words[at * 4] ?? 0;
  }

  #isLoaded(term: number): boolean {
    return this.#to > this.#from && this.#term(0) <= term && this.#term(this.#to - this.#from - 1) >= term;
  }

  /** Reads the terms among which the term is, if anywhere; false when it is nowhere. */
  #near(term: number): boolean {
    let [low, high] = [0, this.#terms];
    let [least, most] = [0, 2 ** 32];
    for (let guesses = 1; low < high; guesses++) {
      const share = guesses % guessesToHalve === 0 ? 0.5 : (term - least) / (most - least);
      const middle = low + Math.floor(share * (high - low));
      const from = Math.max(low, Math.min(middle - (guessTerms >> 1), high - guessTerms));
      this.#load(from, Math.min(high, from + guessTerms));
      if (this.#isLoaded(term)) return true;
      if (this.#term(0) > term) {
        high = from;
        most = this.#term(0);
      } else {
        low = this.#to;
        least = this.#term(this.#to - from - 1);
      }
    }
    return false;
  }

  #load(from: number, to: number): void {
    readWhole(this.#directory.fd, this.#bytes, from * termBytes, (to - from) * termBytes);
    this.#from = from;
    this.#to = to;
  }
}
