/**
 * Shared by the tests of fetching: a portal, a store, a clock without real waiting, and a dump of everything
 * stored.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRawStore, type SqliteRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import type { Clock } from 'lintel/dist/sources/fetch/clock.js';
import { type FetchAllOptions, type Fetched, fetchAll } from 'lintel/dist/sources/fetch/fetch-all.js';
import { type FetchLimits, fetchLimits } from 'lintel/dist/sources/fetch/limits.js';
import type { CatalogSource } from 'lintel/dist/sources/source/catalog-source.js';
import { lastChangeMs } from './dataset.js';
import { PortalServer } from './portal-server.js';

/** Long after the last change of all rows. */
export const startMs = lastChangeMs + 30 * 86_400_000;

/** A clock that advances only while someone sleeps; every sleep ends at once and is recorded. */
class TestClock implements Clock {
  ms = startMs;
  readonly sleeps: number[] = [];
  now(): number {
    return this.ms;
  }
  random(): number {
    return 0.5;
  }
  async sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    this.ms += ms;
  }
}

/** Times so short that a portal that does not respond fails at once. */
export const shortLimits: FetchLimits = {
  ...fetchLimits,
  headersMs: 150,
  idleMs: 150,
  pageMs: 2000,
  fileMs: 4000,
};

export class PortalTest {
  readonly directory = mkdtempSync(join(tmpdir(), 'lintel-fetch-'));
  readonly portal: PortalServer;
  readonly clock = new TestClock();
  /** Time of the raw store: it does not advance, so that stores can be compared. */
  storeMs = startMs;
  /** An operator's settings for portals. */
  readonly manners = {
    operator: 'Elm County Data, data@example.com',
    requestsPerSecond: 100,
    concurrencyPerHost: 1,
    hostsAtOnce: 4,
    appTokens: {},
    allowHosts: ['127.0.0.1'],
  };
  readonly #stores = new Set<SqliteRawStore>();
  #files = 0;

  private constructor(portal: PortalServer) {
    this.portal = portal;
  }

  static async open(): Promise<PortalTest> {
    return new PortalTest(await new PortalServer().listen());
  }

  newPath(): string {
    this.#files += 1;
    return join(this.directory, `${this.#files}.sqlite`);
  }

  newStore(path = this.newPath()): SqliteRawStore {
    const store = openRawStore(path, { now: () => this.storeMs });
    this.#stores.add(store);
    return store;
  }

  closeStore(store: SqliteRawStore): void {
    this.#stores.delete(store);
    store.close();
  }

  /** Fetches one source as the command does. */
  async fetch(
    store: SqliteRawStore,
    source: CatalogSource,
    options: Partial<FetchAllOptions> = {},
  ): Promise<Fetched> {
    const [fetched] = await this.fetchAll(store, [source], options);
    if (fetched === undefined) throw new Error('nothing was fetched');
    return fetched;
  }

  fetchAll(
    store: SqliteRawStore,
    sources: readonly CatalogSource[],
    options: Partial<FetchAllOptions> = {},
  ): Promise<Fetched[]> {
    return fetchAll({
      store,
      sources,
      manners: this.manners,
      program: 'Lintel/0',
      directory: join(this.directory, 'fetch'),
      clock: this.clock,
      limits: shortLimits,
      ...options,
    });
  }

  async close(): Promise<void> {
    for (const store of this.#stores) store.close();
    await this.portal.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** All rows of a source with everything stored about each, in order. */
export function dump(store: SqliteRawStore, source: string): string {
  return [...store.rows(source)].map((row) => JSON.stringify(row)).join('\n');
}
