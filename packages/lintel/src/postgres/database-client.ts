/**
 * Asks a database on a few connections; each question is one statement with a time limit. While the database cannot be
 * asked, questions fail as unavailable, and the next one opens new connections.
 */
import postgres, { type Sql, type TransactionSql } from 'postgres';
import {
  anyOf,
  isConnectionLost,
  lists,
  type PostgresAddress,
  parsePostgresAddress,
  primaryOf,
  type SessionSettings,
  sessionOptions,
  socketOpener,
  transactionSettings,
  watchFirstWrite,
} from '../base/postgres.js';
import { errorCode, UserError } from '../base/user-error.js';
import { ReleaseUnavailable } from '../releases/release.js';

/** A connection is closed after this many milliseconds without a byte, and opened again when it is needed. */
const silenceMs = 15_000;
/** Seconds that opening a connection may take. */
const connectSeconds = 10;
/** Seconds for which the questions in flight go on after one has lost its connection. */
const leaveSeconds = 1;

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
  readonly #place: PostgresAddress;
  readonly #connections: number;
  readonly #settings: SessionSettings;
  #sql: Sql;

  constructor(place: PostgresAddress, connections: number, statementTimeoutMs: number) {
    this.#place = place;
    this.#connections = connections;
    this.#settings = { ...settings, statement_timeout: statementTimeoutMs };
    this.#sql = this.#open();
  }

  /** Does work of several statements. Throws a ReleaseUnavailable for what passes. */
  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = this.#sql;
    try {
      return await work(sql);
    } catch (error) {
      if (isConnectionLost(error)) this.#renew(sql);
      throw isPassing(error) ? new ReleaseUnavailable(error) : error;
    }
  }

  /** The rows of a statement. Throws a ReleaseUnavailable for what passes. */
  async rows(text: string, values: readonly unknown[]): Promise<Row[]> {
    return [...(await this.with((sql) => this.#ask(sql, text, values)))];
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
    await this.#sql.end({ timeout: leaveSeconds });
  }

  async #ask(sql: Sql, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const begin = transactionSettings(this.#place, this.#settings);
    if (begin === '') return rowsOf(sql, text, values);
    const [, rows] = await sql.begin((transaction) =>
      Promise.all([transaction.unsafe(begin).execute(), rowsOf(transaction, text, values)]),
    );
    return rows;
  }

  /**
   * Leaves all connections behind after one was lost. The library may keep one on which it sends nothing any more
   * (https://github.com/porsager/postgres/issues/1154).
   */
  #renew(lost: Sql): void {
    if (lost !== this.#sql) return;
    this.#sql = this.#open();
    lost.end({ timeout: leaveSeconds }).catch(() => {});
  }

  #open(): Sql {
    const place = this.#place;
    const options = {
      ...(place.directory === null ? {} : { host: place.directory }),
      ...sessionOptions(place, 'lintel serve', this.#settings),
      max: this.#connections,
      connect_timeout: connectSeconds,
      // While a server restarts, it is tried again at least once a second.
      backoff: (retries: number) => Math.min(1, 0.05 * 2 ** retries),
      // A network that drops packets is noticed.
      socket: socketOpener(
        place,
        (open) => {
          const socket = watchFirstWrite(open(), () => this.#renew(opened));
          return socket.setTimeout(silenceMs, () => socket.destroy());
        },
        place.readsAnywhere ? anyOf : primaryOf,
      ),
      onnotice: () => {},
      fetch_types: false,
      types: lists,
    };
    // The types of the library lack `socket`.
    const opened: Sql = postgres(
      place.url,
      options as postgres.Options<Record<string, postgres.PostgresType>>,
    );
    return opened;
  }
}

const rowsOf = (sql: Sql | TransactionSql, text: string, values: readonly unknown[]) =>
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
