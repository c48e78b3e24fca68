/**
 * The tables of the raw store in PostgreSQL: the schema `lintel_raw`, created at the first opening. They are those of
 * the file (raw-database.ts), but that each source numbers its rows by itself, without gaps, from 1.
 *
 * A source is claimed by a lock of the session that writes into it. It ends with the connection, for whatever reason
 * that ends, so a claim cannot become stale, and a process that has lost its claim cannot write.
 */
import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { isConnectionLost, parsePostgresAddress } from '../base/postgres.js';
import { type Connection, connect, inTransaction } from '../base/postgres-connection.js';
import { errorCode, messageOf, UserError } from '../base/user-error.js';
import { StoreBusyError } from './raw-store.js';

const schema = 'lintel_raw';
const formatVersion = 3;
/** Advisory locks: of the creation of tables, and of sources by their number. Any number will do. */
const tablesLock = 0x6c726177;
const sourceLock = 0x6c727372;
/** How long a claim waits: another process may just be looking whether the source has one. */
const claimWait = '1s';

/** What format 1 lacked: the rows that runs replaced, as they were (revert-run.ts). */
const tablesSince1 = `
  ALTER TABLE run ADD COLUMN reverted_ms BIGINT;
  ALTER TABLE run ADD COLUMN keeps_replaced INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run ADD COLUMN bookmark_before TEXT;
  CREATE TABLE replaced (
    run BIGINT NOT NULL, source INTEGER NOT NULL, row BIGINT NOT NULL, hash UUID NOT NULL, last_run BIGINT NOT NULL,
    said_ms DOUBLE PRECISION, vanished_run BIGINT, header BIGINT, body TEXT NOT NULL, fields TEXT,
    PRIMARY KEY (source, row, run)
  );
  CREATE INDEX replaced_run ON replaced (run);
`;

/** What format 2 lacked: the states that rows had until a run changed them. */
const tablesSince2 = `
  CREATE TABLE past (
    source INTEGER NOT NULL, row BIGINT NOT NULL, run BIGINT NOT NULL, state TEXT NOT NULL,
    PRIMARY KEY (source, row, run)
  );
  CREATE INDEX past_run ON past (run);
`;

/** What each earlier format lacked, the oldest first. */
const upgrades = [tablesSince1, tablesSince2];

/** `version` changes with every reading: its pages have room for that, so that its index need not change. */
const tables = `
  CREATE SCHEMA ${schema};
  CREATE TABLE format (version INTEGER NOT NULL);
  INSERT INTO format VALUES (1);
  CREATE TABLE source (
    id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT COLLATE "C" NOT NULL UNIQUE, bookmark TEXT
  );
  CREATE TABLE run (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source INTEGER NOT NULL REFERENCES source,
    input TEXT NOT NULL, kind TEXT NOT NULL, started_ms BIGINT NOT NULL, as_of_ms BIGINT NOT NULL, ended_ms BIGINT,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'failed')),
    message TEXT, details TEXT, older BIGINT NOT NULL DEFAULT 0, vanished BIGINT NOT NULL DEFAULT 0,
    read BIGINT NOT NULL DEFAULT 0, new BIGINT NOT NULL DEFAULT 0, changed BIGINT NOT NULL DEFAULT 0,
    unchanged BIGINT NOT NULL DEFAULT 0, quarantined BIGINT NOT NULL DEFAULT 0,
    CHECK (read = new + changed + unchanged + quarantined)
  );
  CREATE INDEX run_source ON run (source);
  CREATE TABLE row (
    source INTEGER NOT NULL, no BIGINT NOT NULL, key TEXT NOT NULL, key_hash UUID NOT NULL,
    first_run BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (source, no)
  );
  CREATE UNIQUE INDEX row_key ON row (source, key_hash);
  CREATE TABLE version (
    source INTEGER NOT NULL, row BIGINT NOT NULL, hash UUID NOT NULL, last_run BIGINT NOT NULL,
    said_ms DOUBLE PRECISION, vanished_run BIGINT, header BIGINT, PRIMARY KEY (source, row)
  ) WITH (fillfactor = 70);
  CREATE TABLE quarantine (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source INTEGER NOT NULL, input TEXT NOT NULL,
    line BIGINT NOT NULL, hash UUID NOT NULL, run BIGINT NOT NULL, reason TEXT NOT NULL, body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX quarantine_place ON quarantine (source, md5(input), line, hash);
  CREATE TABLE header (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run BIGINT NOT NULL, columns TEXT
  );
  CREATE INDEX header_run ON header (run);
  CREATE TABLE earlier (
    source INTEGER NOT NULL, row BIGINT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (source, row)
  );
`;

/** Opens a session with the raw store, which connects with its first statement. */
export function connectRaw(address: string): Connection {
  return connect(address, {
    // What others see of a process that has claimed a source.
    application_name: `lintel on ${hostname().slice(0, 40)}, process ${process.pid}`,
    search_path: schema,
    // The claims of a machine that vanished end within a minute.
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  });
}

/** The store in messages: its host and database, without a password. */
export function nameOf(address: string): string {
  const { hostname: host, pathname } = new URL(parsePostgresAddress(address).url);
  return `in PostgreSQL (${host}${pathname})`;
}

/** Whether the database has the tables. Throws a UserError if it cannot be asked. */
export async function hasRawTables(address: string): Promise<boolean> {
  const connection = connectRaw(address);
  try {
    return await isMade(connection.sql);
  } catch (error) {
    throw asRawFailure(error, address);
  } finally {
    await connection.close();
  }
}

async function isMade(sql: Sql): Promise<boolean> {
  return (await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`).length > 0;
}

/** Creates the tables where they are missing. Throws a UserError if the schema has another format. */
export async function prepareTables(sql: Sql): Promise<void> {
  if (!(await isMade(sql))) {
    await inTransaction(sql, async () => {
      await sql`SELECT pg_advisory_xact_lock(${tablesLock})`;
      const [encoding] = await sql`SHOW server_encoding`;
      if (encoding?.server_encoding !== 'UTF8') {
        throw new UserError(
          `The database is encoded in ${String(encoding?.server_encoding)}; rows need one in UTF8.`,
        );
      }
      if (!(await isMade(sql))) await sql.unsafe(tables);
    });
  }
  const formatOf = async () => (await sql<{ version: number }[]>`SELECT version FROM format`)[0]?.version;
  for (const [i, upgrade] of upgrades.entries()) {
    if ((await formatOf()) !== i + 1) continue;
    await inTransaction(sql, async () => {
      await sql`SELECT pg_advisory_xact_lock(${tablesLock})`;
      if ((await formatOf()) === i + 1) await sql.unsafe(`${upgrade} UPDATE format SET version = ${i + 2}`);
    });
  }
  const format = await formatOf();
  if (format === formatVersion) return;
  throw new UserError(
    `The raw store in PostgreSQL has format ${format}; this version of Lintel reads format ${formatVersion}.`,
    { hint: 'Use the version of Lintel that wrote it.' },
  );
}

/** Claims a source for this session. Throws a StoreBusyError that says who has it. */
export async function claimSource(sql: Sql, id: number, name: string): Promise<void> {
  try {
    await sql.unsafe(`SET lock_timeout = '${claimWait}'`);
    await sql`SELECT pg_advisory_lock(${sourceLock}, ${id})`;
    await sql.unsafe('RESET lock_timeout');
  } catch (error) {
    if (errorCode(error) !== lockNotAvailable) throw error;
    const [holder] = await sql`
      SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND classid = ${sourceLock} AND objid = ${id} AND granted AND pid <> pg_backend_pid()`;
    const who = String(holder?.name || 'another process');
    throw new StoreBusyError(`${name} is being read by ${who}.`, {
      hint: 'Wait until it has ended, or stop it, and try again.',
    });
  }
}

/** A statement waited too long for a lock. */
const lockNotAvailable = '55P03';

/** Marks runs as interrupted that no process has claimed any more. */
export async function endDeadRuns(sql: Sql): Promise<void> {
  const running = await sql`SELECT DISTINCT source FROM run WHERE state = 'running'`;
  for (const { source } of running) {
    await inTransaction(sql, async () => {
      const [claim] = await sql`SELECT pg_try_advisory_xact_lock(${sourceLock}, ${source}) AS free`;
      if (claim?.free === true) await interruptRuns(sql, Number(source));
    });
  }
}

/** Marks the runs of a claimed source that have no process. */
export async function interruptRuns(sql: Sql, source: number): Promise<void> {
  await sql`
    UPDATE run SET state = 'interrupted', message = 'The process that read this ended without closing the run.'
    WHERE source = ${source} AND state = 'running'`;
}

/** The time by the database's clock, which all machines share. Milliseconds since 1970 UTC. */
export async function databaseTime(sql: Sql): Promise<number> {
  const [row] = await sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  return Number(row?.ms);
}

/** Values as the text of an array. */
export function arrayOf(values: Iterable<string | number | null>): string {
  const texts: string[] = [];
  for (const value of values) {
    texts.push(typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value));
  }
  return `{${texts.join()}}`;
}

/** A text for a column: PostgreSQL stores any character but NUL. */
export function storable(text: string): string {
  return /[\0\\]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : text;
}

/** The text of a column that was written by `storable`. */
export function restored(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, mark) => (mark === '0' ? '\0' : mark)) : text;
}

const hints: readonly (readonly [code: RegExp, hint: string])[] = [
  [/^28/, 'Check the user and the password in raw_url of lintel.json, or LINTEL_RAW_URL.'],
  [/^3D000/, 'Create the database, or check raw_url in lintel.json or LINTEL_RAW_URL.'],
  [
    /^42501/,
    'Its user must own the schema lintel_raw, or be allowed to create it: GRANT CREATE ON DATABASE … TO ….',
  ],
  [
    /^53100/,
    'Free some disk space and run the same command again: rows that were stored are not stored twice.',
  ],
  [/^(?:53|54|57014|25006)/, 'See the log of the server.'],
];

/** Turns what an operator can mend (server away, no rights, disk full) into a UserError; all else stays as it is. */
export function asRawFailure(error: unknown, address: string): unknown {
  if (error instanceof UserError) return error;
  const store = `The raw store ${nameOf(address)}`;
  if (isConnectionLost(error)) {
    return new UserError(`${store} cannot be reached: ${messageOf(error)}`, {
      hint: 'What was stored before is kept. Run the same command again when the server is there.',
      cause: error,
    });
  }
  const [, hint] = hints.find(([code]) => code.test(errorCode(error))) ?? [];
  if (hint === undefined) return error;
  return new UserError(`${store} cannot be used: ${messageOf(error)}.`, { hint, cause: error });
}
