/** A refinery thread over the made-up sources, for the test that compares threads with none. */
import { serveRefinery } from '../builder/collect/refinery.js';
import { openRowReader } from '../raw/sqlite-row-reader.js';
import { madeUpRefine } from './made-up-records.js';
import { fewPlaces, worldCatalog } from './made-up-world.js';

await serveRefinery((raw: string) => ({
  rows: openRowReader(raw),
  catalog: worldCatalog,
  geography: fewPlaces(),
  refine: madeUpRefine,
}));
