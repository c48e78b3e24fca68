/**
 * The tables through which a build hands batches to workers, in the schema of the raw store: `build` has a row for each
 * build under way, and `build_ID_PART` its batches, 256 in each table, with what became of them.
 *
 * A build is under way while its session holds the lock of its number; a batch is claimed while a worker's transaction
 * holds the lock of its row. Both end with the connection, so nothing that a killed process had can stay claimed. The
 * snapshot that a build reads keeps the server from reusing the space of rows that are deleted meanwhile, so batches are
 * not deleted: their table is dropped when all have come back. The tables are not logged. A crash of the server empties
 * them, and ends the build with its connection.
 */
import type { Sql } from 'postgres';
import { type Connection, inTransaction } from '../../base/postgres-connection.js';
import { errorCode } from '../../base/user-error.js';
import type { RawBatch } from '../entry/prepare.js';
import type { BuildBasis } from './basis.js';

/** Advisory locks: of the tables, of a build by its number, of its workers. Any numbers will do. */
const tablesLock = 0x6c726274;
const buildLock = 0x6c726275;
const workerLock = 0x6c726277;
const schema = 'lintel_raw';
const batchesOfPart = 256;
/** How long dropping a table waits for a worker that still holds a batch of it. */
const dropWait = '100ms';
const lockNotAvailable = '55P03';
const noTable = '42P01';

/** A build under way, as workers see it. */
export interface BuildUnderWay {
  readonly id: number;
  readonly basis: BuildBasis;
  /** Name of the snapshot of the raw store that it reads. */
  readonly snapshot: string;
}

/** What became of a batch, as it travels. */
export interface BatchResult {
  readonly number: number;
  /** JSON of all but the bytes. */
  readonly summary: string;
  /** Compressed. */
  readonly bytes: Buffer;
}

/** A batch that a worker has claimed. */
interface ClaimedBatch {
  readonly number: number;
  readonly batch: RawBatch;
  /** Stores the result and ends the claim. */
  finish(summary: string, bytes: Buffer): Promise<void>;
}

const tableOf = (build: number, part: number) => `${schema}.build_${build}_${part}`;
const partOf = (batch: number) => Math.floor(batch / batchesOfPart);

/** How many sessions hold this lock of build `id`, an SQL expression. */
const holders = (lock: number, id: string) => `(SELECT count(*) FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${lock} AND objid = ${id} AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
const isUnderWay = (id: string) => `${holders(buildLock, id)} > 0`;

/** Makes the table of builds where it is missing, and drops what builds have left that were killed. */
async function prepare(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.build (
      id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, basis TEXT NOT NULL, snapshot TEXT NOT NULL,
      first_part INTEGER NOT NULL DEFAULT 0, last_part INTEGER NOT NULL DEFAULT -1
    )`);
  await sql.unsafe(`DELETE FROM ${schema}.build WHERE NOT ${isUnderWay('build.id')}`);
  const left = await sql.unsafe(`
    SELECT name FROM (SELECT relname AS name, substring(relname FROM '^build_(\\d+)_\\d+$') AS id FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r') AS found
    WHERE id IS NOT NULL AND NOT ${isUnderWay('id::oid')}`);
  for (const { name } of left) await drop(sql, `${schema}.${name}`);
}

/** Drops a table, unless a worker that hangs still holds a batch of it: the next build drops it then. */
async function drop(sql: Sql, table: string): Promise<void> {
  await sql.unsafe(`SET lock_timeout = '${dropWait}'`);
  try {
    await inTransaction(sql, () => sql.unsafe(`DROP TABLE IF EXISTS ${table}`));
  } catch (error) {
    if (errorCode(error) !== lockNotAvailable) throw error;
  } finally {
    await sql.unsafe('RESET lock_timeout');
  }
}

/** The builder's side of the tables. One call at a time. */
export class BuildQueue {
  readonly #sql: Sql;
  readonly id: number;
  /** Batches that have not come back, of each part that has a table. */
  readonly #open = new Map<number, Set<number>>();

  private constructor(sql: Sql, id: number) {
    this.#sql = sql;
    this.id = id;
  }

  /** Announces a build, which is under way until the connection closes. */
  static async announce({ sql }: Connection, build: Omit<BuildUnderWay, 'id'>): Promise<BuildQueue> {
    await sql`SELECT pg_advisory_lock(${tablesLock})`;
    await prepare(sql);
    const [row] = await sql`
      INSERT INTO build (basis, snapshot) VALUES (${JSON.stringify(build.basis)}, ${build.snapshot}) RETURNING id`;
    const id = Number(row?.id);
    await sql`SELECT pg_advisory_lock(${buildLock}, ${id})`;
    await sql`SELECT pg_advisory_unlock(${tablesLock})`;
    return new BuildQueue(sql, id);
  }

  /** How many workers help. */
  async workers(): Promise<number> {
    const [row] = await this.#sql.unsafe(`SELECT ${holders(workerLock, String(this.id))}::int AS count`);
    return Number(row?.count);
  }

  /** Hands batches to workers; numbers never fall. */
  async offer(batches: readonly { readonly number: number; readonly batch: RawBatch }[]): Promise<void> {
    const insert = async (number: number, batch: RawBatch) => {
      const table = tableOf(this.id, partOf(number));
      const values = [number, JSON.stringify(batch)];
      await this.#sql.unsafe(`INSERT INTO ${table} (number, batch) VALUES ($1, $2)`, values);
    };
    for (const { number } of batches) {
      const part = partOf(number);
      if (!this.#open.has(part)) await this.#addPart(part);
      this.#open.get(part)?.add(number);
    }
    await Promise.all(batches.map(({ number, batch }) => insert(number, batch)));
  }

  /** Takes back at most `most` batches that nobody has claimed, the oldest first; their numbers. */
  async takeBack(most: number): Promise<number[]> {
    const taken: number[] = [];
    for (const part of this.#open.keys()) {
      if (taken.length === most) break;
      const table = tableOf(this.id, part);
      const rows = await this.#sql.unsafe(
        `DELETE FROM ${table} WHERE number IN (SELECT number FROM ${table} WHERE bytes IS NULL
           ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING number`,
        [most - taken.length],
      );
      taken.push(...rows.map(({ number }) => Number(number)));
    }
    this.#came(taken);
    return taken;
  }

  /** Results that have come, at most `most` at once. */
  async results(most: number): Promise<BatchResult[]> {
    const results: BatchResult[] = [];
    for (const [part, open] of this.#open) {
      if (results.length === most) break;
      const rows = await this.#sql.unsafe<{ number: number; summary: string; bytes: Buffer }[]>(
        `SELECT number, summary, bytes FROM ${tableOf(this.id, part)}
         WHERE bytes IS NOT NULL AND number = ANY ($1::int[]) ORDER BY number LIMIT $2`,
        [`{${[...open].join()}}`, most - results.length],
      );
      results.push(...rows);
    }
    this.#came(results.map(({ number }) => number));
    return results;
  }

  /** Drops the tables of the build; with the end of the connection it is no longer under way. */
  async close(): Promise<void> {
    await this.#sql`DELETE FROM build WHERE id = ${this.id}`;
    for (const part of this.#open.keys()) await drop(this.#sql, tableOf(this.id, part));
    this.#open.clear();
  }

  async #addPart(part: number): Promise<void> {
    // Results are compressed already.
    await this.#sql.unsafe(`
      CREATE UNLOGGED TABLE ${tableOf(this.id, part)} (
        number INTEGER PRIMARY KEY, batch TEXT NOT NULL, summary TEXT, bytes BYTEA
      );
      ALTER TABLE ${tableOf(this.id, part)} ALTER COLUMN bytes SET STORAGE EXTERNAL`);
    this.#open.set(part, new Set());
    const last = Math.max(...this.#open.keys());
    await this.#sql`UPDATE build SET last_part = ${last} WHERE id = ${this.id}`;
    await this.#dropEmpty(part);
  }

  /** Batches that need not come back any more. */
  #came(batches: readonly number[]): void {
    for (const batch of batches) this.#open.get(partOf(batch))?.delete(batch);
  }

  /** Drops the tables before `part` of which no batch is missing. */
  async #dropEmpty(part: number): Promise<void> {
    for (const [earlier, open] of this.#open) {
      if (earlier >= part || open.size > 0) continue;
      this.#open.delete(earlier);
      await drop(this.#sql, tableOf(this.id, earlier));
    }
    const first = Math.min(...this.#open.keys());
    await this.#sql`UPDATE build SET first_part = ${first} WHERE id = ${this.id}`;
  }
}

/** The oldest build under way; null if there is none. */
export async function findBuild({ sql }: Connection): Promise<BuildUnderWay | null> {
  const [table] = await sql`SELECT to_regclass(${`${schema}.build`}) AS build`;
  if (table?.build == null) return null;
  const [row] = await sql.unsafe(
    `SELECT id, basis, snapshot FROM build WHERE ${isUnderWay('build.id')} ORDER BY id LIMIT 1`,
  );
  if (row === undefined) return null;
  return { id: Number(row.id), basis: JSON.parse(String(row.basis)), snapshot: String(row.snapshot) };
}

/** The number of the last build that began, whether or not it still is under way; 0 if none ever did. */
export async function lastBuild({ sql }: Connection): Promise<number> {
  const [row] = await sql`
    SELECT last_value FROM pg_sequences WHERE schemaname = ${schema} AND sequencename = 'build_id_seq'`;
  return Number(row?.last_value ?? 0);
}

/** Counts a build that failed, announced or not, so that no worker goes on waiting for it. */
export async function countFailedBuild({ sql }: Connection): Promise<void> {
  await sql`SELECT pg_advisory_lock(${tablesLock})`;
  await prepare(sql);
  await sql`SELECT nextval(pg_get_serial_sequence(${`${schema}.build`}, 'id'))`;
}

/** A worker's side of the tables of one build. */
export class BuildClaims {
  readonly #sql: Sql;
  readonly #id: number;
  #parts: readonly number[] = [];

  private constructor(sql: Sql, id: number) {
    this.#sql = sql;
    this.#id = id;
  }

  /** Joins a build. */
  static async join({ sql }: Connection, id: number): Promise<BuildClaims> {
    await sql`SELECT pg_advisory_lock_shared(${workerLock}, ${id})`;
    return new BuildClaims(sql, id);
  }

  /** Whether the build is still under way. */
  async isUnderWay(): Promise<boolean> {
    const [row] = await this.#sql.unsafe(
      `SELECT first_part, last_part FROM build WHERE id = ${this.#id} AND ${isUnderWay('build.id')}`,
    );
    if (row === undefined) return false;
    const [first, last] = [Number(row.first_part), Number(row.last_part)];
    this.#parts = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return true;
  }

  /** Claims the oldest batch that nobody has; null if there is none. */
  async claim(): Promise<ClaimedBatch | null> {
    for (const part of this.#parts) {
      const claimed = await this.#claimIn(tableOf(this.#id, part));
      if (claimed !== null) return claimed;
    }
    return null;
  }

  async #claimIn(table: string): Promise<ClaimedBatch | null> {
    const sql = this.#sql;
    await sql.unsafe('BEGIN');
    try {
      const [row] = await sql.unsafe(
        `SELECT number, batch FROM ${table} WHERE bytes IS NULL ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (row !== undefined) {
        const number = Number(row.number);
        const finish = async (summary: string, bytes: Buffer) => {
          await sql.unsafe(`UPDATE ${table} SET summary = $1, bytes = $2 WHERE number = $3`, [
            summary,
            bytes,
            number,
          ]);
          await sql.unsafe('COMMIT');
        };
        return { number, batch: JSON.parse(String(row.batch)), finish };
      }
    } catch (error) {
      // All of its batches have come back.
      if (errorCode(error) !== noTable) throw error;
    }
    await sql.unsafe('ROLLBACK');
    return null;
  }
}
