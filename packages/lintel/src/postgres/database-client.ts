/**
 * Asks a database on a few connections; each question is one statement with a time limit. While the database cannot be
 * asked, questions fail as unavailable, and the next one opens new connections.
 */
import type { Sql } from 'postgres';
import {
  anyOf,
  isConnectionLost,
  lists,
  type PostgresAddress,
  parsePostgresAddress,
  primaryOf,
} from '../base/postgres.js';
import { inTransaction } from '../base/postgres-connection.js';
import { openPool, type PostgresPool } from '../base/postgres-pool.js';
import { errorCode, UserError } from '../base/user-error.js';
import { ReleaseUnavailable } from '../releases/release.js';

const settings = {
  default_transaction_read_only: 'on',
  // Places differ so much in size that a plan for all of them would be wrong for most.
  plan_cache_mode: 'force_custom_plan',
  // It takes longer than nearly all of these statements.
  jit: 'off',
};

/** A statement took longer than its limit. */
const statementTimeout = '57014';
/** Besides, on a standby the tables of a release may not have arrived yet (42P01, 3F000). */
const passing = /^(?:53|57014|40|42P01|3F000)/;

export type Row = Readonly<Record<string, unknown>>;

/** Connections whose statements have one time limit. */
export class DatabaseClient {
  readonly #isPooled: boolean;
  readonly #pool: PostgresPool;

  constructor(place: PostgresAddress, connections: number, statementTimeoutMs: number) {
    this.#isPooled = place.isPooled;
    this.#pool = openPool({
      place,
      name: 'lintel serve',
      settings: { ...settings, statement_timeout: statementTimeoutMs },
      silenceMs: statementTimeoutMs + 5_000,
      maxShared: connections,
      maxTransactions: connections,
      types: lists,
      oneOf: place.readsAnywhere ? anyOf : primaryOf,
    });
  }

  /** Does work of several statements. Throws a ReleaseUnavailable for what passes. */
  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await work(this.#pool.shared);
    } catch (error) {
      throw isPassing(error) ? new ReleaseUnavailable(error) : error;
    }
  }

  /** The rows of a statement. Throws a ReleaseUnavailable for what passes. */
  async rows(text: string, values: readonly unknown[]): Promise<Row[]> {
    return [...(await this.#ask(text, values))];
  }

  /** The same; null if it takes longer than the limit. */
  async rowsInTime(text: string, values: readonly unknown[]): Promise<Row[] | null> {
    try {
      return await this.rows(text, values);
    } catch (error) {
      if (error instanceof ReleaseUnavailable && errorCode(error.cause) === statementTimeout) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** pgbouncer's connections have the settings inside a transaction only. */
  #ask(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    if (!this.#isPooled) return this.with((sql) => rowsOf(sql, text, values));
    const { exclusively, settings } = this.#pool;
    return this.with(() =>
      exclusively((own) => inTransaction(own, () => rowsOf(own, text, values), settings)),
    );
  }
}

const rowsOf = (sql: Sql, text: string, values: readonly unknown[]) =>
  sql.unsafe(text, values as never[], { prepare: true }).execute();

/** Whether the same question may be answered later: a lost connection, a time-out, no memory or connections left. */
function isPassing(error: unknown): boolean {
  return isConnectionLost(error) || passing.test(errorCode(error));
}

/** Parses the address. Throws a UserError if it is malformed. */
export function parsedAddress(address: string): PostgresAddress {
  try {
    return parsePostgresAddress(address);
  } catch (error) {
    // The address may contain a password, so the message does not repeat it.
    throw new UserError('The address of the releases in PostgreSQL is malformed.', {
      hint: 'It must look like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}
