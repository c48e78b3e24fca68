/**
 * Sums the permits of a question by group (C52), in the columns of a release: one walk over the rows that match for
 * numbers and sums, and where medians or percentiles are wanted a second one that gathers values, each group's beside
 * one another. Rows are taken some thousand at a time, a column after the other: loops over plain arrays cost a few
 * nanoseconds a row. The work is done in parts, so that a question over millions does not hold up others.
 */
import type { MeasuredFieldId } from '@lintel/contract';
import { at, u32At } from '../base/memory/at.js';
import { GrowableU32 } from '../base/memory/growable.js';
import { KeyTable } from '../base/memory/key-table.js';
import { PostingsList } from '../format/postings/rows-cursor.js';
import {
  type FieldReader,
  type FileGrouping,
  fileFields,
  fileGroupings,
  type GroupedRelease,
} from './file-groupings.js';
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
import { type Quantile, quantiles } from './percentiles.js';
import { type PermitPlan, planPermits } from './permit-plan.js';

/** Rows of the release that are taken together, between two looks at the clock. */
const rowsTogether = 1 << 15;
/**
 * What is read of the rows that are taken together. All questions share it: what is in it is used up before the next one
 * has its turn, and room made anew for each would be collected as garbage at the expense of some.
 */
const room = {
  found: new Uint32Array(rowsTogether),
  first: new Uint32Array(rowsTogether),
  second: new Uint32Array(rowsTogether),
  values: new Float64Array(rowsTogether),
  spread: { rows: new GrowableU32(), codes: new GrowableU32() },
};
/** Groups between two looks at the clock. */
const groupsTogether = 1 << 8;
/** Milliseconds of one part. */
const partMs = 20;
/** Up to so many pairs of numbers, groups are looked up in an array. */
const maxDirect = 1 << 22;

/** Numbers groups in the order in which they come. */
class GroupNumbers {
  readonly #width: number;
  readonly #direct: Uint32Array | null;
  readonly #keys = new KeyTable();

  /** Of the first and the second grouping, the numbers are below these. */
  constructor(first: FileGrouping, second: FileGrouping) {
    this.#width = second.size;
    const pairs = first.size * second.size;
    this.#direct = pairs <= maxDirect ? new Uint32Array(pairs) : null;
  }

  get length(): number {
    return this.#keys.length;
  }

  number(first: number, second: number): number {
    const number = this.#keys.number(first, second);
    if (this.#direct !== null) this.#direct[first * this.#width + second] = number + 1;
    return number;
  }

  /** Puts in place of the first numbers those of the groups; without the second ones they are 0. */
  replace(firsts: Uint32Array, seconds: Uint32Array | null): void {
    const [direct, width] = [this.#direct, this.#width];
    if (direct === null) {
      for (let i = 0; i < firsts.length; i++) firsts[i] = this.number(firsts[i] ?? 0, seconds?.[i] ?? 0);
      return;
    }
    if (seconds !== null)
      for (let i = 0; i < firsts.length; i++) firsts[i] = (firsts[i] ?? 0) * width + (seconds[i] ?? 0);
    for (let i = 0; i < firsts.length; i++) {
      const slot = firsts[i] ?? 0;
      const known = direct[slot] ?? 0;
      firsts[i] = known > 0 ? known - 1 : this.number(Math.floor(slot / width), slot % width);
    }
  }

  codes(group: number): readonly [number, number] {
    const { high, low } = this.#keys.key(group);
    return [high, low];
  }
}

/** The numbers and sums of one field by group. */
interface FieldTotals {
  readonly id: MeasuredFieldId;
  /** Of each rank that is wanted the values by group, NaN for none. */
  readonly found: Map<Rank, Float64Array<ArrayBuffer>>;
  readonly read: FieldReader;
  n: Float64Array<ArrayBuffer>;
  sum: Float64Array<ArrayBuffer>;
  /** In the second walk: all values, and for each group where the next of its own goes. */
  values: Float64Array;
  ends: Uint32Array;
}

const ranksOf: Readonly<Record<Rank, Quantile>> = { median: 'median', p25: 0.25, p75: 0.75, p90: 0.9 };

const nothing: FileGrouping = { size: 1, codes: (_, into) => into.fill(0), value: () => null };

/** The sums of all groups. */
interface Totals {
  readonly codes: (group: number) => readonly [number, number];
  readonly valuesOf: (codes: readonly number[]) => GroupValue[];
  readonly fields: readonly FieldTotals[];
  counts: Float64Array<ArrayBuffer>;
  contractors: Float64Array<ArrayBuffer>;
  withContractor: Float64Array<ArrayBuffer>;
}

/** A group in files: a view of the sums. Of many groups few are shown, so nothing is made of the others. */
class FileGroup implements Group {
  readonly #group: number;
  readonly #totals: Totals;

  constructor(group: number, totals: Totals) {
    this.#group = group;
    this.#totals = totals;
  }

  get codes(): readonly [number, number] {
    return this.#totals.codes(this.#group);
  }

  get values(): readonly GroupValue[] {
    return this.#totals.valuesOf(this.codes);
  }

  get count(): number {
    return at(this.#totals.counts, this.#group);
  }

  get contractors(): number {
    return this.#totals.contractors[this.#group] ?? 0;
  }

  get withContractor(): number {
    return this.#totals.withContractor[this.#group] ?? 0;
  }

  field(id: MeasuredFieldId): FieldSums | undefined {
    const field = this.#totals.fields.find((each) => each.id === id);
    if (field === undefined) return undefined;
    const ranks: { [rank in Rank]?: number } = {};
    for (const [rank, values] of field.found) ranks[rank] = at(values, this.#group);
    return { n: at(field.n, this.#group), sum: at(field.sum, this.#group), ranks };
  }
}

/** Rows of permits with the number of a group of each; a row comes once for each of its groups. */
interface Entries {
  readonly rows: Uint32Array;
  readonly groups: Uint32Array;
}

/** Work on a question, part by part. */
export class FileSums implements SumPart {
  sums: GroupSums | null = null;
  readonly #question: SumQuestion;
  readonly #release: GroupedRelease;
  readonly #groupings: readonly [FileGrouping, FileGrouping];
  readonly #numbers: GroupNumbers;
  readonly #totals: Totals;
  readonly #pairs = new KeyTable();
  /** With `together`: which groups count. */
  readonly #together: GroupNumbers | null;
  readonly #work: Generator<void, GroupSums>;
  #permits = 0;

  constructor(release: GroupedRelease, question: SumQuestion) {
    this.#release = release;
    this.#question = question;
    const [first = nothing, second = nothing] = question.groupBy.map((id) => fileGroupings[id](release));
    this.#groupings = [first, second];
    this.#numbers = new GroupNumbers(first, second);
    this.#together = question.together === null ? null : new GroupNumbers(first, second);
    for (const group of question.together ?? []) this.#together?.number(...(group as FileGroup).codes);
    const fields = [...question.fields].map(([id, ranks]) => ({
      id,
      found: new Map(ranks.map((rank) => [rank, new Float64Array(0)])),
      read: fileFields[id](release.filters, question.facts),
      n: new Float64Array(0),
      sum: new Float64Array(0),
      values: new Float64Array(0),
      ends: new Uint32Array(0),
    }));
    this.#totals = {
      codes: (group) => (this.#together === null ? this.#numbers.codes(group) : [0, 0]),
      valuesOf: (codes) =>
        codes
          .slice(0, question.groupBy.length)
          .map((code, i) => (code === 0 ? null : at(this.#groupings, i).value(code))),
      fields,
      counts: new Float64Array(0),
      contractors: new Float64Array(0),
      withContractor: new Float64Array(0),
    };
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
    yield* this.#walk((entries) => this.#count(entries));
    const { length } = this.#numbers;
    const ranked = this.#totals.fields.filter(({ found }) => found.size > 0);
    if (ranked.length > 0) {
      makeRoom(ranked);
      yield* this.#walk(({ rows, groups }) => {
        for (const { read, values, ends } of ranked) gather(this.#read(read, rows), groups, values, ends);
      });
      for (const field of ranked) yield* rank(field, length);
    }
    const groups = Array.from({ length }, (_, group) => new FileGroup(group, this.#totals));
    return { groups, permits: this.#permits };
  }

  /** Passes on every row that matches with the number of each of its groups. */
  *#walk(take: (entries: Entries) => void): Generator<void> {
    const plan = planPermits(this.#release.filters, this.#question.query);
    this.#permits = 0;
    if (plan === null) return;
    const most = this.#question.most ?? Number.POSITIVE_INFINITY;
    for (const found of rowsOf(plan)) {
      const rows = found.subarray(0, most - this.#permits);
      this.#permits += rows.length;
      take(this.#entries(rows));
      if (this.#permits >= most) return;
      yield;
    }
  }

  /** The groups of rows, valid until the next call. */
  #entries(rows: Uint32Array): Entries {
    const [first, second] = this.#groupings;
    const spread = this.#spreadOut(first.each ?? second.each, rows);
    const own = spread?.rows ?? rows;
    if (own.length > room.first.length) {
      room.first = new Uint32Array(own.length * 2);
      room.second = new Uint32Array(own.length * 2);
      room.values = new Float64Array(own.length * 2);
    }
    const [ones, others] = [room.first.subarray(0, own.length), room.second.subarray(0, own.length)];
    for (const [grouping, codes] of [
      [first, ones],
      [second, others],
    ] as const) {
      if (grouping.each && spread !== null) codes.set(spread.codes);
      else grouping.codes(own, codes);
    }
    if (this.#together !== null) return this.#ofTogether(this.#together, own, ones, others);
    const numbers = this.#numbers;
    numbers.replace(ones, second === nothing ? null : others);
    if (numbers.length > maxSummedGroups) throw tooManyGroups();
    return { rows: own, groups: ones };
  }

  /** Each row once for each of its groups; null where rows are in one group. */
  #spreadOut(each: FileGrouping['each'], from: Uint32Array) {
    if (each === undefined) return null;
    const { rows, codes } = room.spread;
    rows.clear();
    codes.clear();
    each(from, (row, code) => {
      rows.push(row);
      codes.push(code);
    });
    return { rows: rows.view(), codes: codes.view() };
  }

  /** All of the groups are one, in which a row counts once. */
  #ofTogether(together: GroupNumbers, rows: Uint32Array, ones: Uint32Array, others: Uint32Array): Entries {
    const known = this.#question.together?.length ?? 0;
    const found = new Uint32Array(rows.length);
    let length = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = u32At(rows, i);
      if (length > 0 && found[length - 1] === row) continue;
      if (together.number(u32At(ones, i), u32At(others, i)) < known) found[length++] = row;
    }
    this.#numbers.number(0, 0);
    return { rows: found.subarray(0, length), groups: ones.fill(0).subarray(0, length) };
  }

  /** The values of a field in rows, valid until the next call. */
  #read(read: FieldReader, rows: Uint32Array): Float64Array {
    const values = room.values.subarray(0, rows.length);
    read(rows, values);
    return values;
  }

  #count({ rows, groups }: Entries): void {
    const totals = this.#totals;
    const { length } = this.#numbers;
    totals.counts = longEnough(totals.counts, length);
    addOnes(groups, totals.counts);
    for (const field of totals.fields) {
      field.n = longEnough(field.n, length);
      field.sum = longEnough(field.sum, length);
      add(this.#read(field.read, rows), groups, field.n, field.sum);
    }
    if (!this.#question.contractors) return;
    totals.contractors = longEnough(totals.contractors, length);
    totals.withContractor = longEnough(totals.withContractor, length);
    const contractors = room.second.subarray(0, rows.length);
    this.#release.filters.contractor.read(rows, contractors);
    addContractors(contractors, groups, this.#pairs, totals);
  }
}

/** The numbers, or a longer array that begins with them. */
function longEnough(numbers: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (numbers.length >= length) return numbers;
  const longer = new Float64Array(length * 2);
  longer.set(numbers);
  return longer;
}

function addOnes(groups: Uint32Array, counts: Float64Array): void {
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] ?? 0;
    counts[group] = (counts[group] ?? 0) + 1;
  }
}

/** Adds the values that are known. */
function add(values: Float64Array, groups: Uint32Array, n: Float64Array, sum: Float64Array): void {
  for (let i = 0; i < groups.length; i++) {
    const value = values[i] ?? 0;
    if (!(value >= 0)) continue;
    const group = groups[i] ?? 0;
    n[group] = (n[group] ?? 0) + 1;
    sum[group] = (sum[group] ?? 0) + value;
  }
}

/** Adds the contractors of entries, 0 for none; `pairs` has those of each group so far. */
function addContractors(found: Uint32Array, groups: Uint32Array, pairs: KeyTable, totals: Totals): void {
  const { contractors, withContractor } = totals;
  for (let i = 0; i < groups.length; i++) {
    const [contractor, group] = [found[i] ?? 0, groups[i] ?? 0];
    if (contractor === 0) continue;
    withContractor[group] = (withContractor[group] ?? 0) + 1;
    const before = pairs.length;
    if (pairs.number(group, contractor) === before) contractors[group] = (contractors[group] ?? 0) + 1;
  }
}

/** Puts the values that are known at the ends of those of their groups. */
function gather(found: Float64Array, groups: Uint32Array, values: Float64Array, ends: Uint32Array): void {
  for (let i = 0; i < groups.length; i++) {
    const value = found[i] ?? 0;
    if (!(value >= 0)) continue;
    const group = groups[i] ?? 0;
    const end = ends[group] ?? 0;
    values[end] = value;
    ends[group] = end + 1;
  }
}

/** Room for the values of each field, group by group. */
function makeRoom(fields: readonly FieldTotals[]): void {
  const total = (n: Float64Array) => n.reduce((sum, count) => sum + count, 0);
  if (fields.reduce((sum, { n }) => sum + total(n), 0) > maxRankedValues) throw tooManyValues();
  for (const field of fields) {
    field.values = new Float64Array(total(field.n));
    field.ends = new Uint32Array(field.n.length);
    let from = 0;
    for (const [group, count] of field.n.entries()) {
      field.ends[group] = from;
      from += count;
    }
  }
}

/** Finds the ranks of a field in each group. */
function* rank({ found, n, values, ends }: FieldTotals, groups: number): Generator<void> {
  const wanted = [...found.keys()].map((each) => ranksOf[each]);
  for (const each of found.keys()) found.set(each, new Float64Array(groups).fill(Number.NaN));
  for (let group = 0; group < groups; group++) {
    if (group % groupsTogether === 0) yield;
    const count = at(n, group);
    if (count === 0) continue;
    const end = at(ends, group);
    const known = yield* quantiles(values.subarray(end - count, end), wanted);
    for (const [i, ranked] of [...found.values()].entries()) ranked[group] = at(known, i);
  }
}

/** The rows of a plan in order, some at a time; each array is valid until the next. */
function* rowsOf(plan: PermitPlan): Generator<Uint32Array> {
  const [only] = plan.cursors;
  const isList = plan.tests.length === 0 && plan.cursors.length === 1 && !plan.hasRepeats;
  const isAll = plan.tests.length === 0 && plan.cursors.length === 0;
  const { found } = room;
  for (const { from, to } of plan.ranges) {
    if (isList && only instanceof PostingsList) {
      const end = only.indexOf(to);
      for (let start = only.indexOf(from); start < end; start += rowsTogether)
        yield only.rows.subarray(start, Math.min(start + rowsTogether, end));
      continue;
    }
    // Cursors only move forward, as the parts do.
    for (let start = from; start < to; start += rowsTogether) {
      const part = { from: start, to: Math.min(start + rowsTogether, to) };
      let length = 0;
      if (isAll) {
        for (let row = start; row < part.to; row++) found[length++] = row;
      } else {
        visitRows({ ...plan, ranges: [part] }, 0, (row) => {
          found[length++] = row;
          return true;
        });
      }
      yield found.subarray(0, length);
    }
  }
}
