/**
 * The raw store: what sources sent, as sent.
 *
 * One version per (source, row key): a changed row replaces its version and keeps the time it was first seen,
 * unless the stored one is newer. Values of columns that the newer input lacks are kept with it
 * (earlier-values.ts). A row that a source no longer has is marked, not deleted. Every ingest is a run with
 * its own counts, and can be taken back (revert-run.ts); rows that cannot be used are quarantined with their reason.
 * Batches are transactions, so an interrupted run leaves whole rows and true counts.
 */
import type { Awaitable } from '../base/awaitable.js';
import { UserError } from '../base/user-error.js';
import type { EarlierValues } from './earlier-values.js';

type Streamed<T> = Iterable<T> | AsyncIterable<T>;

export interface RawRow {
  readonly key: string;
  /** The row as sent, as JSON text of one object; empty CSV cells are left out. */
  readonly body: string;
  /**
   * When the source last changed the row, by its own account; milliseconds since 1970 UTC. Absent if not
   * given.
   */
  readonly sourceUpdatedMs?: number | null;
}

export interface StoredRow extends RawRow {
  /** Start of the run that brought the row first; milliseconds since 1970 UTC. */
  readonly firstSeenMs: number;
  /** Latest time at which the source is known to have had the row. */
  readonly lastSeenMs: number;
  /** When the row was found to be gone from the source; null while it is there. */
  readonly vanishedMs: number | null;
  /** Values of columns that the input of `body` lacks, newest run first; `wholeRow` merges them. */
  readonly earlier: readonly EarlierValues[];
  /** The states that it had before (`RunOptions.stateOf`), the oldest first; absent for none. */
  readonly past?: readonly PastState[];
}

/** A state that a row had until a later input changed it. */
export interface PastState {
  readonly state: string;
  /** The date of the data that had another one; milliseconds since 1970 UTC. */
  readonly untilMs: number;
}

/** Rows of one run by outcome. `read` is their sum. */
export interface RunCounts {
  read: number;
  new: number;
  changed: number;
  /** Same key and same content as stored, the same row twice in the input, or older than what is stored. */
  unchanged: number;
  quarantined: number;
}

export type RunState = 'running' | 'finished' | 'interrupted' | 'failed' | 'reverted';

/** What brought the rows of a run: files that a person named, or a portal. */
export type RunKind = 'ingest' | 'fetch';

export interface RunOptions {
  /** By default `ingest`. */
  readonly kind?: RunKind;
  /** The date of the data in the input; by default now. Of two versions of a row the later one is kept. */
  readonly asOfMs?: number;
  /** What of a row is remembered when a later input changes it, as text: its state. By default nothing is. */
  readonly stateOf?: StateOf | null;
}

export type StateOf = (row: Readonly<Record<string, unknown>>) => string;

export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  readonly source: string;
  /** What was read: a file name or an address. */
  readonly input: string;
  readonly startedMs: number;
  /** The date of the data in the input; by default the start of the run. */
  readonly asOfMs: number;
  readonly endedMs: number | null;
  readonly state: RunState;
  readonly message: string | null;
  readonly counts: Readonly<RunCounts>;
  /** Among the unchanged: rows whose content differed, but was older than the stored one. */
  readonly older: number;
  /** Stored rows that the source no longer has. */
  readonly vanished: number;
  /** Further notes on the run, as JSON: the first keys it changed, and its reader's notes. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What became of the rows of a run that was taken back. */
export interface RevertedRun {
  readonly run: number;
  readonly source: string;
  /** Rows that are again as they were before it. */
  readonly restored: number;
  /** Rows that it had brought, now gone. */
  readonly removed: number;
  /** Rows that it had found to be gone, now there again. */
  readonly found: number;
}

/** A row that cannot be used. */
export interface FaultyRow {
  /** 1-based line or record number in the input, null when unknown. */
  readonly line: number | null;
  readonly reason: string;
  readonly body: string;
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

/** How a complete run ends. All of it is stored in one transaction. */
export interface RunEnd {
  /** Marks the rows of the source that no run since this one has seen as vanished. */
  readonly vanishedSince?: number;
  /**
   * Counts all rows that a run since this one has seen, and that have not vanished, as seen again unchanged.
   */
  readonly seenSince?: number;
  readonly bookmark?: string;
}

/**
 * An open run. Rows are buffered and stored a batch at a time. Each call must have ended before the next one: `put` and
 * `quarantine` wait when they fill a batch.
 */
export interface RunWriter {
  readonly id: number;
  readonly counts: Readonly<RunCounts>;
  /**
   * Begins an input: the columns of the rows that follow. Null if only the rows show them; then `columnsWere`
   * gives them at the end of the input, also for the runs since `since` that read its beginning. Without
   * either, values of missing columns do not survive.
   */
  columns(names: readonly string[] | null): Awaitable<void>;
  columnsWere(names: readonly string[], since?: number): Awaitable<void>;
  put(row: RawRow): Awaitable<void>;
  /** Throws a UserError once far more rows came into quarantine than a file of the source can have. */
  quarantine(row: FaultyRow): Awaitable<void>;
  /** Stores the position of the source's reader together with the rows before it, never ahead of them. */
  bookmark(text: string): void;
  /** What is kept with the run when it ends; replaces what was noted before. */
  note(details: Readonly<Record<string, unknown>>): void;
  /** Stores what is buffered and closes the run. */
  finish(end?: RunEnd): Awaitable<Run>;
  /** Stores what is buffered and closes the run as failed or interrupted. */
  stop(state: 'interrupted' | 'failed', message: string): Awaitable<Run>;
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

/** A range of a source's rows in the order of first arrival; rows that come later do not change it. */
export interface RowSpan {
  readonly source: string;
  /** Ids in the store: rows after `after`, up to and including `last`. */
  readonly after: number;
  readonly last: number;
  /** The number of rows. */
  readonly rows: number;
}

/** Reads what is stored, from any thread. */
export interface RowReader {
  /** The first `count` rows of a source in spans of at most `most`. */
  spans(source: string, count: number, most: number): Streamed<RowSpan>;
  /** The rows of a span in order, a few hundred at a time. */
  read(span: RowSpan): Streamed<readonly StoredRow[]>;
  close(): Awaitable<void>;
}

/** What a build reads. */
export interface RawContents extends RowReader {
  totals(): Awaitable<SourceTotals[]>;
  /** The fetches that have not ended, by id, of which it is known what they replaced. */
  unfinished(): Awaitable<readonly number[]>;
}

/** Another process has the right to write. */
export class StoreBusyError extends UserError {}

export interface RawStore extends RawContents {
  /**
   * Takes the right to write until the store is closed, instead of for each run. Throws a StoreBusyError while another
   * has it. Does nothing where several processes may write, each into other sources.
   */
  holdLock(): Awaitable<void>;
  /** Throws a StoreBusyError while another process has the right to write into the source. */
  startRun(source: string, input: string, options?: RunOptions): Awaitable<RunWriter>;
  runs(): Awaitable<Run[]>;
  /** The rows without what fetches brought that have not ended (whole-fetches.ts), over the store's own connection. */
  whole(): Awaitable<RawContents>;
  /**
   * Makes the rows of its source what they were before this run. Throws a UserError if what it replaced is no longer
   * kept, or a later run has read its rows again; a StoreBusyError while another process writes.
   */
  revertRun(id: number): Awaitable<RevertedRun>;
  /** The columns of the latest run of a source whose columns are known; null if there is none. */
  columns(source: string): Awaitable<readonly string[] | null>;
  /** The last stored bookmark of a source; null if there is none. */
  bookmark(source: string): Awaitable<string | null>;
  /** All rows of a source in the order of first arrival, streaming. */
  rows(source: string): Streamed<StoredRow>;
  row(source: string, key: string): Awaitable<StoredRow | null>;
  quarantined(source?: string): Streamed<QuarantinedRow>;
}
