/** Opens the raw store of an installation: the file in its home, or PostgreSQL if its settings say so. */
import { existsSync } from 'node:fs';
import type { Config } from '../base/config.js';
import type { RawStore, RowReader } from './raw-store.js';

/** Opens the raw store, which is created if missing. Throws a UserError if it cannot be used. */
export async function openRawStoreOf(
  path: string,
  { raw_url: url }: Pick<Config, 'raw_url'>,
): Promise<RawStore> {
  if (url === null) return (await import('./sqlite-raw-store.js')).openRawStore(path);
  return (await import('./postgres-raw-store.js')).openPostgresRawStore(url);
}

/** Whether there is a raw store. Throws a UserError if its database cannot be asked. */
export async function hasRawStoreOf(
  path: string,
  { raw_url: url }: Pick<Config, 'raw_url'>,
): Promise<boolean> {
  if (url === null) return existsSync(path);
  return (await import('./postgres-tables.js')).hasRawTables(url);
}

/** What a thread of a build reads: a snapshot in PostgreSQL, or the file without some runs (whole-fetches.ts). */
export interface ReadByThread {
  readonly snapshot: string | null;
  readonly without: readonly number[];
}

/** Opens a reader of rows for one thread. */
export async function openRowReaderOf(
  path: string,
  { raw_url: url }: Pick<Config, 'raw_url'>,
  { snapshot, without }: ReadByThread,
): Promise<RowReader> {
  if (url === null) return (await import('./sqlite-row-reader.js')).openRowReader(path, without);
  if (snapshot !== null)
    return (await (await import('./postgres-snapshot.js')).openPostgresSnapshot(url, snapshot)).rows;
  return (await import('./postgres-row-reader.js')).openPostgresRowReader(url);
}
