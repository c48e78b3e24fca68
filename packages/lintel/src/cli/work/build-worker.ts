/** The process of a worker, as `lintel build --workers` and `lintel build-worker` start it. */
import { serveBuildWorker } from '../../builder/distributed/help-build.js';
import { loadGeography } from '../../geography/load.js';
import { loadCatalog } from '../../sources/source/load-catalog.js';
import { buildBasis } from './build-basis.js';

/** What the program hands to each worker. */
export interface BuildWorkerData {
  /** Directory of the operator's own source definitions. */
  readonly ownSources: string;
}

serveBuildWorker(({ ownSources }: BuildWorkerData) => {
  const catalog = loadCatalog({ directory: ownSources });
  const ids = catalog.sources.map(({ id }) => id);
  return { catalog, geography: loadGeography(), basis: buildBasis(catalog, ids) };
});
