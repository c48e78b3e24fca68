/** A release of generated records, as an operator builds one, held against plain scans over its records. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Decision, Permit } from '@lintel/contract';
import { jurisdictions } from '@lintel/sample/jurisdictions.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import {
  checkCoverage,
  checkDecisions,
  checkOneUse,
  checkPlaceMetrics,
  checkSmallMetrics,
  recordsOf,
} from '@lintel/testing/release/oracle.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openHome } from '../base/home.js';
import { loadGeography } from '../geography/load.js';
import { openRelease } from '../releases/open-release.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-sample-oracle-'));
after(() => rmSync(directory, { recursive: true, force: true }));
await copySampleHome(directory);
const { releases } = openHome(directory);
const published = join(releases, readFileSync(join(releases, 'current'), 'utf8').trim());
const release = openRelease(published);
after(() => release.close());
const permits = recordsOf<Permit>(published, 'permits');
const decisions = recordsOf<Decision>(published, 'decisions');
const chance = syntheticNumbers(5);

test('metrics of places, contractors and addresses agree with the records', () => {
  assert.ok(checkPlaceMetrics(release, permits) > 20_000);
  assert.ok(checkSmallMetrics(release, permits, 10) > 500);
});

test('property type and tags of every permit agree on one use, and so do the metrics', () => {
  assert.ok(checkOneUse(release, permits) > 100);
});

test('every permit is in a county of its jurisdiction, by its county, its ZIP code and its point', async () => {
  const geography = loadGeography();
  const origins = recordsOf<[string, string]>(published, 'origins');
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
