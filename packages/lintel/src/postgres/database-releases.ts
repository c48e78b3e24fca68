/**
 * The releases of a database as a running server sees them. A publication or rollback is noticed within a second; the
 * release before stays open, so that a walk that began on it ends on it. While the database cannot be reached, what is
 * open stays, and its questions fail as unavailable.
 */
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import {
  lists,
  type PostgresAddress,
  parsePostgresAddress,
  poolerHint,
  sessionOptions,
  socketOpener,
  transactionSettings,
} from '../base/postgres.js';
import { messageOf, UserError } from '../base/user-error.js';
import { releaseIdPattern } from '../format/layout.js';
import type { ServedRelease, ServedReleases } from '../releases/release.js';
import { databaseReleases, hasCatalog } from './catalog.js';
import { removeOtherFiles } from './served-files.js';
import { openSqlRelease, type SqlRelease } from './sql-release.js';

/** Milliseconds between looks for a publication. */
const lookEveryMs = 1_000;
/** Milliseconds for which a dropped release stays open for the requests that use it. */
const closeAfterMs = 30_000;
/** Connections of a process. */
const maxConnections = 8;
/** Milliseconds that a statement may take. */
const statementTimeoutMs = 10_000;
const connectSeconds = 10;
const settings = { statement_timeout: statementTimeoutMs, default_transaction_read_only: 'on' };

export interface DatabaseReleasesOptions {
  /** Where files of releases are copied to; the processes of a machine share it. */
  readonly directory: string;
  /** Called when the published release cannot be opened or the database not be asked, once for each reason. */
  readonly onError?: (error: unknown) => void;
}

/** Opens the releases of a database, and the published one. Throws a UserError if that fails. */
export async function openDatabaseReleases(
  address: string,
  options: DatabaseReleasesOptions,
): Promise<ServedReleases> {
  const place = parsed(address);
  const releases = new DatabaseReleases(client(place), transactionSettings(place, settings), options);
  try {
    await releases.look();
  } catch (error) {
    await releases.close();
    if (error instanceof UserError) throw error;
    throw new UserError(`The releases in the database cannot be read: ${messageOf(error)}.`, {
      hint: poolerHint(error) ?? 'Check release_url in lintel.json, LINTEL_RELEASE_URL, or --release-url.',
      cause: error,
    });
  }
  releases.watch();
  return releases;
}

function client(place: PostgresAddress): Sql {
  const options = {
    ...(place.directory === null ? {} : { host: place.directory }),
    ...sessionOptions(place, 'lintel serve', settings),
    max: maxConnections,
    connect_timeout: connectSeconds,
    // While a server restarts, it is tried again at least once a second.
    backoff: (retries: number) => Math.min(1, 0.05 * 2 ** retries),
    socket: socketOpener(place, (open) => open()),
    onnotice: () => {},
    fetch_types: false,
    types: lists,
  };
  // The types of the library lack `socket`.
  return postgres(place.url, options as postgres.Options<Record<string, postgres.PostgresType>>);
}

function parsed(address: string): PostgresAddress {
  try {
    return parsePostgresAddress(address);
  } catch (error) {
    // The address may contain a password, so the message does not repeat it.
    throw new UserError('The address of the releases in PostgreSQL is malformed.', {
      hint: 'It must look like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}

class DatabaseReleases implements ServedReleases {
  readonly #sql: Sql;
  readonly #settings: string;
  readonly #directory: string;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<string, Promise<SqlRelease>>();
  #current: SqlRelease | null = null;
  #loaded: ReadonlySet<string> = new Set();
  #fault = '';
  #timer: NodeJS.Timeout | null = null;
  readonly #leaving = new Set<NodeJS.Timeout>();

  constructor(sql: Sql, settings: string, { directory, onError = () => {} }: DatabaseReleasesOptions) {
    this.#sql = sql;
    this.#settings = settings;
    this.#directory = directory;
    this.#onError = onError;
  }

  current(): ServedRelease | null {
    return this.#current;
  }

  get(id: string): Promise<ServedRelease | null> | ServedRelease | null {
    if (!releaseIdPattern.test(id) || !this.#loaded.has(id)) return null;
    return this.#opened(id);
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const timer of this.#leaving) clearTimeout(timer);
    for (const opening of this.#open.values())
      await opening.then((release) => release.close()).catch(() => {});
    await this.#sql.end({ timeout: 5 });
  }

  /** Looks again and again. */
  watch(): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.look();
        this.#fault = '';
      } catch (error) {
        if (messageOf(error) !== this.#fault) this.#onError(error);
        this.#fault = messageOf(error);
      }
      if (this.#timer !== null) this.watch();
    }, lookEveryMs).unref();
  }

  /** Opens the published release, and closes those that were dropped. */
  async look(): Promise<void> {
    const releases = (await hasCatalog(this.#sql)) ? await databaseReleases(this.#sql) : [];
    const current = releases.find(({ isCurrent }) => isCurrent);
    this.#loaded = new Set(releases.filter(({ isLoaded }) => isLoaded).map(({ id }) => id));
    this.#current = current === undefined ? null : await this.#opened(current.id);
    for (const [id, opening] of this.#open) {
      if (this.#loaded.has(id)) continue;
      this.#open.delete(id);
      const release = await opening;
      const timer = setTimeout(() => {
        this.#leaving.delete(timer);
        void release.close();
      }, closeAfterMs).unref();
      this.#leaving.add(timer);
    }
    removeOtherFiles(this.#directory, [...this.#loaded]);
  }

  #opened(id: string): Promise<SqlRelease> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const opening = openSqlRelease(this.#sql, id, join(this.#directory, id), this.#settings);
    this.#open.set(id, opening);
    // A release that could not be opened is tried again.
    opening.catch(() => this.#open.delete(id));
    return opening;
  }
}
