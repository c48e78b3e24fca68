/**
 * The thread in which `lintel build` refines, so that all cores of a machine work. It loads the same sources as the
 * command itself, an operator's own included.
 */
import { serveRefinery } from '../../builder/collect/refinery.js';
import { loadGeography } from '../../geography/load.js';
import { openRowReader } from '../../raw/sqlite-row-reader.js';
import { loadCatalog } from '../../sources/source/load-catalog.js';

/** What `lintel build` hands to each thread. */
export interface BuildThreadData {
  /** Directory of the operator's own source definitions. */
  readonly ownSources: string;
  /** Path of the raw store. */
  readonly raw: string;
}

await serveRefinery(({ ownSources, raw }: BuildThreadData) => ({
  rows: openRowReader(raw),
  catalog: loadCatalog({ directory: ownSources }),
  geography: loadGeography(),
}));
