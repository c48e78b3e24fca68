/**
 * Sums the permits of a question by group (C52), in the columns of a release: one walk over the rows that match for
 * numbers and sums, and where medians or percentiles are wanted a second one that gathers values, each group's beside
 * one another. The work is done in parts, so that a question over millions does not hold up others.
 */
import type { MeasuredFieldId } from '@lintel/contract';
import { at } from '../base/memory/at.js';
import { KeyTable } from '../base/memory/key-table.js';
import { type FileGrouping, fileFields, fileGroupings, type GroupedRelease } from './file-groupings.js';
import {
  type FieldSums,
  type Group,
  type GroupSums,
  type GroupValue,
  maxRankedValues,
  maxSummedGroups,
  type Rank,
  type SumPart,
  type SumQuestion,
  tooManyGroups,
  tooManyValues,
} from './group-sums.js';
import { visitRows } from './intersect.js';
import { median, percentile } from './percentiles.js';
import { type PermitPlan, planPermits } from './permit-plan.js';

/** Rows of the release between two looks at the clock. */
const rowsBetweenLooks = 1 << 15;
/** Milliseconds of one part. */
const partMs = 20;
/** Up to so many pairs of numbers, groups are looked up in an array. */
const maxDirect = 1 << 22;

/** A group in files: the numbers of its values. */
interface FileGroup extends Group {
  readonly codes: readonly [number, number];
}

/** Numbers groups in the order in which they come. */
class GroupNumbers {
  readonly #width: number;
  readonly #direct: Uint32Array | null;
  readonly #keys = new KeyTable();

  /** Of the first and the second grouping, the numbers are below these. */
  constructor(first: number, second: number) {
    this.#width = second;
    this.#direct = first * second <= maxDirect ? new Uint32Array(first * second) : null;
  }

  get length(): number {
    return this.#keys.length;
  }

  number(first: number, second: number): number {
    const direct = this.#direct;
    if (direct === null) return this.#keys.number(first, second);
    const slot = first * this.#width + second;
    const known = direct[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#keys.number(first, second);
    direct[slot] = number + 1;
    return number;
  }

  codes(group: number): [number, number] {
    const { high, low } = this.#keys.key(group);
    return [high, low];
  }
}

/** The numbers and sums of one field by group. */
interface FieldTotals {
  readonly id: MeasuredFieldId;
  readonly ranks: readonly Rank[];
  readonly read: (row: number) => number;
  readonly n: number[];
  readonly sum: number[];
  /** In the second walk: all values, and for each group where the next of its own goes. */
  values: Float64Array;
  ends: Float64Array;
}

const ranksOf: Readonly<Record<Rank, (sorted: Float64Array) => number | null>> = {
  median,
  p25: (sorted) => percentile(sorted, 0.25),
  p75: (sorted) => percentile(sorted, 0.75),
  p90: (sorted) => percentile(sorted, 0.9),
};

const nothing: FileGrouping = { size: 1, code: () => 0, value: () => null };

/** Work on a question, part by part. */
export class FileSums implements SumPart {
  sums: GroupSums | null = null;
  readonly #question: SumQuestion;
  readonly #release: GroupedRelease;
  readonly #groupings: readonly [FileGrouping, FileGrouping];
  readonly #numbers: GroupNumbers;
  readonly #counts: number[] = [];
  readonly #fields: readonly FieldTotals[];
  readonly #pairs = new KeyTable();
  readonly #contractors: number[] = [];
  readonly #withContractor: number[] = [];
  /** With `together`: which groups count. */
  readonly #together: GroupNumbers | null;
  readonly #work: Generator<void, GroupSums>;
  #permits = 0;

  constructor(release: GroupedRelease, question: SumQuestion) {
    this.#release = release;
    this.#question = question;
    const [first = nothing, second = nothing] = question.groupBy.map((id) => fileGroupings[id](release));
    this.#groupings = [first, second];
    this.#numbers = new GroupNumbers(first.size, second.size);
    this.#together = question.together === null ? null : new GroupNumbers(first.size, second.size);
    for (const group of question.together ?? []) this.#together?.number(...(group as FileGroup).codes);
    this.#fields = [...question.fields].map(([id, ranks]) => ({
      id,
      ranks,
      read: fileFields[id](release.filters, question.facts),
      n: [],
      sum: [],
      values: new Float64Array(0),
      ends: new Float64Array(0),
    }));
    this.#work = this.#all();
  }

  /** Goes on for a while. */
  more(now: () => number): void {
    const end = now() + partMs;
    while (this.sums === null && now() < end) {
      const { done, value } = this.#work.next();
      if (done === true) this.sums = value;
    }
  }

  *#all(): Generator<void, GroupSums> {
    yield* this.#walk((row, group) => this.#count(row, group));
    const ranked = this.#fields.filter(({ ranks }) => ranks.length > 0);
    if (ranked.length > 0) {
      this.#makeRoom(ranked);
      yield* this.#walk((row, group) => {
        for (const field of ranked) {
          const value = field.read(row);
          if (Number.isNaN(value)) continue;
          const end = at(field.ends, group);
          field.values[end] = value;
          field.ends[group] = end + 1;
        }
      });
    }
    const groups: FileGroup[] = [];
    for (let group = 0; group < this.#counts.length; group++) {
      groups.push(this.#group(group));
      yield;
    }
    return { groups, permits: this.#permits };
  }

  /** Passes on every row that matches with the number of each of its groups. */
  *#walk(take: (row: number, group: number) => void): Generator<void> {
    const plan = planPermits(this.#release.filters, this.#question.query);
    this.#permits = 0;
    if (plan === null) return;
    const groupsOf = this.#groupsOf(take);
    const visit = (row: number) => {
      this.#permits += 1;
      groupsOf(row);
      return true;
    };
    for (const window of windowsOf(plan)) {
      visitRows(window, 0, visit);
      yield;
    }
  }

  /** Passes on the number of each group of a row. */
  #groupsOf(take: (row: number, group: number) => void): (row: number) => void {
    const [first, second] = this.#groupings;
    const add = this.#together === null ? this.#adder(take) : this.#togetherAdder(this.#together, take);
    if (first.each) {
      const { each } = first;
      return (row) => each(row, (code) => add(row, code, second.code(row)));
    }
    if (second.each) {
      const { each } = second;
      return (row) => each(row, (code) => add(row, first.code(row), code));
    }
    return (row) => add(row, first.code(row), second.code(row));
  }

  #adder(take: (row: number, group: number) => void) {
    return (row: number, one: number, other: number) => {
      const group = this.#numbers.number(one, other);
      if (group === this.#counts.length) this.#begin();
      take(row, group);
    };
  }

  /** All of the groups are one, in which a row counts once. */
  #togetherAdder(together: GroupNumbers, take: (row: number, group: number) => void) {
    const known = this.#question.together?.length ?? 0;
    let last = -1;
    return (row: number, one: number, other: number) => {
      if (row === last || together.number(one, other) >= known) return;
      last = row;
      if (this.#counts.length === 0) this.#begin();
      take(row, 0);
    };
  }

  #begin(): void {
    if (this.#counts.length === maxSummedGroups) throw tooManyGroups();
    this.#counts.push(0);
    this.#contractors.push(0);
    this.#withContractor.push(0);
    for (const { n, sum } of this.#fields) {
      n.push(0);
      sum.push(0);
    }
  }

  #count(row: number, group: number): void {
    this.#counts[group] = at(this.#counts, group) + 1;
    for (const { read, n, sum } of this.#fields) {
      const value = read(row);
      if (Number.isNaN(value)) continue;
      n[group] = at(n, group) + 1;
      sum[group] = at(sum, group) + value;
    }
    if (!this.#question.contractors) return;
    const contractor = this.#release.filters.contractor.at(row);
    if (contractor === 0) return;
    this.#withContractor[group] = at(this.#withContractor, group) + 1;
    const before = this.#pairs.length;
    if (this.#pairs.number(group, contractor) === before)
      this.#contractors[group] = at(this.#contractors, group) + 1;
  }

  /** Room for the values of each field, group by group. */
  #makeRoom(fields: readonly FieldTotals[]): void {
    const total = (n: readonly number[]) => n.reduce((sum, count) => sum + count, 0);
    if (fields.reduce((sum, { n }) => sum + total(n), 0) > maxRankedValues) throw tooManyValues();
    for (const field of fields) {
      field.values = new Float64Array(total(field.n));
      field.ends = new Float64Array(field.n.length);
      let from = 0;
      for (const [group, count] of field.n.entries()) {
        field.ends[group] = from;
        from += count;
      }
    }
  }

  #group(group: number): FileGroup {
    const codes = this.#together === null ? this.#numbers.codes(group) : ([0, 0] as [number, number]);
    const groupings = this.#question.together === null ? this.#groupings : [];
    const values = this.#question.groupBy.map((_, i): GroupValue => {
      const code = at(codes, i);
      return code === 0 ? null : (groupings[i]?.value(code) ?? null);
    });
    const fields = this.#fields.map((field): [MeasuredFieldId, FieldSums] => [
      field.id,
      sumsOf(field, group),
    ]);
    return {
      codes,
      values,
      count: at(this.#counts, group),
      contractors: at(this.#contractors, group),
      withContractor: at(this.#withContractor, group),
      fields: new Map(fields),
    };
  }
}

function sumsOf({ ranks, n, sum, values, ends }: FieldTotals, group: number): FieldSums {
  const own =
    ranks.length === 0 ? values : values.subarray(at(ends, group) - at(n, group), at(ends, group)).sort();
  const known = ranks.map((rank) => [rank, ranksOf[rank](own)]);
  return { n: at(n, group), sum: at(sum, group), ranks: Object.fromEntries(known) };
}

/** The plan, a part of its rows at a time. Its cursors only move forward, as the parts do. */
function* windowsOf(plan: PermitPlan): Generator<PermitPlan> {
  for (const { from, to } of plan.ranges) {
    for (let start = from; start < to; start += rowsBetweenLooks) {
      yield { ...plan, ranges: [{ from: start, to: Math.min(start + rowsBetweenLooks, to) }] };
    }
  }
}
