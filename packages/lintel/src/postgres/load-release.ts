/**
 * Loads a release into a schema of its own: rows by binary COPY, part by part, then indexes, then a comparison of all
 * counts. Every part is committed together with its number, so that an interrupted load goes on where it was.
 */
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { handled } from '../base/handled.js';
import { interrupted } from '../base/interrupted.js';
import { isConnectionLost, isWorkerLost } from '../base/postgres.js';
import { type Connection, inTransaction } from '../base/postgres-connection.js';
import type { Progress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import type { Manifest } from '../format/manifest.js';
import { facetWords } from './api-tables.js';
import { sqlTypes, type TableColumn } from './binary-rows.js';
import { literal, quoted, stableSchema } from './catalog.js';
import { type Layout, layoutOf, placing, shardCounty } from './sharding.js';
import { type ReleaseTable, releaseTables } from './tables.js';
import { refuseOwnViews } from './views.js';

/** Rows of a part. A broken connection repeats one at most. */
const partRows = 20_000;

/** Memory that the server may take to make an index. */
const indexMemory = '128MB';

/**
 * A table of records with more rows is divided into partitions of so many, by position: each is small enough to be
 * indexed and vacuumed in one go, and the first pages of a place lie in the first partitions.
 */
const partitionRows = 10_000_000;

export interface LoadOptions {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Rows of a partition, where it is not the usual number. */
  readonly partitionRows?: number;
}

/** The number of rows of each table. */
export type TableRows = Readonly<Record<string, number>>;

/** How the schema of a release's tables is called, unless that is taken. */
export const schemaOf = (id: string) => `${stableSchema}_${id.replaceAll('-', '_')}`;

/** A release that is loaded. */
interface LoadedRelease {
  readonly rows: TableRows;
  /** The schema that had its tables before, made by another version of Lintel; null if there is none. */
  readonly replaced: string | null;
}

/**
 * Loads the release in the directory, or what is missing of it. A release that is loaded already is left as it is; one
 * with the tables of another version is loaded beside those. Throws a UserError before the first row if views of
 * somebody would be in the way.
 */
export async function loadRelease(
  connection: Connection,
  directory: string,
  manifest: Manifest,
  options: LoadOptions,
): Promise<LoadedRelease> {
  const { sql } = connection;
  const { id } = manifest;
  // A crash of the server loses the last parts together with their numbers.
  await sql`SET synchronous_commit = off`;
  // Long values take a quarter of the time that PostgreSQL's own method takes. Not every server was built with it.
  await sql`SELECT set_config(name, 'lz4', false) FROM pg_settings
    WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;
  const layout = await layoutOf(sql);
  const size = options.partitionRows ?? partitionRows;
  const partitions = (table: ReleaseTable) => (layout === 'citus' ? 0 : partitionsOf(table, directory, size));
  const definitions = (schema: string) =>
    releaseTables(layout).flatMap((table) => [
      definitionOf(schema, table, partitions(table), size),
      ...(layout === 'citus' ? placing(schema, table.name, table.placement) : []),
    ]);
  const { schema, replaced, isLoaded } = await beginLoad(sql, manifest, { layout, definitions });
  await refuseOwnViews(sql, schema);
  if (!isLoaded) {
    const tables = releaseTables(layout).map((table) => {
      const dividedBy = layout === 'citus' ? table.placement : partitions(table) > 0 ? 'position' : null;
      return { ...table, dividedBy: table.columns.some(({ name }) => name === dividedBy) ? dividedBy : null };
    });
    await loadTables(connection, directory, { id, schema }, tables, options);
  }
  await sql`SET synchronous_commit = on`;
  const rows = await countedRows(sql, id, schema);
  if (!isLoaded) {
    await sql`UPDATE lintel.releases SET is_loaded = true, schema_name = ${schema}, tables = ${tablesChecksum[layout]},
      loading_schema = NULL, loading_tables = NULL WHERE id = ${id}`;
  }
  return { rows, replaced };
}

interface BegunLoad {
  readonly schema: string;
  readonly replaced: string | null;
  readonly isLoaded: boolean;
}

interface WantedTables {
  readonly layout: Layout;
  /** The statements that create them. */
  definitions(schema: string): readonly string[];
}

/** Creates the tables of the release if they are missing. */
async function beginLoad(
  sql: Sql,
  { id, info, ...manifest }: Manifest,
  { layout, definitions }: WantedTables,
): Promise<BegunLoad> {
  const checksum = tablesChecksum[layout];
  const [known] = await sql`
    SELECT is_loaded, schema_name, tables, loading_schema, loading_tables FROM lintel.releases WHERE id = ${id}`;
  const before = known?.is_loaded === true ? String(known.schema_name) : null;
  if (known?.tables === checksum)
    return { schema: String(known.schema_name), replaced: null, isLoaded: before !== null };
  if (known?.loading_tables === checksum)
    return { schema: String(known.loading_schema), replaced: before, isLoaded: false };
  const schema = await freeSchema(sql, id);
  await inTransaction(sql, async () => {
    // Tables that refer to each other are made on one connection to each server.
    if (layout === 'citus') await sql.unsafe(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    await sql.unsafe(`CREATE SCHEMA ${schema}`);
    for (const definition of definitions(schema)) await sql.unsafe(definition);
    await sql`DELETE FROM lintel.loaded_rows WHERE release_id = ${id}`;
    if (before !== null) {
      await sql`UPDATE lintel.releases SET loading_schema = ${schema}, loading_tables = ${checksum}
        WHERE id = ${id}`;
      return;
    }
    await sql`DELETE FROM lintel.releases WHERE id = ${id}`;
    await sql`INSERT INTO lintel.releases (id, schema_name, released_at, built_at, tables, manifest)
      VALUES (${id}, ${schema}, ${info.released_at}, ${info.built_at}, ${checksum},
        ${JSON.stringify({ id, info, ...manifest })})`;
  });
  return { schema, replaced: before, isLoaded: false };
}

/** A name for the schema of a release that nothing has. */
async function freeSchema(sql: Sql, id: string): Promise<string> {
  const rows = await sql`SELECT nspname FROM pg_namespace WHERE starts_with(nspname, ${schemaOf(id)})`;
  const taken = new Set(rows.map(({ nspname }) => String(nspname)));
  for (let number = 1; ; number++) {
    const name = number === 1 ? schemaOf(id) : `${schemaOf(id)}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Texts that the planner keeps to estimate how many contain a part. By its own hundred it takes what one in two hundred
 * has for rare, and reads the whole list of a frequent trigram instead of the first permits in order.
 */
const sampledTexts = 1_000;

/** How many partitions a table has; none where it is not divided. */
function partitionsOf(table: ReleaseTable, directory: string, size: number): number {
  const rows = table.columns.some(({ name }) => name === 'position') ? (table.count(directory) ?? 0) : 0;
  return rows > size ? Math.ceil(rows / size) : 0;
}

/** `CREATE TABLE` with comments, without keys and indexes; with partitions of `size` rows. */
function definitionOf(
  schema: string,
  { name, comment, columns, trigrams = [] }: ReleaseTable,
  partitions = 0,
  size = partitionRows,
): string {
  const table = `${schema}.${quoted(name)}`;
  const definitions = columns.map((column) => `${quoted(column.name)} ${typeOf(column)}`);
  // Nothing changes after loading, and loading ends with the work of autovacuum.
  const storage = 'WITH (autovacuum_enabled = false)';
  const partition = (number: number) =>
    `CREATE TABLE ${schema}.${quoted(`${name}_${number}`)} PARTITION OF ${table}
     FOR VALUES FROM (${number * size}) TO (${(number + 1) * size}) ${storage}`;
  const statements = [
    `CREATE TABLE ${table} (${definitions.join(', ')}) ${partitions > 0 ? 'PARTITION BY RANGE (position)' : storage}`,
    ...Array.from({ length: partitions }, (_, number) => partition(number)),
    `COMMENT ON TABLE ${table} IS ${literal(comment)}`,
    // Nobody searches for a whole record, and to compare thousands of them takes long.
    ...columns
      .filter((column) => /^(?:record|bytes)$/.test(column.name))
      .map((column) => `ALTER TABLE ${table} ALTER COLUMN ${quoted(column.name)} SET STATISTICS 0`),
    ...trigrams.map(
      (column) => `ALTER TABLE ${table} ALTER COLUMN ${quoted(column)} SET STATISTICS ${sampledTexts}`,
    ),
    ...columns.map(
      (column) => `COMMENT ON COLUMN ${table}.${quoted(column.name)} IS ${literal(column.description)}`,
    ),
  ];
  return statements.join(';\n');
}

/** Ids are compared byte by byte, which is faster and the same in every database. */
function typeOf({ name, type }: TableColumn): string {
  if (name === shardCounty.name) return 'text COLLATE "C" NOT NULL';
  return /(?:^|_)id$|^place$/.test(name) ? `${sqlTypes[type]} COLLATE "C"` : sqlTypes[type];
}

/** What the tables of this version are, and how facets number words. */
export const tablesChecksum: Readonly<Record<Layout, string>> = {
  plain: checksumOf('plain'),
  citus: checksumOf('citus'),
};

function checksumOf(layout: Layout): string {
  const tables = releaseTables(layout).map((table) =>
    [
      definitionOf('', table),
      ...indexesOf('', table),
      ...(layout === 'citus' ? [table.placement] : []),
    ].join(),
  );
  return createHash('sha256').update(tables.join()).update(facetWords).digest('hex');
}

/** A table with the column by which its rows are divided; null where they are not. */
interface DividedTable extends ReleaseTable {
  readonly dividedBy: string | null;
}

/** Which release is loaded where. */
interface Target {
  readonly id: string;
  readonly schema: string;
}

/** Sends what is missing of a table's rows. */
async function loadRows(
  connection: Connection,
  directory: string,
  { id, schema }: Target,
  table: ReleaseTable,
  { progress, signal }: LoadOptions,
): Promise<void> {
  const { sql } = connection;
  const [done] = await sql`
    SELECT rows, is_complete FROM lintel.loaded_rows WHERE release_id = ${id} AND table_name = ${table.name}`;
  if (done?.is_complete === true) return;
  const loaded = Number(done?.rows ?? 0);
  progress.step(`Loading ${table.name}`, table.count(directory), 'rows');
  progress.advance(loaded);
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const copy = `COPY ${schema}.${quoted(table.name)} (${names}) FROM STDIN (FORMAT binary)`;
  const rows = new Parts(table.rows(directory, loaded));
  try {
    for (let total = loaded; !rows.isAtEnd; ) {
      if (signal.aborted) throw interrupted();
      const part = rows.part(partRows);
      await inTransaction(sql, async () => {
        await connection.copy(copy, table.encode(part));
        total += rows.given;
        // VACUUM marks as visible to all only rows whose transactions are on disk.
        if (rows.isAtEnd) await sql`SET LOCAL synchronous_commit = on`;
        await sql`INSERT INTO lintel.loaded_rows (release_id, table_name, rows, is_complete)
          VALUES (${id}, ${table.name}, ${total}, ${rows.isAtEnd})
          ON CONFLICT (release_id, table_name) DO UPDATE
          SET rows = excluded.rows, is_complete = excluded.is_complete`;
      });
      progress.advance(rows.given);
    }
  } finally {
    rows.close();
  }
}

/** Rows in parts. It looks one row ahead, to know whether a part was the last. */
class Parts {
  /** Rows of the last part. */
  given = 0;
  readonly #rows: Iterator<unknown>;
  #next: IteratorResult<unknown>;

  constructor(rows: Iterable<unknown>) {
    this.#rows = rows[Symbol.iterator]();
    this.#next = this.#rows.next();
  }

  get isAtEnd(): boolean {
    return this.#next.done === true;
  }

  *part(size: number): Generator<unknown> {
    for (this.given = 0; this.given < size && !this.isAtEnd; this.given++) {
      yield this.#next.value;
      this.#next = this.#rows.next();
    }
  }

  /** Lets the rows close what they read from. */
  close(): void {
    this.#rows.return?.();
  }
}

/** Loads the tables. A second connection makes their indexes meanwhile, as soon as each is loaded. */
async function loadTables(
  connection: Connection,
  directory: string,
  target: Target,
  releaseTables: readonly DividedTable[],
  options: LoadOptions,
): Promise<void> {
  const { progress, signal } = options;
  const trigrams = await trigramSchema(connection.sql);
  const statements = new Statements(signal);
  const helper = connection.another();
  const work = () => Promise.all([statements.work(connection.sql), statements.work(helper.sql)]);
  let helping = Promise.resolve();
  // Those with most indexes first: to make them takes as long as to load all other tables.
  const tables = [...releaseTables].sort((one, other) => indexCount(other) - indexCount(one));
  try {
    for (const { sql } of [connection, helper]) {
      await sql.unsafe(`SET maintenance_work_mem = '${indexMemory}'`);
      // Not every platform can tell. Elsewhere an index is made to its end after its command was interrupted.
      await sql.unsafe(`SET client_connection_check_interval = '5s'`).catch((error: unknown) => {
        if (isConnectionLost(error)) throw error;
      });
    }
    for (const table of tables) {
      await loadRows(connection, directory, target, table, options);
      statements.add(finishing(target.schema, table, trigrams));
      helping = handled(helping.then(() => statements.work(helper.sql)));
    }
    progress.step('Making indexes', statements.left + tables.length, 'steps');
    statements.onDone = () => progress.advance(1);
    await Promise.all([helping, work()]);
    // Rows never change: marked as visible to all for good, they are never looked through again. At the end, since rows
    // newer than a transaction under way cannot be marked.
    const vacuum = 'VACUUM (FREEZE, INDEX_CLEANUP false)';
    statements.add(tables.map(({ name }) => `${vacuum} ${target.schema}.${quoted(name)}`));
    await work();
  } finally {
    await helper.close();
  }
}

/** The schema of the extension whose index finds parts of texts; null in a database that cannot have it. */
async function trigramSchema(sql: Sql): Promise<string | null> {
  const find = () => sql`
    SELECT nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'pg_trgm'`;
  if ((await find()).length === 0) {
    // Not every server has it, nor may every user create it.
    await sql
      .unsafe(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ${stableSchema}`)
      .catch((error: unknown) => {
        // The workers of Citus make it too; without one of them the indexes of texts would be left out for good.
        if (isConnectionLost(error) || isWorkerLost(error)) throw error;
      });
  }
  const [found] = await find();
  return found === undefined ? null : String(found.nspname);
}

const indexCount = ({ indexes }: ReleaseTable) => Object.keys(indexes).length;

/** Statements that several connections work through. Each is skipped or repeated safely. */
class Statements {
  /** How many wait or are under way. */
  left = 0;
  onDone = () => {};
  readonly #waiting: string[] = [];
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(statements: readonly string[]): void {
    this.#waiting.push(...statements);
    this.left += statements.length;
  }

  /** Sends them one by one, until none waits. */
  async work(sql: Sql): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#signal.aborted) throw interrupted();
      await sql.unsafe(next);
      this.left -= 1;
      this.onDone();
    }
  }
}

/** Statistics, keys and indexes of a table that is loaded. */
function finishing(schema: string, table: DividedTable, trigrams: string | null): string[] {
  const indexes = indexesOf(schema, table, table.dividedBy, trigrams);
  // An inverted index takes longest, and one processor of the server.
  indexes.sort((one, other) => Number(other.includes('USING gin')) - Number(one.includes('USING gin')));
  return [`ANALYZE ${schema}.${quoted(table.name)}`, ...indexes];
}

/** Keys and indexes. `trigramsIn` is the schema of the extension for trigrams. */
function indexesOf(
  schema: string,
  { name, primaryKey, indexes, trigrams = [] }: ReleaseTable,
  dividedBy: string | null = null,
  trigramsIn: string | null = stableSchema,
): string[] {
  // A unique index must have the column by which rows are divided.
  const key = dividedBy === null ? primaryKey : [...new Set([...primaryKey, dividedBy])];
  // So must an index that answers joins by it without the table.
  const having = (on: string) =>
    dividedBy === shardCounty.name ? on.replace('INCLUDE (', `INCLUDE (${dividedBy}, `) : on;
  const create = (kind: string, index: string, on: string) =>
    `CREATE ${kind} IF NOT EXISTS ${quoted(`${name}_${index}`)} ON ${schema}.${quoted(name)} ${having(on)}`;
  const statements = Object.entries(indexes).map(([index, on]) => create('INDEX', index, on));
  if (primaryKey.length > 0) statements.unshift(create('UNIQUE INDEX', 'key', `(${key.join(', ')})`));
  if (trigramsIn !== null) {
    const on = (column: string) => `USING gin (${column} ${quoted(trigramsIn)}.gin_trgm_ops)`;
    statements.push(...trigrams.map((column) => create('INDEX', `trigrams_of_${column}`, on(column))));
  }
  return statements;
}

/** The rows of each table as PostgreSQL counts them. Throws a UserError if they are not those of the release. */
async function countedRows(sql: Sql, id: string, schema: string): Promise<TableRows> {
  const sent = await sql`SELECT table_name, rows FROM lintel.loaded_rows WHERE release_id = ${id}`;
  const counts: Record<string, number> = {};
  for (const { table_name, rows } of sent) {
    const name = String(table_name);
    const [found] = await sql.unsafe(`SELECT count(*) AS rows FROM ${schema}.${quoted(name)}`);
    counts[name] = Number(found?.rows);
    if (counts[name] === Number(rows)) continue;
    throw new UserError(
      `The table ${name} in the database has ${counts[name]} rows; ${Number(rows)} were sent.`,
      { hint: `Load it again: DROP SCHEMA ${schema} CASCADE, then DELETE FROM lintel.releases.` },
    );
  }
  return counts;
}
