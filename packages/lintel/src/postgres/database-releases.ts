/**
 * The releases of a database as a running server sees them. A publication or rollback is noticed within a second; the
 * release before stays open, so that a walk that began on it ends on it. While the database cannot be reached, what is
 * open stays, and its questions fail as unavailable; at the start there is no release until it can be reached.
 */
import { join } from 'node:path';
import { countTimeLimitMs } from '@lintel/contract/plain';
import { poolerHint } from '../base/postgres.js';
import { messageOf, UserError } from '../base/user-error.js';
import { releaseIdPattern } from '../format/layout.js';
import { ReleaseUnavailable, type ServedRelease, type ServedReleases } from '../releases/release.js';
import { databaseReleases, hasCatalog } from './catalog.js';
import { DatabaseClient, onBehalfOf, Pulse, parsedAddress } from './database-client.js';
import type { Clients } from './release-tables.js';
import { removeOtherFiles } from './served-files.js';
import { openSqlRelease, type SqlRelease } from './sql-release.js';

/** Milliseconds between looks for a publication. */
const lookEveryMs = 1_000;
/** Milliseconds for which a dropped release stays open for the requests that use it. */
const closeAfterMs = 30_000;
/** Connections of a process for questions, and for counts, which may take less time. */
const connections = 6;
const countingConnections = 2;
/** Counts, each of which may take its limit, for whose connection a count waits. */
const countWaits = 4;
/** Milliseconds that a statement may take. */
const statementTimeoutMs = 10_000;

interface DatabaseReleasesOptions {
  /** Where files of releases are copied to; the processes of a machine share it. */
  readonly directory: string;
  /** Milliseconds that a count may take (C1). */
  readonly countLimitMs?: number;
  /** Called when the published release cannot be opened or the database not be asked, once for each reason. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Opens the releases of a database, and the published one, now or when the database can be reached. Throws a UserError
 * if it refuses.
 */
export async function openDatabaseReleases(
  address: string,
  options: DatabaseReleasesOptions,
): Promise<ServedReleases> {
  const place = parsedAddress(address);
  const countLimitMs = options.countLimitMs ?? countTimeLimitMs;
  const pulse = new Pulse();
  const clients = {
    database: new DatabaseClient(place, { connections, statementTimeoutMs, pulse }),
    counting: new DatabaseClient(place, {
      connections: countingConnections,
      statementTimeoutMs: countLimitMs,
      transactionWaitMs: countWaits * countLimitMs,
      pulse,
    }),
  };
  const releases = new DatabaseReleases(clients, options);
  try {
    await releases.start();
  } catch (error) {
    await releases.close();
    if (error instanceof UserError) throw error;
    throw new UserError(`The releases in the database cannot be read: ${messageOf(error)}.`, {
      hint: poolerHint(error) ?? 'Check release_url in lintel.json, LINTEL_RELEASE_URL, or --release-url.',
      cause: error,
    });
  }
  return releases;
}

class DatabaseReleases implements ServedReleases {
  readonly #clients: Clients;
  readonly #directory: string;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<string, Promise<SqlRelease>>();
  #current: SqlRelease | null = null;
  /** Null until the database was asked for the first time. */
  #loaded: ReadonlySet<string> | null = null;
  #fault = '';
  #timer: NodeJS.Timeout | null = null;
  readonly #leaving = new Set<NodeJS.Timeout>();

  constructor(clients: Clients, { directory, onError = () => {} }: DatabaseReleasesOptions) {
    this.#clients = clients;
    this.#directory = directory;
    this.#onError = onError;
  }

  current(): ServedRelease | null {
    return this.#current;
  }

  get isUnreached(): boolean {
    return this.#loaded === null;
  }

  get(id: string): Promise<ServedRelease | null> | ServedRelease | null {
    if (!releaseIdPattern.test(id)) return null;
    if (this.#loaded === null) throw new ReleaseUnavailable('the database has not been reached yet');
    if (!this.#loaded.has(id)) return null;
    return this.#opened(id);
  }

  askedBy<T>(account: string, work: () => T, onWorked: (ms: number) => void): T {
    return onBehalfOf({ account, onWorked }, work);
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const timer of this.#leaving) clearTimeout(timer);
    for (const opening of this.#open.values())
      await opening.then((release) => release.close()).catch(() => {});
    await Promise.all([this.#clients.database.close(), this.#clients.counting.close()]);
  }

  /** Looks now, and from then on again and again. Throws what the database refuses. */
  async start(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      const isAway = error instanceof ReleaseUnavailable && poolerHint(error.cause) === undefined;
      if (!isAway) throw error;
      this.#report(error);
    }
    this.#watch();
  }

  #watch(): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.#look();
        this.#fault = '';
      } catch (error) {
        this.#report(error);
      }
      if (this.#timer !== null) this.#watch();
    }, lookEveryMs).unref();
  }

  /** Reports an error unless it was the one before. */
  #report(error: unknown): void {
    const fault = messageOf(error instanceof ReleaseUnavailable ? error.cause : error);
    if (fault !== this.#fault) this.#onError(error);
    this.#fault = fault;
  }

  /** Opens the published release, and closes those that were dropped. */
  async #look(): Promise<void> {
    const { database } = this.#clients;
    const releases = await database.with(async (sql) => {
      return (await hasCatalog(sql)) ? databaseReleases(sql) : [];
    });
    const current = releases.find(({ isCurrent }) => isCurrent);
    const loaded = new Set(releases.filter(({ isLoaded }) => isLoaded).map(({ id }) => id));
    this.#loaded = loaded;
    this.#current = current === undefined ? null : await this.#opened(current.id);
    for (const [id, opening] of this.#open) {
      if (loaded.has(id)) continue;
      this.#open.delete(id);
      const release = await opening;
      const timer = setTimeout(() => {
        this.#leaving.delete(timer);
        void release.close();
      }, closeAfterMs).unref();
      this.#leaving.add(timer);
    }
    removeOtherFiles(this.#directory, [...loaded]);
  }

  #opened(id: string): Promise<SqlRelease> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const opening = openSqlRelease(this.#clients, id, join(this.#directory, id));
    this.#open.set(id, opening);
    // A release that could not be opened is tried again.
    opening.catch(() => this.#open.delete(id));
    return opening;
  }
}
