/**
 * Asks a database on a few connections; each question is one statement with a time limit, on a connection that nothing
 * else uses meanwhile. Accounts share the connections fairly. While the database cannot be asked, questions fail as
 * unavailable, and the next one opens new connections.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReservedSql, Sql } from 'postgres';
import { SemaphoreTimeout } from '../base/fair-semaphore.js';
import {
  anyOf,
  isConnectionLost,
  isWorkerLost,
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
  // The places that frequent trigrams point to fit: else whole pages are compared for each of them.
  work_mem: '64MB',
};

/** A statement took longer than its limit. */
const statementTimeout = '57014';
/** Besides, on a standby the tables of a release may not have arrived yet (42P01, 3F000). */
const passing = /^(?:53|57014|40|42P01|3F000)/;

/** For whom questions are asked. */
interface Asker {
  readonly account: string;
  /** Receives the milliseconds for which each question kept a connection busy. */
  readonly onWorked: (ms: number) => void;
}

const asking = new AsyncLocalStorage<Asker>();

/** Does work whose questions count as those of the account. */
export function onBehalfOf<T>(asker: Asker, work: () => T): T {
  return asking.run(asker, work);
}

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Milliseconds without an answer of a database that is asked every second, in which it works for nobody. */
const silenceMs = 3_000;

/** When a database answered anybody. */
export class Pulse {
  #beatMs = performance.now();
  /** Milliseconds of all silences so far. */
  silentMs = 0;

  /** An answer has come. */
  beat(): void {
    const now = performance.now();
    if (now - this.#beatMs > silenceMs) this.silentMs += now - this.#beatMs;
    this.#beatMs = now;
  }
}

interface ClientLimits {
  /** Questions under way at once; besides there is a connection for `with`. */
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** Milliseconds for which a question waits for a connection. */
  readonly transactionWaitMs?: number;
  /** That of all clients of the database, one of which asks every second. */
  readonly pulse?: Pulse;
}

/** Connections whose statements have one time limit. */
export class DatabaseClient {
  readonly #isPooled: boolean;
  readonly #pulse: Pulse;
  readonly #pool: PostgresPool;

  constructor(
    place: PostgresAddress,
    { connections, statementTimeoutMs, transactionWaitMs, pulse }: ClientLimits,
  ) {
    this.#pulse = pulse ?? new Pulse();
    this.#isPooled = place.isPooled;
    this.#pool = openPool({
      place,
      name: 'lintel serve',
      settings: { ...settings, statement_timeout: statementTimeoutMs },
      silenceMs: statementTimeoutMs + 5_000,
      maxShared: 1,
      maxTransactions: connections,
      ...(transactionWaitMs === undefined ? {} : { transactionWaitMs }),
      types: lists,
      oneOf: place.readsAnywhere ? anyOf : primaryOf,
    });
  }

  /** Does work of several statements. Throws a ReleaseUnavailable for what passes. */
  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      const done = await work(this.#pool.shared);
      this.#pulse.beat();
      return done;
    } catch (error) {
      if (!isPassing(error)) throw error;
      throw new ReleaseUnavailable(error, { isAway: isConnectionLost(error) });
    }
  }

  /** The rows of a statement. Throws a ReleaseUnavailable for what passes. */
  async rows(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return [...(await this.#ask(text, values))];
  }

  /** The same; null if it takes longer than the limit, or no connection is free for that long. */
  async rowsInTime(text: string, values: readonly unknown[]): Promise<DatabaseRow[] | null> {
    try {
      return await this.rows(text, values);
    } catch (error) {
      const { cause } = error as Error;
      const isLate = cause instanceof SemaphoreTimeout || errorCode(cause) === statementTimeout;
      if (error instanceof ReleaseUnavailable && isLate) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** pgbouncer's connections have the settings inside a transaction only. */
  #ask(text: string, values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    const { exclusively, settings } = this.#pool;
    const ask = (own: ReservedSql) => rowsOf(own, text, values);
    const work = this.#isPooled ? (own: ReservedSql) => inTransaction(own, () => ask(own), settings) : ask;
    const asker = asking.getStore();
    const counted = async (own: ReservedSql) => {
      const [begunMs, silentMs] = [performance.now(), this.#pulse.silentMs];
      let isAnswered = true;
      try {
        return await work(own);
      } catch (error) {
        isAnswered = !isConnectionLost(error);
        throw error;
      } finally {
        if (isAnswered) {
          this.#pulse.beat();
          const workedMs = performance.now() - begunMs - (this.#pulse.silentMs - silentMs);
          asker?.onWorked(Math.max(0, workedMs));
        }
      }
    };
    return this.with(() => exclusively(counted, asker?.account ?? null));
  }
}

const rowsOf = (sql: Sql, text: string, values: readonly unknown[]) =>
  sql.unsafe(text, values as never[], { prepare: true }).execute();

/** Whether the same question may be answered later: a lost connection, a time-out, no memory or connections left. */
function isPassing(error: unknown): boolean {
  return isConnectionLost(error) || isWorkerLost(error) || passing.test(errorCode(error));
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
