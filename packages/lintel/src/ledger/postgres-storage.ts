/**
 * The ledger's storage in PostgreSQL, for several machines: tables in the schema `lintel_ledger`, made at the first
 * opening. Balances are locked row by row, and every process goes by the database's clock.
 *
 * When the connection breaks while a commit is under way, PostgreSQL itself is asked whether the transaction was
 * committed, so that a charge is neither lost nor made without an answer. Work that met a deadlock is tried again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type ReservedSql, type Sql } from 'postgres';
import { Failure } from '../base/failure.js';
import { first, type Row, type Statement, type Storage, type Work } from './storage.js';
import { ledgerVersion, postgresTypes, tablesOfVersion1, tablesSince1 } from './tables.js';

const schema = 'lintel_ledger';
const maxConnections = 8;
/** Milliseconds that a statement may wait for locks or work. */
const statementTimeoutMs = 10_000;
const tries = 3;
const retryMs = 20;
/** Milliseconds for which a transaction of unknown fate is asked for. */
const fateMs = 5_000;
/** Any number: whoever makes the tables holds this lock. */
const tablesLock = 0x4c696e74;

const clockSql = 'SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) AS now';

/** Opens the storage. `clock` replaces the database's. Throws a Failure when the database cannot be used. */
export async function openPostgresStorage(url: string, clock?: () => number): Promise<Storage> {
  const sql = connect(url);
  try {
    await makeTables(sql);
  } catch (error) {
    await sql.end({ timeout: 1 });
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot use the ledger in PostgreSQL: ${(error as Error).message}`, {
      hint: 'Look at ledger_url in lintel.json, or LINTEL_LEDGER_URL.',
      cause: error,
    });
  }
  const write = <T>(work: () => Work<T>) => retrying(() => inTransaction(sql, 'BEGIN', work));
  return {
    ask: (work) => drive(sql, work()),
    read: (work) =>
      retrying(() => inTransaction(sql, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)),
    write,
    commit: write,
    *now() {
      if (clock) return Math.floor(clock());
      const row = yield* first<{ now: number }>(clockSql);
      if (!row) throw new Error('PostgreSQL did not tell the time');
      return row.now;
    },
    forUpdate: ' FOR UPDATE',
    close: () => sql.end({ timeout: 5 }),
  };
}

function connect(address: string): Sql {
  try {
    const url = new URL(address);
    // As psql reads it: the directory of a Unix socket stands in the query.
    const directory = url.searchParams.get('host');
    url.searchParams.delete('host');
    return postgres(url.href, {
      ...(directory === null ? {} : { host: directory }),
      max: maxConnections,
      connect_timeout: 10,
      onnotice: () => {},
      connection: {
        application_name: 'lintel',
        search_path: schema,
        statement_timeout: statementTimeoutMs,
        synchronous_commit: 'on',
      },
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    }) as unknown as Sql;
  } catch (error) {
    // The address may hold a password: it is not repeated.
    throw new Failure('The address of the ledger in PostgreSQL cannot be read.', {
      hint: 'It looks like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}

async function makeTables(sql: Sql): Promise<void> {
  await sql.begin(async (own) => {
    await own`SELECT pg_advisory_xact_lock(${tablesLock})`;
    await own.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await own.unsafe('CREATE TABLE IF NOT EXISTS version (version BIGINT NOT NULL)');
    const [row] = await own<{ version: number }[]>`SELECT version FROM version`;
    if (!row) {
      await own.unsafe(tablesOfVersion1(postgresTypes) + tablesSince1(postgresTypes));
      await own`INSERT INTO version VALUES (${ledgerVersion})`;
    } else if (row.version !== ledgerVersion) {
      throw new Failure(
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

async function send(sql: Sql | ReservedSql, { sql: text, values }: Statement): Promise<readonly Row[]> {
  return sql.unsafe(numbered(text), values as (string | number | null)[], { prepare: true });
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

async function inTransaction<T>(sql: Sql, begin: string, work: () => Work<T>): Promise<T> {
  const own = await sql.reserve();
  try {
    await own.unsafe(begin);
    const { result, id } = await worked(own, work);
    try {
      await own.unsafe('COMMIT');
    } catch (error) {
      if (id === null || !isConnectionLost(error) || !(await wasCommitted(sql, id))) throw error;
    }
    return result;
  } finally {
    own.release();
  }
}

/** The result of the work and, when it wrote, the number of its transaction. Rolls back what fails. */
async function worked<T>(own: ReservedSql, work: () => Work<T>): Promise<{ result: T; id: string | null }> {
  try {
    const result = await drive(own, work());
    const [row] = await own.unsafe('SELECT CAST(pg_current_xact_id_if_assigned() AS TEXT) AS id');
    return { result, id: (row?.id as string | null | undefined) ?? null };
  } catch (error) {
    await own.unsafe('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Asks on another connection what became of a transaction. */
async function wasCommitted(sql: Sql, id: string): Promise<boolean> {
  const end = performance.now() + fateMs;
  while (performance.now() < end) {
    try {
      const [row] = await sql.unsafe('SELECT pg_xact_status(CAST($1 AS xid8)) AS status', [id]);
      if (row?.status !== 'in progress') return row?.status === 'committed';
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await delay(retryMs);
  }
  throw new Error(`PostgreSQL did not tell what became of transaction ${id}`);
}

/** Tries again what did not happen because two transactions waited for each other or followed the same snapshot. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !/^40/.test(codeOf(error))) throw error;
      await delay(Math.random() * retryMs);
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  return /^(?:CONNECTION_|ECONN|EPIPE|57P0)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
