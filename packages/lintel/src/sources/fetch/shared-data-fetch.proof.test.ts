/**
 * City files, made up and (if available) real, served by each protocol with faults at every request, arrive
 * whole.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import { datasetOf } from '@lintel/testing/portals/dataset.js';
import type { Fault } from '@lintel/testing/portals/portal-server.js';
import { fetchOf, type Manner } from '@lintel/testing/portals/portal-sources.js';
import { PortalTest } from '@lintel/testing/portals/portal-test.js';
import { writeCityFiles } from '@lintel/testing/sources/city-files.js';
import { parse } from 'csv-parse/sync';
import { ingestFile } from '../ingest/ingest.js';
import { loadCatalog } from '../source/load-catalog.js';

const t = await PortalTest.open();
after(() => t.close());

const manners: Readonly<Record<string, readonly Manner[]>> = {
  'nashville-tn': ['socrata', 'old arcgis', 'ckan sql'],
  'chicago-il': ['arcgis', 'ckan', 'carto', 'odata'],
};
const files: readonly (readonly [id: string, path: string])[] = [
  ['nashville-tn', 'nashville-tn/building_permits.csv'],
  ['chicago-il', 'chicago-il/permits_2026_07.json'],
];
/** Directory of the files, and rows per page: few enough for several pages. */
const madeUp = { folder: join(t.directory, 'city-files'), pageRows: 2 };
const real = { folder: realData, pageRows: 1000 };
writeCityFiles(madeUp.folder);
const faults: readonly Fault[] = [
  { kind: 'status', status: 429, retryAfter: '2' },
  { kind: 'status', status: 500 },
  { kind: 'html' },
  { kind: 'cut' },
  { kind: 'half' },
  { kind: 'bad gzip' },
];

function recordsIn(path: string): Record<string, unknown>[] {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return JSON.parse(text) as Record<string, unknown>[];
  const rows: Record<string, string>[] = parse(text, { columns: true, relax_quotes: true, bom: true });
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
}

for (const [id, file] of files) {
  const names = manners[id]?.join(', ');
  test(`made-up ${file} arrives whole through ${names}, faults included`, () =>
    arrivesWhole(id, file, madeUp));
  testOnRealData(`${file} arrives whole through ${names}, faults included`, () =>
    arrivesWhole(id, file, real),
  );
}

async function arrivesWhole(id: string, file: string, { folder, pageRows }: typeof real): Promise<void> {
  const path = join(folder, file);
  const source = loadCatalog().require(id);
  const expected = t.newStore();
  await ingestFile({ store: expected, source, path });
  const rows = [...expected.rows(id)].map(({ key, body }) => `${key} ${body}`).sort();
  t.portal.add(datasetOf(id, recordsIn(path)));
  for (const manner of manners[id] ?? []) {
    t.portal.arcgis = { maxRecordCount: pageRows, isOld: manner === 'old arcgis' };
    t.portal.ckan = { rowsMax: 1.5 * pageRows, hasSql: true };
    const definition = { ...fetchOf(manner, id, t.portal.url), page_rows: pageRows };
    const { where: _where, updated_at: _updatedAt, ...plain } = { where: '', updated_at: '', ...definition };
    const fetch = manner === 'ckan sql' ? { ...plain, where: '_id > 0' } : plain;
    const tried = new Map<string, number>();
    t.portal.fault = ({ url }, number) => {
      const times = (tried.get(url.href) ?? 0) + 1;
      tried.set(url.href, times);
      return times === 1 ? (faults[number % faults.length] ?? null) : null;
    };
    const store = t.newStore();
    const { failure } = await t.fetch(store, { ...source, fetch: fetch as typeof definition });
    t.portal.fault = () => null;
    assert.equal(failure, null);
    const fetched = [...store.rows(id)].map(({ key, body }) => `${key} ${withoutGeometry(body)}`).sort();
    assert.deepEqual(fetched.length, rows.length, manner);
    assert.equal(fetched.join('\n'), rows.join('\n'), manner);
    t.closeStore(store);
  }
  t.closeStore(expected);
}

/** Geometries and the portal's own numbers are outside the record. */
function withoutGeometry(body: string): string {
  const { geometry: _geometry, PermitId: _id, cartodb_id: _key, ...rest } = JSON.parse(body);
  return JSON.stringify(rest);
}
