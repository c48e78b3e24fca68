/**
 * Writes for every term the numbers (rows, blocks) that have it, ascending, in one file, and where each list lies in a
 * second one.
 *
 * Pairs of a term and a number come in the order of the numbers. They are collected, put in the order of their terms and
 * written as runs, so memory is bounded, however many terms there are. Terms are small: the pairs of each are counted, and
 * every number is moved once, to its place. Terms of up to 32 bits are numbered first, anew for each run.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { u32At } from '../../base/memory/at.js';
import { PostingsRuns, runRange } from './postings-runs.js';
import type { TermNumbers } from './term-numbers.js';

const defaultRunPairs = 1 << 21;
/** Different terms of a run that are numbered, at most. */
const maxNumbered = 1 << 20;

export interface PostingsOptions {
  /** Pairs that are held in memory. */
  readonly runPairs?: number;
  /** Numbers the terms of a run when they are not small themselves: `add` is then given these numbers (see `reserve`). */
  readonly numbers?: TermNumbers;
}

export class PostingsWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #runs: PostingsRuns;
  readonly #numbers: TermNumbers | null;
  /** Of each pair its term, and by how much its number is above the first of the run. */
  #terms: Uint32Array;
  #values: Uint16Array;
  #filled = 0;
  #first = 0;
  #largestTerm = 0;

  constructor(directory: string, name: string, scratch: string, options: PostingsOptions = {}) {
    const { runPairs = defaultRunPairs, numbers = null } = options;
    this.#directory = directory;
    this.#name = name;
    this.#runs = new PostingsRuns(scratch);
    this.#numbers = numbers;
    this.#terms = new Uint32Array(runPairs);
    this.#values = new Uint16Array(runPairs);
  }

  /** Adds a number to the list of a term. The numbers of a term must not descend. */
  add(term: number, value: number): void {
    if (this.#filled === this.#values.length || this.#isBeyond(value)) this.#begin(value);
    this.#terms[this.#filled] = term;
    this.#values[this.#filled] = value - this.#first;
    this.#filled += 1;
    if (term > this.#largestTerm) this.#largestTerm = term;
  }

  /**
   * Begins a new run, for which all terms are numbered anew, unless so many pairs of the number fit into the one at hand.
   * Gives which run it is: until a later call gives another, terms keep their numbers.
   */
  reserve(pairs: number, value: number): number {
    const isFull = this.#filled + pairs > this.#values.length || this.#isBeyond(value);
    if (isFull || (this.#numbers?.length ?? 0) + pairs > maxNumbered) this.#begin(value);
    return this.#runs.count;
  }

  finish(): WrittenFile[] {
    this.#spill();
    // Other files of the filters are finished beside this one: what is not needed any more is freed.
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

  /** Whether the number is no number of the run at hand: too great for two bytes, or less than its first. */
  #isBeyond(value: number): boolean {
    return (value - this.#first) >>> 0 >= runRange;
  }

  /** Begins a run with a number. */
  #begin(value: number): void {
    this.#spill();
    this.#first = value;
  }

  #spill(): void {
    if (this.#filled === 0) return;
    const places = countTerms(this.#terms, this.#filled, this.#largestTerm + 1);
    const order = this.#numbers?.ordered() ?? null;
    const used = order === null ? beginInOrder(places) : beginAs(order, places);
    const ordered = new Uint16Array(this.#filled);
    scatter(this.#terms, this.#values, this.#filled, places, ordered);
    const counted = order === null ? countsInOrder(places, used) : countsAs(order, places);
    this.#runs.add(this.#first, ordered, counted);
    this.#numbers?.clear();
    this.#filled = 0;
    this.#largestTerm = 0;
  }
}

/** How many pairs each term has. */
function countTerms(terms: Uint32Array, filled: number, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let i = 0; i < filled; i++) {
    const term = u32At(terms, i);
    counts[term] = u32At(counts, term) + 1;
  }
  return counts;
}

/** Turns counts into where the values of each term begin; gives how many terms have any. */
function beginInOrder(counts: Uint32Array): number {
  let [start, used] = [0, 0];
  for (let term = 0; term < counts.length; term++) {
    const count = u32At(counts, term);
    counts[term] = start;
    start += count;
    if (count > 0) used += 1;
  }
  return used;
}

/** The same where terms are numbered and come in this order, each followed by its number. */
function beginAs(order: Uint32Array, counts: Uint32Array): number {
  let start = 0;
  for (let i = 1; i < order.length; i += 2) {
    const number = u32At(order, i);
    const count = u32At(counts, number);
    counts[number] = start;
    start += count;
  }
  return order.length / 2;
}

/** Moves each value behind those of its term that came before it: places become ends. */
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

/** The terms that have values, each followed by how many, from where those of each end. */
function countsInOrder(ends: Uint32Array, used: number): Uint32Array {
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

/** The same where terms are numbered: how many values each has takes the place of its number. */
function countsAs(order: Uint32Array, ends: Uint32Array): Uint32Array {
  for (let i = 1, start = 0; i < order.length; i += 2) {
    const end = u32At(ends, u32At(order, i));
    order[i] = end - start;
    start = end;
  }
  return order;
}
