/** A refinery thread over the made-up sources, for the test that compares builds with and without threads. */
import { serveRefinery } from 'lintel/dist/builder/collect/refinery.js';
import { openRowReader } from 'lintel/dist/raw/sqlite-row-reader.js';
import { syntheticRefine } from './synthetic-records.js';
import { fewPlaces, worldCatalog } from './synthetic-world.js';

await serveRefinery((raw: string) => ({
  rows: openRowReader(raw),
  catalog: worldCatalog,
  geography: fewPlaces(),
  refine: syntheticRefine,
}));
