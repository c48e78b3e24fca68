/**
 * A sample of the rows of a plan, for counts that would take too long. The rows of the shortest list, or all
 * of the period, are divided into small blocks, and of each group of blocks one is read. A hash chooses it, so
 * that the same question has the same answer.
 */
import { u32At } from '../base/memory/at.js';
import type { RowRange } from '../format/column/row-dates.js';
import { BitmapCursor } from '../format/postings/bitmap-cursor.js';
import { PostingsList, type RowCursor } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { visitRows } from './intersect.js';
import type { PermitPlan } from './permit-plan.js';

/** Consecutive entries that are looked at together: they share pages of memory. */
export const blockEntries = 32;

/** How many other rows can be looked at in the time of one whose text is compared. */
const textCost = 8;

/** Entries of a list, or rows, in a range of rows. */
interface Span {
  /** Null: the rows themselves. */
  readonly rows: Uint32Array | null;
  readonly from: number;
  readonly to: number;
}

export interface Sample {
  /** Entries that there are: no more rows can match. */
  readonly entries: number;
  /** Entries that were looked at. */
  readonly looked: number;
  /** Blocks that there are. */
  readonly blocks: number;
  /** For each block that was looked at, how many rows it had. */
  readonly found: readonly number[];
}

/** The share of the entries that were looked at; 1 if all were. */
export const shareOf = ({ entries, looked }: Sample) => (entries === 0 ? 1 : looked / entries);

/** Visits the matching rows, or a sample of them if more than `most` entries would have to be looked at. */
export function sampleRows(plan: PermitPlan, most: number, visit: (row: number) => void): Sample {
  const spans = spansOf(plan);
  const entries = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const affordable = Math.ceil(plan.testsText ? most / textCost : most);
  const toVisit = Math.min(entries, ...plan.cursors.map(({ count }) => count));
  if (toVisit <= affordable) {
    let found = 0;
    visitRows(plan, 0, (row) => {
      found += 1;
      visit(row);
      return true;
    });
    return { entries, looked: entries, blocks: 1, found: [found] };
  }
  const blocksOf = ({ from, to }: Span) => Math.ceil((to - from) / blockEntries);
  const blocks = spans.reduce((sum, span) => sum + blocksOf(span), 0);
  const stride = Math.ceil((blocks * blockEntries) / affordable);
  const found: number[] = [];
  let looked = 0;
  let before = 0;
  let group = 0;
  for (const span of spans) {
    const end = before + blocksOf(span);
    for (; chosenOf(group, stride) < end; group++) {
      const block = chosenOf(group, stride);
      const first = span.from + (block - before) * blockEntries;
      const last = Math.min(first + blockEntries, span.to);
      found.push(visitBlock(plan, { ...span, from: first, to: last }, visit));
      looked += last - first;
    }
    before = end;
  }
  return { entries, looked, blocks, found };
}

/** The block that is looked at in a group of `stride` blocks. */
function chosenOf(group: number, stride: number): number {
  const mixed = Math.imul(group ^ (group >>> 15), 0x2c1b3c6d);
  return group * stride + (((mixed ^ (mixed >>> 12)) >>> 0) % stride);
}

/** Visits the matching rows of a block; returns how many there are. */
function visitBlock({ matches }: PermitPlan, { rows, from, to }: Span, visit: (row: number) => void): number {
  let found = 0;
  for (let at = from; at < to; at++) {
    const row = rows === null ? at : u32At(rows, at);
    if (!matches(row)) continue;
    found += 1;
    visit(row);
  }
  return found;
}

/** The entries of the shortest list in the ranges of the plan; without a list, the rows of the ranges. */
function spansOf({ ranges, lists }: PermitPlan): Span[] {
  const all = ranges.map((range) => ({ rows: null, ...range }));
  const choices = [all, ...lists.map((cursor) => listsOf(cursor)?.flatMap((list) => inRanges(list, ranges)))];
  const size = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return choices.reduce<Span[]>(
    (least, spans) => (spans !== undefined && size(spans) < size(least) ? spans : least),
    all,
  );
}

function inRanges(list: PostingsList, ranges: readonly RowRange[]): Span[] {
  return ranges
    .map(({ from, to }) => ({ rows: list.rows, from: list.indexOf(from), to: list.indexOf(to) }))
    .filter(({ from, to }) => from < to);
}

/** The lists that a cursor puts together, none of which shares a row with another; null for any other cursor. */
function listsOf(cursor: RowCursor): PostingsList[] | null {
  if (cursor instanceof PostingsList) return [cursor];
  if (cursor instanceof BitmapCursor) return [cursor.list];
  if (!(cursor instanceof UnionCursor) || cursor.overlaps) return null;
  const parts = cursor.sources.map(listsOf);
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}
