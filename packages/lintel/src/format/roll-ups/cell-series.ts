/**
 * The stored form of one cell: whether it has a current row and that row, then one row per month, the newest
 * first, as variable-length numbers. Counts and sums are kept, not averages, so that nothing is lost by
 * rounding.
 */
import { sum, sumCount } from './cells.js';
import { type VarintReader, VarintWriter, writeVarint } from './varint.js';

/** Sums of one cell, in the order of `sum`. */
export type Sums = Float64Array;

export interface CurrentSums {
  readonly sums: Sums;
  readonly active: number;
  readonly inReview: number;
}

export interface MonthSums {
  /** See `monthOf`. */
  readonly month: number;
  readonly sums: Sums;
}

/** Writes the months of one cell, the newest first. */
export class SeriesWriter {
  readonly #out = new VarintWriter();
  #month = 0;

  add(month: number, values: Float64Array, at: number): void {
    this.#out.push(this.#out.length === 0 ? month : this.#month - month);
    this.#month = month;
    pushSums(this.#out, values, at);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#out.length;
  }

  /** The stored form. Valid until the next month is added. */
  get bytes(): Buffer {
    return this.#out.bytes;
  }

  clear(): void {
    this.#out.clear();
  }
}

/** Writes the current row of a cell, or its absence. */
export function pushCurrent(out: VarintWriter, current: CurrentSums | null): void {
  out.push(current === null ? 0 : 1);
  if (current === null) return;
  pushSums(out, current.sums, 0);
  out.push(current.active);
  out.push(current.inReview);
}

/** The two counts, then each further count with its sum. */
function pushSums(out: VarintWriter, values: Float64Array, at: number): void {
  const bytes = out.room(sumCount);
  let end = writeVarint(bytes, out.length, values[at + sum.permits] ?? 0);
  end = writeVarint(bytes, end, values[at + sum.contractors] ?? 0);
  for (let i = at + sum.constructionCount; i < at + sumCount; i += 2) {
    const count = values[i] ?? 0;
    end = writeVarint(bytes, end, count);
    // A sum without values is not written: its count is 0.
    if (count > 0) end = writeVarint(bytes, end, values[i + 1] ?? 0);
  }
  out.length = end;
}

/** The current row of a cell, null when it has none. To be read first. */
export function readCurrent(reader: VarintReader): CurrentSums | null {
  if (reader.next() === 0) return null;
  return { sums: readSums(reader), active: reader.next(), inReview: reader.next() };
}

/** The months of a cell, the newest first. */
export function readMonths(reader: VarintReader): MonthSums[] {
  const months: MonthSums[] = [];
  for (let month = 0; !reader.isAtEnd; ) {
    month = months.length === 0 ? reader.next() : month - reader.next();
    months.push({ month, sums: readSums(reader) });
  }
  return months;
}

function readSums(reader: VarintReader): Sums {
  const sums = new Float64Array(sumCount);
  for (let i = 0; i < sumCount; i++) {
    if (i > sum.constructionCount && i % 2 === 1 && sums[i - 1] === 0) continue;
    sums[i] = reader.next();
  }
  return sums;
}
