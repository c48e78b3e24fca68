/** A release of generated records, as an operator builds one, held against plain scans over its records. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Decision, Permit } from '@lintel/contract';
import { jurisdictions } from '@lintel/sample/jurisdictions.js';
import { defaultToday } from '@lintel/sample/world.js';
import {
  checkCoverage,
  checkDecisions,
  checkOneUse,
  checkPlaceMetrics,
  checkSmallMetrics,
  recordsOf,
} from '@lintel/testing/release/oracle.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openInstallation } from '../installation/installation.js';
import { openRelease } from '../releases/open-release.js';
import { silentCommandProgress } from './terminal/progress.js';
import { buildFrom } from './work/build.js';
import { writeSample } from './work/write-sample.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-sample-oracle-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const installation = await openInstallation(
  directory,
  silentCommandProgress,
  () => new AbortController().signal,
  { makesHome: true },
);
after(() => installation.close());
await writeSample({
  store: await installation.rawStore(),
  catalog: await installation.catalog(),
  geography: await installation.geography(),
  permits: 3000,
});
const built = await buildFrom(installation, { asOf: defaultToday, refineThreads: 0 });
const release = openRelease(built.directory);
after(() => release.close());
const permits = recordsOf<Permit>(built.directory, 'permits');
const decisions = recordsOf<Decision>(built.directory, 'decisions');
const chance = syntheticNumbers(5);

test('metrics of places, contractors and addresses agree with the records', () => {
  assert.ok(checkPlaceMetrics(release, permits) > 20_000);
  assert.ok(checkSmallMetrics(release, permits, 10) > 500);
});

test('property type and tags of every permit agree on one use, and so do the metrics', () => {
  assert.ok(checkOneUse(release, permits) > 100);
});

test('every permit is in a county of its jurisdiction, by its county, its ZIP code and its point', async () => {
  const geography = await installation.geography();
  const origins = recordsOf<[string, string]>(built.directory, 'origins');
  const countiesOf = new Map(
    jurisdictions.map(({ id, geoid, name, state, counties }) => {
      const home = geoid.length === 5 ? geoid : geography.city(name, state)?.countyGeoid;
      return [id, new Set<string | undefined>(counties ?? [home])] as const;
    }),
  );
  for (const [row, { id, address, geo_ids: places }] of permits.entries()) {
    const [source = ''] = origins[row] ?? [];
    const own = countiesOf.get(source) ?? new Set();
    const { zip_code: zip, latlng } = address;
    const county = geography.countyByGeoId(places.county_id ?? '');
    assert.ok(own.has(county?.geoid), `${source} ${id} ${county?.name}`);
    if (zip !== null) assert.ok(own.has(geography.zip(zip)?.countyGeoid), `${source} ${id} ${zip}`);
    if (latlng !== null)
      assert.ok(
        own.has(geography.countyAt(latlng[0] ?? 0, latlng[1] ?? 0)?.geoid),
        `${source} ${id} ${latlng}`,
      );
  }
});

test('coverage agrees with the records', () => {
  for (let i = 0; i < 5; i++) checkCoverage(release, permits, chance);
});

test('decision search agrees with the records', () => {
  // Words whose forms all have one stem, so that the plain scan need not know English.
  const words = ['ordinance', 'plat', 'council', 'mf', '3'];
  const known = new Map([['ordinances', 'ordinance']]);
  assert.ok(checkDecisions(release, decisions, 300, chance, words, (word) => known.get(word) ?? word) > 100);
});
