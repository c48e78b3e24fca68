/**
 * A build that never ends by itself, for the test that kills one: it prints a line in the middle of the
 * second pass and waits there. Argument: the directory of the installation.
 */
import { openHome } from 'lintel/dist/base/home.js';
import { buildRelease } from 'lintel/dist/builder/build-release.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { syntheticRefine } from './synthetic-records.js';
import { asOf, fewPlaces, worldCatalog } from './synthetic-world.js';

const home = openHome(process.argv[2] ?? '');
await buildRelease({
  home,
  store: openRawStore(home.raw),
  catalog: worldCatalog,
  geography: fewPlaces(),
  refine: syntheticRefine,
  asOf,
  progress: {
    step(name) {
      if (name !== 'Writing addresses') return;
      process.stdout.write('building\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
    advance() {},
    done() {},
  },
});
