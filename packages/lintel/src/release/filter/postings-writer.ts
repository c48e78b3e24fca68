/**
 * Writes for every term the numbers (rows, blocks) that have it, ascending, in one file, and where each list lies in a
 * second one.
 *
 * Pairs of a term and a number come in the order of the numbers. They are collected, sorted by digits and written as
 * runs; a list is the pieces of all runs one behind the other, so no numbers are compared and memory is bounded.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';

const defaultRunPairs = 1 << 21;
/** Room to sort the pairs of a run: the writers of a thread do so one at a time. */
let room = new Uint32Array(0);

/** What `next` of a run that is used up is: beyond all terms. */
const noTerm = 0xffffffff;

interface Run {
  /** Terms that occur, ascending, and how many numbers each has. */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Where the run begins in the scratch file, in numbers. */
  readonly start: number;
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
  #written = 0;
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
    const fd = this.#written > 0 ? openSync(this.#scratch, 'r') : -1;
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
    this.#sort();
    const { terms, counts, numbers } = takeApart(this.#pairs, this.#filled);
    this.#file ??= new FileWriter(this.#scratch, { isScratch: true });
    this.#file.write(new Uint8Array(numbers.buffer, 0, numbers.byteLength));
    this.#runs.push({ terms, counts, start: this.#written });
    this.#written += numbers.length;
    this.#filled = 0;
  }

  /**
   * Puts the pairs into the order of their terms, those of a term staying in theirs: first by the lower half of the
   * term's bits, then by the upper one. Writing to a thousand places at a time is faster than to one a term.
   */
  #sort(): void {
    const bits = 32 - Math.clz32(this.#largestTerm);
    const lowBits = bits >>> 1;
    if (room.length < this.#filled) room = new Uint32Array(this.#pairs.length);
    scatter(this.#pairs, room, this.#filled, 0, lowBits);
    scatter(room, this.#pairs, this.#filled, lowBits, bits - lowBits);
  }

  #merge(fd: number, lists: FileWriter, terms: FileWriter): void {
    const heads = this.#runs.map((run) => ({ run, index: 0, from: new RunReader(fd, run.start * 4) }));
    const next = Uint32Array.from(this.#runs, ({ terms: [first = noTerm] }) => first);
    const out = new NumberSink(lists);
    const entry = new DataView(new ArrayBuffer(16));
    const entryBytes = new Uint8Array(entry.buffer);
    let start = 0;
    for (;;) {
      let term = noTerm;
      for (let i = 0; i < next.length; i++) term = Math.min(term, next[i] ?? noTerm);
      if (term === noTerm) break;
      let count = 0;
      for (let i = 0; i < heads.length; i++) {
        const head = heads[i];
        if (next[i] !== term || head === undefined) continue;
        const length = head.run.counts[head.index] ?? 0;
        head.from.copy(length, out);
        head.index += 1;
        next[i] = head.run.terms[head.index] ?? noTerm;
        count += length;
      }
      entry.setUint32(0, term, true);
      entry.setUint32(4, count, true);
      entry.setFloat64(8, start, true);
      terms.write(entryBytes);
      start += count;
    }
    out.flush();
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

/** The terms of sorted pairs with their counts, and the numbers, which are moved to the front of the same array. */
function takeApart(pairs: Uint32Array<ArrayBuffer>, filled: number) {
  let used = 0;
  for (let i = 0; i < filled; i += 2) if (i === 0 || pairs[i] !== pairs[i - 2]) used += 1;
  const terms = new Uint32Array(used);
  const counts = new Uint32Array(used);
  let at = -1;
  for (let i = 0; i < filled; i += 2) {
    const term = pairs[i] ?? 0;
    if (at < 0 || terms[at] !== term) terms[++at] = term;
    counts[at] = (counts[at] ?? 0) + 1;
    pairs[i >>> 1] = pairs[i + 1] ?? 0;
  }
  return { terms, counts, numbers: pairs.subarray(0, filled >>> 1) };
}

const bufferNumbers = 1 << 16;

/** Writes numbers to a file, through a buffer of its own: most lists are of a few. */
class NumberSink {
  readonly #file: FileWriter;
  readonly #numbers = new Uint32Array(bufferNumbers);
  #filled = 0;

  constructor(file: FileWriter) {
    this.#file = file;
  }

  push(number: number): void {
    if (this.#filled === bufferNumbers) this.flush();
    this.#numbers[this.#filled++] = number;
  }

  flush(): void {
    this.#file.write(new Uint8Array(this.#numbers.buffer, 0, this.#filled * 4));
    this.#filled = 0;
  }
}

/** Reads one run from front to back. */
class RunReader {
  readonly #fd: number;
  readonly #numbers = new Uint32Array(bufferNumbers);
  #position: number;
  #at = 0;
  #filled = 0;

  constructor(fd: number, position: number) {
    this.#fd = fd;
    this.#position = position;
  }

  copy(count: number, into: NumberSink): void {
    for (let i = 0; i < count; i++) {
      if (this.#at === this.#filled) this.#fill(count - i);
      into.push(this.#numbers[this.#at++] ?? 0);
    }
  }

  #fill(wanted: number): void {
    const bytes = new Uint8Array(this.#numbers.buffer);
    const count = readSync(this.#fd, bytes, 0, bytes.length, this.#position);
    // Runs lie one behind the other, so only the last one ends within a buffer.
    if (count < wanted * 4 && count < bytes.length) throw new Error(`a run lacks ${wanted} numbers`);
    this.#position += count;
    this.#at = 0;
    this.#filled = count >>> 2;
  }
}
