/**
 * Taking back a run: the rows of its source become what they were before it. Before a run replaces a row, it keeps the
 * row as it was in the table `replaced`; what it brought anew is removed, and what it missed is no longer marked as
 * vanished. Both engines run these statements, each in one transaction.
 */
import { formatCount } from '../base/format-number.js';
import { UserError } from '../base/user-error.js';
import type { RevertedRun, Run } from './raw-store.js';
import { type SqlRecord, toRun } from './store-records.js';

/** Replaced rows are kept for so long, and at most as many of a source as it has rows; always since its last whole run. */
const keptMs = 30 * 24 * 3_600_000;

/** The columns of a row as it was: of its version, its content, and its earlier values. */
export const replacedColumns = [
  'hash',
  'last_run',
  'said_ms',
  'vanished_run',
  'header',
  'body',
  'fields',
] as const;

/** Keeps rows as they are before a run replaces them. `run` is its number and `which` selects the rows, in SQL. */
export function keepReplaced(rowId: 'id' | 'no', run: string, which: string): string {
  return `INSERT INTO replaced (run, source, row, ${replacedColumns.join()})
    SELECT ${run}, v.source, v.row, v.hash, v.last_run, v.said_ms, v.vanished_run,
      v.header, r.body, e.fields
    FROM version v JOIN row r ON r.source = v.source AND r.${rowId} = v.row
    LEFT JOIN earlier e ON e.source = v.source AND e.row = v.row
    WHERE ${which} AND r.first_run <> ${run} ON CONFLICT DO NOTHING`;
}

/** Of the runs of a source, the records of all with the oldest first, those whose replaced rows need not be kept. */
export function runsToForget(records: readonly SqlRecord[], nowMs: number): number[] {
  const runs = records.map(toRun);
  const rows = runs.reduce((sum, { counts }) => sum + counts.new, 0);
  const lastWhole = runs.findLast(({ state }) => state === 'finished')?.id ?? 0;
  const keeping = new Set(
    records.filter((record) => Number(record.keeps_replaced) === 1).map(({ id }) => Number(id)),
  );
  let changed = 0;
  const forgotten: number[] = [];
  for (const { id, counts, startedMs } of runs.reverse()) {
    if (!keeping.has(id)) continue;
    changed += counts.changed;
    if (id < lastWhole && (changed > rows || nowMs - startedMs > keptMs)) forgotten.push(id);
  }
  return forgotten;
}

/** What is asked before a run is taken back, and then what takes it back. */
interface RevertStatements {
  /** `keeps`: whether all that the run replaced is still kept. */
  readonly keeps: string;
  /** The later runs that have read rows of this one again, and how many: `run` and `rows`, in any order. */
  readonly later: string;
  /** One record: `restored`, `removed` and `found` (RevertedRun). */
  readonly counts: string;
  readonly revert: readonly string[];
}

/** For the run `id` of the source numbered `source`; `rowId` is the name of the row's number in the table `row`. */
export function revertStatements(
  rowId: 'id' | 'no',
  source: number,
  { id, kind }: Pick<Run, 'id' | 'kind'>,
  nowMs: number,
): RevertStatements {
  const brought = `(SELECT ${rowId} FROM row WHERE source = ${source} AND first_run = ${id})`;
  const kept = `(SELECT row FROM replaced WHERE run = ${id})`;
  const laterRuns = `SELECT id FROM run WHERE source = ${source} AND id > ${id} AND reverted_ms IS NULL`;
  const ofSource = (table: string, rows: string) =>
    `DELETE FROM ${table} WHERE source = ${source} AND row IN ${rows}`;
  const columns = ['hash', 'last_run', 'said_ms', 'vanished_run', 'header'];
  return {
    keeps: `SELECT keeps_replaced AS keeps FROM run WHERE id = ${id}`,
    later: `SELECT run, count(*) AS rows FROM (
        SELECT last_run AS run, row FROM version WHERE source = ${source} AND last_run IN (${laterRuns})
        UNION SELECT run, row FROM replaced WHERE source = ${source} AND run IN (${laterRuns})
      ) seen WHERE row IN ${brought} OR row IN ${kept} GROUP BY run`,
    counts: `SELECT (SELECT count(*) FROM replaced WHERE run = ${id}) AS restored,
      (SELECT count(*) FROM row WHERE source = ${source} AND first_run = ${id}) AS removed,
      (SELECT count(*) FROM version WHERE source = ${source} AND vanished_run = ${id}) AS found`,
    revert: [
      `UPDATE row SET body = was.body FROM replaced was
        WHERE was.run = ${id} AND row.source = was.source AND row.${rowId} = was.row`,
      `UPDATE version SET ${columns.map((name) => `${name} = was.${name}`).join()} FROM replaced was
        WHERE was.run = ${id} AND version.source = was.source AND version.row = was.row`,
      ofSource('earlier', kept),
      `INSERT INTO earlier (source, row, fields)
        SELECT source, row, fields FROM replaced WHERE run = ${id} AND fields IS NOT NULL`,
      ...['version', 'replaced'].map(
        (table) =>
          `UPDATE ${table} SET vanished_run = NULL WHERE source = ${source} AND vanished_run = ${id}`,
      ),
      ...['earlier', 'version'].map((table) => ofSource(table, brought)),
      `DELETE FROM row WHERE source = ${source} AND first_run = ${id}`,
      `DELETE FROM quarantine WHERE source = ${source} AND run = ${id}`,
      ...['replaced', 'past'].map((table) => `DELETE FROM ${table} WHERE run = ${id}`),
      `UPDATE run SET reverted_ms = ${nowMs}, keeps_replaced = 0 WHERE id = ${id}`,
      // A fetch asks again for what it had asked for.
      ...(kind === 'fetch'
        ? [
            `UPDATE source SET bookmark = (SELECT bookmark_before FROM run WHERE id = ${id}) WHERE id = ${source}`,
          ]
        : []),
    ],
  };
}

interface Answers {
  readonly keeps: boolean;
  readonly later: readonly { readonly run: number; readonly rows: number }[];
}

/** Throws a UserError if a run cannot be taken back. */
export function refuseRevert(run: Run, { keeps, later }: Answers): void {
  const what = `Run ${run.id} of ${run.source}`;
  if (run.state === 'reverted') throw new UserError(`${what} has been reverted before.`);
  if (!keeps) {
    throw new UserError(`${what} cannot be reverted: the rows that it replaced are no longer kept.`, {
      hint: 'They are kept for 30 days, and at most as many as the source has rows. Fetch the source with --full, or restore a backup.',
    });
  }
  if (later.length === 0) return;
  const last = later.reduce((a, b) => (a.run > b.run ? a : b));
  throw new UserError(
    `${what} cannot be reverted alone: run ${last.run} has read ${formatCount(last.rows)} of its rows again since.`,
    { hint: `--later reverts run ${run.id} with all later runs of its source, the last one first.` },
  );
}

/** The error for a run that the store does not have. */
export function noRun(id: number, count: number): UserError {
  const hint = count === 0 ? 'There are none yet.' : 'lintel runs lists the runs.';
  return new UserError(`There is no run ${id}.`, { hint });
}

export function toReverted(run: Run, record: Readonly<Record<string, unknown>> | undefined): RevertedRun {
  const { restored, removed, found } = record ?? {};
  return {
    run: run.id,
    source: run.source,
    restored: Number(restored),
    removed: Number(removed),
    found: Number(found),
  };
}
