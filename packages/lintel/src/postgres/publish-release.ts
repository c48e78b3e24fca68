/**
 * Publishes releases in PostgreSQL: loads one, shows it through the views of the schema `lintel` by one transaction,
 * goes back to the one before, and drops old ones.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Config } from '../base/config.js';
import { inTransaction } from '../base/postgres-connection.js';
import { errorCode, UserError } from '../base/user-error.js';
import type { Manifest } from '../format/manifest.js';
import { verifyRelease } from '../format/verify-release.js';
import { gateReasons, isEmptyRelease } from '../releases/gate.js';
import { refusal } from '../releases/release-store.js';
import {
  type DatabaseRelease,
  databaseReleases,
  hasCatalog,
  hasReaderRole,
  prepareCatalog,
  stableSchema,
  storedManifest,
} from './catalog.js';
import { connected } from './connected.js';
import { type LoadOptions, loadRelease, type TableRows } from './load-release.js';
import { showRelease } from './views.js';

/** How long a statement waits for queries that read what it replaces or drops. */
const lockTimeout = '3s';
/** How often the views are tried, in all about a quarter of a minute. */
const lockTries = 5;
/** Milliseconds between looks whether another process has finished: its connection may just have broken. */
const otherPausesMs = [500, 1_000, 2_000, 4_000];

/** A statement waited too long for a lock. */
const lockNotAvailable = '55P03';
/** Something depends on what is dropped. */
const dependentObjects = '2BP01';

interface DatabasePublishOptions extends LoadOptions {
  /** Publish although the gate objects. */
  readonly force: boolean;
  /** Releases to keep, the published one included. */
  readonly keep: number;
  /** What the operator knows of single sources, for the gate. */
  readonly limits?: Config['sources'];
}

export interface DatabasePublication {
  readonly id: string;
  /** The schema of its tables. */
  readonly schema: string;
  /** The release published before, null at the first publication. */
  readonly previous: string | null;
  /** The rows of each table. */
  readonly rows: TableRows;
  /** The gate's objections; it was published nevertheless because it was forced. */
  readonly overridden: readonly string[];
  /** Releases dropped because there were more than `keep_releases`. */
  readonly pruned: readonly string[];
  /** Releases that are too many but in use, with what uses them. */
  readonly inUse: readonly { readonly id: string; readonly reason: string }[];
  /** Whether there is the role that may read. */
  readonly hasReader: boolean;
}

/**
 * Loads the release in the directory into the database and publishes it there. Throws a UserError when the gate
 * refuses; what is loaded of an interrupted one stays, and the next call goes on.
 */
export async function publishInDatabase(
  address: string,
  directory: string,
  options: DatabasePublishOptions,
): Promise<DatabasePublication> {
  const { force, keep, progress, signal } = options;
  try {
    const manifest = await verifyRelease(directory, progress, signal);
    return await connected(address, signal, async (connection) => {
      const { sql } = connection;
      await lockDatabase(sql);
      await prepareCatalog(sql);
      const current = currentOf(await databaseReleases(sql));
      const overridden = await objectionsTo(sql, manifest, current?.id ?? null, options.limits);
      if (overridden.length > 0 && !force) throw refusal(manifest, current?.id ?? null, overridden);
      const { rows, replaced } = await loadRelease(connection, directory, manifest, options);
      if (signal.aborted) throw new UserError('Interrupted; nothing was published.');
      progress.step('Publishing', null);
      const { id } = manifest;
      const schema = await swap(sql, async () => {
        await sql`DELETE FROM lintel.publications WHERE release_id = ${id}`;
        await sql`INSERT INTO lintel.publications (release_id) VALUES (${id})`;
        return id;
      });
      const previous = current?.id === id ? null : (current?.id ?? null);
      const hasReader = await hasReaderRole(sql);
      return { id, schema, previous, rows, overridden, ...(await prune(sql, keep, replaced)), hasReader };
    });
  } finally {
    progress.done();
  }
}

/** Publishes again what was published before, in the database. */
export async function rollbackInDatabase(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly previous: string }> {
  return connected(address, signal, async ({ sql }) => {
    await lockDatabase(sql);
    const published = (await releasesThere(sql)).filter(({ publishedAt }) => publishedAt !== null);
    const [current, target] = published;
    if (current === undefined || target === undefined) {
      throw new UserError('There is no earlier published release in the database to go back to.', {
        hint: 'List what is there with lintel releases --in, and publish one with lintel publish ID --to.',
      });
    }
    await swap(sql, async () => {
      await sql`UPDATE lintel.publications SET is_rolled_back = true WHERE release_id = ${current.id}`;
      return target.id;
    });
    return { id: target.id, previous: current.id };
  });
}

/** The releases in the database, the published one first. */
export async function releasesInDatabase(address: string, signal: AbortSignal): Promise<DatabaseRelease[]> {
  return connected(address, signal, ({ sql }) => releasesThere(sql));
}

async function releasesThere(sql: Sql): Promise<DatabaseRelease[]> {
  return (await hasCatalog(sql)) ? databaseReleases(sql) : [];
}

const currentOf = (releases: readonly DatabaseRelease[]) => releases.find(({ isCurrent }) => isCurrent);

/** Waits until nobody else publishes into the database; the lock ends with the connection. */
async function lockDatabase(sql: Sql): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const [lock] = await sql`SELECT pg_try_advisory_lock(hashtext('lintel publish')) AS is_mine`;
    if (lock?.is_mine === true) return;
    const pauseMs = otherPausesMs[attempt];
    if (pauseMs === undefined) {
      throw new UserError('Another process is publishing into this database.', {
        hint: 'Wait until it has finished.',
      });
    }
    await sleep(pauseMs);
  }
}

/** The gate's objections; none to a release that was published here before. */
async function objectionsTo(
  sql: Sql,
  manifest: Manifest,
  current: string | null,
  limits?: Config['sources'],
): Promise<string[]> {
  const known = await sql`SELECT 1 FROM lintel.publications WHERE release_id = ${manifest.id}`;
  if (known.length > 0) return [];
  if (isEmptyRelease(manifest)) return ['it holds no records'];
  const published = current === null ? null : await storedManifest(sql, current);
  return published === null ? [] : gateReasons(published, manifest, limits);
}

/**
 * Changes which release is published, and the views to it, in one transaction: `change` gives its id. Queries that
 * read the views have a moment to finish; later ones wait for the change, so it is given up and tried again.
 */
async function swap(sql: Sql, change: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(sql, async () => {
        await sql.unsafe(`SET LOCAL lock_timeout = '${lockTimeout}'`);
        return showRelease(sql, await change());
      });
    } catch (error) {
      if (errorCode(error) === dependentObjects) {
        throw new UserError('The columns have changed, and views of your own use the views of Lintel.', {
          hint: `${detailOf(error)}. Drop them, publish again (nothing is loaded twice), and create them again.`,
          cause: error,
        });
      }
      if (errorCode(error) !== lockNotAvailable) throw error;
      if (attempt === lockTries) {
        throw new UserError('Queries that run for long read the views, so they could not be changed.', {
          hint: 'The same command publishes as soon as they have ended; nothing is loaded twice.',
          cause: error,
        });
      }
    }
  }
}

/** What PostgreSQL says of an error besides its message, such as what depends on what. */
const detailOf = (error: unknown) => String((error as { readonly detail?: unknown }).detail);

/** The schemas of releases. */
const releaseSchemas = `^${stableSchema}_\\d{4}_\\d\\d_\\d\\d_[0-9a-f]{8}(_\\d+)?$`;

/**
 * Drops releases built before the current one, except the `keep` published last, and schemas that were replaced before:
 * servers of another version still read the one that was `replaced` now. One that a query or a view of somebody uses
 * stays until the next publication.
 */
async function prune(
  sql: Sql,
  keep: number,
  replaced: string | null,
): Promise<Pick<DatabasePublication, 'pruned' | 'inUse'>> {
  const releases = await databaseReleases(sql);
  const builtAt = currentOf(releases)?.builtAt ?? '';
  const published = releases.filter(({ publishedAt }) => publishedAt !== null);
  const kept = new Set(published.slice(0, keep).map(({ id }) => id));
  const old = releases.filter((each) => each.builtAt < builtAt && !kept.has(each.id));
  const left = await sql`SELECT nspname FROM pg_namespace WHERE nspname ~ ${releaseSchemas}
    AND NOT EXISTS (SELECT FROM lintel.releases WHERE nspname IN (schema_name, loading_schema))`;
  const schemas = left.map(({ nspname }) => String(nspname)).filter((name) => name !== replaced);
  const pruned: string[] = [];
  const inUse: { id: string; reason: string }[] = [];
  for (const { id, schema } of [...old, ...schemas.map((name) => ({ id: name, schema: name }))]) {
    const reason = await dropRelease(sql, id, schema);
    if (reason === null) pruned.push(id);
    else inUse.push({ id, reason });
  }
  return { pruned, inUse };
}

/** Drops a release; gives what uses it if it cannot be. */
async function dropRelease(sql: Sql, id: string, schema: string): Promise<string | null> {
  try {
    await inTransaction(sql, async () => {
      await sql.unsafe(`SET LOCAL lock_timeout = '${lockTimeout}'`);
      const tables = await sql`SELECT tablename FROM pg_tables WHERE schemaname = ${schema}`;
      // Without CASCADE, which would drop views of other people too.
      const names = tables.map(({ tablename }) => `${schema}.${String(tablename)}`);
      if (names.length > 0) await sql.unsafe(`DROP TABLE ${names.join(', ')}`);
      await sql.unsafe(`DROP SCHEMA IF EXISTS ${schema}`);
      await sql`DELETE FROM lintel.releases WHERE id = ${id}`;
    });
    return null;
  } catch (error) {
    const reason = inUseReasons[errorCode(error)];
    if (reason === undefined) throw error;
    return reason;
  }
}

const inUseReasons: Readonly<Record<string, string>> = {
  [lockNotAvailable]: 'a query reads it',
  [dependentObjects]: 'a view or table of somebody depends on it',
};
