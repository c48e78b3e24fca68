/**
 * Writes for every term (up to 32 bits) the numbers (rows, blocks) that have it, ascending, in one file, and where each
 * list lies in a second one.
 *
 * Pairs of a term and a number come in the order of the numbers. They are collected, sorted by the digits of their terms
 * and written as runs, each with its terms behind it; a list is the pieces of all runs one behind the other, so nothing is
 * compared and memory is bounded, however many terms there are.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';

const defaultRunPairs = 1 << 22;

/** A run in the scratch file: its numbers by term, then the terms that occur, ascending, each with how many it has. */
interface Run {
  /** Where the numbers begin and where the terms do, in bytes. */
  readonly start: number;
  readonly termsStart: number;
  readonly terms: number;
}

/** Bits of a term that one pass sorts by. */
const digitBits = 11;
const digits = 1 << digitBits;

export class PostingsWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #scratch: string;
  #terms: Uint32Array;
  #values: Uint32Array;
  #filled = 0;
  #largestTerm = 0;
  #runs: Run[] = [];
  #file: FileWriter | null = null;

  constructor(directory: string, name: string, scratch: string, runPairs = defaultRunPairs) {
    this.#directory = directory;
    this.#name = name;
    this.#scratch = scratch;
    this.#terms = new Uint32Array(runPairs);
    this.#values = new Uint32Array(runPairs);
  }

  /** Adds a number to the list of a term. Numbers must not descend. */
  add(term: number, value: number): void {
    if (this.#filled === this.#terms.length) this.#spill();
    this.#terms[this.#filled] = term;
    this.#values[this.#filled] = value;
    this.#filled += 1;
    if (term > this.#largestTerm) this.#largestTerm = term;
  }

  finish(): WrittenFile[] {
    this.#spill();
    // Other files of the filters are finished beside this one: what is not needed any more is freed.
    this.#terms = new Uint32Array(0);
    this.#values = new Uint32Array(0);
    this.#file?.finish();
    const lists = new FileWriter(join(this.#directory, `${this.#name}.lists`));
    const terms = new FileWriter(join(this.#directory, `${this.#name}.terms`));
    const fd = this.#runs.length > 0 ? openSync(this.#scratch, 'r') : -1;
    try {
      this.#merge(fd, lists, terms);
      return [lists.finish(), terms.finish()];
    } finally {
      if (fd >= 0) closeSync(fd);
      lists.close();
      terms.close();
      this.close();
    }
  }

  close(): void {
    this.#file?.close();
    rmSync(this.#scratch, { force: true });
  }

  #spill(): void {
    if (this.#filled === 0) return;
    const pairs = sortedByTerm(
      this.#terms.subarray(0, this.#filled),
      this.#values.subarray(0, this.#filled),
      this.#largestTerm,
    );
    const terms = countedTerms(pairs.terms);
    this.#file ??= new FileWriter(this.#scratch, { isScratch: true });
    const start = this.#file.position;
    this.#file.write(bytesOf(pairs.values));
    this.#runs.push({ start, termsStart: this.#file.position, terms: terms.length / 2 });
    this.#file.write(bytesOf(terms));
    this.#filled = 0;
  }

  #merge(fd: number, lists: FileWriter, terms: FileWriter): void {
    const heads = this.#runs.map((run) => new RunHead(fd, run));
    const entry = new DataView(new ArrayBuffer(16));
    let start = 0;
    for (;;) {
      let term = noTerm;
      for (const head of heads) if (head.term < term) term = head.term;
      if (term === noTerm) return;
      let count = 0;
      for (const head of heads) if (head.term === term) count += head.copy(lists);
      entry.setUint32(0, term, true);
      entry.setUint32(4, count, true);
      entry.setFloat64(8, start, true);
      terms.write(new Uint8Array(entry.buffer));
      start += count;
    }
  }
}

interface Pairs {
  readonly terms: Uint32Array;
  readonly values: Uint32Array;
}

/** The pairs by term, those of one term in the order in which they were; the arrays given are used up. */
function sortedByTerm(terms: Uint32Array, values: Uint32Array, largest: number): Pairs {
  let from: Pairs = { terms, values };
  let into: Pairs = { terms: new Uint32Array(terms.length), values: new Uint32Array(terms.length) };
  for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += digitBits) {
    sortByDigit(from, into, shift);
    [from, into] = [into, from];
  }
  return from;
}

function sortByDigit(from: Pairs, into: Pairs, shift: number): void {
  const { terms, values } = from;
  const next = new Uint32Array(digits + 1);
  for (let i = 0; i < terms.length; i++) {
    const digit = ((terms[i] ?? 0) >>> shift) & (digits - 1);
    next[digit + 1] = (next[digit + 1] ?? 0) + 1;
  }
  for (let digit = 0; digit < digits; digit++) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0);
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] ?? 0;
    const digit = (term >>> shift) & (digits - 1);
    const at = next[digit] ?? 0;
    next[digit] = at + 1;
    into.terms[at] = term;
    into.values[at] = values[i] ?? 0;
  }
}

/** The different ones of sorted terms, each followed by how often it stands there. */
function countedTerms(terms: Uint32Array): Uint32Array {
  const counted = new Uint32Array(terms.length * 2);
  let filled = 0;
  for (let from = 0; from < terms.length; ) {
    const term = terms[from];
    let to = from + 1;
    while (terms[to] === term) to += 1;
    counted[filled] = term ?? 0;
    counted[filled + 1] = to - from;
    filled += 2;
    from = to;
  }
  return counted.subarray(0, filled);
}

const bytesOf = (words: Uint32Array) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

/** Behind all terms. */
const noTerm = 2 ** 32;
const termBytes = 8;
const aheadTerms = 1 << 12;

/** Goes through the terms of one run. */
class RunHead {
  /** The term whose numbers come next. */
  term = noTerm;
  readonly #fd: number;
  readonly #numbers: PieceReader;
  readonly #counted = new Uint32Array(aheadTerms * 2);
  readonly #bytes = new Uint8Array(this.#counted.buffer);
  #position: number;
  #left: number;
  #at = 0;
  #filled = 0;

  constructor(fd: number, { start, termsStart, terms }: Run) {
    this.#fd = fd;
    this.#numbers = new PieceReader(fd, start);
    this.#position = termsStart;
    this.#left = terms;
    this.#read();
  }

  /** Writes the numbers of the term, goes on to the next one, and gives how many they were. */
  copy(into: FileWriter): number {
    const count = this.#counted[this.#at * 2 + 1] ?? 0;
    this.#numbers.copy(count * 4, into);
    this.#at += 1;
    this.#read();
    return count;
  }

  #read(): void {
    if (this.#at === this.#filled) {
      this.#at = 0;
      this.#filled = Math.min(aheadTerms, this.#left);
      readWhole(this.#fd, this.#bytes, this.#position, this.#filled * termBytes);
      this.#position += this.#filled * termBytes;
      this.#left -= this.#filled;
    }
    this.term = this.#filled === 0 ? noTerm : (this.#counted[this.#at * 2] ?? 0);
  }
}

function readWhole(fd: number, into: Uint8Array, position: number, length: number): void {
  for (let done = 0; done < length; ) {
    const count = readSync(fd, into, done, length - done, position + done);
    if (count === 0) throw new Error(`a run lacks ${length - done} bytes of its terms`);
    done += count;
  }
}

const pieceBytes = 1 << 17;

/** Reads one run from front to back. */
class PieceReader {
  readonly #fd: number;
  readonly #buffer = new Uint8Array(pieceBytes);
  #position: number;
  #at = 0;
  #filled = 0;

  constructor(fd: number, position: number) {
    this.#fd = fd;
    this.#position = position;
  }

  copy(bytes: number, into: FileWriter): void {
    let left = bytes;
    while (left > 0) {
      if (this.#at === this.#filled) this.#fill(left);
      const count = Math.min(left, this.#filled - this.#at);
      into.write(this.#buffer, this.#at, this.#at + count);
      this.#at += count;
      left -= count;
    }
  }

  #fill(wanted: number): void {
    const count = readSync(this.#fd, this.#buffer, 0, this.#buffer.length, this.#position);
    if (count === 0) throw new Error(`a run lacks ${wanted} bytes`);
    this.#position += count;
    this.#at = 0;
    this.#filled = count;
  }
}
