/**
 * The ledger's storage in PostgreSQL, for several machines: tables in the schema `lintel_ledger`, made at the first
 * opening. Balances are locked row by row, and every process goes by the database's clock.
 *
 * When the connection breaks while a commit is under way, PostgreSQL itself is asked whether the transaction was
 * committed, so that a charge is neither lost nor made without an answer. Work that met a deadlock is tried again; what
 * the database cannot do for now is a LedgerUnavailable.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReservedSql, Sql } from 'postgres';
import { UserError } from '../base/user-error.js';
import {
  connectPostgres,
  isCollision,
  isConnectionLost,
  isDiskFull,
  isPassing,
  isUnknownTransaction,
  type PostgresConnections,
  schema,
} from './postgres-connection.js';
import { type Row, run, type Statement, type Storage, statement, type Work } from './storage.js';
import { ledgerVersion, postgresTypes, tablesOfVersion1, upgradesOf } from './tables.js';
import { FateUnknown, LedgerUnavailable } from './unavailable.js';

const tries = 3;
const retryMs = 20;
/** Milliseconds for which a transaction of unknown fate is asked for: a server that crashed needs time to come back. */
const fateMs = 60_000;
/** Milliseconds between two such questions. */
const fateRetryMs = 100;
/** Any number: whoever makes the tables holds this lock. */
const tablesLock = 0x4c696e74;

/**
 * The mark that a transaction leaves: the last of a writer's transactions, each with a number of its own. PostgreSQL's own
 * numbers do not tell alone, for after a crash they are given again when nothing of a transaction had reached the disk.
 */
const markSql = `INSERT INTO writer (id, last, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET last = excluded.last, at = excluded.at
  RETURNING CAST(pg_current_xact_id() AS TEXT) AS transaction`;
const snapshotSql = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const clockSql = 'SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) AS now';

/** Opens the storage. `clock` replaces the database's. Throws a UserError when the database cannot be used. */
export async function openPostgresStorage(url: string, clock?: () => number): Promise<Storage> {
  const connections = connectPostgres(url);
  try {
    await makeTables(connections.shared);
  } catch (error) {
    await connections.close();
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot use the ledger in PostgreSQL: ${(error as Error).message}`, {
      hint: 'Look at ledger_url in lintel.json, or LINTEL_LEDGER_URL.',
      cause: error,
    });
  }
  function* thenNow(statements: readonly Statement[]): ReturnType<Storage['thenNow']> {
    const answers = yield [...statements, statement(clockSql)];
    const told = clock ? clock() : answers[statements.length]?.[0]?.now;
    if (typeof told !== 'number') throw new Error('PostgreSQL did not tell the time');
    return { rows: answers.slice(0, statements.length), nowMs: Math.floor(told) };
  }
  let lastWriteFailed = false;
  const write = noting(oneByOne(writerOn(connections)), (failed) => {
    lastWriteFailed = failed;
  });
  return {
    ask: (work) => trying(() => drive(connections.shared, work())),
    read: (work) => trying(() => inTransaction(connections, snapshotSql, work(), null)),
    write,
    commit: write,
    *now() {
      return (yield* thenNow([])).nowMs;
    },
    thenNow,
    forUpdate: ' FOR UPDATE',
    async probe() {
      // Only a write tells whether a database that refused one takes the next.
      if (lastWriteFailed) await write(() => run());
      else await trying(() => drive(connections.shared, run(statement('SELECT 1'))));
    },
    close: connections.close,
  };
}

async function makeTables(sql: Sql): Promise<void> {
  await sql.begin(async (own) => {
    await own`SELECT pg_advisory_xact_lock(${tablesLock})`;
    await own.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await own.unsafe('CREATE TABLE IF NOT EXISTS version (version BIGINT NOT NULL)');
    await own.unsafe(
      'CREATE TABLE IF NOT EXISTS writer (id TEXT PRIMARY KEY, last BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL)',
    );
    await own.unsafe(
      'CREATE UNLOGGED TABLE IF NOT EXISTS rate (no BIGINT GENERATED ALWAYS AS IDENTITY, machine TEXT NOT NULL, at TIMESTAMPTZ NOT NULL, counts TEXT NOT NULL)',
    );
    await own.unsafe(`DELETE FROM writer WHERE at < clock_timestamp() - INTERVAL '1 day'`);
    const [row] = await own<{ version: number }[]>`SELECT version FROM version`;
    if (!row) {
      await own.unsafe(tablesOfVersion1(postgresTypes) + upgradesOf(postgresTypes, 1));
      await own`INSERT INTO version VALUES (${ledgerVersion})`;
    } else if (row.version > 0 && row.version < ledgerVersion) {
      await own.unsafe(upgradesOf(postgresTypes, row.version));
      await own`UPDATE version SET version = ${ledgerVersion}`;
    } else if (row.version !== ledgerVersion) {
      throw new UserError(
        `PostgreSQL holds a ledger of version ${row.version}; this program reads version ${ledgerVersion}.`,
        { hint: 'Use the version of Lintel that wrote it.' },
      );
    }
  });
}

/** Runs the steps of work: the statements of one step are sent together. */
async function drive<T>(sql: Sql | ReservedSql, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const results = await Promise.all(step.value.map((statement) => send(sql, statement)));
    step = work.next(results);
  }
  return step.value;
}

function send(sql: Sql | ReservedSql, { sql: text, values }: Statement): Promise<readonly Row[]> {
  const query = sql.unsafe(numbered(text), values as (string | number | null)[], { prepare: true });
  return query.execute();
}

const numberedTexts = new Map<string, string>();

/** The text with `$1`, `$2` … for `?`. */
function numbered(text: string): string {
  const known = numberedTexts.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const made = text.replaceAll('?', () => `$${++count}`);
  numberedTexts.set(text, made);
  return made;
}

interface Mark {
  readonly writer: string;
  readonly number: number;
}

/** Runs work that changes something, each in a transaction with a mark. */
function writerOn(connections: PostgresConnections): Write {
  const writer = randomUUID();
  let number = 0;
  return (work) => trying(() => inTransaction(connections, 'BEGIN', work(), { writer, number: ++number }));
}

type Write = <T>(work: () => Work<T>) => Promise<T>;

/** Notes after each write whether the database could not do it. */
function noting(write: Write, note: (failed: boolean) => void): Write {
  return async (work) => {
    try {
      const result = await write(work);
      note(false);
      return result;
    } catch (error) {
      note(error instanceof LedgerUnavailable);
      throw error;
    }
  };
}

/** The marks of a writer tell of its last transaction only, so that one must end before the next begins. */
function oneByOne(write: Write): Write {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => write(work));
    last = mine.catch(() => {});
    return mine;
  };
}

/** Runs work in one transaction. */
async function inTransaction<T>(
  connections: PostgresConnections,
  begin: string,
  work: Work<T>,
  mark: Mark | null,
): Promise<T> {
  let done: { readonly result: T; readonly transaction: string } | null = null;
  try {
    return await connections.alone(async (own) => {
      const { result, transaction } = await worked(own, begin, work, mark);
      done = { result, transaction };
      await own.unsafe('COMMIT');
      return result;
    });
  } catch (error) {
    const sent = done as { readonly result: T; readonly transaction: string } | null;
    if (sent === null || mark === null || !isConnectionLost(error)) throw error;
    if (!(await wasCommitted(connections.shared, sent.transaction, mark))) throw error;
    return sent.result;
  }
}

/** The result of the work and PostgreSQL's number of its transaction, where it has a mark. Rolls back what fails. */
async function worked<T>(
  own: ReservedSql,
  begin: string,
  work: Work<T>,
  mark: Mark | null,
): Promise<{ result: T; transaction: string }> {
  try {
    // Sent together with the first step, which need not wait for them.
    const begun = own.unsafe(begin).execute();
    const marked =
      mark === null ? [] : own.unsafe(markSql, [mark.writer, mark.number], { prepare: true }).execute();
    const [result, [row]] = await Promise.all([drive(own, work), marked, begun]);
    return { result, transaction: String(row?.transaction) };
  } catch (error) {
    if (!isConnectionLost(error)) await own.unsafe('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Asks on another connection what became of a transaction: first whether it has ended, then whether its mark is there. */
async function wasCommitted(sql: Sql, transaction: string, { writer, number }: Mark): Promise<boolean> {
  const end = performance.now() + fateMs;
  while (performance.now() < end) {
    try {
      if (await hasEnded(sql, transaction)) {
        const [row] = await sql.unsafe('SELECT last FROM writer WHERE id = $1', [writer]);
        return row?.last === number;
      }
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await delay(fateRetryMs);
  }
  throw new FateUnknown(`PostgreSQL did not tell what became of transaction ${transaction}`);
}

async function hasEnded(sql: Sql, transaction: string): Promise<boolean> {
  try {
    const [row] = await sql.unsafe('SELECT pg_xact_status(CAST($1 AS xid8)) AS status', [transaction]);
    return row?.status !== 'in progress';
  } catch (error) {
    // After a crash the number may not have been given yet: nothing of the transaction was kept.
    if (isUnknownTransaction(error)) return true;
    throw error;
  }
}

/**
 * Tries again what did not happen because two transactions waited for each other or followed the same snapshot. What the
 * database cannot do for now is told as such.
 */
async function trying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left > 0 && isCollision(error)) {
        await delay(Math.random() * retryMs);
        continue;
      }
      if (!isPassing(error)) throw error;
      const { message } = error as Error;
      const trouble = isDiskFull(error) ? 'full' : 'unreachable';
      throw new LedgerUnavailable(trouble, `The ledger in PostgreSQL cannot be used now: ${message}`, {
        cause: error,
      });
    }
  }
}
