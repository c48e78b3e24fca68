/**
 * The rows of a store without what fetches brought that have not ended: of each source those of its last whole fetch,
 * and what was ingested. A fetch that fails or is interrupted leaves its rows to the one that resumes it; until that has
 * ended, some of them are new and some are not, which is nothing that the source ever had. What such a fetch replaced is
 * kept (revert-run.ts), so both engines read around it.
 */
import type { Run } from './raw-store.js';

/** The fetches that have not ended, by id, of which the store can tell what they replaced. */
export const unfinishedFetches = `SELECT half.id FROM run half
  WHERE half.kind = 'fetch' AND half.state <> 'finished' AND half.reverted_ms IS NULL AND half.keeps_replaced = 1
    AND NOT EXISTS (SELECT 1 FROM run whole WHERE whole.source = half.source AND whole.id > half.id
      AND whole.state = 'finished' AND whole.reverted_ms IS NULL)`;

/** What stands in the place of a row's columns, and which rows there are, as parts of a query over `row r, version v`. */
interface RowsWithout {
  /** `body`, `last_run`, `said_ms`, `vanished_run` and the earlier values of a row (of `earlier e`). */
  readonly columns: Readonly<Record<'body' | 'last_run' | 'said_ms' | 'vanished_run' | 'fields', string>>;
  /** A join; empty if no run is left out. */
  readonly join: string;
  /** A condition that begins with AND, or nothing. */
  readonly where: string;
}

/** The rows as they were without these runs of their sources, which are the last ones. */
export function rowsWithout(runs: readonly number[]): RowsWithout {
  const columns = {
    body: 'r.body',
    last_run: 'v.last_run',
    said_ms: 'v.said_ms',
    vanished_run: 'v.vanished_run',
    fields: 'e.fields',
  };
  if (runs.length === 0) return { columns, join: '', where: '' };
  const before = Object.entries(columns).map(([name, now]) => [
    name,
    `CASE WHEN was.run IS NULL THEN ${now} ELSE was.${name} END`,
  ]);
  return {
    columns: Object.fromEntries(before) as typeof columns,
    // Of several, the first to replace a row has it as it was before all of them.
    join: `LEFT JOIN replaced was ON was.row = v.row AND was.source = v.source AND was.run = (
      SELECT min(first.run) FROM replaced first
      WHERE first.run IN (${runs.join()}) AND first.row = v.row AND first.source = v.source)`,
    where: `AND r.first_run NOT IN (${runs.join()})`,
  };
}

/** A condition on the past states of rows, without those that ended in these runs; begins with AND, or is empty. */
export function pastWithout(runs: readonly number[]): string {
  return runs.length === 0 ? '' : `AND run NOT IN (${runs.join()})`;
}

/** The sources of which rows are left out, each with how many new or changed ones. */
export function leftOut(runs: readonly Run[], without: readonly number[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const { id, source, counts } of runs) {
    const stored = counts.new + counts.changed;
    if (stored > 0 && without.includes(id)) rows.set(source, (rows.get(source) ?? 0) + stored);
  }
  return rows;
}
