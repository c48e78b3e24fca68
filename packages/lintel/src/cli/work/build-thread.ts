/**
 * The thread in which `lintel build` refines, so that all cores of a machine work. It loads the same sources as the
 * command itself, an operator's own included.
 */
import { serveRefinery } from '../../builder/collect/refinery.js';
import { loadGeography } from '../../geography/load.js';
import { openRowReaderOf, type ReadByThread } from '../../raw/open-raw-store.js';
import { loadCatalog } from '../../sources/source/load-catalog.js';

/** What `lintel build` hands to each thread. */
export interface BuildThreadData extends ReadByThread {
  /** Directory of the operator's own source definitions. */
  readonly ownSources: string;
  /** Path of the raw store, unless it is in PostgreSQL. */
  readonly raw: string;
  /** Its address in PostgreSQL; null for the file. */
  readonly raw_url: string | null;
}

await serveRefinery(async ({ ownSources, raw, raw_url, ...read }: BuildThreadData) => ({
  rows: await openRowReaderOf(raw, { raw_url }, read),
  catalog: loadCatalog({ directory: ownSources }),
  geography: loadGeography(),
}));
