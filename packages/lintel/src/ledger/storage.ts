/**
 * What the ledger asks of a database, apart from which one it is.
 *
 * The ledger's work is written as generators: each step yields statements in SQL that SQLite and PostgreSQL both
 * understand and is given their rows. SQLite runs a whole piece of work without letting go of the thread, PostgreSQL
 * sends the statements of one step together and waits once. A statement that fails ends its work and rolls back.
 */

export type Value = string | number | null | Uint8Array;

export interface Statement {
  /** Values stand as `?`. */
  readonly sql: string;
  readonly values: readonly Value[];
}

export type Row = Readonly<Record<string, unknown>>;

/** Yields the statements of a step and is given the rows of each. */
export type Work<T> = Generator<readonly Statement[], T, readonly (readonly Row[])[]>;

export interface Storage {
  /** Runs statements without a transaction. */
  ask<T>(work: () => Work<T>): Promise<T>;
  /** Runs work on one snapshot. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Runs work in one transaction, durable when the promise resolves. Waits for locks; for administration. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** As `write`, but never holds up the event loop while it waits for a lock; for charges. May run work twice. */
  commit<T>(work: () => Work<T>): Promise<T>;
  /** Milliseconds since 1970 UTC, by the one clock that every process of the ledger goes by. */
  now(): Work<number>;
  /** Runs statements, then tells the time: after the locks that they wait for. */
  thenNow(statements: readonly Statement[]): Work<{ rows: readonly (readonly Row[])[]; nowMs: number }>;
  /** Stands after a SELECT that locks the rows it reads. Empty where a transaction locks the whole file. */
  readonly forUpdate: string;
  /** Resolves when something could be written now; rejects with a LedgerUnavailable that says why not. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** All rows of one statement. The caller vouches for their shape: the statement names the columns. */
export function* all<R>(sql: string, ...values: Value[]): Work<readonly R[]> {
  const [rows = []] = yield [{ sql, values }];
  return rows as readonly R[];
}

/** The first row of one statement. */
export function* first<R>(sql: string, ...values: Value[]): Work<R | undefined> {
  const rows = yield* all<R>(sql, ...values);
  return rows[0];
}

/** Runs statements for what they do. */
export function* run(...statements: readonly Statement[]): Work<void> {
  if (statements.length > 0) yield statements;
}

/** A statement with its values. */
export function statement(sql: string, ...values: Value[]): Statement {
  return { sql, values };
}
