/** The start_date of every row and the rows of every period, from the distinct dates and their first rows. */
import { join } from 'node:path';
import { dateNumber } from '../../base/calendar-date.js';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import { firstWhere } from '../../base/memory/lower-bound.js';

/** Distinct start dates, newest first, as pairs of YYYYMMDD (0 for none) and the first row with it. */
export const daysFile = 'permits.days';

/** Not before any date. */
const lastDate = 9999_12_31;

/** A half-open range of rows. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export class RowDates {
  readonly #file: MappedFile;
  readonly #pairs: Uint32Array;
  readonly #rows: number;

  constructor(directory: string, rows: number) {
    this.#file = new MappedFile(join(directory, daysFile));
    this.#pairs = this.#file.numbers(Uint32Array);
    this.#rows = rows;
    const days = this.#pairs.length / 2;
    if (!Number.isInteger(days) || (days > 0 && at(this.#pairs, days * 2 - 1, daysFile) >= rows))
      throw new Error(`${daysFile} does not belong to a release of ${rows} permits`);
  }

  /** start_date of a row as YYYYMMDD, 0 when unknown. */
  of(row: number): number {
    const next = this.#firstDay((day) => at(this.#pairs, day * 2 + 1, daysFile) > row);
    return at(this.#pairs, (next - 1) * 2, daysFile);
  }

  /**
   * The rows that start from the first to the last date (YYYYMMDD), both included. Those without a date are
   * in no period.
   */
  between(first: number, last: number): RowRange {
    return { from: this.#firstUpTo(last), to: this.#firstUpTo(first - 1) };
  }

  /** The same of dates `YYYY-MM-DD`; null is open. */
  period(from: string | null, to: string | null): RowRange {
    return this.between(from === null ? 1 : dateNumber(from), to === null ? lastDate : dateNumber(to));
  }

  /** The rows without a date, which come after all others. */
  undated(): RowRange {
    return { from: this.#firstUpTo(0), to: this.#rows };
  }

  close(): void {
    this.#file.close();
  }

  /** The first row whose date is not after `date`; dates descend. */
  #firstUpTo(date: number): number {
    const first = this.#firstDay((day) => at(this.#pairs, day * 2, daysFile) <= date);
    return first * 2 < this.#pairs.length ? at(this.#pairs, first * 2 + 1, daysFile) : this.#rows;
  }

  /** The number of the first of the distinct dates for which `holds`. */
  #firstDay(holds: (day: number) => boolean): number {
    return firstWhere(0, this.#pairs.length / 2, holds);
  }
}
