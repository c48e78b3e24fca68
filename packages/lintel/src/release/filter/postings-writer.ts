/**
 * Writes for every term (up to 32 bits) the numbers (rows, blocks) that have it, ascending, in one file, and where each
 * list lies in a second one.
 *
 * Pairs of a term and a number come in the order of the numbers. They are collected, sorted by the digits of their terms
 * and written as runs, each with its terms behind it; a list is the pieces of all runs one behind the other, so no numbers
 * are compared and memory is bounded, however many terms there are.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';

const defaultRunPairs = 1 << 21;
/** Room to sort the pairs of a run: the writers of a thread do so one at a time. */
let room = new Uint32Array(0);

/** A run in the scratch file: its numbers by term, then the terms that occur, ascending, each with how many it has. */
interface Run {
  /** Where the numbers begin and where the terms do, in bytes. */
  readonly numbersAt: number;
  readonly termsAt: number;
  readonly terms: number;
}

export class PostingsWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #scratch: string;
  /** Terms and numbers, alternately. */
  #pairs: Uint32Array<ArrayBuffer>;
  #filled = 0;
  #largestTerm = 0;
  #runs: Run[] = [];
  #file: FileWriter | null = null;

  constructor(directory: string, name: string, scratch: string, runPairs = defaultRunPairs) {
    this.#directory = directory;
    this.#name = name;
    this.#scratch = scratch;
    this.#pairs = new Uint32Array(runPairs * 2);
  }

  /** Adds a number to the list of a term. Numbers must not descend. */
  add(term: number, value: number): void {
    if (this.#filled === this.#pairs.length) this.#spill();
    this.#pairs[this.#filled] = term;
    this.#pairs[this.#filled + 1] = value;
    this.#filled += 2;
    if (term > this.#largestTerm) this.#largestTerm = term;
  }

  finish(): WrittenFile[] {
    this.#spill();
    // Other files of the filters are finished beside this one: what is not needed any more is freed.
    this.#pairs = new Uint32Array(0);
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
    if (room.length < this.#pairs.length) room = new Uint32Array(this.#pairs.length);
    sortByTerm(this.#pairs, room, this.#filled, 32 - Math.clz32(this.#largestTerm));
    const counted = takeApart(this.#pairs, this.#filled, room);
    this.#file ??= new FileWriter(this.#scratch, { isScratch: true });
    const numbersAt = this.#file.position;
    this.#file.write(bytesOf(this.#pairs.subarray(0, this.#filled / 2)));
    this.#runs.push({ numbersAt, termsAt: this.#file.position, terms: counted.length / 2 });
    this.#file.write(bytesOf(counted));
    this.#filled = 0;
  }

  #merge(fd: number, lists: FileWriter, terms: FileWriter): void {
    const heads = this.#runs.map((run) => new RunHead(fd, run));
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
}

/** Bits of a term that are sorted by at once, at most: writing to a few thousand places at a time is fast. */
const maxDigitBits = 12;

/**
 * Puts the pairs into the order of their terms, which have so many bits; those of a term stay in theirs. An even number of
 * passes ends in the array that it began in.
 */
function sortByTerm(pairs: Uint32Array, other: Uint32Array, filled: number, bits: number): void {
  const passes = bits > maxDigitBits * 2 ? 4 : 2;
  const width = Math.ceil(bits / passes);
  for (let pass = 0; pass < passes; pass += 2) {
    scatter(pairs, other, filled, pass * width, width);
    scatter(other, pairs, filled, (pass + 1) * width, width);
  }
}

/** Copies so many words of pairs into another array, in the order of `width` bits of their terms. */
function scatter(from: Uint32Array, to: Uint32Array, filled: number, shift: number, width: number): void {
  const mask = (1 << width) - 1;
  const starts = new Uint32Array(mask + 2);
  for (let i = 0; i < filled; i += 2) {
    const slot = (((from[i] ?? 0) >>> shift) & mask) + 1;
    starts[slot] = (starts[slot] ?? 0) + 2;
  }
  for (let slot = 1; slot <= mask; slot++) starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
  for (let i = 0; i < filled; i += 2) {
    const term = from[i] ?? 0;
    const slot = (term >>> shift) & mask;
    const at = starts[slot] ?? 0;
    to[at] = term;
    to[at + 1] = from[i + 1] ?? 0;
    starts[slot] = at + 2;
  }
}

/**
 * Moves the numbers of sorted pairs to the front of their array. Gives the terms, each followed by how many numbers it has,
 * which are written into `counted`.
 */
function takeApart(pairs: Uint32Array, filled: number, counted: Uint32Array): Uint32Array {
  let used = 0;
  for (let from = 0; from < filled; ) {
    const term = pairs[from] ?? 0;
    let to = from;
    for (; to < filled && pairs[to] === term; to += 2) pairs[to >>> 1] = pairs[to + 1] ?? 0;
    counted[used] = term;
    counted[used + 1] = (to - from) >>> 1;
    used += 2;
    from = to;
  }
  return counted.subarray(0, used);
}

const bytesOf = (words: Uint32Array) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

/** Behind all terms. */
const noTerm = 2 ** 32;
const bufferWords = 1 << 14;

/** Writes numbers to a file, through a buffer of its own: most lists are of a few. */
class NumberSink {
  readonly #file: FileWriter;
  readonly #numbers = new Uint32Array(bufferWords);
  #filled = 0;

  constructor(file: FileWriter) {
    this.#file = file;
  }

  push(number: number): void {
    if (this.#filled === bufferWords) this.flush();
    this.#numbers[this.#filled++] = number;
  }

  flush(): void {
    this.#file.write(bytesOf(this.#numbers.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

/** Goes through the terms of one run. */
class RunHead {
  /** The term whose numbers come next; `noTerm` behind the last. */
  term = noTerm;
  readonly #numbers: WordReader;
  readonly #terms: WordReader;
  #left: number;

  constructor(fd: number, { numbersAt, termsAt, terms }: Run) {
    this.#numbers = new WordReader(fd, numbersAt);
    this.#terms = new WordReader(fd, termsAt);
    this.#left = terms;
    this.#goOn();
  }

  /** Copies the numbers of the term, goes on to the next one, and gives how many they were. */
  copy(into: NumberSink): number {
    const count = this.#terms.next();
    for (let i = 0; i < count; i++) into.push(this.#numbers.next());
    this.#goOn();
    return count;
  }

  #goOn(): void {
    this.term = this.#left === 0 ? noTerm : this.#terms.next();
    this.#left -= 1;
  }
}

/** Reads words of the scratch file from a place on. */
class WordReader {
  readonly #fd: number;
  readonly #words = new Uint32Array(bufferWords);
  #position: number;
  #at = 0;
  #filled = 0;

  constructor(fd: number, position: number) {
    this.#fd = fd;
    this.#position = position;
  }

  next(): number {
    if (this.#at === this.#filled) this.#fill();
    return this.#words[this.#at++] ?? 0;
  }

  #fill(): void {
    const bytes = bytesOf(this.#words);
    let count = 0;
    for (let more = 1; more > 0 && count < bytes.length; count += more)
      more = readSync(this.#fd, bytes, count, bytes.length - count, this.#position + count);
    if (count < 4) throw new Error('a run ends too early');
    this.#position += count;
    this.#at = 0;
    this.#filled = count >>> 2;
  }
}
