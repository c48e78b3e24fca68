/** A refinery thread over the made-up sources, for the test that compares builds with and without threads. */
import { serveRefinery } from 'lintel/dist/builder/collect/refinery.js';
import { openRowReaderOf } from 'lintel/dist/raw/open-raw-store.js';
import { syntheticRefine } from './synthetic-records.js';
import { fewPlaces, worldCatalog } from './synthetic-world.js';

// The path of a file, or the address of a database.
await serveRefinery(async (raw: string) => ({
  rows: await openRowReaderOf(
    raw,
    { raw_url: raw.startsWith('postgres:') ? raw : null },
    { snapshot: null, without: [] },
  ),
  catalog: worldCatalog,
  geography: fewPlaces(),
  refine: syntheticRefine,
}));
