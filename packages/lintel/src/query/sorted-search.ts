/**
 * Searches in another order than that of the rows: permits by value, contractors by their sums (C43). The
 * matching rows are read, and the best of them kept that do not come before the page. Zone maps skip blocks of
 * permits without any value that is greater than the least kept one, soon nearly all.
 *
 * A position is the number of the page's first row plus one; equal values are in the order of rows, unknown
 * ones last.
 */
import type { ColumnReader } from '../format/column/column-file.js';
import { zoneRows } from '../format/column/column-file.js';
import { endOfRows, PostingsList, type RowCursor } from '../format/postings/rows-cursor.js';
import { type Intersection, visitRows } from './intersect.js';

/** A row with its value, -1 when unknown. */
interface Ranked {
  readonly row: number;
  readonly value: number;
}

interface RankedPage {
  readonly rows: number[];
  /** The position of the next page; null when there are no more. */
  readonly next: number | null;
}

/** Whether a comes before b. */
const isBefore = (a: Ranked, b: Ranked) => a.value > b.value || (a.value === b.value && a.row < b.row);

/** The best rows from a position on. */
class Best {
  readonly #first: Ranked | null;
  readonly #size: number;
  readonly #kept: Ranked[] = [];

  /** `first` is the first row of the page; null for the first page. Keeps one row more than the page has. */
  constructor(first: Ranked | null, size: number) {
    this.#first = first;
    this.#size = size;
  }

  /** The value that a row must exceed to be kept, if all rows kept come before it. */
  get least(): number {
    return this.isFull ? (this.#kept.at(-1)?.value ?? -2) : -2;
  }

  add(one: Ranked): void {
    if (this.#first !== null && isBefore(one, this.#first)) return;
    const last = this.#kept.at(-1);
    if (this.isFull && last !== undefined && !isBefore(one, last)) return;
    let at = this.#kept.length;
    while (at > 0 && isBefore(one, this.#kept[at - 1] ?? one)) at -= 1;
    this.#kept.splice(at, 0, one);
    if (this.#kept.length > this.#size + 1) this.#kept.pop();
  }

  /** Whether it keeps a page and the row after it. */
  get isFull(): boolean {
    return this.#kept.length > this.#size;
  }

  page(): RankedPage {
    const next = this.#kept[this.#size];
    return {
      rows: this.#kept.slice(0, this.#size).map(({ row }) => row),
      next: next === undefined ? null : next.row + 1,
    };
  }
}

const known = (value: number) => (value >= 0 ? value : -1);

/**
 * A page of the matching permits, the greatest value first. `search` makes a new intersection: its cursors
 * only move forward.
 */
export function searchByValue(
  search: () => Intersection,
  values: ColumnReader,
  position: number,
  size: number,
): RankedPage {
  const ranked = (row: number): Ranked => ({ row, value: known(values.at(row)) });
  const first = position === 0 ? null : ranked(position - 1);
  const best = new Best(first, size);
  if (first === null || first.value >= 0) {
    const blocks = new RisingZones(values.zones(), best);
    const valued = search();
    visitRows({ ...valued, cursors: [...valued.cursors, blocks] }, 0, (row) => {
      const one = ranked(row);
      if (one.value > Math.max(best.least, -1)) best.add(one);
      return true;
    });
    if (best.isFull) return best.page();
  }
  // Those without a value follow in the order of rows.
  visitRows(search(), first !== null && first.value < 0 ? first.row : 0, (row) => {
    const one = ranked(row);
    if (one.value < 0) best.add(one);
    return !best.isFull;
  });
  return best.page();
}

/** Rows of blocks with a value that may still be kept. */
class RisingZones implements RowCursor {
  readonly count: number;
  readonly #zones: Float64Array;
  readonly #best: Best;

  constructor(zones: Float64Array, best: Best) {
    this.#zones = zones;
    this.#best = best;
    this.count = zones.length * zoneRows;
  }

  seek(row: number): number {
    const least = Math.max(this.#best.least, -1);
    let zone = Math.floor(row / zoneRows);
    if ((this.#zones[zone] ?? -1) > least) return row;
    for (zone += 1; zone < this.#zones.length; zone++) {
      if ((this.#zones[zone] ?? -1) > least) return zone * zoneRows;
    }
    return endOfRows;
  }
}

/** Permits or properties that a search of contractors or properties in another order reads at most. */
export const maxSortedRows = 1_000_000;

/** A search whose results cannot be sorted in time. */
export class TooManyToSortError extends Error {
  constructor() {
    super(
      `More than ${maxSortedRows.toLocaleString('en-US')} records would have to be read for this order; narrow the search, or leave sort out.`,
    );
  }
}

/** Throws a `TooManyToSortError` where more rows would have to be read than can be in time. */
export function checkSortable(search: Intersection): void {
  if (rowsToRead(search) > maxSortedRows) throw new TooManyToSortError();
}

/** A page of the rows, the one with the greatest value first; unknown ones, NaN, last. */
export function rankRows(
  rows: Iterable<number>,
  numberOf: (row: number) => number,
  position: number,
  size: number,
): RankedPage {
  const ranked = (row: number): Ranked => ({ row, value: known(numberOf(row)) });
  const best = new Best(position === 0 ? null : ranked(position - 1), size);
  for (const row of rows) best.add(ranked(row));
  return best.page();
}

/** The rows that an intersection looks at, at most. */
function rowsToRead({ ranges, cursors }: Intersection): number {
  const inRanges = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const ofLists = cursors.map((cursor) =>
    cursor instanceof PostingsList
      ? ranges.reduce((sum, { from, to }) => sum + cursor.indexOf(to) - cursor.indexOf(from), 0)
      : cursor.count,
  );
  return Math.min(inRanges, ...ofLists);
}
