/**
 * Union of several lists. The rows of all lists within a window are marked in one bitmap, so that a row does
 * not cost a check of every list. Windows grow during a search and start small again after a jump.
 */
import { type BitmapSource, endOfRows } from './rows-cursor.js';

/** Rows of a window: the first one, and the maximum. */
export const leastWindow = 1 << 11;
export const largestWindow = 1 << 16;

export class UnionCursor implements BitmapSource {
  readonly count: number;
  readonly sources: readonly BitmapSource[];
  readonly overlaps: boolean;
  /** For each list, a row that is not after its first unmarked row. */
  readonly #next: Uint32Array;
  #bits = new Uint32Array(leastWindow / 32);
  #window = leastWindow / 2;
  #from = 0;
  #to = 0;

  /** `overlaps`: whether a row may be on several of the lists. */
  constructor(sources: readonly BitmapSource[], overlaps = false) {
    this.sources = sources;
    this.overlaps = overlaps;
    this.#next = new Uint32Array(sources.length);
    this.count = sources.reduce((sum, { count }) => sum + count, 0);
  }

  seek(row: number): number {
    for (let from = row; ; from = this.#to) {
      if (from >= this.#to && !this.#fill(from)) return endOfRows;
      const found = firstBit(this.#bits, Math.max(from, this.#from) - this.#from, this.#window);
      if (found >= 0) return this.#from + found;
    }
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    do {
      const first = Math.max(start, this.#from);
      const last = Math.min(end, this.#to);
      for (let row = first; row < last; row += 32) {
        const word = (row - start) >>> 5;
        bits[word] = (bits[word] ?? 0) | (this.#bits[(row - this.#from) >>> 5] ?? 0);
      }
    } while (this.#to < end && this.#fill(this.#to));
    return this.seek(end);
  }

  /** Marks the rows of a window that begins at the first row at or after `row`; false if there is none. */
  #fill(row: number): boolean {
    let least = endOfRows;
    for (const [i, source] of this.sources.entries()) {
      let next = this.#next[i] ?? endOfRows;
      if (next < row || this.#to === 0) {
        next = source.seek(row);
        this.#next[i] = next;
      }
      if (next < least) least = next;
    }
    if (least === endOfRows) return false;
    const goesOn = this.#to === 0 || least < this.#to + this.#window;
    this.#window = goesOn ? Math.min(largestWindow, this.#window * 2) : leastWindow;
    if (this.#window > this.#bits.length * 32) this.#bits = new Uint32Array(this.#window / 32);
    else this.#bits.fill(0);
    this.#from = least - (least % 32);
    this.#to = this.#from + this.#window;
    for (const [i, source] of this.sources.entries()) {
      if ((this.#next[i] ?? endOfRows) < this.#to) {
        this.#next[i] = source.mark(this.#bits, this.#from, this.#to);
      }
    }
    return true;
  }
}

/** Index of the first set bit at or after `at` among `count` bits; -1 if there is none. */
export function firstBit(bits: Uint32Array, at: number, count: number): number {
  const words = Math.ceil(count / 32);
  let word = at >>> 5;
  let rest = (bits[word] ?? 0) & (-1 << (at & 31));
  while (rest === 0) {
    word += 1;
    if (word >= words) return -1;
    rest = bits[word] ?? 0;
  }
  return word * 32 + 31 - Math.clz32(rest & -rest);
}
