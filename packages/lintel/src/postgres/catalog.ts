/**
 * The schema `lintel` of a database: which releases are loaded, how far, and which was published when. The tables of a
 * release are in a schema of their own; the views of the published one are in this schema, under names that stay.
 */
import type { Sql } from 'postgres';
import { UserError } from '../base/user-error.js';
import { releaseFormat } from '../format/layout.js';
import type { Manifest } from '../format/manifest.js';

export const stableSchema = 'lintel';
/** The group of people who may read. */
export const readerRole = 'lintel_reader';

/** The first version of PostgreSQL that this is tried with. */
const oldestVersion = 14;

const tables = `
  CREATE SCHEMA IF NOT EXISTS lintel;
  CREATE TABLE IF NOT EXISTS lintel.releases (
    id text PRIMARY KEY,
    schema_name text NOT NULL UNIQUE,
    is_loaded boolean NOT NULL DEFAULT false,
    released_at date NOT NULL,
    built_at timestamptz NOT NULL,
    tables text NOT NULL,
    manifest text NOT NULL
  );
  ALTER TABLE lintel.releases ADD COLUMN IF NOT EXISTS loading_schema text;
  ALTER TABLE lintel.releases ADD COLUMN IF NOT EXISTS loading_tables text;
  COMMENT ON TABLE lintel.releases IS 'The releases in this database.';
  COMMENT ON COLUMN lintel.releases.schema_name IS 'The schema of its tables, which never change.';
  COMMENT ON COLUMN lintel.releases.is_loaded IS 'False until all its rows and indexes are there.';
  COMMENT ON COLUMN lintel.releases.tables IS 'A checksum of the definitions of its tables.';
  COMMENT ON COLUMN lintel.releases.loading_schema IS
    'Where it is loaded again, because its tables are those of another version.';
  COMMENT ON COLUMN lintel.releases.loading_tables IS 'A checksum of the definitions of the tables there.';
  COMMENT ON COLUMN lintel.releases.manifest IS 'The manifest of the release as JSON.';
  CREATE TABLE IF NOT EXISTS lintel.loaded_rows (
    release_id text NOT NULL REFERENCES lintel.releases ON DELETE CASCADE,
    table_name text NOT NULL,
    rows bigint NOT NULL,
    is_complete boolean NOT NULL,
    PRIMARY KEY (release_id, table_name)
  );
  COMMENT ON TABLE lintel.loaded_rows IS 'How many rows of each table are loaded: where an interrupted load goes on.';
  CREATE TABLE IF NOT EXISTS lintel.publications (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    release_id text NOT NULL UNIQUE REFERENCES lintel.releases ON DELETE CASCADE,
    published_at timestamptz NOT NULL DEFAULT now(),
    is_rolled_back boolean NOT NULL DEFAULT false
  );
  COMMENT ON TABLE lintel.publications IS
    'Which release was published when. The last one that is not rolled back is what the views show.';
`;

/** Creates the role that reads; a user who may not create roles goes on without it. */
const role = `
  DO $$ BEGIN
    CREATE ROLE ${readerRole} NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
  END $$
`;

/** A release in the database. */
export interface DatabaseRelease {
  readonly id: string;
  readonly schema: string;
  readonly isLoaded: boolean;
  readonly releasedAt: string;
  /** ISO 8601, in UTC. */
  readonly builtAt: string;
  readonly isCurrent: boolean;
  /** When it was published last, ISO 8601; null if never or rolled back. */
  readonly publishedAt: string | null;
}

/** Creates what is missing. Throws a UserError where this database cannot hold releases. */
export async function prepareCatalog(sql: Sql): Promise<void> {
  const [server] = await sql`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`;
  const version = Math.floor(Number(server?.version) / 10_000);
  if (version < oldestVersion) {
    throw new UserError(`This is PostgreSQL ${version}; releases need version ${oldestVersion} or later.`);
  }
  if (server?.encoding !== 'UTF8') {
    throw new UserError(`The database stores text as ${String(server?.encoding)}; a release needs UTF8.`, {
      hint: `Create one for Lintel: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    });
  }
  await sql.unsafe(tables);
  await sql.unsafe(role);
}

/** Whether a release was ever published into the database. */
export async function hasCatalog(sql: Sql): Promise<boolean> {
  const [found] = await sql`SELECT to_regclass('lintel.publications') IS NOT NULL AS there`;
  return found?.there === true;
}

/** Whether the role that reads exists. */
export async function hasReaderRole(sql: Sql): Promise<boolean> {
  const found = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${readerRole}`;
  return found.length > 0;
}

const timeFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** All releases in the database, the last published first, then those that are not published by age. */
export async function databaseReleases(sql: Sql): Promise<DatabaseRelease[]> {
  const rows = await sql`
    SELECT r.id, r.schema_name, r.is_loaded, r.released_at::text AS released_at,
      to_char(r.built_at AT TIME ZONE 'UTC', ${timeFormat}) AS built_at,
      to_char(p.published_at AT TIME ZONE 'UTC', ${timeFormat}) AS published_at
    FROM lintel.releases r
    LEFT JOIN lintel.publications p ON p.release_id = r.id AND NOT p.is_rolled_back
    ORDER BY p.number DESC NULLS LAST, r.built_at DESC, r.id`;
  return rows.map((row, i) => ({
    id: String(row.id),
    schema: String(row.schema_name),
    isLoaded: row.is_loaded === true,
    releasedAt: String(row.released_at),
    builtAt: String(row.built_at),
    isCurrent: i === 0 && row.published_at !== null,
    publishedAt: row.published_at === null ? null : String(row.published_at),
  }));
}

/** The manifest of a release in the database; null if this version of Lintel cannot read it. */
export async function storedManifest(sql: Sql, id: string): Promise<Manifest | null> {
  const [row] = await sql`SELECT manifest FROM lintel.releases WHERE id = ${id}`;
  if (row === undefined) return null;
  const manifest = JSON.parse(String(row.manifest)) as Manifest;
  return manifest.format === releaseFormat ? manifest : null;
}

/** A name as SQL takes it whatever its letters. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A text as a literal of SQL, for statements that take no parameters. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
