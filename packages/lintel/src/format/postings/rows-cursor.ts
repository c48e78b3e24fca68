/**
 * Cursors over ascending row numbers: postings lists, zone maps and lists of blocks. A cursor seeks the first
 * row at or after a given one, so that lists are intersected by galloping.
 */

/** What a cursor returns after its last row. */
export const endOfRows = 0xffffffff;

export interface RowCursor {
  /** The number of its rows, at least roughly. */
  readonly count: number;
  /**
   * The first row at or after `row`, which must not descend from one call to the next; `endOfRows` after the
   * last.
   */
  seek(row: number): number;
}

/** A cursor whose rows can be marked in a bitmap, many at a time. */
export interface BitmapSource extends RowCursor {
  /**
   * Sets bit `row - start` for each row from the last result of `seek` up to `end` (exclusive). Returns the
   * next row, or `endOfRows`. `start` is a multiple of 32 and at most 31 rows before the first row; bits
   * before that row, and after `end` in its word, may be set too.
   */
  mark(bits: Uint32Array, start: number, end: number): number;
}

/** Galloping covers this many entries; beyond them the position is found by interpolation. */
const nearEntries = 1 << 10;
/** An interpolation is close enough if the row is among this many entries: they share a page of memory. */
const guessEntries = 256;
/**
 * Every fourth guess bisects the rest, so that a list on which interpolation fails takes logarithmic time.
 */
const guessesToHalve = 4;

/** Ascending rows, in memory or in a mapped file. */
export class PostingsList implements BitmapSource {
  readonly count: number;
  readonly rows: Uint32Array;
  /** Index of the next entry: all entries before it are before every row that will be sought. */
  #at = 0;

  constructor(rows: Uint32Array) {
    this.rows = rows;
    this.count = rows.length;
  }

  seek(row: number): number {
    const { rows } = this;
    let low = this.#at;
    for (let step = 1; ; step *= 2) {
      const high = low + step;
      if (high > this.count || (rows[high - 1] ?? endOfRows) >= row) {
        this.#at = this.#first(row, low, Math.min(high, this.count));
        break;
      }
      low = high;
      if (step >= nearEntries) {
        this.#at = this.#interpolate(row, low);
        break;
      }
    }
    return rows[this.#at] ?? endOfRows;
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    for (; this.#at < this.count; this.#at++) {
      const row = this.rows[this.#at] ?? endOfRows;
      if (row >= end) return row;
      setBit(bits, row - start);
    }
    // Not left to the loop: the numbers of a damaged list may lie so high that `end` is beyond `endOfRows`.
    return endOfRows;
  }

  /** Whether the row is on the list, in any order of calls. */
  has(row: number): boolean {
    return this.rows[this.indexOf(row)] === row;
  }

  /** How many entries are before `row`, in any order of calls. */
  indexOf(row: number): number {
    return this.#interpolate(row, 0);
  }

  /**
   * Index of the first entry at or after `row`, by interpolation search. All entries before index `from` are
   * before the row.
   */
  #interpolate(row: number, from: number): number {
    let low = from;
    let high = this.count;
    let before = this.rows[low - 1] ?? -1;
    let behind = this.rows[high - 1] ?? -1;
    if (behind < row) return high;
    for (let guesses = 1; high - low > guessEntries; guesses++) {
      const share = guesses % guessesToHalve === 0 ? 0.5 : (row - before) / (behind - before);
      const middle = low + Math.floor(share * (high - low));
      const start = Math.max(low, Math.min(middle - (guessEntries >> 1), high - guessEntries));
      const end = start + guessEntries;
      const first = this.rows[start] ?? 0;
      const last = this.rows[end - 1] ?? 0;
      if (first >= row) {
        high = start + 1;
        behind = first;
      } else if (last < row) {
        low = end;
        before = last;
      } else {
        low = start;
        high = end;
      }
    }
    return this.#first(row, low, high);
  }

  /** Index of the first entry in `[low, high)` at or after `row`, or `high`, by binary search. */
  #first(row: number, low: number, high: number): number {
    let from = low;
    let to = high;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.rows[middle] ?? 0) < row) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

/**
 * Zone map: rows whose block may hold a value of at least `least`. `zones` are the maxima of blocks of `rows`
 * rows.
 */
export class ZoneMapCursor implements RowCursor {
  readonly #zones: Float64Array;
  readonly #least: number;
  readonly #rows: number;

  constructor(zones: Float64Array, least: number, rows: number) {
    this.#zones = zones;
    this.#least = least;
    this.#rows = rows;
  }

  /** Rows that it does not rule out. Reads all blocks. */
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

/** Rows of the blocks that are on all of several lists of blocks of `rows` rows. */
export class BlockCursor implements RowCursor {
  readonly count: number;
  readonly #blocks: readonly RowCursor[];
  readonly #rows: number;

  constructor(blocks: readonly RowCursor[], rows: number) {
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
