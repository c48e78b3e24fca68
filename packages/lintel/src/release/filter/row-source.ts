/**
 * Ascending row numbers that can be asked for the first one at or behind a row: lists in a file or in memory, unions of
 * them, and what merely rules rows out. A search leaps from one to the other.
 */

import { readWhole } from '../store/read-whole.js';
import type { OpenFile } from './file.js';

/** Behind the last row of any list. */
export const endOfRows = 0xffffffff;

export interface RowSource {
  /** About how many rows it has. */
  readonly count: number;
  /** The first row of it at or behind `row`, which never descends from one call to the next; `endOfRows` behind the last. */
  seek(row: number): number;
}

/** A list whose rows can be noted many at a time. */
export interface MarkedSource extends RowSource {
  /**
   * Sets bit `row - start` for each row from the one that `seek` gave last up to but not `end`; gives the one behind them,
   * `endOfRows` when there is none. `start` is a multiple of 32 and at most 31 rows before that one; bits before it may be
   * set too, and behind `end` in its word.
   */
  mark(bits: Uint32Array, start: number, end: number): number;
}

const firstChunk = 64;
const largestChunk = 8192;
/** Entries read where a row is guessed to stand: a kilobyte, which costs hardly more than one entry. */
const guessChunk = 256;
/** Of so many guesses one halves what is left: a list of which no guess comes true is not searched for ever. */
const guessesToHalve = 4;
/** A search that begins at a row as far back as this does not read the beginning of a list first. */
const farRow = 1 << 14;

const noEntries = new Uint32Array(0);
const noBytes = new Uint8Array(0);

/** A list of a postings file. */
export class FileList implements MarkedSource {
  readonly count: number;
  readonly file: OpenFile;
  /** Number of its first entry in the file. */
  readonly start: number;
  #values = noEntries;
  #bytes = noBytes;
  /** Numbers of the first entry in memory, of the one behind the last, and of the one to look at next. */
  #from = 0;
  #to = 0;
  #at = 0;
  #chunk = firstChunk / 2;
  /** Whether nothing was found yet in the entries that were read last. */
  #isFarther = false;
  /** The last entry, once it was read. */
  #last = -1;

  constructor(file: OpenFile, start: number, count: number) {
    this.file = file;
    this.start = start;
    this.count = count;
  }

  seek(row: number): number {
    for (;;) {
      if (this.#at < this.#to) {
        const last = this.#values[this.#to - 1 - this.#from] ?? 0;
        if (last >= row) return this.#seekLoaded(row);
        this.#at = this.#to;
      }
      if (this.#at >= this.count) return endOfRows;
      if (this.#isFarther || (this.#to === 0 && row >= farRow)) this.#leap(row);
      else this.#goOn();
    }
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    for (;;) {
      const stop = this.#to - this.#from;
      for (let i = this.#at - this.#from; i < stop; i++) {
        const row = this.#values[i] ?? endOfRows;
        if (row >= end) {
          this.#at = this.#from + i;
          return row;
        }
        setBit(bits, row - start);
      }
      this.#at = this.#to;
      if (this.#at >= this.count) return endOfRows;
      this.#goOn();
      this.#isFarther = false;
    }
  }

  /** How many entries lie before `row`. Begins anew: rows may descend from one call to the next. */
  indexOf(row: number): number {
    if (row === 0) return 0;
    this.#from = 0;
    this.#to = 0;
    this.#at = 0;
    this.#leap(row);
    return this.#at;
  }

  /** All of it in memory. */
  all(): Uint32Array {
    const values = new Uint32Array(this.count);
    readEntries(this.file, this.start, values);
    return values;
  }

  #seekLoaded(row: number): number {
    let low = this.#at - this.#from;
    let step = 1;
    const end = this.#to - this.#from;
    let high = low;
    while (high < end && (this.#values[high] ?? 0) < row) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    this.#at = this.#firstLoaded(low, Math.min(high, end - 1), row);
    this.#isFarther = false;
    return this.#values[this.#at - this.#from] ?? endOfRows;
  }

  /** Brings the entries that follow into memory, twice as many as before: leaps are mostly alike. */
  #goOn(): void {
    this.#chunk = Math.min(largestChunk, this.#chunk * 2);
    this.#load(this.#at, this.#chunk);
    this.#isFarther = true;
  }

  /**
   * Brings the entries around the first one at or behind `row` into memory: guesses where it stands from what is known of
   * the entries before and behind, reads there, and guesses again. All entries before `#at` lie before the row.
   */
  #leap(row: number): void {
    let low = this.#at;
    let before = this.#to === 0 ? -1 : (this.#values[this.#to - 1 - this.#from] ?? -1);
    let high = this.count;
    let behind = this.#lastRow();
    if (behind < row) low = high;
    for (let guesses = 1; low < high; guesses++) {
      const share = guesses % guessesToHalve === 0 ? 0.5 : (row - before) / (behind - before);
      const middle = low + Math.floor(share * (high - low));
      const from = Math.max(low, Math.min(middle - (guessChunk >> 1), high - guessChunk));
      this.#load(from, guessChunk);
      const first = this.#values[0] ?? 0;
      const last = this.#values[this.#to - 1 - from] ?? 0;
      if (first >= row && from > low) {
        high = from;
        behind = first;
      } else if (last < row) {
        low = this.#to;
        before = last;
      } else {
        low = this.#firstLoaded(0, this.#to - from - 1, row);
        break;
      }
    }
    this.#at = low;
    this.#chunk = firstChunk;
    this.#isFarther = false;
    if (low < this.count && (low < this.#from || low >= this.#to)) this.#load(low, firstChunk);
  }

  /** Reads so many entries from number `at` on, or those that there are. */
  #load(at: number, most: number): void {
    const count = Math.min(most, this.count - at);
    if (count > this.#values.length) {
      this.#values = new Uint32Array(Math.max(most, firstChunk));
      this.#bytes = new Uint8Array(this.#values.buffer);
    }
    readWhole(this.file.fd, this.#bytes, (this.start + at) * 4, count * 4);
    this.#from = at;
    this.#to = at + count;
  }

  /** Number of the first entry at or behind `row` of those at `low` to `high` in memory; that at `high` is. */
  #firstLoaded(low: number, high: number, row: number): number {
    let from = low;
    let to = high;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#values[middle] ?? 0) < row) from = middle + 1;
      else to = middle;
    }
    return this.#from + from;
  }

  #lastRow(): number {
    if (this.#last < 0 && this.count > 0) {
      readWhole(this.file.fd, oneBytes, (this.start + this.count - 1) * 4);
      this.#last = one[0] ?? 0;
    }
    return this.#last;
  }
}

function readEntries(file: OpenFile, start: number, into: Uint32Array): void {
  readWhole(file.fd, new Uint8Array(into.buffer, into.byteOffset, into.byteLength), start * 4);
}

/** The rows of all of several lists of one file as one list. Those that lie behind each other are read at once. */
export function mergedRows(lists: readonly FileList[]): MemoryList {
  const rows = new Uint32Array(lists.reduce((sum, { count }) => sum + count, 0));
  let [read, filled] = [0, 0];
  for (const [i, { file, start, count }] of lists.entries()) {
    filled += count;
    if (lists[i + 1]?.start === start + count) continue;
    const into = rows.subarray(read, filled);
    readEntries(file, start + count - into.length, into);
    read = filled;
  }
  return new MemoryList(lists.length > 1 ? rows.sort() : rows);
}

const one = new Uint32Array(1);
const oneBytes = new Uint8Array(one.buffer);

/** A list in memory. */
export class MemoryList implements MarkedSource {
  readonly count: number;
  readonly #values: Uint32Array;
  #at = 0;

  constructor(values: Uint32Array) {
    this.#values = values;
    this.count = values.length;
  }

  seek(row: number): number {
    let low = this.#at;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
    return this.#values[low] ?? endOfRows;
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    for (; ; this.#at++) {
      const row = this.#values[this.#at] ?? endOfRows;
      if (row >= end) return row;
      setBit(bits, row - start);
    }
  }
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

/** Rows whose block may hold a value that is great enough. */
export class ZoneSource implements RowSource {
  readonly #zones: Float64Array;
  readonly #least: number;
  readonly #rows: number;

  constructor(zones: Float64Array, least: number, rows: number) {
    this.#zones = zones;
    this.#least = least;
    this.#rows = rows;
  }

  /** Rows that it does not rule out. Looks at all blocks. */
  get count(): number {
    return this.#zones.reduce((sum, greatest) => (greatest >= this.#least ? sum + this.#rows : sum), 0);
  }

  seek(row: number): number {
    let zone = Math.floor(row / this.#rows);
    if ((this.#zones[zone] ?? -1) >= this.#least) return row;
    for (zone += 1; zone < this.#zones.length; zone++) {
      if ((this.#zones[zone] ?? -1) >= this.#least) return zone * this.#rows;
    }
    return endOfRows;
  }
}

/** Rows of the blocks that all of several lists of blocks name. */
export class BlockSource implements RowSource {
  readonly count: number;
  readonly #blocks: readonly RowSource[];
  readonly #rows: number;

  constructor(blocks: readonly RowSource[], rows: number) {
    this.#blocks = blocks;
    this.#rows = rows;
    this.count = Math.min(...blocks.map(({ count }) => count)) * rows;
  }

  seek(row: number): number {
    let block = Math.floor(row / this.#rows);
    const asked = block;
    for (let i = 0; i < this.#blocks.length; i++) {
      const next = this.#blocks[i]?.seek(block) ?? endOfRows;
      if (next === endOfRows) return endOfRows;
      if (next > block) {
        block = next;
        i = -1;
      }
    }
    return block === asked ? row : block * this.#rows;
  }
}
