/** Leaps through the lists of a plan from one row that is on all of them to the next. */
import type { TotalCount } from '@lintel/contract';
import { totalCountCap } from '@lintel/contract';
import type { RowRange } from './days.js';
import { FileList, type RowSource } from './row-source.js';

/** Lists to be leapt through, the shortest first, and tests of what they do not tell. */
export interface Walk {
  readonly range: RowRange;
  readonly sources: readonly RowSource[];
  readonly tests: readonly ((row: number) => boolean)[];
}

/** When to stop counting. Milliseconds of any steady clock. */
export interface CountLimit {
  readonly now: () => number;
  readonly limitMs: number;
}

/** Time in which a count must be done (C1). */
export const defaultCountLimit: CountLimit = { now: () => performance.now(), limitMs: 250 };
/** Candidates looked at between two looks at the clock. */
const candidatesBetweenLooks = 1024;

/**
 * Visits the rows from `start` on that fulfil everything, in order, until `visit` says no. False when `goOn`, asked
 * every thousand candidates, said no before the end.
 */
export function walkRows(
  { range, sources, tests }: Walk,
  start: number,
  visit: (row: number) => boolean,
  goOn: (() => boolean) | null = null,
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
    let passes = true;
    for (let i = 0; passes && i < tests.length; i++) passes = tests[i]?.(row) ?? true;
    if (passes && !visit(row)) return true;
    row += 1;
  }
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
  return done ? capped(count) : null;
}

/** The same where one list tells everything: by looking up where the range begins and ends in it. */
export function countList({ range, sources, tests }: Walk): TotalCount | null {
  const [only] = sources;
  if (sources.length !== 1 || tests.length > 0 || !(only instanceof FileList)) return null;
  return capped(only.indexOf(range.to) - only.indexOf(range.from));
}

function capped(count: number): TotalCount {
  return count > totalCountCap ? { value: totalCountCap, relation: 'gte' } : { value: count, relation: 'eq' };
}
