/**
 * The database interface of the ledger, the same for both engines.
 *
 * The ledger's work is written as generators. Each step yields statements, in SQL that SQLite and PostgreSQL
 * both accept, and receives their rows. SQLite runs a whole piece of work synchronously; PostgreSQL sends the
 * statements of one step together and waits once. A statement that fails ends its work and rolls it back.
 */

export type Value = string | number | null | Uint8Array;

export interface Statement {
  /** With `?` for each value. */
  readonly sql: string;
  readonly values: readonly Value[];
  /** Rows that the SQL reads as the table `given`. */
  readonly given?: Given;
}

/**
 * A small table that is sent along with a statement, so that one statement can serve many rows. PostgreSQL gets all
 * rows at once; SQLite, where a statement costs microseconds, runs the statement for one row after the other. So the
 * SQL must treat each row by itself.
 */
export interface Given {
  /** Types of the columns, in order. */
  readonly columns: Readonly<Record<string, 'BIGINT' | 'TEXT' | 'BYTEA'>>;
  readonly rows: readonly (readonly Value[])[];
}

export type StoredRow = Readonly<Record<string, unknown>>;

/** Yields the statements of a step and receives the rows of each. */
export type Work<T> = Generator<readonly Statement[], T, readonly (readonly StoredRow[])[]>;

export interface Storage {
  /** Runs statements without a transaction. */
  ask<T>(work: () => Work<T>): Promise<T>;
  /** Runs work on one snapshot. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Runs work in one transaction, durable when the promise resolves. Waits for locks; for administration. */
  write<T>(work: () => Work<T>): Promise<T>;
  /**
   * Like `write`, but never blocks the event loop while it waits for a lock; for charges. May run work twice.
   */
  commit<T>(work: () => Work<T>): Promise<T>;
  /** Milliseconds since 1970 UTC, by the clock that all processes of the ledger share. */
  now(): Work<number>;
  /** Runs statements and then reads the clock: after waiting for the locks that they take. */
  thenNow(statements: readonly Statement[]): Work<{ rows: readonly (readonly StoredRow[])[]; nowMs: number }>;
  /** The end of a SELECT that locks the rows it reads. Empty where a transaction locks the whole file. */
  readonly forUpdate: string;
  /** Resolves if the ledger could be written now; rejects with a LedgerUnavailable that says why not. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** Rows as the type that the columns of their statement have. */
export function typedRows<R>(rows: readonly StoredRow[] | undefined): readonly R[] {
  if (rows === undefined) throw new Error('Ledger invariant broken: a statement without a result');
  return rows as readonly R[];
}

/** The only row of a statement that always has one, such as a sum. */
export function onlyRow<R>(rows: readonly StoredRow[] | undefined): R {
  const [row, ...more] = typedRows<R>(rows);
  if (row === undefined || more.length > 0) {
    throw new Error(`Ledger invariant broken: ${rows?.length} rows instead of one`);
  }
  return row;
}

/** All rows of one statement. */
export function* all<R>(sql: string, ...values: Value[]): Work<readonly R[]> {
  const [rows] = yield [{ sql, values }];
  return typedRows<R>(rows);
}

/** The first row of one statement; undefined if it has none. */
export function* first<R>(sql: string, ...values: Value[]): Work<R | undefined> {
  const rows = yield* all<R>(sql, ...values);
  return rows[0];
}

/** The row of a statement that always has exactly one; any other number throws. */
export function* one<R>(sql: string, ...values: Value[]): Work<R> {
  const [rows] = yield [{ sql, values }];
  return onlyRow<R>(rows);
}

/** Runs statements for their effect. */
export function* run(...statements: readonly Statement[]): Work<void> {
  if (statements.length > 0) yield statements;
}

/** A statement with its values. */
export function statement(sql: string, ...values: Value[]): Statement {
  return { sql, values };
}

/**
 * The first step of work that counts rows before it adds one: such works wait for each other, in this process and in
 * others, so that none of them counts too few. It changes nothing.
 */
export const oneAtATime = statement('UPDATE state SET generation = generation');

/** A statement over rows: the SQL reads them as the table `given`. */
export function overRows(
  sql: string,
  columns: Given['columns'],
  rows: Given['rows'],
  ...values: Value[]
): Statement {
  return { sql, values, given: { columns, rows } };
}

/**
 * Merges the statements over rows that have the same SQL, and must have the same values besides. They take the place
 * of the first of them; the order of all others is kept.
 */
export function merged(statements: readonly Statement[]): Statement[] {
  const result: Statement[] = [];
  const rowsOf = new Map<string, (readonly Value[])[]>();
  for (const next of statements) {
    const { sql, values, given } = next;
    const rows = given && rowsOf.get(sql);
    if (rows) {
      rows.push(...given.rows);
    } else if (given) {
      const rows = [...given.rows];
      rowsOf.set(sql, rows);
      result.push({ sql, values, given: { columns: given.columns, rows } });
    } else {
      result.push(next);
    }
  }
  return result;
}
