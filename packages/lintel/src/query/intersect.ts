/**
 * Intersects sorted lists of rows and visits the rows that are on all of them and pass all tests.
 *
 * Lists of very different lengths are intersected by galloping: each list seeks the current row of another
 * one. Lists of similar length are intersected as bitmaps, one window of rows at a time.
 */
import type { TotalCount } from '@lintel/contract';
import { countTimeLimitMs, exactCountTimeLimitMs, totalCountCap } from '@lintel/contract/plain';
import { cappedTotal } from '../format/capped-total.js';
import type { RowRange } from '../format/column/row-dates.js';
import { BitmapCursor } from '../format/postings/bitmap-cursor.js';
import { type BitmapSource, PostingsList, type RowCursor } from '../format/postings/rows-cursor.js';
import { firstBit, largestWindow, leastWindow } from '../format/postings/union-cursor.js';

/** Lists to be intersected, the shortest first, and tests for the conditions that they do not cover. */
export interface Intersection {
  /** Ranges of rows to search, ascending and disjoint. */
  readonly ranges: readonly RowRange[];
  readonly cursors: readonly RowCursor[];
  readonly tests: readonly ((row: number) => boolean)[];
  /** Whether a row may come several times on a list: those of words have it for each place of the word. */
  readonly hasRepeats?: boolean;
}

/** When to stop counting. Milliseconds of any monotonic clock. */
export interface CountLimit {
  readonly now: () => number;
  readonly limitMs: number;
  /** The number at which counting ends; default: that of `total_count`. */
  readonly cap?: number;
}

/** The time limit of `total_count` (C1). */
export const defaultCountLimit: CountLimit = { now: () => performance.now(), limitMs: countTimeLimitMs };
/** The limit where the caller wants the exact number (C53). */
export const withoutCap = (limit: CountLimit): CountLimit => ({
  ...limit,
  limitMs: Math.max(limit.limitMs, exactCountTimeLimitMs),
  cap: Number.POSITIVE_INFINITY,
});
/** Candidates between two checks of the clock. */
const candidatesBetweenChecks = 1024;

/** Lists up to this many times the length of the shortest are intersected as bitmaps. */
const likeLengthRatio = 16;
/** Lists with fewer than one row in 1,024 are galloped: windows of bitmaps would be nearly empty. */
const sparseShare = 1024;

/**
 * Visits the matching rows from `start` on, in order, until `visit` returns false. Returns false if `goOn`,
 * called about every thousand candidates, returned false before the end.
 */
export function visitRows(
  intersection: Intersection,
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null = null,
): boolean {
  let isWanted = true;
  const visitNext: Visit = (row) => {
    isWanted = visit(row);
    return isWanted;
  };
  for (const range of intersection.ranges) {
    const part = { ...intersection, range };
    const lists = listsOfLikeLength(part);
    const isDone =
      lists === null
        ? gallop(part, start, visitNext, goOn)
        : intersectBitmaps(part, lists, start, visitNext, goOn);
    if (!isDone) return false;
    if (!isWanted) break;
  }
  return true;
}

/** An intersection within one of its ranges. */
interface RangeIntersection extends Omit<Intersection, 'ranges'> {
  readonly range: RowRange;
}

type Visit = (row: number) => boolean;

/**
 * The cursors as bitmap sources, cached bitmaps last, if there are several, all of similar length and none
 * sparse; else null, which means galloping.
 */
function listsOfLikeLength({ cursors, range }: RangeIntersection): BitmapSource[] | null {
  const lists = cursors.filter((cursor): cursor is BitmapSource => 'mark' in cursor);
  if (lists.length < 2 || lists.length < cursors.length) return null;
  // A cached bitmap need not be marked, so its length does not matter.
  const marked = lists.filter((list) => !(list instanceof BitmapCursor));
  const counts = (marked.length > 0 ? marked : lists).map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most > likeLengthRatio * least || most * sparseShare < range.to - range.from) return null;
  return [...marked, ...lists.filter((list) => list instanceof BitmapCursor)];
}

/** How the lists are intersected within a range. */
export function intersectionMethod(
  intersection: Omit<Intersection, 'ranges'>,
  range: RowRange,
): 'galloping' | 'bitmaps' {
  return listsOfLikeLength({ ...intersection, range }) === null ? 'galloping' : 'bitmaps';
}

function gallop(
  { range, cursors, tests }: RangeIntersection,
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null,
): boolean {
  let row = Math.max(start, range.from);
  let tested = 0;
  next: while (row < range.to) {
    if (goOn !== null && ++tested % candidatesBetweenChecks === 0 && !goOn()) return false;
    for (let i = 0; i < cursors.length; i++) {
      const at = cursors[i]?.seek(row) ?? row;
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
 * The rows of each list within a window are marked as bits, and the bitmaps are intersected 32 rows at a
 * time. This costs a twentieth of a seek per row.
 */
function intersectBitmaps(
  { range, tests }: RangeIntersection,
  lists: readonly BitmapSource[],
  start: number,
  visit: Visit,
  goOn: (() => boolean) | null,
): boolean {
  let bits = new Uint32Array(leastWindow / 32);
  let others = new Uint32Array(leastWindow / 32);
  let tested = 0;
  for (let window = leastWindow, row = Math.max(start, range.from); ; ) {
    if (goOn !== null && !goOn()) return false;
    for (const list of lists) row = Math.max(row, list.seek(row));
    if (row >= range.to) return true;
    const from = row - (row % 32);
    // Not beyond the range: lists only move forward, and the next range may begin at its end.
    const end = Math.min(from + window, range.to);
    markAll(lists, row, from, end, bits, others);
    const count = end - from;
    for (
      let at = firstBit(bits, row - from, count);
      at >= 0 && at < count;
      at = firstBit(bits, at + 1, count)
    ) {
      if (goOn !== null && ++tested % candidatesBetweenChecks === 0 && !goOn()) return false;
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

/** Marks in `bits` the rows from `row` up to `end` that are on all lists; the first bit is row `from`. */
function markAll(
  lists: readonly BitmapSource[],
  row: number,
  from: number,
  end: number,
  bits: Uint32Array,
  others: Uint32Array,
): void {
  for (const [i, list] of lists.entries()) {
    if (i > 0 && list instanceof BitmapCursor) {
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

function passes(tests: Intersection['tests'], row: number): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]?.(row) === false) return false;
  return true;
}

/**
 * How many rows match (C1); null if counting took too long. Rows for which `isNew` is false are not counted.
 */
export function countRows(
  intersection: Intersection,
  limit: CountLimit,
  isNew: (row: number) => boolean = () => true,
): TotalCount | null {
  const end = limit.now() + limit.limitMs;
  const cap = limit.cap ?? totalCountCap;
  let count = 0;
  const done = visitRows(
    intersection,
    0,
    (row) => {
      if (isNew(row)) count += 1;
      return count <= cap;
    },
    () => limit.now() < end,
  );
  return done ? cappedTotal(count, cap) : null;
}

/** The same if there is one list and no test, by looking up the bounds of the ranges in it. Else null. */
export function countList(intersection: Intersection, { cap }: CountLimit): TotalCount | null {
  const rows = listedRows(intersection);
  return rows === null ? null : cappedTotal(rows, cap);
}

/** The number of matching rows, without a limit, where looking it up in a list suffices. */
export function listedRows({ ranges, cursors, tests, hasRepeats }: Intersection): number | null {
  const [only] = cursors;
  if (hasRepeats || cursors.length !== 1 || tests.length > 0 || !(only instanceof PostingsList)) return null;
  return ranges.reduce((sum, { from, to }) => sum + only.indexOf(to) - only.indexOf(from), 0);
}
