/** Goes through the lists of a plan from one row that is on all of them to the next. */
import type { TotalCount } from '@lintel/contract';
import { countTimeLimitMs, totalCountCap } from '@lintel/contract/plain';
import { cappedTotal } from '../format/capped-total.js';
import type { RowRange } from '../format/column/row-dates.js';
import { BitsSource } from '../format/postings/bitmap-cursor.js';
import { type MarkedSource, type RowCursor, RowList } from '../format/postings/rows-cursor.js';
import { firstBit, largestWindow, leastWindow } from '../format/postings/union-cursor.js';

/** Lists to be leapt through, the shortest first, and tests of what they do not tell. */
export interface Walk {
  /** Where rows are looked for: ranges that ascend and do not overlap. */
  readonly ranges: readonly RowRange[];
  readonly sources: readonly RowCursor[];
  readonly tests: readonly ((row: number) => boolean)[];
}

/** When to stop counting. Milliseconds of any steady clock. */
export interface CountLimit {
  readonly now: () => number;
  readonly limitMs: number;
}

/** The time limit of `total_count`. */
export const defaultCountLimit: CountLimit = { now: () => performance.now(), limitMs: countTimeLimitMs };
/** Candidates looked at between two looks at the clock. */
const candidatesBetweenLooks = 1024;

/** Lists that are at most so many times as long as the shortest are laid upon each other instead of leapt through. */
const alike = 16;
/** Of lists that have less than every so manyth row windows would be nearly empty. */
const sparseShare = 1024;

/**
 * Visits the rows from `start` on that fulfil everything, in order, until `visit` says no. False when `goOn`, asked
 * every thousand candidates, said no before the end.
 */
export function walkRows(
  walk: Walk,
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null = null,
): boolean {
  let isWanted = true;
  const visitNext: Visit = (row) => {
    isWanted = visit(row);
    return isWanted;
  };
  for (const range of walk.ranges) {
    const part = { ...walk, range };
    const lists = listsAlike(part);
    const isDone =
      lists === null ? leap(part, start, visitNext, goOn) : sweep(part, lists, start, visitNext, goOn);
    if (!isDone) return false;
    if (!isWanted) break;
  }
  return true;
}

/** A walk through one of its ranges. */
interface RangeWalk extends Omit<Walk, 'ranges'> {
  readonly range: RowRange;
}

type Visit = (row: number) => boolean;

/**
 * The sources as lists whose rows can be marked, those held as bits last, when there are several, all about as long and none
 * sparse; else null.
 */
function listsAlike({ sources, range }: RangeWalk): MarkedSource[] | null {
  const lists = sources.filter((source): source is MarkedSource => 'mark' in source);
  if (lists.length < 2 || lists.length < sources.length) return null;
  // What is held as bits costs nothing to mark.
  const marked = lists.filter((list) => !(list instanceof BitsSource));
  const counts = (marked.length > 0 ? marked : lists).map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most > alike * least || most * sparseShare < range.to - range.from) return null;
  return [...marked, ...lists.filter((list) => list instanceof BitsSource)];
}

function leap(
  { range, sources, tests }: RangeWalk,
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null,
): boolean {
  let row = Math.max(start, range.from);
  let looked = 0;
  next: while (row < range.to) {
    if (goOn !== null && ++looked % candidatesBetweenLooks === 0 && !goOn()) return false;
    for (let i = 0; i < sources.length; i++) {
      const at = sources[i]?.seek(row) ?? row;
      if (at !== row) {
        row = at;
        continue next;
      }
    }
    if (passes(tests, row) && !visit(row)) return true;
    row += 1;
  }
  return true;
}

/**
 * The same by windows: the rows of each list within one are marked as bits, which are laid upon each other. A row of a
 * list costs a twentieth of a leap.
 */
function sweep(
  { range, tests }: RangeWalk,
  lists: readonly MarkedSource[],
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null,
): boolean {
  let bits = new Uint32Array(leastWindow / 32);
  let others = new Uint32Array(leastWindow / 32);
  let looked = 0;
  for (let window = leastWindow, row = Math.max(start, range.from); ; ) {
    if (goOn !== null && !goOn()) return false;
    for (const list of lists) row = Math.max(row, list.seek(row));
    if (row >= range.to) return true;
    const from = row - (row % 32);
    // Not beyond the range: lists only go forward, and the next range may begin right behind.
    const end = Math.min(from + window, range.to);
    markAll(lists, row, from, end, bits, others);
    const count = end - from;
    for (
      let at = firstBit(bits, row - from, count);
      at >= 0 && at < count;
      at = firstBit(bits, at + 1, count)
    ) {
      if (goOn !== null && ++looked % candidatesBetweenLooks === 0 && !goOn()) return false;
      if (passes(tests, from + at) && !visit(from + at)) return true;
    }
    row = end;
    if (window < largestWindow) {
      window *= 2;
      bits = new Uint32Array(window / 32);
      others = new Uint32Array(window / 32);
    }
  }
}

/** Leaves in `bits` those of the rows from `row` to `end` that are on all lists; the first bit is that of row `from`. */
function markAll(
  lists: readonly MarkedSource[],
  row: number,
  from: number,
  end: number,
  bits: Uint32Array,
  others: Uint32Array,
): void {
  for (const [i, list] of lists.entries()) {
    if (i > 0 && list instanceof BitsSource) {
      list.keep(bits, from);
      continue;
    }
    const into = i === 0 ? bits : others;
    into.fill(0);
    if (list.seek(row) < end) list.mark(into, from, end);
    for (let word = 0; i > 0 && word < bits.length; word++)
      bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
  }
}

function passes(tests: Walk['tests'], row: number): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]?.(row) === false) return false;
  return true;
}

/** How many rows fulfil everything (C1); null when that took too long. `isNew` may leave rows out of the count. */
export function countRows(
  walk: Walk,
  limit: CountLimit,
  isNew: (row: number) => boolean = () => true,
): TotalCount | null {
  const end = limit.now() + limit.limitMs;
  let count = 0;
  const done = walkRows(
    walk,
    0,
    (row) => {
      if (isNew(row)) count += 1;
      return count <= totalCountCap;
    },
    () => limit.now() < end,
  );
  return done ? cappedTotal(count) : null;
}

/** The same where one list tells everything: by looking up where the ranges begin and end in it. */
export function countList({ ranges, sources, tests }: Walk): TotalCount | null {
  const [only] = sources;
  if (sources.length !== 1 || tests.length > 0 || !(only instanceof RowList)) return null;
  return cappedTotal(ranges.reduce((sum, { from, to }) => sum + only.indexOf(to) - only.indexOf(from), 0));
}
