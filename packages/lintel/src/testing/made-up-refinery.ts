/** A refinery thread over the made-up sources, for the test that compares threads with none. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveRefinery } from '../builder/collect/refinery.js';
import { openRowReader } from '../raw/sqlite-row-reader.js';
import { madeUpRefine } from './made-up-records.js';
import { fewPlaces, worldCatalog } from './made-up-world.js';

if (parentPort !== null) {
  serveRefinery(parentPort, {
    rows: openRowReader(workerData as string),
    catalog: worldCatalog,
    geography: fewPlaces(),
    refine: madeUpRefine,
  });
}
