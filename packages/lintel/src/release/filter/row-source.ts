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

const firstChunk = 64;
const largestChunk = 8192;

/** A list of a postings file. */
export class FileList implements RowSource {
  readonly count: number;
  readonly #file: OpenFile;
  readonly #start: number;
  #values = new Uint32Array(firstChunk);
  #bytes = new Uint8Array(this.#values.buffer);
  /** Numbers of the first entry in memory, of the one behind the last, and of the one to look at next. */
  #from = 0;
  #to = 0;
  #at = 0;
  #chunk = firstChunk / 2;
  /** Whether nothing was found yet in the entries that were read last. */
  #isFarther = false;

  constructor(file: OpenFile, start: number, count: number) {
    this.#file = file;
    this.#start = start;
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
      this.#load(row);
    }
  }

  /** How many entries lie before `row`. */
  indexOf(row: number): number {
    let from = 0;
    let to = this.count;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#read(middle) < row) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** All of it in memory. */
  all(): Uint32Array {
    const values = new Uint32Array(this.count);
    readWhole(this.#file.fd, new Uint8Array(values.buffer), this.#start * 4);
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
    high = Math.min(high, end - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    this.#at = this.#from + low;
    this.#isFarther = false;
    return this.#values[low] ?? endOfRows;
  }

  /**
   * Brings the entries that follow into memory, twice as many as before: leaps are mostly alike. When the last ones were
   * read for nothing, leaps to where the row must be.
   */
  #load(row: number): void {
    if (this.#isFarther) {
      this.#at = this.#gallop(row, this.#at - 1);
      this.#chunk = firstChunk;
      if (this.#at >= this.count) return;
    } else {
      this.#chunk = Math.min(largestChunk, this.#chunk * 2);
    }
    const count = Math.min(this.#chunk, this.count - this.#at);
    if (count > this.#values.length) {
      this.#values = new Uint32Array(this.#chunk);
      this.#bytes = new Uint8Array(this.#values.buffer);
    }
    readWhole(this.#file.fd, this.#bytes, (this.#start + this.#at) * 4, count * 4);
    this.#from = this.#at;
    this.#to = this.#at + count;
    this.#isFarther = true;
  }

  /** Number of the first entry at or behind `row`; the one at `before` lies before it. */
  #gallop(row: number, before: number): number {
    let low = before + 1;
    let step = this.#chunk;
    let high = low;
    while (high < this.count && this.#read(high) < row) {
      low = high + 1;
      high += step;
      step *= 4;
    }
    high = Math.min(high, this.count);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#read(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #read(index: number): number {
    readWhole(this.#file.fd, oneBytes, (this.#start + index) * 4);
    return one[0] ?? 0;
  }
}

const one = new Uint32Array(1);
const oneBytes = new Uint8Array(one.buffer);

/** A list in memory. */
export class MemoryList implements RowSource {
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
}

/** Rows of any of several lists. */
export class UnionSource implements RowSource {
  readonly count: number;
  readonly #sources: readonly RowSource[];
  readonly #next: number[];

  constructor(sources: readonly RowSource[]) {
    this.#sources = sources;
    this.#next = sources.map(() => -1);
    this.count = sources.reduce((sum, { count }) => sum + count, 0);
  }

  seek(row: number): number {
    let least = endOfRows;
    for (let i = 0; i < this.#sources.length; i++) {
      let next = this.#next[i] ?? endOfRows;
      if (next < row) {
        next = this.#sources[i]?.seek(row) ?? endOfRows;
        this.#next[i] = next;
      }
      if (next < least) least = next;
    }
    return least;
  }
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
