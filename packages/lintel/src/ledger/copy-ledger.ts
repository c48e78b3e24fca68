/**
 * Copies a whole ledger from its file into PostgreSQL and back: accounts, keys as hashes, charges, watches, people, the
 * audit log. The target gets all of it in one transaction, must be empty, and is held against the sums of the source.
 * Both are locked meanwhile, and a ledger that a process has open is refused: what that charged would be lost.
 */
import type { Sql } from 'postgres';
import { type CopiedValue, copyLines } from '../base/copy-lines.js';
import { parsePostgresAddress } from '../base/postgres.js';
import { type Connection, connect, inTransaction } from '../base/postgres-connection.js';
import { type Database, isBusy } from '../base/sqlite.js';
import { messageOf, UserError } from '../base/user-error.js';
import { schema } from './postgres-connection.js';
import { openPostgresStorage } from './postgres-storage.js';
import { openLedgerFile } from './sqlite-file.js';
import { closeLedgerFile } from './sqlite-storage.js';

/** All tables with the columns that order them; those that others refer to come first. */
const tables: Readonly<Record<string, string>> = {
  state: 'id',
  account: 'no',
  key: 'id',
  entry: 'account, at_ms',
  day: 'account, day',
  paid_range: 'hash',
  usage_day: 'account, day, key, endpoint',
  audit: 'no',
  watch: 'id',
  delivery: 'id',
  account_owner: 'owner',
  operator: 'email',
  usage_warning: 'account',
  oauth_record: 'kind, id',
  trend: 'day, measure',
  auth_user: 'id',
  auth_session: 'id',
  auth_account: 'id',
  auth_verification: 'id',
  auth_two_factor: 'id',
  auth_organization: 'id',
  auth_member: 'id',
  auth_invitation: 'id',
  auth_rate_limit: 'id',
};
const names = Object.keys(tables);
/** Tables whose records are numbered by the database. */
const numbered = ['account', 'audit'];

/** Records of the source by table, and its sums of credits. */
type LedgerSums = Readonly<Record<string, number>>;

const sumsSql = `SELECT ${[
  ...names.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`),
  '(SELECT coalesce(sum(credits), 0) FROM entry) AS credits',
  '(SELECT coalesce(sum(used), 0) FROM account) AS used',
  '(SELECT coalesce(sum(credits), 0) FROM usage_day) AS credits_by_day',
].join()}`;

/** The act in the audit log of a ledger that was copied elsewhere: it is no longer the one in use. */
export const copiedAct = 'ledger.copy';

/** Copies the ledger in a file. Throws a UserError if the target holds anything, or one of both is in use. */
export async function copyLedgerIntoPostgres(
  path: string,
  address: string,
  actor: string,
): Promise<LedgerSums> {
  await (await openPostgresStorage(address)).close();
  const database = holdFile(path, { mustExist: true });
  const connection = connectLedger(address);
  try {
    const work = inTransaction(connection.sql, async () => {
      await holdDatabase(connection.sql, address);
      if (!isEmpty(await sumsOf(connection.sql))) throw notEmpty(nameOf(address));
      await fillDatabase(database, connection);
      const sums = sumsOfFile(database);
      checkSums(sums, await sumsOf(connection.sql));
      return sums;
    });
    const sums = await Promise.race([work, connection.lost]);
    noteInFile(database, actor, nameOf(address));
    return sums;
  } catch (error) {
    throw asFailure(error);
  } finally {
    await connection.close();
    releaseFile(database);
  }
}

/** Copies the ledger in PostgreSQL. Throws a UserError if the target holds anything, or one of both is in use. */
export async function copyLedgerIntoFile(address: string, path: string, actor: string): Promise<LedgerSums> {
  await (await openPostgresStorage(address)).close();
  const database = holdFile(path, {});
  const connection = connectLedger(address);
  try {
    if (!isEmpty(sumsOfFile(database))) throw notEmpty(path);
    const { sql, lost } = connection;
    const work = inTransaction(sql, async () => {
      await holdDatabase(sql, address);
      for (const name of names) await fillTable(sql, database, name);
      const sums = await sumsOf(sql);
      checkSums(sums, sumsOfFile(database));
      database.exec('COMMIT; BEGIN EXCLUSIVE');
      await sql`INSERT INTO audit (at_ms, actor, act, subject, detail)
        VALUES (${Date.now()}, ${actor}, ${copiedAct}, 'ledger', ${`to ${path}`})`;
      return sums;
    });
    return await Promise.race([work, lost]);
  } catch (error) {
    throw asFailure(error);
  } finally {
    await connection.close();
    releaseFile(database);
  }
}

/** Opens the file and keeps all others out of it. */
function holdFile(path: string, options: { readonly mustExist?: boolean }): Database {
  const database = openLedgerFile(path, options);
  try {
    // Only the sole connection to a file may leave the shared (WAL) mode.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw inUse(path, error);
  }
}

/** What was not committed is not kept. */
function releaseFile(database: Database): void {
  if (database.isTransaction) database.exec('ROLLBACK');
  closeLedgerFile(database);
}

function connectLedger(address: string): Connection {
  return connect(address, { application_name: 'lintel ledger copy', search_path: schema });
}

/** Keeps all others out of the tables until the transaction ends. */
async function holdDatabase(sql: Sql, address: string): Promise<void> {
  const [other] = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'lintel' AND pid <> pg_backend_pid() LIMIT 1`;
  if (other !== undefined) throw inUse(nameOf(address));
  await sql.unsafe(`SET LOCAL lock_timeout = '2s'; LOCK TABLE ${names.join()} IN ACCESS EXCLUSIVE MODE`);
}

async function fillDatabase(database: Database, { sql, copy }: Connection): Promise<void> {
  await sql.unsafe('DELETE FROM state');
  for (const name of names) {
    const columns = columnsOf(database, name);
    const statement = database.prepare(`SELECT ${columns} FROM ${name} ORDER BY ${tables[name]}`);
    statement.setReturnArrays(true);
    const records = statement.iterate() as unknown as Iterable<readonly CopiedValue[]>;
    await copy(`COPY ${name} (${columns}) FROM STDIN`, copyLines(records, '\\\\x'));
  }
  for (const name of numbered) {
    await sql.unsafe(
      `SELECT setval(pg_get_serial_sequence('${name}', 'no'), max(no)) FROM ${name} HAVING max(no) IS NOT NULL`,
    );
  }
}

async function fillTable(sql: Sql, database: Database, name: string): Promise<void> {
  if (name === 'state') database.exec('DELETE FROM state');
  const columns = columnsOf(database, name);
  const places = columns.split(',').map(() => '?');
  const insert = database.prepare(`INSERT INTO ${name} (${columns}) VALUES (${places.join()})`);
  const rows = sql.unsafe(`SELECT ${columns} FROM ${name} ORDER BY ${tables[name]}`).values().cursor(1_000);
  for await (const chunk of rows) {
    // Whole numbers come as text, and become numbers again in their columns.
    for (const values of chunk) insert.run(...(values as (string | number | null | Uint8Array)[]));
  }
}

/** The columns of a table, the same in both engines. */
function columnsOf(database: Database, table: string): string {
  const found = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  return found.map(({ name }) => `"${String(name)}"`).join(', ');
}

async function sumsOf(sql: Sql): Promise<LedgerSums> {
  const [sums] = await sql.unsafe(sumsSql);
  return numbersOf(sums);
}

function sumsOfFile(database: Database): LedgerSums {
  return numbersOf(database.prepare(sumsSql).get());
}

function numbersOf(record: Readonly<Record<string, unknown>> | undefined): LedgerSums {
  return Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, Number(value)]));
}

/** Whether nobody has used the ledger yet. */
function isEmpty(sums: LedgerSums): boolean {
  return names.every((name) => name === 'state' || sums[name] === 0);
}

/** Throws if the copy differs from its source: it is then not kept. */
function checkSums(expected: LedgerSums, found: LedgerSums): void {
  for (const [name, value] of Object.entries(expected)) {
    if (found[name] === value) continue;
    throw new Error(`Ledger invariant broken: ${found[name]} of ${value} were copied of ${name}`);
  }
}

function noteInFile(database: Database, actor: string, to: string): void {
  database
    .prepare('INSERT INTO audit (at_ms, actor, act, subject, detail) VALUES (?, ?, ?, ?, ?)')
    .run(Date.now(), actor, copiedAct, 'ledger', `to ${to}`);
  database.exec('COMMIT');
}

/** The ledger in messages: its host and database, without a password. */
function nameOf(address: string): string {
  const { hostname, pathname } = new URL(parsePostgresAddress(address).url);
  return `PostgreSQL (${hostname}${pathname})`;
}

function inUse(where: string, cause?: unknown): UserError {
  return new UserError(`The ledger in ${where} is in use, so nothing was copied.`, {
    hint: 'Stop the service and other commands that use it, and try again.',
    cause,
  });
}

function notEmpty(where: string): UserError {
  return new UserError(`The ledger in ${where} is not empty, so nothing was copied.`, {
    hint: 'Copy into a new file or database.',
  });
}

function asFailure(error: unknown): unknown {
  if (error instanceof UserError) return error;
  if (error instanceof Error && /^Ledger invariant/.test(error.message)) return error;
  return new UserError(`The ledger cannot be copied: ${messageOf(error)}. Nothing was copied.`, {
    cause: error,
  });
}
