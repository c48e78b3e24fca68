/**
 * Ascending row numbers that can be asked for the first one at or behind a row: lists, unions of them, and what merely rules rows out. A search leaps from one to the other.
 */

/** Behind the last row of any list. */
export const endOfRows = 0xffffffff;

export interface RowCursor {
  /** About how many rows it has. */
  readonly count: number;
  /** The first row of it at or behind `row`, which never descends from one call to the next; `endOfRows` behind the last. */
  seek(row: number): number;
}

/** A list whose rows can be noted many at a time. */
export interface MarkedSource extends RowCursor {
  /**
   * Sets bit `row - start` for each row from the one that `seek` gave last up to but not `end`; gives the one behind them,
   * `endOfRows` when there is none. `start` is a multiple of 32 and at most 31 rows before that one; bits before it may be
   * set too, and behind `end` in its word.
   */
  mark(bits: Uint32Array, start: number, end: number): number;
}

/** Entries passed over one by one, then by twos, fours …, before a guess is made where a row stands. */
const nearEntries = 1 << 10;
/** Entries among which a guess is true: they share a page of memory. */
const guessEntries = 256;
/** Of so many guesses one halves what is left: a list of which no guess comes true is not searched for ever. */
const guessesToHalve = 4;

/** Ascending rows, in memory or in a file that is mapped there. */
export class RowList implements MarkedSource {
  readonly count: number;
  readonly rows: Uint32Array;
  /** Number of the entry to look at next: those before it lie before every row that will be asked for. */
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
        this.#at = this.#leap(row, low);
        break;
      }
    }
    return rows[this.#at] ?? endOfRows;
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    for (; ; this.#at++) {
      const row = this.rows[this.#at] ?? endOfRows;
      if (row >= end) return row;
      setBit(bits, row - start);
    }
  }

  /** Whether the row is on the list; rows may descend from one call to the next. */
  has(row: number): boolean {
    return this.rows[this.indexOf(row)] === row;
  }

  /** How many entries lie before `row`, which may descend from one call to the next. */
  indexOf(row: number): number {
    return this.#leap(row, 0);
  }

  /**
   * Number of the first entry at or behind `row`: guesses where it stands from what is known of the entries before and
   * behind, looks there, and guesses again. All entries before number `from` lie before the row.
   */
  #leap(row: number, from: number): number {
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

  /** Number of the first entry of those from `low` to `high` that lies at or behind `row`; `high` when none does. */
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

/** Rows whose block may hold a value that is great enough. */
export class ZoneSource implements RowCursor {
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
export class BlockSource implements RowCursor {
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
