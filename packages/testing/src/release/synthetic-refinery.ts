/** A refinery thread over the made-up sources, for the test that compares threads with none. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveRefinery } from 'lintel/dist/builder/collect/refinery.js';
import { openRowReader } from 'lintel/dist/raw/sqlite-row-reader.js';
import { syntheticRefine } from './synthetic-records.js';
import { fewPlaces, worldCatalog } from './synthetic-world.js';

if (parentPort !== null) {
  serveRefinery(parentPort, {
    rows: openRowReader(workerData as string),
    catalog: worldCatalog,
    geography: fewPlaces(),
    refine: syntheticRefine,
  });
}
