/**
 * Sums over the permits of a property (C42). While permits are added, the few numbers that are summed go into
 * scratch columns by row; afterwards they are read in the order of each property's rows.
 */
import { permitStatuses, tagIds } from '@lintel/contract/plain';
import { dateText } from '../../base/calendar-date.js';
import { u32At } from '../../base/memory/at.js';
import { ColumnReader, ColumnWriter } from '../../format/column/column-file.js';
import { propertyWorkWords } from '../../format/filters/layout.js';
import { highTagsMask, statusOf } from '../../format/filters/terms.js';
import type { PermitView } from '../entry/permit-view.js';
import { RunningAverage } from './running-average.js';

const columns = {
  start: ['property-permit-starts', 'u32'],
  contractor: ['property-permit-contractors', 'u32'],
  jobValue: ['property-permit-values', 'f64'],
} as const;

const tagKeys = tagIds.map((tag) => `"${tag}"`);
const statusKeys = permitStatuses.map((status) => `"${status}"`);

export class PropertyPermits {
  readonly #scratch: string;
  readonly #starts: ColumnWriter;
  readonly #contractors: ColumnWriter;
  readonly #jobValues: ColumnWriter;
  #rows = 0;

  /** `scratch`: the directory of scratch files. */
  constructor(scratch: string) {
    const open = ([name, type]: (typeof columns)[keyof typeof columns]) =>
      new ColumnWriter(scratch, name, type);
    this.#scratch = scratch;
    this.#starts = open(columns.start);
    this.#contractors = open(columns.contractor);
    this.#jobValues = open(columns.jobValue);
  }

  /** Adds the permit of the next row. `contractor` is negative without one. */
  add(permit: PermitView, contractor: number): void {
    this.#rows += 1;
    this.#starts.push(permit.startDate);
    this.#contractors.push(contractor + 1);
    this.#jobValues.push(permit.jobValue);
  }

  /** The same numbers, to be read. */
  finish(): PermitNumbers {
    for (const column of [this.#starts, this.#contractors, this.#jobValues]) column.finish();
    return new PermitNumbers(this.#scratch, this.#rows);
  }

  close(): void {
    for (const column of [this.#starts, this.#contractors, this.#jobValues]) column.close();
  }
}

export class PermitNumbers {
  readonly #starts: ColumnReader;
  readonly #contractors: ColumnReader;
  readonly #jobValues: ColumnReader;
  /** For the current property. */
  readonly #seen = new Set<number>();
  readonly #tagDates = new Uint32Array(tagIds.length);

  constructor(scratch: string, rows: number) {
    const open = ([name, type]: (typeof columns)[keyof typeof columns]) =>
      new ColumnReader(scratch, name, type, rows);
    this.#starts = open(columns.start);
    this.#contractors = open(columns.contractor);
    this.#jobValues = open(columns.jobValue);
  }

  /** The sums over the permits of a property as members of its JSON. `work`: its permits, newest first. */
  text(work: Uint32Array): string {
    const jobValue = new RunningAverage();
    let [low, high, statuses] = [0, 0, 0];
    this.#seen.clear();
    this.#tagDates.fill(0);
    for (let at = 0; at < work.length; at += propertyWorkWords) {
      const row = u32At(work, at);
      const tagsLow = u32At(work, at + 1);
      const packed = u32At(work, at + 2);
      const start = this.#starts.at(row);
      const contractor = this.#contractors.at(row);
      const value = this.#jobValues.at(row);
      if (contractor > 0) this.#seen.add(contractor);
      if (!Number.isNaN(value)) jobValue.add(value);
      statuses |= 1 << statusOf(packed);
      this.#date(tagsLow, 0, start);
      this.#date(packed & highTagsMask, 32, start);
      low |= tagsLow;
      high |= packed & highTagsMask;
    }
    const tags: string[] = [];
    const dated: string[] = [];
    for (const [tag, key] of tagKeys.entries()) {
      if (((tag < 32 ? low >>> tag : high >>> (tag - 32)) & 1) === 0) continue;
      tags.push(key);
      const date = dateText(u32At(this.#tagDates, tag));
      if (date !== null) dated.push(`${key}:"${date}"`);
    }
    const named = statusKeys.filter((_, status) => ((statuses >>> (status + 1)) & 1) === 1);
    return `,"contractor_count":${this.#seen.size},"total_job_value":${jobValue.total()},"tags":[${tags}],"statuses":[${named}],"last_date_by_tag":{${dated}}`;
  }

  close(): void {
    for (const column of [this.#starts, this.#contractors, this.#jobValues]) column.close();
  }

  /** Notes the date of a permit for those of its tags that no newer permit has. */
  #date(word: number, base: number, start: number): void {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const tag = base + 31 - Math.clz32(rest & -rest);
      if (this.#tagDates[tag] === 0) this.#tagDates[tag] = start;
    }
  }
}
