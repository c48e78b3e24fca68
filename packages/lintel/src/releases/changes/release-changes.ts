/** The changes from an earlier release to an open one, with the records of the open one. */
import type { ChangeType, TotalCount } from '@lintel/contract';
import { cappedTotal } from '../../format/capped-total.js';
import type { RecordBytes, RecordKind, SearchPage } from '../../format/record.js';
import type { DecisionQuery, PermitQuery } from '../../query/questions.js';
import type { ChangeList, ChangeQuery, RecordOfRow } from './change-list.js';
import { type ChangeCounts, countsOf } from './layout.js';

export type { ChangeQuery } from './change-list.js';

/** The changes since a release, as the service and saved searches read them. */
export interface ReleaseChanges {
  /** Changes that match, from number `from` on. */
  page(query: ChangeQuery, from: number, size: number): SearchPage;
  count(query: ChangeQuery): TotalCount;
  /** All of them, by kind and type. */
  counts(): ChangeCounts;
  /** The rows in `[from, end)` of the current release whose records are not as they were, in no order. */
  rows(kind: RecordKind, from: number, end: number): readonly number[];
  /** Changes of these types whose permits match a search now; the newest permits of each type first. */
  permits(query: PermitQuery, types: readonly ChangeType[]): Iterable<RecordBytes>;
  /** The same of decisions. */
  decisions(query: DecisionQuery, types: readonly ChangeType[]): Iterable<RecordBytes>;
}

/** How the open release finds what matches a search among rows of it, which ascend. */
interface MatchingRows {
  permits(query: PermitQuery, among: Uint32Array): Iterable<number>;
  decisions(query: DecisionQuery, among: Uint32Array): Iterable<number>;
}

export function releaseChanges(
  list: ChangeList,
  recordOf: RecordOfRow,
  matching: MatchingRows,
): ReleaseChanges {
  return {
    page: (query, from, size) => list.page(query, from, size, recordOf),
    count: (query) => cappedTotal(list.count(query)),
    counts: () => countsOf(list.summary),
    rows: (kind, from, end) => list.rows(kind, from, end),
    *permits(query, types) {
      for (const type of types) {
        yield* list.selected('permits', type, (among) => matching.permits(query, among), recordOf);
      }
    },
    *decisions(query, types) {
      for (const type of types) {
        yield* list.selected('decisions', type, (among) => matching.decisions(query, among), recordOf);
      }
    },
  };
}

/** No changes: those of a release to itself. */
export const noChanges: ReleaseChanges = {
  page: () => ({ items: [], next: null }),
  count: () => cappedTotal(0),
  counts: () => ({}),
  rows: () => [],
  permits: () => [],
  decisions: () => [],
};
