/** An installation in a temporary directory over made-up sources, for the tests of this room. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Home, openHome } from 'lintel/dist/base/home.js';
import { type BuildOptions, type BuiltRelease, buildRelease } from 'lintel/dist/builder/build-release.js';
import type { Geography } from 'lintel/dist/geography/geography.js';
import { readGeography } from 'lintel/dist/geography/load.js';
import type { RawRow } from 'lintel/dist/raw/raw-store.js';
import { openRawStore, type SqliteRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { syntheticCatalog, syntheticRefine, syntheticSource } from './synthetic-records.js';

/** The date of releases built here. */
export const asOf = '2026-06-30';

const region = syntheticSource('permits-d', 'permits');

/**
 * Two permit sources of one namespace and one whose rows are addresses of permits, a region with ids of its own, a
 * licence list, a decision source.
 */
export const worldCatalog = syntheticCatalog([
  syntheticSource('decisions', 'decisions'),
  syntheticSource('licenses', 'contractors'),
  syntheticSource('permits-a', 'permits'),
  syntheticSource('permits-b', 'permits'),
  syntheticSource('permits-c', 'permits', 'address'),
  { ...region, context: { ...region.context, namespace: 'made-up-region' } },
]);

export interface World {
  readonly home: Home;
  readonly store: SqliteRawStore;
  build(options?: Partial<BuildOptions>): Promise<BuiltRelease>;
}

/**
 * A new installation under `root`, its raw store filled by `fill`. Its clock advances a second at every
 * reading.
 */
export function makeWorld(root: string, fill: (store: SqliteRawStore) => void): World {
  const home = openHome(mkdtempSync(join(root, 'home-')));
  let clock = Date.UTC(2026, 5, 1);
  const now = () => {
    clock += 1000;
    return clock;
  };
  const store = openRawStore(home.raw, { now });
  fill(store);
  return {
    home,
    store,
    build: (options = {}) =>
      buildRelease({
        home,
        store,
        catalog: worldCatalog,
        geography: fewPlaces(),
        refine: syntheticRefine,
        asOf,
        now,
        ...options,
      }),
  };
}

const fewPlacesDirectory = fileURLToPath(new URL('../../places', import.meta.url));
let few: Geography | null = null;

/**
 * The places of four counties. Reading and writing those of the country takes half a second of each process and each
 * build.
 */
export function fewPlaces(): Geography {
  few ??= readGeography(fewPlacesDirectory);
  return few;
}

/** Stores the rows as one run of the source, with this many quarantined rows. */
export function ingest(
  store: SqliteRawStore,
  source: string,
  rows: readonly RawRow[],
  quarantined = 0,
): void {
  const run = store.startRun(source, 'made-up');
  for (const row of rows) run.put(row);
  for (let i = 0; i < quarantined; i++) run.quarantine({ line: i, reason: 'made-up', body: '' });
  run.finish();
}
