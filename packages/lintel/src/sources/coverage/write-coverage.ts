/** Writes `docs/coverage.md`, its map, and the counts of portals of the data page: `npm run coverage`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCountyShapes } from '../../geography/county-shapes.js';
import { loadGeography } from '../../geography/load.js';
import { readDrawnOutlines } from '../../geography/outlines.js';
import { readInventory } from '../inventory/inventory.js';
import { loadCatalog } from '../source/load-catalog.js';
import { coverageOf } from './coverage.js';
import { coverageMap, outlinesFile, runnersMap } from './coverage-map.js';
import { coveragePage } from './coverage-page.js';
import { byState, countedPortals, portalCountsFile } from './portal-coverage.js';

/** Path → text of the files. */
export function coverageFiles(): Readonly<Record<string, string>> {
  const geography = loadGeography();
  const shapes = loadCountyShapes();
  const sources = coverageOf(loadCatalog().sources);
  const outlines = readDrawnOutlines('states');
  const map = coverageMap(sources, {
    states: outlines,
    counties: readDrawnOutlines('counties'),
    shapeOf(countyGeoid) {
      if (shapes.geoids.has(countyGeoid)) return countyGeoid;
      // Connecticut's planning regions have no shapes; the old county of their middle stands for them.
      const county = geography.countyByGeoid(countyGeoid);
      return county === null ? null : shapes.holding(county.lat, county.lng);
    },
  });
  const stateName = (code: string) => geography.state(code)?.name ?? code;
  const portals = countedPortals(readInventory());
  const states = byState(sources, portals, stateName);
  return {
    'docs/coverage.md': coveragePage(sources, portals, stateName),
    'docs/coverage.svg': map,
    'docs/runners.svg': runnersMap(states, outlines),
    'packages/web/src/data/portals.json': portalCountsFile(states),
    'packages/web/src/data/outlines.json': outlinesFile(outlines),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(coverageFiles())) writeFileSync(path, text);
}
