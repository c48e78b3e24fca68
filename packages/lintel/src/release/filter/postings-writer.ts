/**
 * Writes for every term the numbers (rows, blocks) that have it, ascending, in one file, and where each list lies in a
 * second one.
 *
 * Pairs of a term and a number come in the order of the numbers. They are collected, sorted by counting and written as
 * runs; a list is the pieces of all runs one behind the other, so nothing is compared and memory is bounded.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';

const defaultRunPairs = 1 << 22;

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
  #terms: Uint32Array;
  #values: Uint32Array;
  #filled = 0;
  #largestTerm = 0;
  #runs: Run[] = [];
  #written = 0;
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
    const starts = new Uint32Array(this.#largestTerm + 2);
    const terms = this.#terms.subarray(0, this.#filled);
    for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    const used: number[] = [];
    for (let term = 0; term <= this.#largestTerm; term++) {
      if ((starts[term + 1] ?? 0) > 0) used.push(term);
      starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
    }
    const usedTerms = Uint32Array.from(used);
    const counts = usedTerms.map((term) => (starts[term + 1] ?? 0) - (starts[term] ?? 0));
    const sorted = new Uint32Array(this.#filled);
    for (let i = 0; i < this.#filled; i++) {
      const term = terms[i] ?? 0;
      const at = starts[term] ?? 0;
      sorted[at] = this.#values[i] ?? 0;
      starts[term] = at + 1;
    }
    this.#file ??= new FileWriter(this.#scratch, { isScratch: true });
    this.#file.write(new Uint8Array(sorted.buffer));
    this.#runs.push({ terms: usedTerms, counts, start: this.#written });
    this.#written += this.#filled;
    this.#filled = 0;
  }

  #merge(fd: number, lists: FileWriter, terms: FileWriter): void {
    const heads = this.#runs.map((run) => ({ run, index: 0, from: new PieceReader(fd, run.start * 4) }));
    const entry = new DataView(new ArrayBuffer(16));
    let start = 0;
    for (;;) {
      let term = -1;
      for (const { run, index } of heads) {
        const next = run.terms[index];
        if (next !== undefined && (term < 0 || next < term)) term = next;
      }
      if (term < 0) return;
      let count = 0;
      for (const head of heads) {
        if (head.run.terms[head.index] !== term) continue;
        const length = head.run.counts[head.index] ?? 0;
        head.from.copy(length * 4, lists);
        head.index += 1;
        count += length;
      }
      entry.setUint32(0, term, true);
      entry.setUint32(4, count, true);
      entry.setFloat64(8, start, true);
      terms.write(new Uint8Array(entry.buffer));
      start += count;
    }
  }
}

const pieceBytes = 1 << 18;

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
