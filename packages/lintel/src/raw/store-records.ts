/** Records of the tables, which have the same columns in both engines, as what the raw store gives. */
import type { QuarantinedRow, Run, RunCounts, RunKind, RunState, SourceTotals } from './raw-store.js';
import { unknownLine } from './run-rows.js';

export type SqlRecord = Readonly<Record<string, unknown>>;

function toCounts(record: SqlRecord): RunCounts {
  return {
    read: Number(record.read),
    new: Number(record.new),
    changed: Number(record.changed),
    unchanged: Number(record.unchanged),
    quarantined: Number(record.quarantined),
  };
}

/** A run with the name of its source. */
export function toRun(record: SqlRecord): Run {
  return {
    id: Number(record.id),
    kind: record.kind as RunKind,
    source: String(record.name),
    input: String(record.input),
    startedMs: Number(record.started_ms),
    asOfMs: Number(record.as_of_ms),
    endedMs: numberOrNull(record.ended_ms),
    state: record.reverted_ms === null ? (record.state as RunState) : 'reverted',
    message: record.message === null ? null : String(record.message),
    counts: toCounts(record),
    older: Number(record.older),
    vanished: Number(record.vanished),
    details: record.details === null ? {} : (JSON.parse(String(record.details)) as Record<string, unknown>),
  };
}

/** A row in quarantine with the name of its source. */
export function toQuarantinedRow(record: SqlRecord): QuarantinedRow {
  return {
    source: String(record.name),
    runId: Number(record.run),
    input: String(record.input),
    line: Number(record.line) === unknownLine ? null : Number(record.line),
    reason: String(record.reason),
    body: String(record.body),
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** The sums of the runs of a source that stand; `last_seen_ms` is the latest time at which rows of it were read. */
export function toTotals(record: SqlRecord): SourceTotals {
  return {
    source: String(record.name),
    // Rows go only with the run that brought them, so the rows counted as new are the rows stored.
    rows: Number(record.new),
    counts: toCounts(record),
    lastSeenMs: numberOrNull(record.last_seen_ms),
  };
}
