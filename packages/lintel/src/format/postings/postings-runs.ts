/**
 * Runs of postings in a scratch file, and their merge: a list is the concatenation of its pieces in all runs,
 * so no numbers are compared.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { FileWriter } from '../../base/files/file-writer.js';
import { at as elementAt } from '../../base/memory/at.js';

/** The numbers of a run are within this distance of its first: two bytes hold each. */
export const runRange = 1 << 16;

/**
 * A run in the scratch file: its numbers by term, then the terms that occur, ascending, each with its count.
 */
interface Run {
  readonly first: number;
  /** Where the numbers begin and where the terms do, in bytes. */
  readonly numbersAt: number;
  readonly termsAt: number;
  readonly terms: number;
}

const bytesOf = (words: Uint32Array | Uint16Array) =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

export class PostingsRuns {
  readonly #path: string;
  readonly #runs: Run[] = [];
  #file: FileWriter | null = null;

  /** `path` is that of the scratch file. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The number of runs. */
  get count(): number {
    return this.#runs.length;
  }

  /**
   * Adds a run: the differences of its numbers from the first, by term; and its terms, ascending, each
   * followed by its count.
   */
  add(first: number, numbers: Uint16Array, counted: Uint32Array): void {
    this.#file ??= new FileWriter(this.#path, { isScratch: true });
    const numbersAt = this.#file.position;
    this.#file.write(bytesOf(numbers));
    this.#runs.push({ first, numbersAt, termsAt: this.#file.position, terms: counted.length / 2 });
    this.#file.write(bytesOf(counted));
  }

  /**
   * Writes the lists of all terms and, for each term, ascending, the length of its list and the index of its
   * first number.
   */
  merge(lists: FileWriter, terms: FileWriter): void {
    this.#file?.finish();
    const fd = this.#runs.length > 0 ? openSync(this.#path, 'r') : -1;
    try {
      const heads = this.#runs.map((run) => new RunHead(fd, run));
      mergeHeads(heads, lists, terms);
    } finally {
      if (fd >= 0) closeSync(fd);
    }
  }

  close(): void {
    this.#file?.close();
    rmSync(this.#path, { force: true });
  }
}

/** After all terms. */
const noTerm = 2 ** 32;

function mergeHeads(heads: readonly RunHead[], lists: FileWriter, terms: FileWriter): void {
  const out = new NumberSink(lists);
  const entry = new DataView(new ArrayBuffer(16));
  const entryBytes = new Uint8Array(entry.buffer);
  let start = 0;
  for (;;) {
    let term = noTerm;
    for (const head of heads) if (head.term < term) term = head.term;
    if (term === noTerm) break;
    let count = 0;
    for (const head of heads) if (head.term === term) count += head.copy(out);
    entry.setUint32(0, term, true);
    entry.setUint32(4, count, true);
    entry.setFloat64(8, start, true);
    terms.write(entryBytes);
    start += count;
  }
  out.flush();
}

const bufferWords = 1 << 14;

/** Writes numbers to a file through its own buffer: most lists are short. */
class NumberSink {
  readonly #file: FileWriter;
  readonly #numbers = new Uint32Array(bufferWords);
  #filled = 0;

  constructor(file: FileWriter) {
    this.#file = file;
  }

  /** Appends the sum of `first` and each of `source[from, to)`, `bufferWords` numbers at most. */
  write(first: number, source: Uint16Array, from: number, to: number): void {
    if (this.#filled + to - from > bufferWords) this.flush();
    const numbers = this.#numbers;
    let filled = this.#filled;
    // `take` gave `to`: every index is within the source.
    for (let i = from; i < to; i++) numbers[filled++] = first + (source[i] ?? 0);
    this.#filled = filled;
  }

  flush(): void {
    this.#file.write(bytesOf(this.#numbers.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

/** Iterates over the terms of one run. */
class RunHead {
  /** The term of the next numbers; `noTerm` after the last. */
  term = noTerm;
  readonly #first: number;
  readonly #numbers: Piece<Uint16Array>;
  readonly #terms: Piece<Uint32Array>;
  #left: number;

  constructor(fd: number, { first, numbersAt, termsAt, terms }: Run) {
    this.#first = first;
    this.#numbers = new Piece(fd, numbersAt, new Uint16Array(bufferWords));
    this.#terms = new Piece(fd, termsAt, new Uint32Array(bufferWords));
    this.#left = terms;
    this.#goOn();
  }

  /** Copies the numbers of the term, advances to the next one, and returns how many there were. */
  copy(into: NumberSink): number {
    const count = this.#terms.next();
    const numbers = this.#numbers;
    for (let left = count; left > 0; ) {
      const to = numbers.take(left);
      into.write(this.#first, numbers.words, numbers.at, to);
      left -= to - numbers.at;
      numbers.at = to;
    }
    this.#goOn();
    return count;
  }

  #goOn(): void {
    this.term = this.#left === 0 ? noTerm : this.#terms.next();
    this.#left -= 1;
  }
}

/** Reads words of the scratch file from an offset on, in chunks. */
class Piece<Words extends Uint16Array | Uint32Array> {
  readonly words: Words;
  /** The next word. */
  at = 0;
  readonly #fd: number;
  #position: number;
  #filled = 0;

  constructor(fd: number, position: number, words: Words) {
    this.#fd = fd;
    this.#position = position;
    this.words = words;
  }

  next(): number {
    if (this.at === this.#filled) this.#fill();
    return elementAt(this.words, this.at++);
  }

  /** The end of up to `count` buffered words from `at` on, at least one. */
  take(count: number): number {
    if (this.at === this.#filled) this.#fill();
    return Math.min(this.at + count, this.#filled);
  }

  #fill(): void {
    const bytes = bytesOf(this.words);
    let count = 0;
    for (let more = 1; more > 0 && count < bytes.length; count += more)
      more = readSync(this.#fd, bytes, count, bytes.length - count, this.#position + count);
    if (count < this.words.BYTES_PER_ELEMENT) throw new Error('a run ends too early');
    this.#position += count;
    this.at = 0;
    this.#filled = Math.floor(count / this.words.BYTES_PER_ELEMENT);
  }
}
