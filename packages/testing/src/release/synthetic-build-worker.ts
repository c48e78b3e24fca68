/** A worker over the made-up sources, for the tests of builds that are spread over processes. */
import type { BuildBasis } from 'lintel/dist/builder/distributed/basis.js';
import { serveBuildWorker } from 'lintel/dist/builder/distributed/help-build.js';
import { syntheticRefine } from './synthetic-records.js';
import { fewPlaces, worldCatalog } from './synthetic-world.js';

export interface SyntheticWorker {
  readonly basis: BuildBasis;
  /** Says that it refined 0 rows at its first batch, and hangs there. */
  readonly hangs?: boolean;
}

serveBuildWorker(({ basis, hangs = false }: SyntheticWorker) => ({
  catalog: worldCatalog,
  geography: fewPlaces(),
  basis,
  refine: hangs ? hang : syntheticRefine,
}));

function hang(): never {
  process.send?.({ rows: 0 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('this worker was to hang');
}
