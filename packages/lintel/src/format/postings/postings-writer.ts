/**
 * Writes postings: for every term the ascending numbers (of rows or blocks) that have it, in one file, and
 * where each list is in a second one.
 *
 * Pairs of a term and a number arrive in the order of the numbers. They are collected in memory, which grows to a limit,
 * ordered by term and written as runs. Terms must be small, below about 2²²: the counting sort of many pairs holds four
 * bytes for each term up to the largest. A release of a few rows has some twenty such indexes, so few pairs cost little.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { u32At } from '../../base/memory/at.js';
import { PostingsRuns, runRange } from './postings-runs.js';

const defaultRunPairs = 1 << 21;
const firstPairs = 1 << 10;
/** With fewer pairs than one in so many terms they are compared: counting would go through all terms. */
const sparseTerms = 64;

interface PostingsOptions {
  /** Pairs that are held in memory. */
  readonly runPairs?: number;
}

export class PostingsWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #runs: PostingsRuns;
  readonly #runPairs: number;
  /** For each pair, its term and the difference of its number from the first of the run. */
  #terms: Uint32Array;
  #values: Uint16Array;
  #filled = 0;
  #first = 0;
  #largestTerm = 0;

  constructor(directory: string, name: string, scratch: string, options: PostingsOptions = {}) {
    const { runPairs = defaultRunPairs } = options;
    this.#directory = directory;
    this.#name = name;
    this.#runs = new PostingsRuns(scratch);
    this.#runPairs = runPairs;
    this.#terms = new Uint32Array(Math.min(firstPairs, runPairs));
    this.#values = new Uint16Array(this.#terms.length);
  }

  /** Adds a number to the list of a term. The numbers of a term must not descend. */
  add(term: number, value: number): void {
    if (this.#filled === this.#runPairs || this.#isBeyond(value)) this.#begin(value);
    if (this.#filled === this.#values.length) this.#grow();
    this.#terms[this.#filled] = term;
    this.#values[this.#filled] = value - this.#first;
    this.#filled += 1;
    if (term > this.#largestTerm) this.#largestTerm = term;
  }

  finish(): WrittenFile[] {
    this.#spill();
    // Other writers finish at the same time, so memory that is no longer needed is released.
    this.#terms = new Uint32Array(0);
    this.#values = new Uint16Array(0);
    const lists = new FileWriter(join(this.#directory, `${this.#name}.lists`));
    const terms = new FileWriter(join(this.#directory, `${this.#name}.terms`));
    try {
      this.#runs.merge(lists, terms);
      return [lists.finish(), terms.finish()];
    } finally {
      lists.close();
      terms.close();
      this.close();
    }
  }

  close(): void {
    this.#runs.close();
  }

  /**
   * Whether the number does not fit into this run: its difference from the run's first takes more than two
   * bytes.
   */
  #isBeyond(value: number): boolean {
    return (value - this.#first) >>> 0 >= runRange;
  }

  /** Begins a run with a number. */
  #begin(value: number): void {
    this.#spill();
    this.#first = value;
  }

  #grow(): void {
    const length = Math.min(this.#runPairs, this.#filled * 4);
    const [terms, values] = [new Uint32Array(length), new Uint16Array(length)];
    terms.set(this.#terms);
    values.set(this.#values);
    this.#terms = terms;
    this.#values = values;
  }

  #spill(): void {
    if (this.#filled === 0) return;
    const order = this.#filled * sparseTerms < this.#largestTerm ? orderByComparing : orderByCounting;
    const { numbers, counted } = order(this.#terms, this.#values, this.#filled, this.#largestTerm + 1);
    this.#runs.add(this.#first, numbers, counted);
    this.#filled = 0;
    this.#largestTerm = 0;
  }
}

/** The numbers by term, and the terms that occur, ascending, each followed by its count. */
interface Ordered {
  readonly numbers: Uint16Array;
  readonly counted: Uint32Array;
}

function orderByComparing(terms: Uint32Array, values: Uint16Array, filled: number): Ordered {
  // A term and the place of its pair are one number, exactly: 32 and at most 21 bits.
  const keys = Float64Array.from({ length: filled }, (_, i) => u32At(terms, i) * defaultRunPairs + i).sort();
  const numbers = Uint16Array.from(keys, (key) => values[key % defaultRunPairs] ?? 0);
  const counts: number[] = [];
  let last = -1;
  for (const key of keys) {
    const term = Math.floor(key / defaultRunPairs);
    if (term === last) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    else counts.push(term, 1);
    last = term;
  }
  return { numbers, counted: Uint32Array.from(counts) };
}

function orderByCounting(terms: Uint32Array, values: Uint16Array, filled: number, length: number): Ordered {
  const places = countTerms(terms, filled, length);
  const used = countsToStarts(places);
  const numbers = new Uint16Array(filled);
  scatter(terms, values, filled, places, numbers);
  return { numbers, counted: termCounts(places, used) };
}

/** The number of pairs of each term. */
function countTerms(terms: Uint32Array, filled: number, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let i = 0; i < filled; i++) {
    const term = u32At(terms, i);
    counts[term] = u32At(counts, term) + 1;
  }
  return counts;
}

/** Turns counts in place into the start of each term's values; returns how many terms have any. */
function countsToStarts(counts: Uint32Array): number {
  let [start, used] = [0, 0];
  for (let term = 0; term < counts.length; term++) {
    const count = u32At(counts, term);
    counts[term] = start;
    start += count;
    if (count > 0) used += 1;
  }
  return used;
}

/**
 * Moves each value to the next free slot of its term; afterwards `places` holds the end of each term's
 * values.
 */
function scatter(
  terms: Uint32Array,
  values: Uint16Array,
  filled: number,
  places: Uint32Array,
  into: Uint16Array,
): void {
  for (let i = 0; i < filled; i++) {
    const term = u32At(terms, i);
    const at = u32At(places, term);
    // As long as `terms`, whose index was checked.
    into[at] = values[i] ?? 0;
    places[term] = at + 1;
  }
}

/** The terms that have values, each followed by its count. `ends` holds the end of each term's values. */
function termCounts(ends: Uint32Array, used: number): Uint32Array {
  const counted = new Uint32Array(used * 2);
  for (let term = 0, start = 0, at = 0; term < ends.length; term++) {
    const end = u32At(ends, term);
    if (end === start) continue;
    counted[at] = term;
    counted[at + 1] = end - start;
    at += 2;
    start = end;
  }
  return counted;
}
