/** Writes `docs/coverage.md` and its map, `docs/coverage.svg`: `npm run coverage`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCountyShapes } from '../../geography/county-shapes.js';
import { loadGeography } from '../../geography/load.js';
import { readDrawnOutlines } from '../../geography/outlines.js';
import { loadCatalog } from '../source/load-catalog.js';
import { coverageOf } from './coverage.js';
import { coverageMap } from './coverage-map.js';
import { coveragePage } from './coverage-page.js';

/** Path → text of the files. */
export function coverageFiles(): Readonly<Record<string, string>> {
  const geography = loadGeography();
  const shapes = loadCountyShapes();
  const sources = coverageOf(loadCatalog().sources);
  const map = coverageMap(sources, {
    states: readDrawnOutlines('states'),
    counties: readDrawnOutlines('counties'),
    shapeOf(countyGeoid) {
      if (shapes.geoids.has(countyGeoid)) return countyGeoid;
      // Connecticut's planning regions have no shapes; the old county of their middle stands for them.
      const county = geography.countyByGeoid(countyGeoid);
      return county === null ? null : shapes.holding(county.lat, county.lng);
    },
  });
  const page = coveragePage(sources, (code) => geography.state(code)?.name ?? code);
  return { 'docs/coverage.md': page, 'docs/coverage.svg': map };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(coverageFiles())) writeFileSync(path, text);
}
