/**
 * The raw store: what sources sent, as sent.
 *
 * One version a (source, row key): a changed row replaces its version and keeps when it was first seen. Every
 * ingest is a run with its own counts; rows that cannot be used are quarantined with their reason. Batches are
 * transactions, so an interrupted run leaves whole rows and true counts.
 */
export interface RawRow {
  readonly key: string;
  /** The row as sent, as JSON text of one object; empty CSV cells are left out. */
  readonly body: string;
}

export interface StoredRow extends RawRow {
  /** Milliseconds since 1970 UTC. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/** Rows of one run by what became of them. `read` is their sum. */
export interface RunCounts {
  read: number;
  new: number;
  changed: number;
  /** Same key and same content as stored, or the same row twice in the input. */
  unchanged: number;
  quarantined: number;
}

export type RunState = 'running' | 'finished' | 'interrupted' | 'failed';

export interface Run {
  readonly id: number;
  readonly source: string;
  /** What was read: a file name or an address. */
  readonly input: string;
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly state: RunState;
  readonly message: string | null;
  readonly counts: Readonly<RunCounts>;
}

export interface QuarantinedRow {
  readonly source: string;
  readonly runId: number;
  readonly input: string;
  /** 1-based line or record number in the input, null when unknown. */
  readonly line: number | null;
  readonly reason: string;
  /** The row as far as it could be read, cut to a limit. */
  readonly body: string;
}

/** An open run. Rows are buffered and stored a batch at a time. */
export interface RunWriter {
  readonly counts: Readonly<RunCounts>;
  put(row: RawRow): void;
  quarantine(row: { line: number | null; reason: string; body: string }): void;
  /** Stores what is buffered and closes the run. */
  finish(): Run;
  /** Stores what is buffered and closes the run as failed or interrupted. */
  stop(state: 'interrupted' | 'failed', message: string): Run;
}

export interface SourceTotals {
  readonly source: string;
  /** Rows now stored. */
  readonly rows: number;
  /** Sums over all runs. */
  readonly counts: Readonly<RunCounts>;
  /** Latest time at which the source was read; milliseconds since 1970 UTC. */
  readonly lastSeenMs: number | null;
}

export interface RawStore {
  startRun(source: string, input: string): RunWriter;
  runs(): Run[];
  totals(): SourceTotals[];
  /** All rows of a source in the order of first arrival, streaming. */
  rows(source: string): IterableIterator<StoredRow>;
  row(source: string, key: string): StoredRow | null;
  quarantined(source?: string): IterableIterator<QuarantinedRow>;
  close(): void;
}
