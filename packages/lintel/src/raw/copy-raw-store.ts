/**
 * Copies a whole raw store from its file into PostgreSQL and back: rows with their histories, runs, quarantine and
 * bookmarks. The target gets all of it in one transaction, and must be empty; nobody writes into either meanwhile.
 */
import type { Sql } from 'postgres';
import { copyLines, type CopiedValue as Value } from '../base/copy-lines.js';
import { type Connection, inTransaction } from '../base/postgres-connection.js';
import type { Progress } from '../base/progress.js';
import type { Database, Statement } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';
import { openPostgresRawStore } from './postgres-raw-store.js';
import { asRawFailure, claimSource, connectRaw, nameOf, restored, storable } from './postgres-tables.js';
import { asFailure, openRawDatabase } from './raw-database.js';
import { replacedColumns } from './revert-run.js';
import { contentHash } from './run-rows.js';
import { openRawStore } from './sqlite-raw-store.js';

/** Records that are read from the database at once. */
const chunkRows = 1_000;

interface CopyOptions {
  readonly progress: Progress;
  /** Ends the copy; nothing is kept of it. */
  readonly signal: AbortSignal;
}

/** What a store holds, by table. */
interface CopiedCounts {
  readonly source: number;
  readonly run: number;
  readonly row: number;
  readonly quarantine: number;
}

/** A table whose records are numbered by `id` in both stores. */
interface NumberedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns whose texts are stored by `storable` in PostgreSQL. */
  readonly texts: readonly string[];
}

const counted = ['read', 'new', 'changed', 'unchanged', 'quarantined', 'older', 'vanished'];
const ofReverts = ['reverted_ms', 'keeps_replaced', 'bookmark_before'];
const runColumns = [
  'source',
  'input',
  'kind',
  'started_ms',
  'as_of_ms',
  'ended_ms',
  'state',
  'message',
  'details',
];
const quarantineColumns = ['source', 'input', 'line', 'hash', 'run', 'reason', 'body'];

const numberedTables: readonly NumberedTable[] = [
  { name: 'source', columns: ['id', 'name', 'bookmark'], texts: [] },
  { name: 'run', columns: ['id', ...runColumns, ...counted, ...ofReverts], texts: ['input', 'message'] },
  { name: 'header', columns: ['id', 'run', 'columns'], texts: [] },
  { name: 'quarantine', columns: ['id', ...quarantineColumns], texts: ['input', 'reason', 'body'] },
];

/** Each source numbers its rows in PostgreSQL; in the file all rows have one numbering, in the same order. */
const numberedRows =
  'SELECT source, row, row_number() OVER (PARTITION BY source ORDER BY row) AS no FROM version';

const rowTables = [
  {
    name: 'row',
    columns: ['source', 'no', 'key', 'first_run', 'body', 'key_hash'],
    select: `SELECT n.source, n.no, r.key, r.first_run, r.body FROM (${numberedRows}) n
      CROSS JOIN row r ON r.id = n.row`,
    convert: ([source = null, no = null, key = null, ...rest]: readonly Value[]) => {
      const text = String(key);
      return [source, no, storable(text), ...rest, contentHash(text)];
    },
  },
  {
    name: 'version',
    columns: ['source', 'row', 'hash', 'last_run', 'said_ms', 'vanished_run', 'header'],
    select: `SELECT source, row_number() OVER (PARTITION BY source ORDER BY row), hash, last_run, said_ms,
      vanished_run, header FROM version`,
    convert: (values: readonly Value[]) => values,
  },
  {
    name: 'earlier',
    columns: ['source', 'row', 'fields'],
    select: `SELECT n.source, n.no, e.fields FROM (${numberedRows}) n
      CROSS JOIN earlier e ON e.source = n.source AND e.row = n.row`,
    convert: (values: readonly Value[]) => values,
  },
  {
    name: 'replaced',
    columns: ['run', 'source', 'row', ...replacedColumns],
    select: `SELECT x.run, x.source, n.no, ${replacedColumns.map((name) => `x.${name}`)} FROM (${numberedRows}) n
      CROSS JOIN replaced x ON x.source = n.source AND x.row = n.row`,
    convert: (values: readonly Value[]) => values,
  },
  {
    name: 'past',
    columns: ['source', 'row', 'run', 'state'],
    select: `SELECT n.source, n.no, p.run, p.state FROM (${numberedRows}) n
      CROSS JOIN past p ON p.source = n.source AND p.row = n.row`,
    convert: (values: readonly Value[]) => values,
  },
];

/** Copies the store in a file. Throws a UserError if the target holds anything, or one of both is in use. */
export async function copyIntoPostgres(
  path: string,
  address: string,
  { progress, signal }: CopyOptions,
): Promise<CopiedCounts> {
  await (await openPostgresRawStore(address)).close();
  const store = openRawStore(path);
  const connection = connectRaw(address);
  try {
    store.holdLock();
    const database = openRawDatabase(path);
    try {
      return await Promise.race([
        inTransaction(connection.sql, () =>
          fillDatabase(database, connection, address, { progress, signal }),
        ),
        connection.lost,
      ]);
    } finally {
      database.close();
    }
  } catch (error) {
    throw asRawFailure(error, address);
  } finally {
    await connection.close();
    store.close();
  }
}

async function fillDatabase(
  database: Database,
  connection: Connection,
  address: string,
  { progress, signal }: CopyOptions,
): Promise<CopiedCounts> {
  const { sql } = connection;
  // Runs of other processes begin by adding their source.
  await sql.unsafe('LOCK TABLE source IN SHARE ROW EXCLUSIVE MODE');
  const [held] = await sql.unsafe('SELECT 1 FROM source LIMIT 1');
  if (held !== undefined) throw notEmpty(nameOf(address));
  const total = countsOf(database);
  const copy = async (name: string, columns: readonly string[], rows: Iterable<readonly Value[]>) => {
    progress.step(`Copying ${name}`, null, 'records');
    const watched = watchedBy(rows, progress, signal);
    await connection.copy(`COPY ${name} (${columns.join()}) FROM STDIN`, copyLines(watched, ''));
  };
  for (const { name, columns, texts } of numberedTables) {
    const isText = columns.map((column) => texts.includes(column));
    const convert = (values: readonly Value[]) =>
      values.map((value, i) => (isText[i] === true && typeof value === 'string' ? storable(value) : value));
    const select = `SELECT ${columns.join()} FROM ${name} ORDER BY id`;
    await copy(name, columns, recordsOf(database, select, convert));
    await sql.unsafe(
      `SELECT setval(pg_get_serial_sequence('${name}', 'id'), max(id)) FROM ${name} HAVING max(id) IS NOT NULL`,
    );
  }
  for (const { name, columns, select, convert } of rowTables)
    await copy(name, columns, recordsOf(database, select, convert));
  progress.done();
  const [copied] = await sql.unsafe(countSql);
  checkCopied(total, toCounts(copied));
  return total;
}

/** Copies the store in PostgreSQL. Throws a UserError if the target holds anything, or one of both is in use. */
export async function copyIntoFile(
  address: string,
  path: string,
  { progress, signal }: CopyOptions,
): Promise<CopiedCounts> {
  await (await openPostgresRawStore(address)).close();
  const store = openRawStore(path);
  const connection = connectRaw(address);
  try {
    store.holdLock();
    if (store.runs().length > 0 || store.totals().length > 0) throw notEmpty(path);
    const { sql, lost } = connection;
    for (const { id, name } of await Promise.race([sql`SELECT id, name FROM source`, lost]))
      await Promise.race([claimSource(sql, Number(id), String(name)), lost]);
    const database = openRawDatabase(path);
    database.exec('BEGIN IMMEDIATE');
    try {
      const counts = await Promise.race([fillFile(sql, database, { progress, signal }), lost]);
      database.exec('COMMIT');
      return counts;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    } finally {
      database.close();
    }
  } catch (error) {
    throw asFailure(asRawFailure(error, address), 'write', path);
  } finally {
    await connection.close();
    store.close();
  }
}

async function fillFile(
  sql: Sql,
  database: Database,
  { progress, signal }: CopyOptions,
): Promise<CopiedCounts> {
  const [held] = await sql.unsafe(countSql);
  const total = toCounts(held);
  for (const { name, columns, texts } of numberedTables) {
    progress.step(`Copying ${name}`, null, 'records');
    const insert = insertInto(database, name, columns);
    const select = `SELECT ${columns.join()} FROM ${name} WHERE id > $1 ORDER BY id LIMIT ${chunkRows}`;
    for (let last: unknown = 0, rows = chunkRows; rows === chunkRows; ) {
      const found: readonly Record<string, unknown>[] = await sql.unsafe(select, [Number(last)]);
      for (const record of found)
        insert.run(...columns.map((column) => toFile(column, record[column], texts.includes(column))));
      last = found.at(-1)?.id;
      rows = found.length;
      advance(progress, signal, rows);
    }
  }
  await copyRows(sql, database, { progress, signal });
  progress.done();
  checkCopied(total, countsOf(database));
  return total;
}

async function copyRows(sql: Sql, database: Database, { progress, signal }: CopyOptions): Promise<void> {
  progress.step('Copying row', null, 'records');
  const insertRow = insertInto(database, 'row', ['source', 'key', 'first_run', 'body']);
  const versionColumns = ['hash', 'last_run', 'said_ms', 'vanished_run', 'header'];
  const insertVersion = insertInto(database, 'version', ['source', 'row', ...versionColumns]);
  const insertEarlier = insertInto(database, 'earlier', ['source', 'row', 'fields']);
  const byRun = [
    { table: 'replaced', columns: replacedColumns },
    { table: 'past', columns: ['state'] },
  ].map(({ table, columns }) => ({
    columns,
    insert: insertInto(database, table, ['run', 'source', 'row', ...columns]),
    select: `SELECT run, source, row, ${columns.join()} FROM ${table}
      WHERE (source, row) > ($1, $2) AND (source, row) <= ($3, $4)`,
  }));
  const select = `SELECT r.source, r.no, r.key, r.first_run, r.body, ${versionColumns.map((name) => `v.${name}`)}, e.fields
    FROM row r JOIN version v ON v.source = r.source AND v.row = r.no
    LEFT JOIN earlier e ON e.source = r.source AND e.row = r.no
    WHERE (r.source, r.no) > ($1, $2) ORDER BY r.source, r.no LIMIT ${chunkRows}`;
  for (let last: readonly [number, number] = [0, 0], rows = chunkRows; rows === chunkRows; ) {
    const found: readonly Record<string, unknown>[] = await sql.unsafe(select, [...last]);
    const rowOf = new Map<string, number | bigint>();
    for (const record of found) {
      const source = Number(record.source);
      const key = restored(String(record.key));
      const { lastInsertRowid: row } = insertRow.run(
        source,
        key,
        Number(record.first_run),
        String(record.body),
      );
      rowOf.set(`${source} ${record.no}`, row);
      insertVersion.run(
        source,
        row,
        ...versionColumns.map((column) => toFile(column, record[column], false)),
      );
      if (record.fields !== null) insertEarlier.run(source, row, String(record.fields));
    }
    const end = found.at(-1);
    if (end === undefined) return;
    const next = [Number(end.source), Number(end.no)] as const;
    for (const { columns, insert, select } of byRun) {
      const records: readonly Record<string, unknown>[] = await sql.unsafe(select, [...last, ...next]);
      for (const record of records) {
        const row = rowOf.get(`${record.source} ${record.row}`);
        if (row === undefined) throw new Error(`run ${record.run} replaced a row that is not stored`);
        const values = columns.map((column) => toFile(column, record[column], false));
        insert.run(Number(record.run), Number(record.source), row, ...values);
      }
    }
    last = next;
    rows = found.length;
    advance(progress, signal, rows);
  }
}

function insertInto(database: Database, table: string, columns: readonly string[]): Statement {
  return database.prepare(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
}

/** A value of the database for the file; numbers that came as texts become numbers in their columns. */
function toFile(column: string, value: unknown, isText: boolean): Value {
  if (value === null) return null;
  if (column === 'hash') return Buffer.from(String(value).replaceAll('-', ''), 'hex');
  if (typeof value === 'number') return value;
  return isText ? restored(String(value)) : String(value);
}

function* recordsOf(
  database: Database,
  select: string,
  convert: (values: readonly Value[]) => readonly Value[],
): Iterable<readonly Value[]> {
  const statement = database.prepare(select);
  statement.setReturnArrays(true);
  for (const values of statement.iterate()) yield convert(values as unknown as readonly Value[]);
}

function* watchedBy<T>(items: Iterable<T>, progress: Progress, signal: AbortSignal): Iterable<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % chunkRows === 0) advance(progress, signal, chunkRows);
  }
  advance(progress, signal, count % chunkRows);
}

function advance(progress: Progress, signal: AbortSignal, count: number): void {
  if (signal.aborted) throw new UserError('Interrupted; nothing was copied.');
  progress.advance(count);
}

const countedTables = [
  'source',
  'run',
  'row',
  'version',
  'earlier',
  'header',
  'quarantine',
  'replaced',
  'past',
] as const;
type AllCounts = Readonly<Record<(typeof countedTables)[number], number>>;
const countSql = `SELECT ${countedTables.map((name) => `(SELECT count(*) FROM ${name}) AS "${name}"`).join()}`;

function countsOf(database: Database): AllCounts {
  return toCounts(database.prepare(countSql).get());
}

function toCounts(record: Readonly<Record<string, unknown>> | undefined): AllCounts {
  const count = (name: string) => Number(record?.[name]);
  return {
    source: count('source'),
    run: count('run'),
    row: count('row'),
    version: count('version'),
    earlier: count('earlier'),
    header: count('header'),
    quarantine: count('quarantine'),
    replaced: count('replaced'),
    past: count('past'),
  };
}

/** Throws if a table has not all of its records: the copy is then not kept. */
function checkCopied(expected: AllCounts, found: AllCounts): void {
  for (const name of countedTables) {
    if (found[name] === expected[name]) continue;
    throw new Error(`${found[name]} of ${expected[name]} records of ${name} were copied`);
  }
}

function notEmpty(store: string): UserError {
  return new UserError(`The raw store ${store} is not empty, so nothing was copied.`, {
    hint: 'Copy into a new file or database.',
  });
}
