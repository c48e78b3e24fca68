/**
 * The ledger's storage in PostgreSQL, for several machines: tables in the schema `lintel_ledger`, created at
 * the first opening. Balances are locked row by row, and all processes use the database's clock.
 *
 * If the connection breaks during a commit, PostgreSQL itself is asked whether the transaction was committed,
 * so that no charge is lost; where that takes too long, a CommitUnknown tells later. Work that hits a deadlock is
 * tried again; a temporary error of the database is a LedgerUnavailable.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReservedSql, Sql } from 'postgres';
import { handled } from '../base/handled.js';
import { isConnectionLost, listTypes, poolerHint } from '../base/postgres.js';
import { inTransaction } from '../base/postgres-connection.js';
import { messageOf, UserError } from '../base/user-error.js';
import {
  connectPostgres,
  isConflict,
  isDiskFull,
  isTemporary,
  isUnknownTransaction,
  type PostgresConnections,
  schema,
} from './postgres-connection.js';
import {
  onlyRow,
  run,
  type Statement,
  type Storage,
  type StoredRow,
  statement,
  type Work,
} from './storage.js';
import { ledgerVersion, postgresTypes, tablesOfVersion1, upgradesOf } from './tables.js';
import { CommitUnknown, LedgerUnavailable } from './unavailable.js';

const tries = 3;
const retryMs = 20;
/**
 * How long work waits to learn whether its transaction was committed: a crashed server needs time to come back, and
 * callers whose charge it is do not wait as long for one that hangs. Milliseconds.
 */
const resolveMs = 60_000;
const resolveChargesMs = 15_000;
/** How long that is asked beyond, for who has to take back what was committed without an answer. Milliseconds. */
const resolveLaterMs = 600_000;
/** Milliseconds between two such queries. */
const resolveRetryMs = 100;
/** The advisory lock held while the tables are created. Any number will do. */
const tablesLock = 0x4c696e74;

/**
 * The mark of a transaction: each writer numbers its transactions and stores the last number. PostgreSQL's
 * own transaction ids are not enough: after a crash they are assigned again if nothing of the transaction had
 * reached the disk.
 */
const markSql = `INSERT INTO writer (id, last, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET last = excluded.last, at = excluded.at
  RETURNING CAST(pg_current_xact_id() AS TEXT) AS transaction`;
const snapshotSql = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const clockSql = 'SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) AS now';

interface PostgresStorageOptions {
  /** Replaces the database's clock. */
  readonly clock?: (() => number) | undefined;
  /** Whether the database may be away at first: all work fails as a LedgerUnavailable until it can be reached. */
  readonly mayBeAway?: boolean;
}

/** Opens the storage. Throws a UserError if the database cannot be used. */
export async function openPostgresStorage(
  url: string,
  { clock, mayBeAway = false }: PostgresStorageOptions = {},
): Promise<Storage> {
  const connections = connectPostgres(url);
  let hasTables = false;
  const prepare = async () => {
    await createTables(connections);
    hasTables = true;
  };
  try {
    await prepare();
  } catch (error) {
    const isAway = isTemporary(error) && poolerHint(error) === undefined;
    if (!isAway || !mayBeAway) {
      await connections.close();
      if (error instanceof UserError) throw error;
      throw new UserError(`Cannot use the ledger in PostgreSQL: ${messageOf(error)}.`, {
        hint:
          poolerHint(error) ?? 'Check the address: --to, LINTEL_LEDGER_URL, or ledger_url in lintel.json.',
        cause: error,
      });
    }
  }
  const attempt = <T>(work: () => Promise<T>): Promise<T> =>
    withRetries(() => (hasTables ? work() : prepare().then(work)));
  function* thenNow(statements: readonly Statement[]): ReturnType<Storage['thenNow']> {
    const results = yield [...statements, statement(clockSql)];
    const { now } = onlyRow<{ now: unknown }>(results[statements.length]);
    if (typeof now !== 'number') throw new Error('PostgreSQL did not return the time');
    return { rows: results.slice(0, statements.length), nowMs: Math.floor(clock ? clock() : now) };
  }
  const closing = new AbortController();
  let lastWriteFailed = false;
  // Each by a writer of its own: a charge does not wait until the outcome of an act of administration is known.
  const [write, commit] = [resolveMs, resolveChargesMs].map((patienceMs) =>
    observed(oneByOne(writerOn(connections, attempt, patienceMs, closing.signal)), (failed) => {
      lastWriteFailed = failed;
    }),
  ) as [Write, Write];
  return {
    ask: (work) =>
      attempt(() =>
        connections.isPooled
          ? transact(connections, 'BEGIN', work(), null)
          : runWork(connections.shared, work()),
      ),
    read: (work) => attempt(() => transact(connections, snapshotSql, work(), null)),
    write,
    commit,
    *now() {
      return (yield* thenNow([])).nowMs;
    },
    thenNow,
    forUpdate: ' FOR UPDATE',
    async probe() {
      // After a failed write, only another write shows whether the database accepts writes again.
      if (lastWriteFailed) await write(() => run());
      else await attempt(() => runWork(connections.shared, run(statement('SELECT 1'))));
    },
    async close() {
      closing.abort();
      await connections.close();
    },
  };
}

async function createTables({ exclusively, settings }: PostgresConnections): Promise<void> {
  await exclusively((own) => inTransaction(own, () => createTablesOn(own), settings));
}

async function createTablesOn(own: ReservedSql): Promise<void> {
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
    await own`INSERT INTO version (version) VALUES (${ledgerVersion})`;
  } else if (row.version > 0 && row.version < ledgerVersion) {
    await own.unsafe(upgradesOf(postgresTypes, row.version));
    await own`UPDATE version SET version = ${ledgerVersion}`;
  } else if (row.version !== ledgerVersion) {
    throw new UserError(
      `PostgreSQL holds a ledger of version ${row.version}; this program reads version ${ledgerVersion}.`,
      { hint: 'Use the version of Lintel that wrote it.' },
    );
  }
}

/** Runs the steps of work. The statements of one step are sent together. */
async function runWork<T>(sql: Sql | ReservedSql, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const results = await Promise.all(step.value.map((statement) => send(sql, statement)));
    step = work.next(results);
  }
  return step.value;
}

function send(
  sql: Sql | ReservedSql,
  { sql: text, values, given }: Statement,
): Promise<readonly StoredRow[]> {
  // The library's type of parameters knows neither bytes nor arrays; the library itself does.
  const unsafe = (whole: string, parameters: readonly unknown[]) =>
    sql.unsafe(numbered(whole), parameters as (string | number | null)[], { prepare: true }).execute();
  if (!given) return unsafe(text, values);
  const columns = Object.entries(given.columns);
  const table = `SELECT * FROM unnest(${columns.map(([, type]) => `CAST(? AS ${type}[])`).join()})`;
  const arrays = columns.map(([, type], i) =>
    sql.typed(
      given.rows.map((row) => row[i]),
      listTypes[type],
    ),
  );
  return unsafe(`WITH given (${columns.map(([name]) => name).join()}) AS (${table}) ${text}`, [
    ...arrays,
    ...values,
  ]);
}

const numberedTexts = new Map<string, string>();

/** The SQL with `$1`, `$2` … for `?`. */
function numbered(text: string): string {
  const known = numberedTexts.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const result = text.replaceAll('?', () => `$${++count}`);
  numberedTexts.set(text, result);
  return result;
}

interface Mark {
  readonly writer: string;
  readonly number: number;
}

/** How the outcome of a commit is found out when its connection broke. */
interface Resolving {
  readonly mark: Mark;
  /** Milliseconds for which the work waits for it. */
  readonly patienceMs: number;
  readonly closing: AbortSignal;
}

/**
 * Runs work that writes, each in a transaction with a mark. A writer whose last transaction may still be committed is
 * left for a new one, whose marks do not replace that one's.
 */
function writerOn(
  connections: PostgresConnections,
  attempt: Attempt,
  patienceMs: number,
  closing: AbortSignal,
): Write {
  let writer = randomUUID();
  let number = 0;
  return async (work) => {
    try {
      return await attempt(() => {
        const mark = { writer, number: ++number };
        return transact(connections, 'BEGIN', work(), { mark, patienceMs, closing });
      });
    } catch (error) {
      if (error instanceof CommitUnknown) writer = randomUUID();
      throw error;
    }
  };
}

/** Does work, which may be tried again. */
type Attempt = <T>(work: () => Promise<T>) => Promise<T>;
type Write = <T>(work: () => Work<T>) => Promise<T>;

/** Calls `onWrite` after each write, with whether the database was unavailable. */
function observed(write: Write, onWrite: (failed: boolean) => void): Write {
  return async (work) => {
    try {
      const result = await write(work);
      onWrite(false);
      return result;
    } catch (error) {
      onWrite(error instanceof LedgerUnavailable);
      throw error;
    }
  };
}

/** Runs writes one after another: a writer's mark holds only the number of its last transaction. */
function oneByOne(write: Write): Write {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => write(work));
    last = mine.catch(() => {});
    return mine;
  };
}

/** Runs work in one transaction; what writes has a mark. */
async function transact<T>(
  connections: PostgresConnections,
  begin: string,
  work: Work<T>,
  resolving: Resolving | null,
): Promise<T> {
  const sent: { commit: { readonly result: T; readonly transaction: string | null } | null } = {
    commit: null,
  };
  try {
    return await connections.exclusively(async (own) => {
      const marked = await runMarked(own, begin + connections.settings, work, resolving?.mark ?? null);
      sent.commit = marked;
      await own.unsafe('COMMIT');
      return marked.result;
    });
  } catch (error) {
    const { commit } = sent;
    if (resolving === null || commit === null || commit.transaction === null || !isConnectionLost(error))
      throw error;
    if (await committedInTime(connections, commit.transaction, commit.result, resolving))
      return commit.result;
    throw error;
  }
}

/** Whether a transaction was committed. Throws a CommitUnknown if that is not known in time. */
async function committedInTime<T>(
  connections: PostgresConnections,
  transaction: string,
  result: T,
  { mark, patienceMs, closing }: Resolving,
): Promise<boolean> {
  const committed = handled(wasCommitted(connections, transaction, mark, closing));
  const patience = new AbortController();
  const tooLong = delay(patienceMs, null, { signal: patience.signal }).catch(() => null);
  const known = await Promise.race([committed, tooLong]).finally(() => patience.abort());
  if (known !== null) return known;
  throw new CommitUnknown(
    `It is not known whether PostgreSQL committed transaction ${transaction}`,
    handled(committed.then((isCommitted) => (isCommitted ? { result } : null))),
  );
}

/**
 * Runs the work and returns PostgreSQL's id of its transaction; null without a mark. Rolls back on an error.
 */
async function runMarked<T>(
  own: ReservedSql,
  begin: string,
  work: Work<T>,
  mark: Mark | null,
): Promise<{ result: T; transaction: string | null }> {
  try {
    // Sent together with the first step, which need not wait for them.
    const begun = own.unsafe(begin).execute();
    const marked =
      mark === null ? null : own.unsafe(markSql, [mark.writer, mark.number], { prepare: true }).execute();
    const [result, rows] = await Promise.all([runWork(own, work), marked, begun]);
    return { result, transaction: rows && onlyRow<{ transaction: string }>(rows).transaction };
  } catch (error) {
    if (!isConnectionLost(error)) await own.unsafe('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Asks on another connection whether a transaction was committed: whether it has ended, and then whether its
 * mark is there.
 */
async function wasCommitted(
  connections: PostgresConnections,
  transaction: string,
  { writer, number }: Mark,
  closing: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + resolveLaterMs;
  while (performance.now() < end && !closing.aborted) {
    try {
      if (await hasEnded(connections.shared, transaction)) {
        const [row] = await connections.shared.unsafe(`SELECT last FROM ${schema}.writer WHERE id = $1`, [
          writer,
        ]);
        return row?.last === number;
      }
    } catch (error) {
      if (!isTemporary(error)) throw error;
    }
    await delay(resolveRetryMs);
  }
  throw new Error(`It was not found out whether PostgreSQL committed transaction ${transaction}`);
}

async function hasEnded(sql: Sql, transaction: string): Promise<boolean> {
  try {
    const [row] = await sql.unsafe('SELECT pg_xact_status(CAST($1 AS xid8)) AS status', [transaction]);
    return row?.status !== 'in progress';
  } catch (error) {
    // After a crash the id may not have been assigned yet: nothing of the transaction was kept.
    if (isUnknownTransaction(error)) return true;
    throw error;
  }
}

/**
 * Tries again after a deadlock or a serialization failure. Other temporary errors become a LedgerUnavailable.
 */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left > 0 && isConflict(error)) {
        await delay(Math.random() * retryMs);
        continue;
      }
      if (!isTemporary(error)) throw error;
      const trouble = isDiskFull(error) ? 'full' : 'unreachable';
      throw new LedgerUnavailable(
        trouble,
        `The ledger in PostgreSQL cannot be used now: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }
}
